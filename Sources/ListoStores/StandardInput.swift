internal import Listo
internal import Platform

/// Standard input, or a pipe: read to its end, and kept so that it can be read again.
public enum StandardInput {
  /// What is larger goes into an unlinked temporary file: 32 MB.
  public static let memoryLimit = 32 << 20
  private static let pieceSize = 1 << 20

  /// - Parameter path: a pipe or device; nil for standard input.
  static func read(
    path: String? = nil, temporaryFolder: String, memoryLimit: Int, meter: ReadingMeter? = nil
  ) throws(StoreError) -> Input {
    let name = path ?? "-"
    do throws(SystemError) {
      let stream = try open(path)
      if stream.kind == .folder { throw SystemError.isFolder }
      return input(name, try keep(stream, temporaryFolder, memoryLimit, meter))
    } catch {
      throw StoreError(reading: name == "-" ? "standard input" : name, error)
    }
  }

  private static func open(_ path: String?) throws(SystemError) -> InputFile {
    guard let path else { return try .standardInput() }
    return try InputFile(path: path)
  }

  private static func keep(
    _ stream: InputFile, _ temporaryFolder: String, _ memoryLimit: Int, _ meter: ReadingMeter?
  ) throws(SystemError) -> Input.Content {
    // A file that the shell opened can be read from its beginning as it is.
    if stream.kind == .regular { return .spooled(stream) }
    var bytes: [UInt8] = []
    // Room for all of it at once, which costs nothing before it is filled: an array that grows is twice as large as it need be.
    bytes.reserveCapacity(memoryLimit + pieceSize)
    while bytes.count <= memoryLimit {
      let got = try stream.read(pieceSize, at: 0, into: &bytes)
      if got == 0 { return .memory(bytes) }
      meter?.add(got)
    }
    let spool = try TemporaryFile(inFolder: temporaryFolder)
    try spool.append(bytes[...])
    bytes = []
    while try stream.read(pieceSize, at: 0, into: &bytes) > 0 {
      try spool.append(bytes[...])
      meter?.add(bytes.count)
      bytes.removeAll(keepingCapacity: true)
    }
    return .spooled(try spool.reading())
  }

  private static func input(_ name: String, _ content: Input.Content) -> Input {
    let source = Source(
      identifier: name, title: name == "-" ? Source.standardInput.title : name, kind: .stream)
    let folder = CatalogBuilder.Folder(
      parent: source, source: source, name: name, path: name, displayName: source.title)
    // The last part of a path alone: `../pipe` must not lead out of the folder that outputs go to.
    let lastPart = name.split(separator: "/").last.map { String($0) } ?? name
    return Input(
      name: name, relativePath: name == "-" ? "standard-input.ics" : lastPart, fileName: name,
      folder: folder, content: content)
  }
}
