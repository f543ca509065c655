/// An encoding of texts that their bytes do not show, by its name (IANA).
package enum ByteEncoding: String, Sendable, Hashable, CaseIterable {
  case utf8 = "utf-8"
  case windows1252 = "windows-1252"
  case iso88591 = "iso-8859-1"
  case iso885915 = "iso-8859-15"

  /// The encoding that a CHARSET parameter names, in any case; ASCII, which UTF-8 contains, without one. Nil
  /// for another name.
  package init?(charset: String?) {
    switch charset?.lowercased() ?? "" {
    case "", "utf-8", "utf8", "us-ascii", "ascii": self = .utf8
    case "iso-8859-1", "latin1", "latin-1", "iso_8859-1", "l1": self = .iso88591
    case "iso-8859-15", "latin9", "latin-9": self = .iso885915
    case "windows-1252", "cp1252": self = .windows1252
    default: return nil
    }
  }

  /// Returns bytes of this encoding in UTF-8; every byte of the encodings other than UTF-8 is one character.
  package func inUTF8(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard self != .utf8, bytes.contains(where: { $0 >= 0x80 }) else { return bytes }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + bytes.count / 4)
    for byte in bytes {
      if byte < 0x80 {
        text.append(byte)
      } else {
        text += UTF8.encode(scalar(byte)) ?? UTF8.encodedReplacementCharacter
      }
    }
    return text[...]
  }

  private func scalar(_ byte: UInt8) -> Unicode.Scalar {
    switch self {
    case .windows1252 where byte < 0xA0: Self.signs[Int(byte - 0x80)]
    case .iso885915: Self.latin9[byte] ?? Unicode.Scalar(byte)
    default: Unicode.Scalar(byte)
    }
  }

  /// The characters in which ISO 8859-15 differs from ISO 8859-1.
  private static let latin9: [UInt8: Unicode.Scalar] = [
    0xA4: "€", 0xA6: "Š", 0xA8: "š", 0xB4: "Ž", 0xB8: "ž", 0xBC: "Œ", 0xBD: "œ", 0xBE: "Ÿ",
  ]

  /// The characters 0x80 to 0x9F of Windows-1252. The five bytes without a character are control characters,
  /// as browsers read them, so that no byte is lost.
  private static let signs: [Unicode.Scalar] = [
    "€", "\u{81}", "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", "\u{8D}", "Ž", "\u{8F}", "\u{90}",
    "‘", "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", "\u{9D}", "ž", "Ÿ",
  ]
}
