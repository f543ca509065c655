/// A text in natural order for people: letters regardless of case and diacritics, and runs of the digits 0 to
/// 9 by their number, so that 9 comes before 10 and Ä beside A. Texts that are equal in this respect are in
/// the order of their bytes. It depends on no locale.
public struct NaturalText: Sendable, Hashable, Comparable {
  /// The bytes that are compared.
  private let key: [UInt8]

  /// - Complexity: linear in the text.
  public init(_ text: String) {
    let folded = FoldedText(text).bytes
    var key: [UInt8] = []
    key.reserveCapacity(folded.count + text.utf8.count + 8)
    var index = 0
    while index < folded.count {
      guard Self.isDigit(folded[index]) else {
        key.append(folded[index])
        index += 1
        continue
      }
      var end = index
      while end < folded.count, Self.isDigit(folded[end]) { end += 1 }
      // Leading zeros say nothing, but for the last.
      while index + 1 < end, folded[index] == 0x30 { index += 1 }
      Self.append(folded[index..<end], to: &key)
      index = end
    }
    key.append(0)
    key += text.utf8
    self.key = key
  }

  /// A number in the order of the texts, the same for those whose first bytes are.
  var word: UInt64 {
    var word: UInt64 = 0
    for index in 0..<8 { word = word << 8 | (index < key.count ? UInt64(key[index]) : 0) }
    return word
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// A number stands where its digits do: of two the one with more digits is greater.
  private static func append(_ digits: ArraySlice<UInt8>, to key: inout [UInt8]) {
    key.append(0x30)
    var count = digits.count
    while count >= 0xFF {
      key.append(0xFF)
      count -= 0xFF
    }
    key.append(UInt8(truncatingIfNeeded: count))
    key += digits
  }

  public static func < (left: NaturalText, right: NaturalText) -> Bool {
    left.key.lexicographicallyPrecedes(right.key)
  }
}
