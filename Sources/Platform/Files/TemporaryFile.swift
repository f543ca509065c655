#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A private file without a name, for what is too large to be held in memory: gone with the process.
package final class TemporaryFile {
  private let descriptor: Int32
  /// In bytes.
  package private(set) var size = 0

  /// - Parameter folder: `TMPDIR`, or where the system keeps such files.
  /// - Throws: ``SystemError``.
  package init(inFolder folder: String) throws(SystemError) {
    if let unnamed = Self.openUnnamed(in: folder) {
      descriptor = unnamed
    } else {
      descriptor = try Self.openUnlinked(in: folder)
    }
  }

  /// nil where the system has no files that never had a name.
  private static func openUnnamed(in folder: String) -> Int32? {
    #if os(Linux)
      // O_TMPFILE, which Swift does not import; with O_EXCL it cannot be given a name either.
      let flags: Int32 = 0o20000000 | O_DIRECTORY | O_RDWR | O_EXCL | O_CLOEXEC
      let descriptor = unsafe open(folder, flags, 0o600)
      return descriptor >= 0 ? descriptor : nil
    #else
      return nil
    #endif
  }

  static func openUnlinked(in folder: String) throws(SystemError) -> Int32 {
    var template = Array((folder + "/listo-XXXXXX").utf8CString)
    let descriptor = unsafe mkstemp(&template)
    guard descriptor >= 0 else { throw SystemError.last }
    _ = unsafe unlink(template)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
  }

  deinit { close(descriptor) }

  /// - Throws: ``SystemError``.
  package func append(_ bytes: ArraySlice<UInt8>) throws(SystemError) {
    try writeAll(bytes, to: descriptor, at: size)
    size += bytes.count
  }

  /// How many bytes there still is room for where it stands, for who is not root; nil where the system does
  /// not tell.
  package var freeSpace: Int? {
    var status = statvfs()
    guard unsafe fstatvfs(descriptor, &status) == 0 else { return nil }
    return Int(
      clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue)
  }

  /// The file, for reading.
  ///
  /// - Throws: ``SystemError``.
  package func reading() throws(SystemError) -> InputFile {
    try InputFile(duplicating: descriptor)
  }
}
