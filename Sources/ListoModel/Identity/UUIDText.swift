/// The usual form of a UUID: 32 hexadecimal digits with four hyphens between them (RFC 9562 §4).
package enum UUIDText {
  /// The text is one, in capital letters or not.
  package static func isUUID(_ text: String) -> Bool {
    guard text.utf8.count == 36 else { return false }
    for (index, byte) in text.utf8.enumerated() {
      switch index {
      case 8, 13, 18, 23: if byte != 0x2D { return false }
      default:
        let isDigit = byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6
        if !isDigit { return false }
      }
    }
    return true
  }
}
