internal import Listo

/// The help of the parser, as it is printed.
struct ParserText {
  /// All options and examples are asked for, not only those that most people need.
  let isWhole: Bool

  /// - Parameter width: of the terminal, in cells; nil where there is none.
  func refined(_ text: String, width: Int? = nil) -> String {
    guard text.hasPrefix("OVERVIEW:") else { return text }
    let command = Self.command(of: text)
    let explainsConditions = command.isEmpty || isWhole && ["list", "filter"].contains(command)
    let own = explainsConditions ? text : Self.withoutConditions(text)
    // The parser says of each group of commands that they are subcommands.
    let headed = own.replacing(" SUBCOMMANDS:\n", with: ":\n")
    let chosen = command.isEmpty || isWhole ? headed : ShortHelp.shortened(headed, of: command)
    return width.map { Self.fitted(chosen, $0) } ?? chosen
  }

  /// The words of the command that a help is about; empty for `listo` itself.
  private static func command(of text: String) -> String {
    guard let (_, rest) = text.parted(by: "\nUSAGE: listo"), let line = rest.split(separator: "\n").first
    else {
      return ""
    }
    return line.split(separator: " ").prefix {
      $0.utf8.first.map { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 } ?? false
    }
    .joined(separator: " ")
  }

  // MARK: Help

  /// The conditions are named; all options of `list` explain them.
  private static func withoutConditions(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let first = lines.firstIndex(of: "CONDITIONS:"),
      let end = lines[first...].firstIndex(where: \.isEmpty)
    else { return text }
    let names = lines[(first + 1)..<end].compactMap { line -> Substring? in
      guard line.hasPrefix("  --") else { return nil }
      return line.dropFirst(2).prefix { $0 != " " }
    }
    var section: [Substring] = ["CONDITIONS:", " "]
    for name in names + ["listo", "list", "--help-all", "explains", "them."] {
      let comma = name == names.last ? ":" : names.contains(name) ? "," : ""
      if section[section.count - 1].count + 1 + name.count + comma.count > 79 { section.append(" ") }
      section[section.count - 1] += " " + name + comma
    }
    return (lines[..<first] + section + lines[end...]).joined(separator: "\n")
  }

  /// The parser breaks all lines but those that say how a command is used: these are broken here, so that the
  /// terminal cuts no word.
  private static func fitted(_ text: String, _ width: Int) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line -> [String] in
      guard TextWidth.cells(String(line)) > width else { return [String(line)] }
      let blanks = line.prefix { $0 == " " }.count
      let indent = line.hasPrefix("USAGE:") ? 7 : blanks + 2
      let words = Wrapping.words(String(line.dropFirst(blanks)))
      return Wrapping.lines(words, width: max(8, width - indent), .unicode).enumerated().map { index, part in
        String(repeating: " ", count: index == 0 ? blanks : indent) + part.rendered(.none)
      }
    }.joined(separator: "\n")
  }
}

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
