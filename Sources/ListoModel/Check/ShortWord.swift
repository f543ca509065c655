/// Up to 16 bytes as numbers, which are compared at once.
struct ShortWord: Hashable, Sendable {
  private var first: UInt64 = 0
  private var second: UInt64 = 0
  /// How many they are.
  let count: Int

  /// - Parameter text: no more than 16 bytes.
  init(_ text: String) {
    count = text.utf8.count
    precondition(count <= 16)
    for (place, byte) in text.utf8.enumerated() { put(byte, at: place) }
  }

  /// - Returns: nil for more than 16 bytes.
  init?(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    guard range.count <= 16 else { return nil }
    count = range.count
    for index in range { put(bytes[index], at: index - range.lowerBound) }
  }

  /// Whether it stands there; so many bytes must be there.
  func stands(in bytes: Span<UInt8>, at start: Int) -> Bool {
    ShortWord(bytes, start..<start + count) == self
  }

  @inline(__always)
  private mutating func put(_ byte: UInt8, at place: Int) {
    if place < 8 {
      first |= UInt64(byte) << UInt64(place * 8)
    } else {
      second |= UInt64(byte) << UInt64((place - 8) * 8)
    }
  }
}

extension ShortWord {
  /// Before a time that says so (RFC 5545 §3.2.20).
  static let valueIsDateTime = ShortWord("VALUE=DATE-TIME:")
}
