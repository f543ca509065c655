package import ICalendar
package import ListoModel
package import ListoFormats
internal import Platform

/// An input that can be read from its beginning, several times if necessary: a file, standard input, or a
/// calendar on the web.
package struct Input: Sendable {
  /// The properties that the inputs of a folder share: one object for all of them, since a folder may have
  /// many, and each is handed to another thread.
  final class Home: Sendable {
    let folder: CatalogBuilder.Folder
    let format: Format
    let limits: ReadingLimits

    init(_ folder: CatalogBuilder.Folder, format: Format = .iCalendar, limits: ReadingLimits) {
      (self.folder, self.format, self.limits) = (folder, format, limits)
    }
  }

  enum Content: Sendable {
    case path(String)
    /// Comes through a pipe.
    case arriving(ArrivingBytes)
    /// Standard input that is a file.
    case spooled(InputFile)
    /// A file fetched from the web; it stays open.
    case published(InputFile)
    /// Read from another format; the path is that of the file it was read from, and the version is what that
    /// was before.
    indirect case converted(ConvertedBytes, path: String?, version: Version?)
  }

  /// The name as the user gave it; for a file in a folder, the folder's name and the path within; `-` for
  /// standard input; for an address on the web ``WebAddress/shown``.
  public let name: String
  /// The path below the folder that the user named; the file's name if the user named a file.
  public let relativePath: String
  /// The name within its folder, with the extension.
  public let fileName: String
  private let home: Home
  /// The known properties of the folder that contains the input.
  package var folder: CatalogBuilder.Folder { home.folder }
  /// The format of the input. Inputs of other formats than iCalendar have been converted and read as
  /// iCalendar.
  public var format: Format { home.format }
  /// Where in its file the components of a converted input stand.
  package let lines: LineMap?
  /// The limits on the cost of reading it.
  public var limits: ReadingLimits { home.limits }
  let content: Content
  /// Which side of a merge with a base it belongs to; -1 for the base itself.
  package var side = 0
  /// See ``MergeInput/namedFolder``.
  package internal(set) var namedFolder: Int?
  /// Something of it could not be read before it came here, or not of the folder that it stands for: what it
  /// lacks is not deleted.
  package var isPartial = false
  /// It was read whole, in another format than iCalendar, and nothing is in it.
  package internal(set) var isEmptyCollection = false
  /// Counts what is read.
  var meter: ReadingMeter?
  /// Where it is kept if it is UTF-16; nil where it is iCalendar that was made here.
  var decoded: DecodedInputs?

  init(
    name: String, relativePath: String, fileName: String, in home: Home, content: Content,
    lines: LineMap? = nil
  ) {
    (self.name, self.relativePath, self.fileName, self.home) = (name, relativePath, fileName, home)
    (self.content, self.lines) = (content, lines)
  }

  /// One that has nothing in common with others.
  init(
    name: String, relativePath: String, fileName: String, folder: CatalogBuilder.Folder,
    limits: ReadingLimits, content: Content, format: Format = .iCalendar, lines: LineMap? = nil
  ) {
    self.init(
      name: name, relativePath: relativePath, fileName: fileName,
      in: Home(folder, format: format, limits: limits), content: content, lines: lines)
  }

  /// Whether its file can be written, as iCalendar; asked of the system each time.
  public var isWritable: Bool {
    format.isICalendar && !isDecoded && (path.map(FileSystem.isWritable) ?? false)
  }

  /// It is UTF-16, as was found when it was read, and reads as UTF-8.
  package var isDecoded: Bool { decodedBytes != nil }

  var decodedBytes: ConvertedBytes? { decoded?[name] }

  /// Opens it at its beginning.
  ///
  /// - Throws: ``StoreError``; with code `tooLarge` beyond ``Limit/inputSize``.
  public func open() throws(StoreError) -> InputSource {
    switch content {
    case .arriving(let bytes):
      return InputSource(.arriving(bytes), size: bytes.knownSize, meter, decoding: decoded.map { (name, $0) })
    case .converted(let bytes, _, let version):
      return InputSource(.converted(bytes), size: bytes.size, version: version, meter)
    case .spooled(let file): return try source(file)
    case .published(let file): return try source(file, Version(file.status))
    case .path(let path):
      let file = try Self.opened(path, name)
      return try source(file, Version(file.status))
    }
  }

  /// The present size in bytes; nil if the input is missing, is not a regular file, or is a pipe that has not
  /// reached its end.
  public var size: Int? {
    switch content {
    case .arriving(let bytes): return bytes.knownSize
    case .spooled(let file), .published(let file): return file.size
    case .converted(let bytes, _, _): return bytes.size
    case .path(let path):
      guard let status = try? FileStatus(path: path), status.kind == .regular else { return nil }
      return status.size
    }
  }

  /// Where a pipe's bytes go that are not held in memory; nil for what is no pipe.
  package var spoolFolder: String? {
    if case .arriving(let bytes) = content { bytes.temporaryFolder } else { nil }
  }

  private func source(_ file: InputFile, _ version: Version? = nil) throws(StoreError) -> InputSource {
    let limit = limits[.inputSize]
    let size = file.kind == .regular ? file.size : nil
    if let size, size > limit { throw StoreError(tooLarge: name, limit: limit) }
    return InputSource(
      .file(file), size: size, version: version, limit: limit, meter, decoding: decoded.map { (name, $0) })
  }

  /// Opens it for reading at any offset.
  ///
  /// - Throws: ``StoreError``.
  package func randomAccess() throws(StoreError) -> RandomAccess {
    if let decodedBytes { return RandomAccess(name: name, content: .converted(decodedBytes), meter: meter) }
    return switch content {
    case .arriving(let bytes): RandomAccess(name: name, content: .arriving(bytes), meter: meter)
    case .spooled(let file), .published(let file):
      RandomAccess(name: name, content: .file(file), meter: meter)
    case .converted(let bytes, _, _): RandomAccess(name: name, content: .converted(bytes), meter: meter)
    case .path(let path):
      RandomAccess(name: name, content: .file(try Self.opened(path, name)), meter: meter)
    }
  }

  static func opened(_ path: String, _ name: String) throws(StoreError) -> InputFile {
    do throws(SystemError) {
      // It was a regular file when it was named: a pipe that stands there now is not waited for.
      let file = try InputFile(path: path, waitsForWriter: false)
      if file.kind == .folder { throw SystemError.isFolder }
      guard file.kind == .regular else { throw SystemError.notRegular }
      return file
    } catch {
      throw StoreError(reading: name, error)
    }
  }

  /// Whether reading it is worth all threads: a small one is done before another is woken. A pipe may be
  /// large.
  package var isLarge: Bool { Self.isLarge(size) }

  /// - Parameter size: in bytes; nil where it is not known.
  static func isLarge(_ size: Int?) -> Bool { (size ?? .max) > small }

  /// In bytes.
  package static let small = 1 << 20

  /// The error that opening a file would throw if it has more bytes than ``Limit/inputSize`` allows; nil
  /// otherwise.
  ///
  /// - Parameter size: ``size``, which is asked of the system each time.
  package func sizeError(ofSize size: Int?) -> StoreError? {
    guard case .path = content, let size, size > limits[.inputSize] else { return nil }
    return StoreError(tooLarge: name, limit: limits[.inputSize])
  }

  /// Tells the content of a file at one time from that at another: which file it is, its size, and when it
  /// was changed.
  package struct Version: Sendable, Hashable {
    let identity: FileStatus.Identity
    let size: Int
    let modified: Int64

    init(_ status: FileStatus) {
      (identity, size, modified) = (status.identity, status.size, status.modified)
    }
  }

  /// The version of the file at its path now, of the fetched copy, or of the file before it was converted.
  /// Nil for a pipe, and where no file is.
  package var version: Version? {
    if case .published(let file) = content { return Version(file.status) }
    if case .converted(_, _, let version) = content { return version }
    guard case .path(let path) = content, let status = try? FileStatus(path: path) else { return nil }
    return Version(status)
  }

  /// All of a small file, for a look at whether it is to be read, and the version that these bytes are of.
  ///
  /// - Returns: nil where it has more than `limit` bytes, cannot be read at once, or may be UTF-16.
  package func glimpse(upTo limit: Int) -> (bytes: [UInt8], version: Version)? {
    guard case .path(let path) = content, let file = try? InputFile(path: path, waitsForWriter: false),
      file.kind == .regular, file.size <= limit
    else { return nil }
    var bytes: [UInt8] = []
    guard (try? file.read(file.size, at: 0, into: &bytes)) == file.size,
      bytes.first.map({ $0 < 0xFE }) ?? true,
      !bytes.prefix(4).contains(0)
    else { return nil }
    meter?.add(bytes.count)
    return (bytes, Version(file.status))
  }

  /// - Parameter version: what it was before it was read.
  /// - Throws: ``StoreError`` where it is another now, so that what was learned of it does not hold.
  package func requireUnchanged(since version: Version?) throws(StoreError) {
    guard self.version == version else {
      throw StoreError(.unreadable, path: name, reason: "it changed while it was read")
    }
  }

  /// Whether it is a calendar on the web, which can only be read.
  public var isPublished: Bool { if case .published = content { true } else { false } }

  /// It is a regular file that may be replaced.
  package var isReplaceable: Bool {
    guard case .path(let path) = content, let status = try? FileStatus(path: path) else { return false }
    return status.kind == .regular
  }

  /// The path of the file; nil for standard input and for calendars on the web.
  public var path: String? {
    switch content {
    case .path(let path): path
    case .converted(_, let path, _): path
    case .arriving, .spooled, .published: nil
    }
  }
}

/// The bytes of an ``Input``, anywhere.
package struct RandomAccess: Sendable {
  let name: String
  let content: OpenedInput
  let meter: ReadingMeter?

  /// Appends `count` bytes from `offset` on; fewer where the input ends before.
  ///
  /// - Throws: ``StoreError``.
  package func read(_ count: Int, at offset: Int, into bytes: inout [UInt8]) throws(StoreError) {
    let before = bytes.count
    defer { meter?.add(bytes.count - before) }
    do throws(ICalendarError) {
      try content.read(count, at: offset, into: &bytes)
    } catch {
      throw StoreError(name, error)
    }
  }
}
