import CLibical

/// libical's process-wide settings, made once before any of its functions runs.
enum Libical {
  /// Touch this before the first call: Swift runs it exactly once, whichever thread comes first.
  static let ready: Bool = {
    listo_prepare()
    return true
  }()

  /// Hands bytes to C as a NUL-terminated string that lives as long as the call of `body`.
  ///
  /// The buffer is on the stack for up to 1,023 bytes: the capacities are constants, since only those are
  /// taken from the stack.
  ///
  /// - Returns: `nil` when the bytes hold a NUL (C would see a shorter value) or are longer than `limit`.
  @inline(__always)
  static func withCString<R>(
    _ bytes: ArraySlice<UInt8>, limit: Int, _ body: (UnsafePointer<CChar>) -> R
  ) -> R? {
    guard ready, bytes.count <= limit else { return nil }
    for byte in bytes where byte == 0 { return nil }
    if bytes.count < 32 { return unsafe copied(bytes, capacity: 32, body) }
    if bytes.count < 1024 { return unsafe copied(bytes, capacity: 1024, body) }
    return unsafe copied(bytes, capacity: bytes.count + 1, body)
  }

  @inline(__always)
  private static func copied<R>(
    _ bytes: ArraySlice<UInt8>, capacity: Int, _ body: (UnsafePointer<CChar>) -> R
  ) -> R {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
      var length = 0
      for byte in bytes {
        unsafe buffer.initializeElement(at: length, to: CChar(bitPattern: byte))
        length += 1
      }
      unsafe buffer.initializeElement(at: length, to: 0)
      guard let start = buffer.baseAddress else { return unsafe body("") }
      return unsafe body(UnsafePointer(start))
    }
  }
}
