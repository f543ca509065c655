#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Files of a person that are read and written whole, such as a configuration.
public enum SmallFile {
  /// The bytes of a file; nil where there is none.
  ///
  /// - Throws: ``SystemError``; `EFBIG` where it has more than `limit` bytes, `EISDIR` for a folder.
  public static func bytes(_ path: String, limit: Int = 1 << 20) throws(SystemError) -> [UInt8]? {
    let file: InputFile
    do throws(SystemError) {
      file = try InputFile(path: path)
    } catch {
      if error.isMissing { return nil }
      throw error
    }
    if file.kind == .folder { throw .isFolder }
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      if try file.read(1 << 16, at: bytes.count, into: &bytes) == 0 { return bytes }
    }
    throw SystemError(number: EFBIG)
  }

  /// Puts bytes in the place of a file, in one step.
  ///
  /// - Parameter isPrivate: only its owner shall be able to read it.
  /// - Throws: ``SystemError``.
  public static func write(_ bytes: [UInt8], to path: String, isPrivate: Bool = false) throws(SystemError) {
    let output = try OutputFile(path: path, isPrivate: isPrivate)
    try output.write(bytes[...])
    try output.commit()
  }
}
