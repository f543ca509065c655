internal import ICalendar

/// The usual form of a UUID: 32 hexadecimal digits with four hyphens between them (RFC 9562 §4).
package enum UUIDText {
  /// The text of 16 bytes.
  package static func text(of bytes: some Collection<UInt8>, uppercase: Bool = false) -> String {
    let number = bytes.reduce(0 as UInt128) { $0 << 8 | UInt128($1) }
    return String(decoding: text(of: number, uppercase: uppercase), as: UTF8.self)
  }

  /// The same in ASCII, of the number whose highest byte is the first.
  package static func text(of number: UInt128, uppercase: Bool = false) -> [UInt8] {
    var text: [UInt8] = []
    text.append(addingCapacity: 36) { output in
      for place in 0..<32 {
        if place == 8 || place == 12 || place == 16 || place == 20 { output.append(0x2D) }
        let digit = UInt8(truncatingIfNeeded: number &>> UInt128(124 - 4 * place)) & 15
        output.append(UInt8(hexadecimalDigitOf: digit, uppercase: uppercase))
      }
    }
    return text
  }

  /// The text is one, in capital letters or not.
  package static func isUUID(_ text: String) -> Bool {
    guard text.utf8.count == 36 else { return false }
    for (index, byte) in text.utf8.enumerated() {
      switch index {
      case 8, 13, 18, 23: if byte != 0x2D { return false }
      default: if byte.hexadecimalDigit == nil { return false }
      }
    }
    return true
  }
}
