internal import Listo

/// Text from an input, made fit for a terminal: control characters are shown, never sent.
///
/// ESC and its kin could repaint the screen or answer for the user; bidirectional controls could reorder what
/// stands around them (CVE-2021-42574). Everything from an input passes through here before it is printed.
enum Visible {
  /// Text of one line: line ends become a sign, tabs a blank.
  static func line(_ text: String, _ glyphs: Glyphs = .unicode) -> String {
    guard needsCare(text) else { return text }
    var result = ""
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n" where previous == "\r": break
      case "\n", "\r", "\u{2028}", "\u{2029}", "\u{85}": result += glyphs.lineEnd
      case "\t": result += " "
      default: append(scalar, to: &result, glyphs)
      }
      previous = scalar
    }
    return result
  }

  /// Text of several lines; tabs are blanks up to the next multiple of four.
  static func lines(_ text: String, _ glyphs: Glyphs = .unicode) -> [String] {
    var lines = [""]
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      let last = lines.count - 1
      switch scalar {
      case "\n" where previous == "\r": break
      case "\n", "\r", "\u{2028}", "\u{2029}", "\u{85}": lines.append("")
      case "\t": lines[last] += String(repeating: " ", count: 4 - TextWidth.cells(lines[last]) % 4)
      default: append(scalar, to: &lines[last], glyphs)
      }
      previous = scalar
    }
    return lines
  }

  /// Most texts have nothing that must be shown in another way.
  private static func needsCare(_ text: String) -> Bool {
    !TextWidth.isPrintableASCII(text)
      && text.unicodeScalars.contains { scalar in
        scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) || scalar.changesDirection
          || scalar.value == 0x2028 || scalar.value == 0x2029
      }
  }

  private static func append(_ scalar: Unicode.Scalar, to text: inout String, _ glyphs: Glyphs) {
    switch scalar.value {
    case 0x00..<0x20:
      text += glyphs.isASCII ? "^" + picture(scalar.value + 0x40) : picture(0x2400 + scalar.value)
    case 0x7F: text += glyphs.isASCII ? "^?" : picture(0x2421)
    case 0x80..<0xA0: text += glyphs.code(hex(scalar.value))
    case _ where scalar.changesDirection: text += glyphs.code("U+" + hex(scalar.value))
    default: text.unicodeScalars.append(scalar)
    }
  }

  /// One character as it is shown.
  static func sign(for scalar: Unicode.Scalar, _ glyphs: Glyphs) -> String {
    var text = ""
    append(scalar, to: &text, glyphs)
    return text
  }

  private static func picture(_ value: UInt32) -> String { Unicode.Scalar(value).map { String($0) } ?? "?" }

  private static func hex(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return value < 0x100 ? digits : String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
