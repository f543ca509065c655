/// The usual form of a UUID: 32 hexadecimal digits with four hyphens between them (RFC 9562 §4).
package enum UUIDText {
  /// The text of 16 bytes.
  package static func text(of bytes: some Collection<UInt8>, uppercase: Bool = false) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(36)
    for (index, byte) in bytes.enumerated() {
      if index == 4 || index == 6 || index == 8 || index == 10 { text.append(0x2D) }
      text.append(UInt8(hexadecimalDigitOf: byte >> 4, uppercase: uppercase))
      text.append(UInt8(hexadecimalDigitOf: byte & 15, uppercase: uppercase))
    }
    return String(decoding: text, as: UTF8.self)
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
