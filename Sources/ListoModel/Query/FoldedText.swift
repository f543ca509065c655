/// A text as comparisons see it that are blind to capital letters and to marks on letters: bytes that are
/// equal where the texts are, and that stand in each other where the texts do.
///
/// Letters are made small, marks are left out (é is e, ø is o, ß is ss), and what Unicode writes in two ways
/// is written in one.
struct FoldedText: Sendable, Hashable, Comparable {
  let bytes: [UInt8]

  /// - Complexity: linear in the text; a loop over bytes where it is ASCII.
  init(_ text: String) {
    var bytes = Array(text.utf8)
    var isASCII = true
    for index in bytes.indices {
      let byte = bytes[index]
      if byte >= 0x80 {
        isASCII = false
        break
      }
      if byte &- 0x41 < 26 { bytes[index] = byte | 0x20 }
    }
    self.bytes = isASCII ? bytes : Self.fold(text)
  }

  func contains(_ other: FoldedText) -> Bool { bytes.contains(other.bytes) }

  static func < (left: FoldedText, right: FoldedText) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }

  private static func fold(_ text: String) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      if scalar.value < 0x80 {
        let byte = UInt8(truncatingIfNeeded: scalar.value)
        result.append(byte &- 0x41 < 26 ? byte | 0x20 : byte)
        continue
      }
      for small in scalar.properties.lowercaseMapping.unicodeScalars where !isMark(small.value) {
        if let base = bases[small.value] {
          result += base
        } else if 0xAC00...0xD7A3 ~= small.value {
          appendJamo(small.value - 0xAC00, to: &result)
        } else {
          result += String(small).utf8
        }
      }
    }
    return result
  }

  /// Those of letters that people leave out; not those of scripts whose vowels are marks.
  private static func isMark(_ value: UInt32) -> Bool {
    switch value {
    case 0x300...0x36F, 0x591...0x5BD, 0x64B...0x652, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF: true
    default: false
    }
  }

  /// A Hangul syllable as the letters that it is composed of (Unicode §3.12).
  private static func appendJamo(_ index: UInt32, to bytes: inout [UInt8]) {
    let parts = [0x1100 + index / 588, 0x1161 + index % 588 / 28, 0x11A7 + index % 28]
    for part in parts.prefix(index % 28 == 0 ? 2 : 3) {
      if let scalar = Unicode.Scalar(part) { bytes += String(scalar).utf8 }
    }
  }

  private static let bases: [UInt32: [UInt8]] = {
    var bases: [UInt32: [UInt8]] = [:]
    for row in BaseLetters.rows {
      let base = Array(row.base.utf8)
      for letter in row.letters.unicodeScalars { bases[letter.value] = base }
    }
    return bases
  }()
}

/// A text as it is, scalar by scalar: in UTF-8 these compare as bytes do.
struct ExactText: Equatable, Comparable {
  private let bytes: [UInt8]

  init(_ text: String) { bytes = Array(text.utf8) }

  func contains(_ other: ExactText) -> Bool { bytes.contains(other.bytes) }

  static func < (left: ExactText, right: ExactText) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}

extension [UInt8] {
  /// The bytes stand in it somewhere.
  fileprivate func contains(_ part: [UInt8]) -> Bool {
    guard let first = part.first else { return true }
    guard count >= part.count else { return false }
    let (span, wanted) = (self.span, part.span)
    for start in 0...count - part.count where span[start] == first {
      var index = 1
      while index < wanted.count, span[start + index] == wanted[index] { index += 1 }
      if index == wanted.count { return true }
    }
    return false
  }
}
