internal import ICalendar

/// The SHA-256 hash of a component's canonical content: a name that does not depend on how the content was
/// written.
package struct CanonicalDigest: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The 32 bytes, the first in the highest byte of the first word.
  private let words: (UInt64, UInt64, UInt64, UInt64)

  /// The hash of these bytes.
  init(hashing bytes: [UInt8]) {
    let words = SHA256(hashing: bytes.span).words
    let word = { (index: Int) in UInt64(words[index]) << 32 | UInt64(words[index + 1]) }
    self.words = (word(0), word(2), word(4), word(6))
  }

  /// The 32 bytes of the hash.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(32)
    for word in [words.0, words.1, words.2, words.3] {
      for place in 0..<8 {
        bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * place)))
      }
    }
    return bytes
  }

  /// The first eight of them as a number.
  var leadingBits: UInt64 { words.0 }

  /// 64 hexadecimal digits in lower case.
  package var description: String { String(decoding: digits, as: UTF8.self) }

  /// The same in ASCII.
  var digits: [UInt8] {
    var digits: [UInt8] = []
    digits.append(addingCapacity: 64) { output in
      for word in [words.0, words.1, words.2, words.3] {
        for place in 0..<16 {
          output.append(
            UInt8(hexadecimalDigitOf: UInt8(truncatingIfNeeded: word &>> UInt64(60 - 4 * place)) & 15))
        }
      }
    }
    return digits
  }

  package static func == (left: Self, right: Self) -> Bool { left.words == right.words }

  package static func < (left: Self, right: Self) -> Bool { left.words < right.words }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(words.0)
    hasher.combine(words.1)
  }
}
