/// A few bytes of text as numbers: appended without a call, and without counting references.
public struct ShortText: Sendable {
  private let words: (UInt64, UInt64, UInt64, UInt64, UInt64)
  /// None.
  public static let empty = ShortText(0, 0, 0, 0, 0, count: 0)
  /// The number of bytes.
  public let count: Int

  /// The first byte is the least of the first word.
  init(_ first: UInt64, _ second: UInt64, _ third: UInt64, _ fourth: UInt64, _ fifth: UInt64, count: Int) {
    words = (first, second, third, fourth, fifth)
    self.count = count
  }

  /// - Returns: nil for more than 40 bytes.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count <= 40 else { return nil }
    func word(_ index: Int) -> UInt64 {
      var word: UInt64 = 0
      for place in 0..<8 where index * 8 + place < bytes.count {
        word |= UInt64(bytes[index * 8 + place]) << UInt64(place * 8)
      }
      return word
    }
    words = (word(0), word(1), word(2), word(3), word(4))
    count = bytes.count
  }

  fileprivate var littleEndian: (UInt64, UInt64, UInt64, UInt64, UInt64) {
    (
      words.0.littleEndian, words.1.littleEndian, words.2.littleEndian, words.3.littleEndian,
      words.4.littleEndian
    )
  }
}

extension OutputSpan where Element == UInt8 {
  /// Appends a short text. If there is no room for 40 bytes, it appends nothing and marks the remaining room
  /// as used.
  public mutating func append(_ text: ShortText) {
    guard freeCapacity >= 40 else { return append(repeating: 0, count: freeCapacity) }
    unsafe withUnsafeMutableBufferPointer { target, initialized in
      guard let start = target.baseAddress else { return }
      unsafe UnsafeMutableRawPointer(start + initialized).storeBytes(
        of: text.littleEndian, as: (UInt64, UInt64, UInt64, UInt64, UInt64).self)
      initialized += text.count
    }
  }
}
