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

  /// Colours that can be read on white and on black: of the sixteen those that are dark and light enough in common
  /// palettes (no yellow, no blue), beyond them of a luminance near 0.18: in true colour a contrast of 4.5:1 to both (WCAG 2.2
  /// §1.4.3), which is next to the most there can be, and of the 256 the nearest that still is the colour.
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

  var isBold = false
  var isDim = false
  var isItalic = false
  var isUnderlined = false
  var isStruck = false
  /// Text and ground change places.
  var isInverse = false
  var color: Color?

  static let plain = Style()
  static let bold = Style(isBold: true)
  static let dim = Style(isDim: true)
  static let title = Style(isBold: true, isUnderlined: true)
  static let missing = Style(isDim: true, isItalic: true)
  static let done = Style(isDim: true, isStruck: true)
  static let overdue = Style(isBold: true, color: .named(.red))
  static let today = Style(isBold: true)
  static let priority = Style(isBold: true, color: .named(.magenta))
  static let tag = Style(color: .named(.cyan))

  /// The style of a list's dot.
  static func list(_ color: ListColor?) -> Style { Style(color: color.map(Color.list)) }
  /// The style of text in a list's colour, such as the signs of its reminders.
  static func ofList(_ color: ListColor?) -> Style { Style(color: color.map(Color.ofList)) }

  /// The SGR parameters (ECMA-48 §8.3.117); empty for plain text.
  func parameters(_ depth: ColorDepth) -> String {
    guard depth != .none else { return "" }
    var codes: [String] = []
    if isBold { codes.append("1") }
    if isDim { codes.append("2") }
    if isItalic { codes.append("3") }
    if isUnderlined { codes.append("4") }
    if isInverse { codes.append("7") }
    if isStruck { codes.append("9") }
    switch color {
    case .named(let name): codes.append(name.parameters(depth))
    case .list(let color): codes.append(color.parameters(depth, contrast: .ofSigns))
    case .ofList(let color): codes.append(color.parameters(depth, contrast: .ofText))
    case nil: break
    }
    return codes.joined(separator: ";")
  }
}
