/// What the parser writes by itself, where people need less, or more: help, and scripts for completion.
struct ParserText {
  /// The names of the commands.
  let commands: [String]

  /// A text of the parser as it is printed.
  ///
  /// - Parameter command: the one that is asked about; nil for `listo` itself.
  func refined(_ text: String, of command: String?) -> String {
    if text.hasPrefix("OVERVIEW:") {
      return command.map { ["list", "filter"].contains($0) } ?? true ? text : Self.withoutConditions(text)
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

  // MARK: Completion

  /// What can follow `listo help`: the parser's scripts offer nothing there.
  private func completingHelp(_ text: String) -> String {
    let words = (commands + [QueryHelp.word]).joined(separator: " ")
    if text.contains("\ncompdef ") || text.contains("compdef _listo listo") {
      return text.replacing("'*:subcommands:'", with: "'*:subcommands:(\(words))'")
    }
    if let function = text.range(of: "_listo_help() {\n"),
      let end = text[function.upperBound...].range(of: "\n}\n")
    {
      let call =
        "\n    __listo_add_completions -W '\(words.split(separator: " ").joined(separator: "'$'\\n''"))'"
      return text.replacingCharacters(in: end.lowerBound..<end.lowerBound, with: call)
    }
    guard text.contains("complete -c 'listo'") else { return text }
    return text + "\ncomplete -c 'listo' -n '__fish_seen_subcommand_from help' -fa '\(words)'\n"
  }
}

extension StringProtocol {
  /// The first place of a text in this one.
  fileprivate func range(of text: String) -> Range<Index>? {
    guard let first = text.first else { return nil }
    var place = startIndex
    while let found = self[place...].firstIndex(of: first) {
      if self[found...].hasPrefix(text) { return found..<index(found, offsetBy: text.count) }
      place = index(after: found)
    }
    return nil
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
    self[..<range.lowerBound] + text + self[range.upperBound...]
  }
}
