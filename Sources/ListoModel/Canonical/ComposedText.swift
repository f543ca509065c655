internal import ICalendar

/// Text as people see it, in UTF-8: two ways to write one character are one.
enum ComposedText {
  /// Letters with their marks composed (Unicode NFC, for the letters that have one scalar), and colons
  /// without a backslash before them.
  ///
  /// - Complexity: linear; bytes without marks and backslashes are returned as they are.
  static func characters(_ bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    if bytes.contains(0x5C) {
      result = []
      for (index, byte) in bytes.enumerated() {
        let isEscape = byte == 0x5C && index + 1 < bytes.count && bytes[index + 1] == 0x3A
        if !isEscape { result.append(byte) }
      }
    }
    return mayHaveMarks(result) ? composed(result) : result
  }

  /// Bytes begin a combining mark, a Hangul letter or a mark of kana.
  private static func mayHaveMarks(_ bytes: [UInt8]) -> Bool {
    bytes.contains { byte in byte == 0xCC || byte == 0xCD || byte == 0xE1 || byte == 0xE3 }
  }

  private static func composed(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.span.isUTF8 else { return bytes }
    var result: [UInt8] = []
    for character in String(decoding: bytes, as: UTF8.self) {
      let scalars = character.unicodeScalars
      if scalars.count > 1, let scalar = syllable(scalars) ?? letters[character] {
        result += Character(scalar).utf8
      } else {
        result += character.utf8
      }
    }
    return result
  }

  /// The letters with marks that are one scalar: Latin, Greek, Cyrillic and kana. Two characters are equal
  /// where they are canonically equivalent.
  private static let letters: [Character: Unicode.Scalar] = {
    var letters: [Character: Unicode.Scalar] = [:]
    for value in Array(UInt32(0xC0)...0x4FF) + Array(0x1E00...0x1FFF) + Array(0x3041...0x30FF) {
      guard let scalar = Unicode.Scalar(value), letters[Character(scalar)] == nil else { continue }
      letters[Character(scalar)] = scalar
    }
    return letters
  }()

  /// A Hangul syllable of two or three letters (The Unicode Standard §3.12).
  private static func syllable(_ scalars: Character.UnicodeScalarView) -> Unicode.Scalar? {
    let values = scalars.map(\.value)
    guard values.count < 4 else { return nil }
    let first = values[0], last = values[values.count - 1]
    if values.count == 2, (0xAC00...0xD7A3).contains(first), (first - 0xAC00) % 28 == 0,
      (0x11A8...0x11C2).contains(last)
    {
      return Unicode.Scalar(first + last - 0x11A7)
    }
    guard (0x1100...0x1112).contains(first), (0x1161...0x1175).contains(values[1]) else { return nil }
    let open = 0xAC00 + ((first - 0x1100) * 21 + values[1] - 0x1161) * 28
    guard values.count == 3 else { return Unicode.Scalar(open) }
    return (0x11A8...0x11C2).contains(last) ? Unicode.Scalar(open + last - 0x11A7) : nil
  }
}
