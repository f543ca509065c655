internal import ListoFormats
package import ListoStores
internal import Platform

/// The destination of a result: standard output, a file, or a folder with a file for each input.
package struct Destination {
  /// The path as it was given; nil for standard output.
  public let path: String?
  private let makeStandardOutput: () -> Output

  /// - Parameters:
  ///   - path: a name that ends in a slash is a folder; nil or `-` for standard output.
  ///   - standardOutput: creates the output that is used as standard output.
  public init(_ path: String?, standardOutput: @escaping () -> Output = { .standardOutput() }) {
    self.path = path == "-" ? nil : path
    makeStandardOutput = standardOutput
  }

  /// A folder: its name ends in a slash, or it is one.
  public var isFolder: Bool {
    guard let path else { return false }
    return path.hasSuffix("/") || (try? FileStatus(path: path).kind) == .folder
  }

  /// Whether the destination is one file, which appears only when it is complete.
  public var isReplaceable: Bool {
    guard let path, !isFolder, !OutputFile.isOpen(path) else { return false }
    return (try? FileStatus(path: path)).map { $0.kind == .regular } ?? true
  }

  /// Whether a file is there that has content, and whose beginning is none of this format.
  ///
  /// - Complexity: constant; 16 KB are read.
  package func holdsOther(than format: Format) -> Bool {
    guard isReplaceable, format.canRead, let path,
      let file = try? InputFile(path: path, waitsForWriter: false)
    else { return false }
    var bytes: [UInt8] = []
    guard (try? file.read(Recognition.window, at: 0, into: &bytes)) != nil, !bytes.isEmpty else {
      return false
    }
    // Its content counts, and of its name only that it is a todo.txt.
    let name = path.split(separator: "/").last.map(String.init) ?? path
    if case .format(let named) = Recognition(name: name, beginning: bytes[...], atLeast: .certain),
      named.name == format.name
    {
      return false
    }
    let found = Recognition(name: "-", beginning: bytes[...])
    if case .format(let other) = found, other.name == format.name { return false }
    if case .ambiguous(let others) = found, others.contains(where: { $0.name == format.name }) {
      return false
    }
    // Any text is a todo.txt; one of Listo has UIDs.
    if format.name == Format.todoTxt.name, String(decoding: bytes, as: UTF8.self).contains(" uid:") {
      return false
    }
    return !format.isICalendar || !bytes.starts(with: Array("BEGIN:".utf8))
  }

  /// Opens the output for one result, or for all.
  ///
  /// - Parameters:
  ///   - input: the input of the result, if each input has its own output.
  ///   - ending: the extension of the result, if it differs from that of the input.
  /// - Throws: ``WorkError/store(_:)``.
  func open(for input: Input? = nil, extension ending: String? = nil) throws(WorkError) -> Output {
    guard var path else { return makeStandardOutput() }
    if let input, isFolder { path = place(of: input, in: path, ending) }
    return try .creating(path, makingFolders: isFolder)
  }

  /// Opens the output for work in one pass: it is written while its one input is read for the first time,
  /// although only the end of that tells whether what was made of it is right. This alone decides where that
  /// may be; elsewhere a survey comes first.
  ///
  /// Nobody sees a file before it is finished. What is printed cannot be taken back, so it is held as long as
  /// ``Output/isOutgrown`` is false, and not tried with an input that is known to be larger than what is
  /// held. A larger file is read twice: to keep what was made of it in a temporary file costs as much as the
  /// second reading. Of what comes through a pipe nobody knows how large it is, and to keep it for a second
  /// reading costs as much again: what was made of it is kept, beyond the bound in a temporary file. What is
  /// named and is no file, as a named pipe, is opened once only.
  ///
  /// - Parameter bound: how much of what is printed is held in memory at most; nil where only a file will do.
  /// - Returns: nil where a survey is needed.
  /// - Throws: ``WorkError/store(_:)``.
  func openForOnePass(
    _ inputs: [Input], holding bound: Int? = HeldPieces.standardRoom
  ) throws(WorkError) -> Output? {
    guard inputs.count == 1 else { return nil }
    if isReplaceable { return try open() }
    guard let bound, path == nil, inputs[0].size.map({ $0 <= bound }) ?? true else { return nil }
    let output = try open()
    output.hold(upTo: bound, beyondIn: inputs[0].spoolFolder)
    return output
  }

  /// - Throws: ``WorkError/overwritesInput(path:)`` where an output is one of the inputs,
  ///   ``WorkError/sharedTarget(_:_:target:)`` where two of them would be written to one file of a folder:
  ///   nothing that was not asked for is overwritten.
  package func refuseOverwriting(_ inputs: [Input], extension ending: String? = nil) throws(WorkError) {
    guard let path else { return }
    guard isFolder else { return try Overwriting.refuse([path], of: inputs) }
    var taken: [String: String] = [:]
    for input in inputs {
      let target = place(of: input, in: path, ending)
      if let other = taken.updateValue(input.name, forKey: target) {
        throw .sharedTarget(other, input.name, target: target)
      }
    }
    try Overwriting.refuse(taken.keys.sorted(), of: inputs)
  }

  private func place(of input: Input, in folder: String, _ ending: String?) -> String {
    folder.withSlash + Self.renamed(input.relativePath, ending)
  }

  private static func renamed(_ path: String, _ ending: String?) -> String {
    guard let ending, let dot = path.lastIndex(of: ".") else { return path }
    return path[..<dot] + "." + ending
  }
}

extension String {
  /// The path of a folder with a slash at its end, behind which the name of a file can stand.
  var withSlash: String { hasSuffix("/") ? self : self + "/" }
}

/// The results of a job that writes several files. Each file is written completely or unchanged, and a
/// failure does not affect the others.
public struct WrittenFiles: Sendable, Hashable {
  /// The number of written files.
  public internal(set) var written = 0
  /// The number of files that already had the same content.
  public internal(set) var unchanged = 0
  /// The number of inputs that failed. The observer has received each failure.
  public internal(set) var failed = 0
}

/// The outputs of a job that writes several files.
struct SeveralFiles {
  private(set) var result: WrittenFiles
  private let observer: any WorkObserver

  /// - Parameter unchanged: how many are left as they are.
  init(unchanged: Int = 0, _ observer: any WorkObserver) {
    self.observer = observer
    result = WrittenFiles(unchanged: unchanged)
  }

  /// Writes one of them.
  ///
  /// - Throws: what `write` throws, unless it is a failure of reading or writing, which is told to the
  ///   observer.
  mutating func add(_ write: () throws(WorkError) -> Void) throws(WorkError) {
    do throws(WorkError) {
      try write()
      result.written += 1
    } catch {
      guard case .store(let failure) = error, failure.code != .brokenPipe else { throw error }
      observer.report(failure)
      result.failed += 1
    }
  }
}

extension Output {
  /// Opens a file for writing, which nobody sees before ``finish(_:)``.
  ///
  /// - Throws: ``WorkError/store(_:)``.
  package static func creating(_ path: String, makingFolders: Bool = true) throws(WorkError) -> Output {
    try WorkError.storing { () throws(StoreError) in try file(path, makingFolders: makingFolders) }
  }

  package func send(_ bytes: ArraySlice<UInt8>) throws(WorkError) {
    try WorkError.storing { () throws(StoreError) in try write(bytes) }
  }

  /// Puts it in its place.
  package func finish(_ observer: some WorkObserver) throws(WorkError) {
    observer.report(try WorkError.storing { () throws(StoreError) in try commit() })
  }
}
