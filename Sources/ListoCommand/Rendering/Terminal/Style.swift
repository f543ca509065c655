internal import Listo

/// How a piece of text looks.
struct Style: Sendable, Hashable {
  enum Color: Sendable, Hashable {
    case named(Name)
    /// The colour of a list, of its dot.
    case list(ListColor)
    /// The colour of a list, of text.
    case ofList(ListColor)
  }

  /// Colours that can be read on white and on black: of the sixteen those that are dark and light enough in
  /// common palettes (no yellow, no blue), beyond them of a luminance near 0.18: in true colour a contrast of
  /// 4.5:1 to both (WCAG 2.2 §1.4.3), which is next to the most there can be, and of the 256 the nearest that
  /// still is the colour.
  enum Name: Sendable {
    case red, magenta, cyan

    /// The SGR parameters.
    func parameters(_ depth: ColorDepth) -> String {
      switch (self, depth) {
      case (_, .none): ""
      case (.red, .sixteen): "31"
      case (.red, .palette): "38;5;160"
      case (.red, .trueColor): "38;2;224;49;49"
      case (.magenta, .sixteen): "35"
      case (.magenta, .palette): "38;5;163"
      case (.magenta, .trueColor): "38;2;190;60;190"
      case (.cyan, .sixteen): "36"
      case (.cyan, .palette): "38;5;30"
      case (.cyan, .trueColor): "38;2;0;131;141"
      }
    }
  }

  /// All but the colour in one number, as styles are compared for each piece of a line.
  private struct Looks: OptionSet, Hashable {
    let rawValue: UInt8
    static let bold = Looks(rawValue: 1)
    static let dim = Looks(rawValue: 2)
    static let italic = Looks(rawValue: 4)
    static let underlined = Looks(rawValue: 8)
    static let struck = Looks(rawValue: 16)
    static let inverse = Looks(rawValue: 32)
  }

  private let looks: Looks
  let color: Color?

  /// - Parameter isInverse: text and ground change places.
  init(
    isBold: Bool = false, isDim: Bool = false, isItalic: Bool = false, isUnderlined: Bool = false,
    isStruck: Bool = false, isInverse: Bool = false, color: Color? = nil
  ) {
    looks = Looks(
      rawValue: (isBold ? Looks.bold.rawValue : 0) | (isDim ? Looks.dim.rawValue : 0)
        | (isItalic ? Looks.italic.rawValue : 0) | (isUnderlined ? Looks.underlined.rawValue : 0)
        | (isStruck ? Looks.struck.rawValue : 0) | (isInverse ? Looks.inverse.rawValue : 0))
    self.color = color
  }

  var isBold: Bool { looks.contains(.bold) }
  var isStruck: Bool { looks.contains(.struck) }

  static var plain: Style { Style() }
  static var bold: Style { Style(isBold: true) }
  static var dim: Style { Style(isDim: true) }
  static var title: Style { Style(isBold: true, isUnderlined: true) }
  static var missing: Style { Style(isDim: true, isItalic: true) }
  static var done: Style { Style(isDim: true, isStruck: true) }
  static var overdue: Style { Style(isBold: true, color: .named(.red)) }
  static var today: Style { Style(isBold: true) }
  static var priority: Style { Style(isBold: true, color: .named(.magenta)) }
  static var tag: Style { Style(color: .named(.cyan)) }

  /// The style of a list's dot.
  static func list(_ color: ListColor?) -> Style { Style(color: color.map(Color.list)) }
  /// The style of text in a list's colour, such as the signs of its reminders.
  static func ofList(_ color: ListColor?) -> Style { Style(color: color.map(Color.ofList)) }

  private static let codes: [(Looks, String)] = [
    (.bold, "1"), (.dim, "2"), (.italic, "3"), (.underlined, "4"), (.inverse, "7"), (.struck, "9"),
  ]

  /// The SGR parameters (ECMA-48 §8.3.117); empty for plain text.
  func parameters(_ depth: ColorDepth) -> String {
    guard depth != .none else { return "" }
    var codes: [String] = []
    for (look, code) in Self.codes where looks.contains(look) { codes.append(code) }
    switch color {
    case .named(let name): codes.append(name.parameters(depth))
    case .list(let color): codes.append(color.parameters(depth, contrast: .ofSigns))
    case .ofList(let color): codes.append(color.parameters(depth, contrast: .ofText))
    case nil: break
    }
    return codes.joined(separator: ";")
  }
}
