internal import ICalendar

/// The colour of a list: `#RRGGBB[AA]` (Apple, vdir) or a CSS name (RFC 7986 §5.9).
public struct ListColor: Sendable, Hashable, CustomStringConvertible {
  /// 0 to 255.
  public let red: UInt8
  /// 0 to 255.
  public let green: UInt8
  /// 0 to 255.
  public let blue: UInt8

  /// `#RRGGBB`.
  public var hex: String { description }

  /// A colour in sRGB.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// Reads `#RGB`, `#RRGGBB`, `#RRGGBBAA` or a CSS name in any case; nil for anything else. Opacity is left
  /// out.
  public init?(_ text: String) {
    var word = text[...]
    while let last = word.last, last.isWhitespace { word.removeLast() }
    guard word.first == "#" else {
      guard let value = CSSColor.value(named: String(word)) else { return nil }
      self.init(
        red: UInt8(truncatingIfNeeded: value >> 16), green: UInt8(truncatingIfNeeded: value >> 8),
        blue: UInt8(truncatingIfNeeded: value))
      return
    }
    let digits = word.dropFirst().compactMap { $0.hexDigitValue.map { UInt8($0) } }
    guard digits.count == word.count - 1 else { return nil }
    switch digits.count {
    case 3: self.init(red: digits[0] * 17, green: digits[1] * 17, blue: digits[2] * 17)
    case 6, 8:
      self.init(
        red: digits[0] * 16 + digits[1], green: digits[2] * 16 + digits[3], blue: digits[4] * 16 + digits[5])
    default: return nil
    }
  }

  /// `#RRGGBB`.
  public var description: String {
    "#" + String(hexadecimal: [red, green, blue]).uppercased()
  }
}
