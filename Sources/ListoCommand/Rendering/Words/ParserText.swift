/// What the parser writes by itself, where people need less, or more: help, and scripts for completion.
struct ParserText {
  /// The names of the commands.
  let commands: [String]

  /// A text of the parser as it is printed.
  ///
  /// - Parameters:
  ///   - command: the one that is asked about; nil for `listo` itself.
  ///   - width: of the terminal, in cells; nil where there is none.
  func refined(_ text: String, of command: String?, width: Int? = nil) -> String {
    if text.hasPrefix("OVERVIEW:") {
      let whole =
        command.map { ["list", "filter"].contains($0) } ?? true ? text : Self.withoutConditions(text)
      // The parser says of each group of commands that they are subcommands.
      let headed = whole.replacing(" SUBCOMMANDS:\n", with: ":\n")
      return width.map { Self.fitted(headed, $0) } ?? headed
    }
    return completingHelp(text)
  }

  // MARK: Help

  /// The conditions are named, and explained where they are most used.
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
    for name in names + ["as", "listo", "help", "list", "explains", "them."] {
      let comma = name.hasPrefix("--") && name != names.last ? "," : name == names.last ? ":" : ""
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

  // MARK: Completion

  /// What can follow `listo help`: the parser's scripts offer nothing there.
  private func completingHelp(_ text: String) -> String {
    let words = (commands + [QueryHelp.word]).joined(separator: " ")
    if text.contains("\ncompdef ") || text.contains("compdef _listo listo") {
      return text.replacing("'*:subcommands:'", with: "'*:subcommands:(\(words))'")
    }
    let function = "_listo_help() {\n"
    if let (before, rest) = text.parted(by: function), let (body, after) = rest.parted(by: "\n}\n") {
      let call =
        "\n    __listo_add_completions -W '\(words.split(separator: " ").joined(separator: "'$'\\n''"))'"
      return before + function + body + call + "\n}\n" + after
    }
    guard text.contains("complete -c 'listo'") else { return text }
    return text + "\ncomplete -c 'listo' -n '__fish_seen_subcommand_from help' -fa '\(words)'\n"
  }
}
