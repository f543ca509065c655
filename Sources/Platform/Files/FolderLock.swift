#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The right to change the files of a folder, among all who ask for it (flock): released at the end of its
/// life, or of the process.
///
/// It needs no file of its own, so that nothing is left behind.
package final class FolderLock {
  private let descriptor: Int32

  /// Waits until no other holds it. Where the file system has no locks, all may.
  ///
  /// - Throws: ``SystemError`` where there is no such folder.
  package init(_ path: String) throws(SystemError) {
    descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError.last }
    while flock(descriptor, LOCK_EX) != 0 && errno == EINTR {}
  }

  deinit { close(descriptor) }
}
