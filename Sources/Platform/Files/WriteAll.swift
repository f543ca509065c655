#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Writes all of the bytes, in as many calls as it takes.
///
/// - Parameter offset: where in the file; nil for wherever the descriptor stands.
/// - Throws: ``SystemError``; some of the bytes may be written then.
func writeAll(
  _ bytes: ArraySlice<UInt8>, to descriptor: Int32, at offset: Int? = nil
) throws(SystemError) {
  var failure: SystemError?
  unsafe bytes.withUnsafeBytes { buffer in
    guard let start = buffer.baseAddress else { return }
    var done = 0
    while done < buffer.count {
      let rest = buffer.count - done
      let answer =
        if let offset {
          unsafe pwrite(descriptor, start + done, rest, off_t(offset + done))
        } else {
          unsafe write(descriptor, start + done, rest)
        }
      if answer < 0 && errno == EINTR { continue }
      if answer < 0 {
        failure = .last
        return
      }
      done += answer
    }
  }
  if let failure { throw failure }
}
