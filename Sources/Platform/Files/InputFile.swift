#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file, pipe or device that is open for reading; closed when the last reference goes.
package final class InputFile: Sendable {
  package enum Kind: Sendable {
    case regular, folder, pipe
    /// A device at which someone types.
    case terminal
    /// The device that has no bytes: `/dev/null`.
    case emptyDevice
    /// Any other device: most have no end (`/dev/zero`, `/dev/urandom`), and none holds a file.
    case device
    case other
  }

  private let descriptor: Int32
  private let closes: Bool
  package let kind: Kind
  /// In bytes; what the file had when it was opened.
  package let size: Int
  /// The status of the file when it was opened.
  package let status: FileStatus

  /// Opens a file for reading.
  ///
  /// - Parameter waitsForWriter: opening a pipe with a name waits for who writes to it; else it is open at
  ///   once, and empty.
  /// - Throws: ``SystemError``.
  package convenience init(path: String, waitsForWriter: Bool = true) throws(SystemError) {
    // By its own bytes: a String that is passed as a pointer is copied first.
    let descriptor = unsafe path.withCString { path in
      unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | (waitsForWriter ? 0 : O_NONBLOCK))
    }
    guard descriptor >= 0 else { throw SystemError.last }
    try self.init(descriptor: descriptor, closes: true)
  }

  /// The process's standard input.
  ///
  /// - Throws: ``SystemError`` where it is closed.
  package static func standardInput() throws(SystemError) -> InputFile {
    try InputFile(descriptor: 0, closes: false)
  }

  convenience init(duplicating descriptor: Int32) throws(SystemError) {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw SystemError.last }
    try self.init(descriptor: copy, closes: true)
  }

  init(descriptor: Int32, closes: Bool) throws(SystemError) {
    (self.descriptor, self.closes) = (descriptor, closes)
    var status = stat()
    let answer = unsafe fstat(descriptor, &status)
    let error = SystemError.last
    let known = Kind(mode: status.st_mode)
    kind = known == .device ? Kind(deviceAt: descriptor, status) : known
    size = Int(status.st_size)
    self.status = FileStatus(status)
    if answer != 0 { throw error }
    #if os(Linux)
      // F_SETPIPE_SZ, which Swift does not import: with the 64 KB that a pipe has by itself, its writer and
      // its reader wait for each other sixteen times as often. Where it is refused the pipe stays as it is.
      if kind == .pipe { _ = fcntl(descriptor, 1031, 1 << 20) }
    #endif
  }

  deinit {
    if closes { close(descriptor) }
  }

  /// Appends at most `count` bytes to `bytes`: for a regular file those at `offset`, else the next ones.
  /// Reads on until there are `count`, or the end is there.
  ///
  /// - Returns: how many were read; 0 at the end.
  /// - Throws: ``SystemError``.
  @discardableResult
  package func read(_ count: Int, at offset: Int, into bytes: inout [UInt8]) throws(SystemError) -> Int {
    // At the end nobody makes room to be told so; one that has grown since it was opened is still read to its
    // end.
    if kind == .regular && offset >= size && isEnd(offset) { return 0 }
    // A small file needs no large buffer.
    let count = kind == .regular ? min(count, size > offset ? size - offset : 4096) : count
    var got = 0
    var failure: SystemError?
    bytes.append(addingCapacity: count) { output in
      unsafe output.withUnsafeMutableBufferPointer { buffer, initialized in
        guard let start = buffer.baseAddress else { return }
        while got < count {
          let answer =
            unsafe kind == .regular
            ? pread(descriptor, start + got, count - got, off_t(offset + got))
            : Self.readStream(descriptor, start + got, count - got)
          if answer < 0 && errno == EINTR { continue }
          if answer < 0 { failure = .last }
          if answer <= 0 { break }
          got += answer
          // These are all bytes that the file had when it was opened: another read would only confirm that.
          if kind == .regular && offset + got == size { break }
        }
        initialized = got
      }
    }
    if let failure, got == 0 { throw failure }
    return got
  }

  /// No byte of the regular file stands there now; false where that cannot be told.
  private func isEnd(_ offset: Int) -> Bool {
    var byte: UInt8 = 0
    while true {
      let answer = unsafe pread(descriptor, &byte, 1, off_t(offset))
      if answer < 0 && errno == EINTR { continue }
      return answer == 0
    }
  }

  /// All of its bytes, from its beginning.
  ///
  /// - Returns: nil where there are more than `limit`.
  /// - Throws: ``SystemError``.
  package func bytes(upTo limit: Int) throws(SystemError) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      if try read(1 << 16, at: bytes.count, into: &bytes) == 0 { return bytes }
    }
    return nil
  }

  @unsafe
  private static func readStream(_ descriptor: Int32, _ target: UnsafeMutablePointer<UInt8>, _ count: Int)
    -> Int
  {
    #if canImport(Darwin)
      unsafe Darwin.read(descriptor, target, count)
    #elseif canImport(Glibc)
      unsafe Glibc.read(descriptor, target, count)
    #else
      unsafe Musl.read(descriptor, target, count)
    #endif
  }
}
