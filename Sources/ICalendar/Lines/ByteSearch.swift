internal import CProcessor

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
    precondition(start >= 0)
    guard start < bytes.count else { return nil }
    return unsafe bytes.withUnsafeBufferPointer { buffer -> Int? in
      guard let base = buffer.baseAddress,
        let found = unsafe memchr(base + start, Int32(byte), buffer.count - start)
      else { return nil }
      return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }
  }

  /// The eight bytes at `start`, the first the least. There must be as many: reading beyond the bytes ends
  /// the process.
  @inline(__always)
  static func word(in bytes: Span<UInt8>, at start: Int) -> UInt64 {
    precondition(start >= 0 && bytes.count - start >= 8)
    return unsafe uncheckedWord(in: bytes, at: start)
  }

  /// The same without a check of the bounds: the caller has made sure, once for many words, that eight bytes
  /// are there.
  @unsafe @inline(__always)
  static func uncheckedWord(in bytes: Span<UInt8>, at start: Int) -> UInt64 {
    let word = unsafe bytes.withUnsafeBytes {
      unsafe $0.loadUnaligned(fromByteOffset: start, as: UInt64.self)
    }
    return UInt64(littleEndian: word)
  }

  /// Which of the 64 bytes at `start` are a line feed: a bit each, the first byte's the least. There must be
  /// as many.
  @inline(__always)
  static func lineFeeds(in bytes: Span<UInt8>, at start: Int) -> UInt64 {
    precondition(start >= 0 && bytes.count - start >= 64)
    return unsafe bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return 0 }
      return unsafe cprocessor_line_feeds(base + start)
    }
  }

  /// Which of the 64 bytes at `start` are a mark of JSON. There must be as many.
  @inline(__always)
  static func jsonMarks(in bytes: Span<UInt8>, at start: Int) -> cprocessor_json {
    precondition(start >= 0 && bytes.count - start >= 64)
    return unsafe bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return cprocessor_json() }
      return unsafe cprocessor_json_marks(base + start)
    }
  }

  /// The first byte at or behind `start` that is no ASCII; `end` where there is none. Both are within the
  /// bytes.
  static func firstNonASCII(in bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
    precondition(start >= 0 && end <= bytes.count)
    var index = start
    let high: UInt64 = 0x8080_8080_8080_8080
    if index + 8 <= end {
      // A first look at eight bytes: where one character is not ASCII, the next is often not far.
      let first = unsafe uncheckedWord(in: bytes, at: index) & high
      if first != 0 { return index + first.trailingZeroBitCount >> 3 }
      index += 8
      unsafe bytes.withUnsafeBytes { buffer in
        while index + 64 <= end {
          var all: UInt64 = 0
          for part in 0..<8 {
            all |= unsafe buffer.loadUnaligned(fromByteOffset: index + part * 8, as: UInt64.self)
          }
          if all & high != 0 { break }
          index += 64
        }
      }
      while index + 8 <= end {
        let found = unsafe uncheckedWord(in: bytes, at: index) & high
        if found != 0 { return index + found.trailingZeroBitCount >> 3 }
        index += 8
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

extension Span where Element == UInt8 {
  /// Returns the index of the first `byte` in a range; nil if there is none.
  public func first(_ byte: UInt8, from start: Int, to end: Int) -> Int? {
    ByteSearch.first(byte, in: extracting(..<end), from: start)
  }

  /// The same for a range.
  package func first(_ byte: UInt8, in range: Range<Int>) -> Int? {
    first(byte, from: range.lowerBound, to: range.upperBound)
  }
}
