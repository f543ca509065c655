internal import Listo

/// `listo help query`: the query language, from its tables.
enum QueryHelp {
  static let word = "query"

  static let text: String = {
    var text = """
      OVERVIEW: The query language of --where.

      An expression chooses reminders. Words of the language and names of fields can
      be in upper or lower case.

      """
    text += section("EXPRESSIONS", QueryGrammar.forms)
    text += section("WORDS", QueryGrammar.words)
    text += section("FIELDS", QueryGrammar.fields)
    text += section("VALUES", QueryGrammar.values)
    text += section("EXAMPLES", QueryGrammar.examples)
    return text
  }()

  /// The forms in a column, as the help of commands has its options.
  private static func section(_ title: String, _ rows: [QueryGrammar.Row]) -> String {
    let widest = rows.map { TextWidth.cells($0.form) }.filter { $0 <= 22 }.max() ?? 22
    let indent = String(repeating: " ", count: widest + 4)
    let lines = rows.map { row in
      let width = TextWidth.cells(row.form)
      let gap = width <= widest ? String(repeating: " ", count: widest - width + 2) : "\n" + indent
      return "  \(row.form)\(gap)\(wrapped(row.meaning, indent))\n"
    }
    return "\n\(title):\n" + lines.joined()
  }

  /// In lines of at most 80 columns.
  private static func wrapped(_ text: String, _ indent: String) -> String {
    var lines = [""]
    for word in text.split(separator: " ") {
      let line = lines[lines.count - 1]
      if !line.isEmpty, indent.count + line.count + 1 + word.count > 80 {
        lines.append(String(word))
      } else {
        lines[lines.count - 1] += line.isEmpty ? String(word) : " " + word
      }
    }
    return lines.joined(separator: "\n" + indent)
  }
}
