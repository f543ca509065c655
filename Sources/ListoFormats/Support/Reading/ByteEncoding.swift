/// The encoding of a text whose first bytes do not show it, as ``TextEncoding`` needs.
enum ByteEncoding: String, Sendable, Hashable, CaseIterable {
  case utf8 = "utf-8"
  case windows1252 = "windows-1252"
  case iso88591 = "iso-8859-1"

  /// Returns bytes of this encoding in UTF-8; every byte of the encodings other than UTF-8 is one character.
  func inUTF8(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard self != .utf8, bytes.contains(where: { $0 >= 0x80 }) else { return bytes }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + bytes.count / 4)
    for byte in bytes {
      if byte < 0x80 {
        text.append(byte)
      } else {
        let isSign = self == .windows1252 && byte < 0xA0
        let scalar = isSign ? Self.signs[Int(byte - 0x80)] : Unicode.Scalar(byte)
        text += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      }
    }
    return text[...]
  }

  /// The characters 0x80 to 0x9F of Windows-1252. The five bytes without a character are control characters,
  /// as browsers read them, so that no byte is lost.
  private static let signs: [Unicode.Scalar] = [
    "€", "\u{81}", "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", "\u{8D}", "Ž", "\u{8F}", "\u{90}",
    "‘", "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", "\u{9D}", "ž", "Ÿ",
  ]
}
