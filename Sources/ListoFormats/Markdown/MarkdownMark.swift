internal import ListoModel

/// The character in a task's box.
enum MarkdownMark {
  /// Keeps a character that is none of those below, as themes of Obsidian have them, for as long as the
  /// status is the one it was read as.
  static let property = "X-OBSIDIAN-STATUS"

  /// The status for a character; nil for an unknown one, which is read as an open box.
  static func status(of mark: UInt8) -> Status? {
    switch mark {
    case UInt8(ascii: " "): .needsAction
    case UInt8(ascii: "x"), UInt8(ascii: "X"): .completed
    case UInt8(ascii: "/"): .inProcess
    case UInt8(ascii: "-"): .cancelled
    default: nil
    }
  }

  /// The text is one character that a box can have, and that says nothing else.
  static func isCustom(_ text: String) -> Bool {
    guard text.count == 1, let first = text.unicodeScalars.first else { return false }
    return !"[]<`{\\".unicodeScalars.contains(first) && !first.properties.isWhitespace
      && first.value > 0x20 && first.value != 0x7F
      && (text.utf8.count > 1 || status(of: text.utf8.first ?? 0) == nil)
  }
}
