internal import Platform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file that only its owner may read.
enum PrivateFile {
  /// Others than its owner may read it, or it is another's.
  static let openToOthers = SystemError(number: EPERM)

  /// - Parameter isPrivate: what group or others may read is refused; one of another user always is, but for root's.
  /// - Throws: ``SystemError``; ``openToOthers``, `EFBIG` beyond the limit.
  static func bytes(_ path: String, isPrivate: Bool, limit: Int) throws(SystemError) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { throw SystemError(number: errno) }
    defer { close(descriptor) }
    // Of what was opened, not of what stands at the path by now.
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw SystemError(number: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
    guard status.st_uid == geteuid() || status.st_uid == 0, !isPrivate || status.st_mode & 0o077 == 0 else {
      throw openToOthers
    }
    guard status.st_size <= limit else { throw SystemError(number: EFBIG) }
    var bytes = [UInt8](repeating: 0, count: limit + 1)
    let count = unsafe pread(descriptor, &bytes, bytes.count, 0)
    guard count >= 0 else { throw SystemError(number: errno) }
    guard count <= limit else { throw SystemError(number: EFBIG) }
    return Array(bytes.prefix(count))
  }
}
