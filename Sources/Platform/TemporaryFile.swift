#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A private file without a name, for what is too large to be held in memory: gone with the process.
public final class TemporaryFile {
  private let descriptor: Int32
  private var size = 0

  /// - Parameter folder: `TMPDIR`, or where the system keeps such files.
  /// - Throws: ``SystemError``.
  public init(inFolder folder: String) throws(SystemError) {
    var template = Array((folder + "/listo-XXXXXX").utf8CString)
    descriptor = unsafe mkstemp(&template)
    guard descriptor >= 0 else { throw SystemError.last }
    _ = unsafe unlink(template)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit { close(descriptor) }

  /// - Throws: ``SystemError``.
  public func append(_ bytes: ArraySlice<UInt8>) throws(SystemError) {
    try writeAll(bytes, to: descriptor, at: size)
    size += bytes.count
  }

  /// The file, for reading.
  ///
  /// - Throws: ``SystemError``.
  public func reading() throws(SystemError) -> InputFile {
    try InputFile(duplicating: descriptor)
  }
}
