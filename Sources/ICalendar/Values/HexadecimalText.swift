extension String {
  /// Bytes as hexadecimal digits in lower case, two for each.
  ///
  /// - Complexity: linear in the bytes, without a text for each of them: a name is made for every reminder
  ///   without UID.
  package init(hexadecimal bytes: some Collection<UInt8>) {
    var digits: [UInt8] = []
    digits.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      digits.append(UInt8(hexadecimalDigitOf: byte >> 4))
      digits.append(UInt8(hexadecimalDigitOf: byte & 15))
    }
    self.init(decoding: digits, as: UTF8.self)
  }
}

extension UInt8 {
  /// The hexadecimal digit of a value from 0 to 15, in ASCII.
  package init(hexadecimalDigitOf value: UInt8, uppercase: Bool = false) {
    self = value < 10 ? 0x30 + value : (uppercase ? 0x37 : 0x57) + value
  }

  /// The value of a hexadecimal digit in any case; nil for another byte.
  package var hexadecimalDigit: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46, 0x61...0x66: (self & 0xDF) - 0x37
    default: nil
    }
  }

  /// `%` and its two digits in upper case (RFC 3986 §2.1).
  package var percentEncoded: [UInt8] {
    [
      0x25, UInt8(hexadecimalDigitOf: self >> 4, uppercase: true),
      UInt8(hexadecimalDigitOf: self & 15, uppercase: true),
    ]
  }
}

extension [UInt8] {
  /// A text in which each escape sign that two hexadecimal digits follow, in any case, stands for a byte, as
  /// in QUOTED-PRINTABLE; every other byte stays.
  package init(decoding text: ArraySlice<UInt8>, escapedBy sign: UInt8) {
    self = []
    reserveCapacity(text.count)
    var index = text.startIndex
    while index < text.endIndex {
      if text[index] == sign, index + 2 < text.endIndex, let high = text[index + 1].hexadecimalDigit,
        let low = text[index + 2].hexadecimalDigit
      {
        append(high << 4 | low)
        index += 3
      } else {
        append(text[index])
        index += 1
      }
    }
  }

  /// The bytes whose hexadecimal digits a text is, in any case; nil for another text.
  package init?(hexadecimal text: String) {
    let digits = text.utf8.compactMap(\.hexadecimalDigit)
    guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
    self = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  /// The bytes that a percent-encoded text stands for (RFC 3986 §2.1); nil for a `%` without its two digits.
  package init?(percentEncoded text: ArraySlice<UInt8>) {
    self = []
    reserveCapacity(text.count)
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == 0x25 else {
        append(byte)
        continue
      }
      guard let high = rest.popFirst()?.hexadecimalDigit, let low = rest.popFirst()?.hexadecimalDigit else {
        return nil
      }
      append(high << 4 | low)
    }
  }
}
