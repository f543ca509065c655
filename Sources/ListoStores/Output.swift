internal import Platform

/// Where bytes go: a file that takes its place when all is written, or standard output. Small pieces are gathered.
public final class Output {
  private let file: OutputFile
  private let path: String
  private var buffer: [UInt8] = []
  private static let bufferSize = 1 << 18

  private init(_ file: OutputFile, path: String) {
    (self.file, self.path) = (file, path)
  }

  public static func standardOutput() -> Output {
    Output(.standardOutput(), path: "standard output")
  }

  /// A file that is written beside `path` and takes its place with ``commit()``.
  ///
  /// - Parameter makingFolders: makes the folders above it that are missing.
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
    if buffer.count + bytes.count > Self.bufferSize { try flush() }
    if bytes.count >= Self.bufferSize { return try send(bytes) }
    buffer += bytes
  }

  /// Writes what was gathered, and puts a file in its place.
  ///
  /// - Throws: ``StoreError``.
  public func commit() throws(StoreError) {
    try flush()
    do throws(SystemError) {
      try file.commit()
    } catch {
      throw StoreError(writing: path, error)
    }
  }

  private func flush() throws(StoreError) {
    guard !buffer.isEmpty else { return }
    try send(buffer[...])
    buffer.removeAll(keepingCapacity: true)
  }

  private func send(_ bytes: ArraySlice<UInt8>) throws(StoreError) {
    do throws(SystemError) {
      try file.write(bytes)
    } catch {
      throw StoreError(writing: path, error)
    }
  }
}
