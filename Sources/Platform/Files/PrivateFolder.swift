#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A folder for its owner's eyes alone (0700), and files in it (0600): opened without following links, and
/// refused where they are another user's.
package final class PrivateFolder: Sendable {
  package let path: String
  private let descriptor: Int32

  /// Makes the folder where it is not there, and takes from others what they may do in it.
  ///
  /// - Throws: ``SystemError``: EACCES where it is another user's, ENOTDIR or ELOOP where a link stands in
  ///   its place.
  package init(_ path: String) throws(SystemError) {
    self.path = path
    try FileSystem.makeFolder(path, isPrivate: true)
    descriptor = Self.opened(path)
    guard descriptor >= 0 else { throw SystemError.last }
    try Self.take(descriptor, mode: 0o700)
  }

  deinit { close(descriptor) }

  private static func opened(_ path: String) -> Int32 {
    #if canImport(Darwin)
      unsafe Darwin.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    #elseif canImport(Glibc)
      unsafe Glibc.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    #else
      unsafe Musl.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    #endif
  }

  /// - Throws: ``SystemError`` where it is another user's.
  private static func take(_ descriptor: Int32, mode: mode_t) throws(SystemError) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw SystemError.last }
    guard status.st_uid == geteuid() else { throw SystemError(number: EACCES) }
    if status.st_mode & 0o777 != mode, fchmod(descriptor, mode) != 0 { throw SystemError.last }
  }

  /// All of a file; nil where there is none.
  package func read(_ name: String) throws(SystemError) -> [UInt8]? {
    try open(name)?.bytes(upTo: .max)
  }

  /// Opens a file for reading; nil if there is none.
  package func open(_ name: String) throws(SystemError) -> InputFile? {
    let file = unsafe openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      let error = SystemError.last
      if error.isMissing { return nil }
      throw error
    }
    let input = try InputFile(descriptor: file, closes: true)
    try Self.take(file, mode: 0o600)
    return input
  }

  /// Writes a file in one step: it is the old one or the new one.
  ///
  /// - Parameter isDurable: waits until the disk has it.
  package func write(_ bytes: [UInt8], to name: String, isDurable: Bool = true) throws(SystemError) {
    let temporary = ".\(name).new"
    _ = unsafe unlinkat(descriptor, temporary, 0)
    let file = unsafe openat(
      descriptor, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw SystemError.last }
    do throws(SystemError) {
      defer { close(file) }
      try writeAll(bytes[...], to: file)
      if isDurable, fsync(file) != 0, errno != EINVAL { throw SystemError.last }
    } catch {
      _ = unsafe unlinkat(descriptor, temporary, 0)
      throw error
    }
    guard unsafe renameat(descriptor, temporary, descriptor, name) == 0 else { throw SystemError.last }
    if isDurable { _ = fsync(descriptor) }
  }

  /// Writes behind what a file holds, which is made where it is not there.
  ///
  /// - Parameter isDurable: waits until the disk has it.
  package func append(_ bytes: [UInt8], to name: String, isDurable: Bool = false) throws(SystemError) {
    let file = unsafe openat(descriptor, name, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw SystemError.last }
    defer { close(file) }
    try Self.take(file, mode: 0o600)
    try writeAll(bytes[...], to: file)
    if isDurable, fsync(file) != 0, errno != EINVAL { throw SystemError.last }
  }

  /// - Returns: false where there is none.
  @discardableResult
  package func remove(_ name: String) throws(SystemError) -> Bool {
    if unsafe unlinkat(descriptor, name, 0) == 0 { return true }
    let error = SystemError.last
    guard error.isMissing else { throw error }
    return false
  }

  /// The names of what is in it.
  package func names() throws(SystemError) -> [String] { try FileSystem.entries(inFolder: path).map(\.name) }
}
