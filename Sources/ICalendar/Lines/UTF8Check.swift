/// Whether bytes are UTF-8 (RFC 3629): runs of ASCII are passed over sixteen bytes at a time.
enum UTF8Check {
  /// The offset of the first byte that begins no character; nil where all are UTF-8.
  static func firstInvalid(in bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
    var index = range.lowerBound
    let end = range.upperBound
    while index < end {
      index = ByteSearch.firstNonASCII(in: bytes, from: index, to: end)
      guard index < end else { return nil }
      let length = bytes.characterLength(at: index, to: end)
      if length == 0 { return index }
      index += length
    }
    return nil
  }
}

extension Span where Element == UInt8 {
  /// Whether all of it is UTF-8 (RFC 3629).
  ///
  /// - Complexity: linear; ASCII is checked many bytes at a time.
  public var isUTF8: Bool { UTF8Check.firstInvalid(in: self, 0..<count) == nil }

  /// Whether all of it is ASCII.
  ///
  /// - Complexity: linear, many bytes at a time.
  public var isASCII: Bool { ByteSearch.firstNonASCII(in: self, from: 0, to: count) == count }

  /// Returns the length of the character of two to four bytes at `index`. It is 0 for invalid UTF-8, which
  /// includes overlong forms, surrogates and code points above U+10FFFF (The Unicode Standard, table 3-7).
  ///
  /// - Parameter index: the index of a byte from 0x80 on.
  @inline(__always)
  public func characterLength(at index: Int, to end: Int) -> Int {
    let lead = self[index]
    let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
    guard lead >= 0xC2, lead <= 0xF4, index + length <= end else { return 0 }
    let second = self[index + 1]
    switch lead {
    case 0xE0: if second < 0xA0 { return 0 }
    case 0xED: if second > 0x9F { return 0 }
    case 0xF0: if second < 0x90 { return 0 }
    case 0xF4: if second > 0x8F { return 0 }
    default: break
    }
    for offset in 1..<length where self[index + offset] & 0xC0 != 0x80 { return 0 }
    return length
  }

  /// Returns whether `count` bytes from `start` on equal those of the other span from `otherStart` on. Both
  /// spans must have that many bytes there.
  @inline(__always)
  public func isSame(_ count: Int, from start: Int, as other: Span<UInt8>, from otherStart: Int) -> Bool {
    var index = 0
    while index + 8 <= count {
      let (word, otherWord) = (
        ByteSearch.word(in: self, at: start + index), ByteSearch.word(in: other, at: otherStart + index)
      )
      if word != otherWord { return false }
      index += 8
    }
    while index < count {
      if self[start + index] != other[otherStart + index] { return false }
      index += 1
    }
    return true
  }

  /// Returns whether these bytes are at `start`; the span must have that many bytes there.
  @inline(__always)
  public func holds(_ text: [UInt8], at start: Int) -> Bool {
    for index in text.indices where self[start + index] != text[index] { return false }
    return true
  }
}
