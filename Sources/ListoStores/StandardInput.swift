internal import ICalendar
internal import Listo
internal import Platform

/// Standard input, or a pipe: read to its end, and kept so that it can be read again.
public enum StandardInput {
  /// What is larger goes into an unlinked temporary file: 32 MB.
  public static let memoryLimit = 32 << 20
  private static let pieceSize = 1 << 20

  /// - Parameter path: a pipe or device; nil for standard input.
  static func read(
    path: String? = nil, temporaryFolder: String, memoryLimit: Int, limits: ReadingLimits,
    meter: ReadingMeter? = nil
  ) throws(StoreError) -> Input {
    let name = path ?? "-"
    let limit = limits[.inputSize]
    do throws(SystemError) {
      let stream = try open(path)
      if stream.kind == .folder { throw SystemError.isFolder }
      if let content = try keep(stream, temporaryFolder, memoryLimit, limit, meter) {
        return input(name, content, limits)
      }
    } catch {
      throw StoreError(reading: name == "-" ? "standard input" : name, error)
    }
    throw StoreError(tooLarge: name == "-" ? "standard input" : name, limit: limit)
  }

  private static func open(_ path: String?) throws(SystemError) -> InputFile {
    guard let path else { return try .standardInput() }
    return try InputFile(path: path)
  }

  /// The stream's bytes; nil where there are more than the limit.
  private static func keep(
    _ stream: InputFile, _ temporaryFolder: String, _ memoryLimit: Int, _ limit: Int,
    _ meter: ReadingMeter?
  ) throws(SystemError) -> Input.Content? {
    // A file that the shell opened can be read from its beginning as it is.
    if stream.kind == .regular { return .spooled(stream) }
    var bytes: [UInt8] = []
    // Room for all of it at once, which costs nothing before it is filled: an array that grows is twice as large as it need be.
    bytes.reserveCapacity(memoryLimit + pieceSize)
    while bytes.count <= memoryLimit {
      let got = try stream.read(pieceSize, at: 0, into: &bytes)
      if got == 0 { return .memory(bytes) }
      meter?.add(got)
      if bytes.count > limit { return nil }
    }
    let spool = try TemporaryFile(inFolder: temporaryFolder)
    try spool.append(bytes[...])
    var size = bytes.count
    bytes = []
    while try stream.read(pieceSize, at: 0, into: &bytes) > 0 {
      size += bytes.count
      if size > limit { return nil }
      try spool.append(bytes[...])
      meter?.add(bytes.count)
      bytes.removeAll(keepingCapacity: true)
    }
    return .spooled(try spool.reading())
  }

  private static func input(_ name: String, _ content: Input.Content, _ limits: ReadingLimits) -> Input {
    let source = Source(
      identifier: name, title: name == "-" ? Source.standardInput.title : name, kind: .stream)
    let folder = CatalogBuilder.Folder(
      parent: source, source: source, name: name, path: name, displayName: source.title)
    // The last part of a path alone: `../pipe` must not lead out of the folder that outputs go to.
    let lastPart = name.split(separator: "/").last.map { String($0) } ?? name
    return Input(
      name: name, relativePath: name == "-" ? "standard-input.ics" : lastPart, fileName: name,
      folder: folder, limits: limits, content: content)
  }
}
