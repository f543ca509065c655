internal import ICalendar

/// The parameters that say how another format spelled a value; only that format reads them back.
enum OriginParameter {
  /// Of a text that is Markdown as it was written, with its backslashes.
  static let markup = "X-LISTO-MARKUP"
  /// Of a DTSTART that had the sign of another field in Obsidian Tasks: ⏳ by itself.
  static let obsidianField = "X-OBSIDIAN-FIELD"
  /// Of a RELATED-TO: the name that `p:` of todo.txt had for the parent.
  static let todoTxtParent = "X-TODOTXT-P"

  private static let names = [markup, obsidianField, todoTxtParent]

  static func isOne(_ parameter: Parameter) -> Bool { names.contains(parameter.name) }
}
