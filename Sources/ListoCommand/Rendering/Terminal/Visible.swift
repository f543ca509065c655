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

/// Data on its way to a terminal: what would steer that is shown as signs, as ``Visible`` does it for views,
/// and what is no UTF-8 as U+FFFD. Line ends and tabs are what they are.
///
/// Bytes come in pieces of any length; a character, or a line end, that a piece cuts waits for the next.
struct VisibleData {
  private let glyphs: Glyphs
  private var rest: [UInt8] = []

  init(_ glyphs: Glyphs) { self.glyphs = glyphs }

  /// Takes bytes, and returns those that can be sent.
  ///
  /// - Parameter isEnd: no more will come.
  mutating func take(_ bytes: ArraySlice<UInt8>, isEnd: Bool) -> [UInt8] {
    rest += bytes
    let ready = isEnd ? rest.count : rest.count - Self.open(rest)
    let text = String(decoding: rest[..<ready], as: UTF8.self)
    rest.removeFirst(ready)
    var result = ""
    var waits = false
    for scalar in text.unicodeScalars {
      if waits, scalar != "\n" { result += Visible.sign(for: "\r", glyphs) }
      if waits, scalar == "\n" { result += "\r" }
      waits = scalar == "\r"
      if !waits {
        result += scalar == "\n" || scalar == "\t" ? String(scalar) : Visible.sign(for: scalar, glyphs)
      }
    }
    if waits { result += Visible.sign(for: "\r", glyphs) }
    return Array(result.utf8)
  }

  /// How many bytes at the end may be the beginning of something longer.
  private static func open(_ bytes: [UInt8]) -> Int {
    if bytes.last == 0x0D { return 1 }
    for length in 1...3 where length <= bytes.count {
      let byte = bytes[bytes.count - length]
      if byte & 0xC0 == 0x80 { continue }
      let needed = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return needed > length ? length : 0
    }
    return 0
  }
}
