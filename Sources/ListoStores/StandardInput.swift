internal import ICalendar
internal import ListoModel
internal import Platform

/// Standard input, or a pipe: kept as it is read, so that it can be read again.
package enum StandardInput {
  /// The size above which standard input is stored in an unlinked temporary file: 8 MB.
  public static let memoryLimit = 8 << 20

  /// - Parameters:
  ///   - path: a pipe or device; nil for standard input.
  ///   - patience: reports that Listo waits for it.
  /// - Throws: ``StoreError``, also for a device without an end, which no size limit would stop in time.
  static func open(
    path: String? = nil, temporaryFolder: String, memoryLimit: Int, limits: ReadingLimits,
    patience: Patience? = nil
  ) throws(StoreError) -> Input {
    let (name, patience) = (path ?? "-", patience?.once())
    do throws(SystemError) {
      let stream = try patience.whileWaiting(for: name) { () throws(SystemError) -> InputFile in
        if let path { try InputFile(path: path) } else { try .standardInput() }
      }
      if stream.kind == .folder { throw SystemError.isFolder }
      if stream.kind == .device { throw SystemError.endless }
      // A file that the shell opened can be read from its beginning as it is.
      guard stream.kind != .regular else { return input(name, .spooled(stream), limits) }
      let bytes = ArrivingBytes(
        stream, name: name, temporaryFolder: temporaryFolder, memoryLimit: memoryLimit,
        limit: limits[.inputSize],
        patience: patience)
      return input(name, .arriving(bytes), limits)
    } catch {
      throw StoreError(reading: name == "-" ? "standard input" : name, error)
    }
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
