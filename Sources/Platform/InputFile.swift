#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file, pipe or device that is open for reading; closed when the last reference goes.
public final class InputFile: Sendable {
  public enum Kind: Sendable { case regular, folder, pipe, device, other }

  private let descriptor: Int32
  private let closes: Bool
  public let kind: Kind
  /// In bytes; what the file had when it was opened.
  public let size: Int

  /// Opens a file for reading.
  ///
  /// - Throws: ``SystemError``.
  public convenience init(path: String) throws(SystemError) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw SystemError.last }
    try self.init(descriptor: descriptor, closes: true)
  }

  /// The process's standard input.
  ///
  /// - Throws: ``SystemError`` where it is closed.
  public static func standardInput() throws(SystemError) -> InputFile {
    try InputFile(descriptor: 0, closes: false)
  }

  convenience init(duplicating descriptor: Int32) throws(SystemError) {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw SystemError.last }
    try self.init(descriptor: copy, closes: true)
  }

  private init(descriptor: Int32, closes: Bool) throws(SystemError) {
    (self.descriptor, self.closes) = (descriptor, closes)
    var status = stat()
    let answer = unsafe fstat(descriptor, &status)
    let error = SystemError.last
    kind = Kind(mode: status.st_mode)
    size = Int(status.st_size)
    if answer != 0 { throw error }
  }

  deinit {
    if closes { close(descriptor) }
  }

  /// Appends at most `count` bytes to `bytes`: for a regular file those at `offset`, else the next ones.
  ///
  /// - Returns: how many were read; 0 at the end.
  /// - Throws: ``SystemError``.
  @discardableResult
  public func read(_ count: Int, at offset: Int, into bytes: inout [UInt8]) throws(SystemError) -> Int {
    let before = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: count))
    var got = 0
    var failure: SystemError?
    while got < count {
      let answer = unsafe bytes.withUnsafeMutableBytes { buffer in
        let target = unsafe buffer.baseAddress! + before + got
        return kind == .regular
          ? unsafe pread(descriptor, target, count - got, off_t(offset + got))
          : unsafe Self.readStream(descriptor, target, count - got)
      }
      if answer < 0 {
        if errno == EINTR { continue }
        failure = .last
        break
      }
      if answer == 0 { break }
      got += answer
    }
    bytes.removeLast(count - got)
    if let failure, got == 0 { throw failure }
    return got
  }

  @unsafe
  private static func readStream(_ descriptor: Int32, _ target: UnsafeMutableRawPointer, _ count: Int) -> Int {
    #if canImport(Darwin)
      unsafe Darwin.read(descriptor, target, count)
    #elseif canImport(Glibc)
      unsafe Glibc.read(descriptor, target, count)
    #else
      unsafe Musl.read(descriptor, target, count)
    #endif
  }
}
