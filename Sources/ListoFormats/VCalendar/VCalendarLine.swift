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
    let plain = parameters.sayQuotedPrintable ? Array(decoding: value, escapedBy: 0x3D) : Array(value)
    bytes = decoded ?? plain
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

  /// `B` is what vCard 3.0 and iCalendar call it.
  static func isBase64(_ parameters: [Parameter]) -> Bool {
    parameters.contains { $0.name == "ENCODING" && ["BASE64", "B"].contains($0.value.uppercased()) }
  }

  func parameter(_ name: String) -> String? { parameters.first { $0.name == name }?.value }

  /// The value as text; nil for a character set that is not known. Bytes that are not UTF-8 become U+FFFD.
  var text: String? {
    ByteEncoding(charset: parameter("CHARSET")).map { String(decoding: $0.inUTF8(bytes[...]), as: UTF8.self) }
  }

  /// Bytes that are not what the character set says.
  var isBroken: Bool { ByteEncoding(charset: parameter("CHARSET")) == .utf8 && !bytes.span.isUTF8 }

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
