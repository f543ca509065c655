#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The error that the operating system returned instead of doing as it was asked.
package struct SystemError: Error, Sendable, Hashable {
  /// `errno`.
  package var number: Int32

  package init(number: Int32) { self.number = number }

  static var last: SystemError { SystemError(number: errno) }

  /// In words, as `strerror` gives them in the C locale.
  package var reason: String {
    if self == .notRegular { return "it is not a regular file" }
    if self == .endless { return "it is an endless device; name a file, a pipe or a terminal" }
    var buffer = [CChar](repeating: 0, count: 256)
    _ = unsafe strerror_r(number, &buffer, buffer.count)
    let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return bytes.isEmpty ? "error \(number)" : String(decoding: bytes, as: UTF8.self)
  }

  package var isMissing: Bool { number == ENOENT || number == ENOTDIR }
  package var isBrokenPipe: Bool { number == EPIPE }
  /// The user, or how the disk was mounted, does not allow it.
  package var isForbidden: Bool { number == EACCES || number == EPERM || number == EROFS }
}

extension SystemError {
  /// A folder stands where a file is needed.
  package static var isFolder: SystemError { SystemError(number: EISDIR) }
  /// It was not done in the time that it had.
  package static var timedOut: SystemError { SystemError(number: ETIMEDOUT) }
  /// Symbolic links lead in a circle, or folders nest too deep.
  package static var loop: SystemError { SystemError(number: ELOOP) }
  /// A pipe, a socket or a device stands where a file is needed. The number is none of the system's.
  package static var notRegular: SystemError { SystemError(number: -1) }
  /// A device that brings bytes for ever stands where a file is needed. The number is none of the system's.
  package static var endless: SystemError { SystemError(number: -2) }
}
