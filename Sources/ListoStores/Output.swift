package import ICalendar
internal import Platform

/// A destination for bytes: a file that is put in place when everything is written, or standard output. Small
/// writes are gathered, or everything is held until the commit.
package final class Output {
  /// Nil for an output in memory.
  private let file: OutputFile?
  private let path: String
  /// The bytes of an output in memory.
  package private(set) var bytes: [UInt8] = []
  private var willWrite: (() -> Void)?
  private let rewrite: Rewriting?
  private var buffer: [UInt8] = []
  private static let bufferSize = 1 << 18
  /// The bytes that are held until the commit; nil where none are held.
  private var held: HeldPieces?
  /// Where what there is no room for is held: a folder, and a file in it once it is needed. nil where it is
  /// not held at all.
  private var spool: (folder: String, file: TemporaryFile?)?

  /// Replaces the bytes that are written. It gets them in order, in pieces of any length, and `isEnd` after
  /// the last.
  public typealias Rewriting = (_ bytes: ArraySlice<UInt8>, _ isEnd: Bool) -> [UInt8]

  private init(
    _ file: OutputFile?, path: String, willWrite: (() -> Void)? = nil, rewrite: Rewriting? = nil
  ) {
    (self.file, self.path, self.willWrite, self.rewrite) = (file, path, willWrite, rewrite)
  }

  /// - Parameters:
  ///   - willWrite: called once, before the first byte is written.
  ///   - rewrite: replaces the written bytes.
  public static func standardOutput(willWrite: (() -> Void)? = nil, rewrite: Rewriting? = nil) -> Output {
    Output(.standardOutput(), path: "standard output", willWrite: willWrite, rewrite: rewrite)
  }

  /// An output whose bytes stay in memory: ``bytes``, after ``commit()``.
  package static func memory() -> Output { Output(nil, path: "memory") }

  /// Creates an output file beside `path`, which ``commit()`` puts in place.
  ///
  /// - Parameter makingFolders: whether to create missing parent folders.
  /// - Throws: ``StoreError`` with code `cannotCreate`.
  public static func file(_ path: String, makingFolders: Bool = false) throws(StoreError) -> Output {
    do throws(SystemError) {
      if makingFolders, let slash = path.lastIndex(of: "/"), slash > path.startIndex {
        try FileSystem.makeFolder(String(path[..<slash]))
      }
      return Output(try OutputFile(path: path), path: path)
    } catch {
      throw StoreError(creating: path, error)
    }
  }

  /// - Throws: ``StoreError`` with code `writeFailed` or `brokenPipe`.
  public func write(_ bytes: ArraySlice<UInt8>) throws(StoreError) {
    if let rewrite { return try gather(rewrite(bytes, false)[...]) }
    try gather(bytes)
  }

  private func gather(_ bytes: ArraySlice<UInt8>) throws(StoreError) {
    if buffer.count + bytes.count > Self.bufferSize { try flush() }
    if bytes.count >= Self.bufferSize { return try send(bytes) }
    buffer += bytes
  }

  /// Writes the gathered bytes, and puts a file in its place.
  ///
  /// - Returns: unexpected effects on a replaced file: other hard links, an owner that could not be kept.
  /// - Throws: ``StoreError``.
  @discardableResult
  public func commit() throws(StoreError) -> [Diagnostic] {
    try end()
    do throws(SystemError) {
      return diagnostics(try file?.commit() ?? [])
    } catch {
      throw StoreError(writing: path, error)
    }
  }

  // MARK: Work that may have to be taken back

  /// Lets nothing out before ``commit()``, so that what is written can be thrown away with the output.
  ///
  /// - Parameters:
  ///   - bound: how many bytes are held in memory.
  ///   - folder: where a temporary file holds what is more; where nil, or where it cannot be written,
  ///     ``isOutgrown`` turns true with more, and the output cannot be committed any more.
  package func hold(upTo bound: Int, beyondIn folder: String? = nil) {
    held = HeldPieces(room: bound)
    spool = folder.map { ($0, nil) }
  }

  /// More was written than is held; what is gathered counts.
  package var isOutgrown: Bool { spool == nil && held.map { $0.room < buffer.count } ?? false }

  // MARK: Several at once

  /// So many files may be open at the same time: fewer than a process may have by default.
  package static let most = 100

  /// The folder of a file, symbolic links followed; nil for standard output.
  package var folder: String? { file?.folder }

  /// Writes what was gathered, and brings files to the disk, all at the same time; ``place()`` puts each in
  /// its place.
  ///
  /// - Parameter outputs: no more than ``most``.
  /// - Returns: what of replaced files is not as a person may expect it.
  /// - Throws: ``StoreError`` for the first of those that failed.
  package static func finish(_ outputs: [Output]) throws(StoreError) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    for output in outputs {
      try output.end()
      diagnostics += output.diagnostics(output.file?.finish() ?? [])
    }
    let files = outputs.filter { $0.file != nil }
    for (output, error) in zip(files, OutputFile.synchronize(files.compactMap(\.file))) {
      if let error { throw StoreError(writing: output.path, error) }
    }
    return diagnostics
  }

  /// Puts a file in its place, of which the folder is still to be brought to the disk.
  ///
  /// - Throws: ``StoreError``; what stood there is then as it was.
  package func place() throws(StoreError) {
    do throws(SystemError) {
      try file?.place()
    } catch {
      throw StoreError(writing: path, error)
    }
  }

  private func end() throws(StoreError) {
    if let held {
      guard !isOutgrown else {
        throw StoreError(.writeFailed, path: path, reason: "it is larger than the part that was read")
      }
      self.held = nil
      for piece in held.pieces { try send(piece[...]) }
      if let file = spool?.file { try send(file) }
      spool = nil
    }
    if let rewrite { try gather(rewrite([], true)[...]) }
    try flush()
  }

  private func diagnostics(_ remarks: Set<ReplacedFile.Remark>) -> [Diagnostic] {
    remarks.map(diagnostic).sorted { $0.code.rawValue < $1.code.rawValue }
  }

  private func diagnostic(_ remark: ReplacedFile.Remark) -> Diagnostic {
    switch remark {
    case .otherNames(let count):
      Diagnostic(
        .warning, .hardLink, file: path,
        "it was replaced under this name; \(count) other hard \(count == 1 ? "link" : "links") "
          + "\(count == 1 ? "keeps" : "keep") the old content")
    case .owner:
      Diagnostic(.note, .notKept, file: path, "its owner or group could not be kept; it is yours now")
    case .attributes:
      Diagnostic(
        .note, .notKept, file: path,
        "its access control list, or an extended attribute, could not be kept")
    }
  }

  private func flush() throws(StoreError) {
    guard !buffer.isEmpty else { return }
    try send(buffer[...])
    buffer.removeAll(keepingCapacity: true)
  }

  private func send(_ bytes: ArraySlice<UInt8>) throws(StoreError) {
    if let held {
      if spool != nil, spool?.file != nil || held.room < bytes.count { return append(toSpool: bytes) }
      self.held?.append(Array(bytes))
      return
    }
    willWrite?()
    willWrite = nil
    guard let file else { return self.bytes += bytes }
    do throws(SystemError) {
      try file.write(bytes)
    } catch {
      throw StoreError(writing: path, error)
    }
  }

  /// The bytes that stay free beside a temporary file that is not needed: bytes from a pipe are kept there
  /// too, and that must not fail.
  private static let reserve = 64 << 20

  /// Where that fails, or leaves little room for others, more is not held.
  private func append(toSpool bytes: ArraySlice<UInt8>) {
    do throws(SystemError) {
      guard let folder = spool?.folder else { return }
      let file = if let file = spool?.file { file } else { try TemporaryFile(inFolder: folder) }
      spool?.file = file
      try file.append(bytes)
      if let free = file.freeSpace, free < max(Self.reserve, file.size) { giveUpHolding() }
    } catch {
      giveUpHolding()
    }
  }

  private func giveUpHolding() {
    spool = nil
    held = HeldPieces(room: -1)
  }

  private func send(_ file: TemporaryFile) throws(StoreError) {
    var (offset, bytes) = (0, [UInt8]())
    while true {
      do throws(SystemError) {
        guard try file.reading().read(1 << 20, at: offset, into: &bytes) > 0 else { return }
      } catch {
        throw StoreError(reading: "a temporary file", error)
      }
      try send(bytes[...])
      offset += bytes.count
      bytes.removeAll(keepingCapacity: true)
    }
  }
}

/// Bytes that are held in pieces, as long as there is room for all of them.
package struct HeldPieces {
  /// In their order; none once there was not room enough.
  package private(set) var pieces: [[UInt8]] = []
  /// For how many bytes there still is room; negative where there was not enough.
  package private(set) var room: Int

  /// The most bytes that are held of a result that goes out at its end: 16 MB.
  package static let standardRoom = 16 << 20

  package init(room: Int = standardRoom) { self.room = room }

  /// There was not room enough.
  package var isOutgrown: Bool { room < 0 }

  /// Holds a piece, or gives all up.
  package mutating func append(_ bytes: [UInt8]) {
    room -= bytes.count
    if isOutgrown { pieces = [] } else { pieces.append(bytes) }
  }
}
