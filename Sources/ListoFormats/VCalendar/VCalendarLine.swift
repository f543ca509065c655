internal import ICalendar

/// A property of vCalendar 1.0: its name, its parameters, and its value with the transfer encoding taken off.
struct VCalendarLine {
  /// In upper case, without a group.
  let name: String
  /// By name in upper case; a value that stands alone has the name it must mean.
  let parameters: [Parameter]
  /// Decoded from QUOTED-PRINTABLE or BASE64; still in its character set.
  let bytes: [UInt8]
  /// It says that it is BASE64, and is not.
  let isBadBase64: Bool
  /// The physical line on which it begins.
  let number: Int
  /// The line as it was written, unfolded.
  let raw: [UInt8]

  /// - Parameter raw: unfolded, soft line breaks joined, without its end.
  /// - Returns: nil for a line without a name and a colon.
  init?(_ raw: [UInt8], number: Int) {
    guard let colon = Self.colon(raw) else { return nil }
    let head = String(decoding: raw[..<colon], as: UTF8.self)
      .split(separator: ";", maxSplits: 100, omittingEmptySubsequences: false)
    let name = (head[0].split(separator: ".").last ?? "").trimmed().uppercased()
    guard ComponentText.isName(name) else { return nil }
    parameters = head.dropFirst().compactMap(Self.parameter)
    let value = raw[(colon + 1)...]
    self.name = name
    let decoded = Self.isBase64(parameters) ? Base64.decode(value) : nil
    isBadBase64 = Self.isBase64(parameters) && decoded == nil
    bytes = decoded ?? (Self.isQuotedPrintable(parameters) ? Self.quotedPrintable(value) : Array(value))
    (self.number, self.raw) = (number, raw)
  }

  private static func colon(_ raw: [UInt8]) -> Int? {
    var isQuoted = false
    for (index, byte) in raw.enumerated() {
      if byte == 0x22 { isQuoted.toggle() }
      if byte == 0x3A, !isQuoted { return index }
    }
    return raw.firstIndex(of: 0x3A)
  }

  /// `CHARSET=UTF-8`, or a bare `QUOTED-PRINTABLE`.
  private static func parameter(_ text: Substring) -> Parameter? {
    guard !text.isEmpty else { return nil }
    // By scalars: a mark at the start of the value would make one character with the equals sign.
    guard let equals = text.unicodeScalars.firstIndex(of: "=") else {
      let word = text.trimmed().uppercased()
      switch word {
      case "QUOTED-PRINTABLE", "BASE64", "8BIT", "7BIT": return Parameter(name: "ENCODING", values: [word])
      default: return Parameter(name: "TYPE", values: [word])
      }
    }
    var value = text[text.unicodeScalars.index(after: equals)...].trimmed()
    if value.count > 1, value.first == "\"", value.last == "\"" { value = value.dropFirst().dropLast() }
    return Parameter(name: text[..<equals].trimmed().uppercased(), values: [String(value)])
  }

  static func isQuotedPrintable(_ parameters: [Parameter]) -> Bool {
    parameters.contains { $0.name == "ENCODING" && $0.value.uppercased() == "QUOTED-PRINTABLE" }
  }

  /// `B` is what vCard 3.0 and iCalendar call it.
  static func isBase64(_ parameters: [Parameter]) -> Bool {
    parameters.contains { $0.name == "ENCODING" && ["BASE64", "B"].contains($0.value.uppercased()) }
  }

  /// RFC 2045 §6.7. What is no escape stays as it is written.
  static func quotedPrintable(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    UInt8.decoding(bytes, escapedBy: 0x3D)
  }

  func parameter(_ name: String) -> String? { parameters.first { $0.name == name }?.value }

  /// The value as text; nil for a character set that is not known.
  var text: String? { VCalendarCharset(parameter("CHARSET"))?.text(bytes) }

  /// Bytes that are not what the character set says.
  var isBroken: Bool {
    VCalendarCharset(parameter("CHARSET")) == .utf8 && String(validating: bytes, as: UTF8.self) == nil
  }

  /// The parts of a value that semicolons separate, `\;` being one that does not.
  static func parts(_ text: String) -> [String] {
    var parts = [""]
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if isEscaped {
        if scalar != ";" { parts[parts.count - 1].unicodeScalars.append("\\") }
        parts[parts.count - 1].unicodeScalars.append(scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else if scalar == ";" {
        parts.append("")
      } else {
        parts[parts.count - 1].unicodeScalars.append(scalar)
      }
    }
    if isEscaped { parts[parts.count - 1] += "\\" }
    return parts
  }
}

/// The character sets of values: one byte is one character in all but UTF-8.
enum VCalendarCharset {
  case utf8, latin1, latin9, windows1252

  /// - Parameter name: as CHARSET says; ASCII, which UTF-8 holds, where it says nothing.
  init?(_ name: String?) {
    switch (name ?? "").uppercased() {
    case "", "UTF-8", "UTF8", "US-ASCII", "ASCII": self = .utf8
    case "ISO-8859-1", "LATIN1", "LATIN-1", "ISO_8859-1", "L1": self = .latin1
    case "ISO-8859-15", "LATIN9", "LATIN-9": self = .latin9
    case "WINDOWS-1252", "CP1252": self = .windows1252
    default: return nil
    }
  }

  /// What is not UTF-8 becomes U+FFFD.
  func text(_ bytes: [UInt8]) -> String {
    let others: [UInt8: Unicode.Scalar]
    switch self {
    case .utf8: return String(decoding: bytes, as: UTF8.self)
    case .latin1: others = [:]
    case .latin9: others = Self.latin9Characters
    case .windows1252: others = Self.windowsCharacters
    }
    var result = String.UnicodeScalarView()
    for byte in bytes { result.append(others[byte] ?? Unicode.Scalar(byte)) }
    return String(result)
  }

  private static let latin9Characters: [UInt8: Unicode.Scalar] = [
    0xA4: "€", 0xA6: "Š", 0xA8: "š", 0xB4: "Ž", 0xB8: "ž", 0xBC: "Œ", 0xBD: "œ", 0xBE: "Ÿ",
  ]
  private static let windowsCharacters: [UInt8: Unicode.Scalar] = [
    0x80: "€", 0x82: "‚", 0x83: "ƒ", 0x84: "„", 0x85: "…", 0x86: "†", 0x87: "‡", 0x88: "ˆ", 0x89: "‰",
    0x8A: "Š",
    0x8B: "‹", 0x8C: "Œ", 0x8E: "Ž", 0x91: "‘", 0x92: "’", 0x93: "“", 0x94: "”", 0x95: "•", 0x96: "–",
    0x97: "—",
    0x98: "˜", 0x99: "™", 0x9A: "š", 0x9B: "›", 0x9C: "œ", 0x9E: "ž", 0x9F: "Ÿ",
  ]
}
