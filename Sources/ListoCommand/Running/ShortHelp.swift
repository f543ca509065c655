internal import ArgumentParser

/// The help of `listo` itself, on one screen: the commands that most people need, and where the others are.
enum ShortHelp {
  /// `listo help all` describes every command.
  static let all = "all"

  private static let groups: [(title: String, commands: [any ParsableCommand.Type])] = [
    ("Look", [ListCommand.self, TodayCommand.self, NextCommand.self, BrowseCommand.self]),
    ("Change", [AddCommand.self, EditCommand.self, DoneCommand.self, UndoCommand.self]),
    (
      "Whole files and accounts",
      [ConvertCommand.self, FilterCommand.self, MergeCommand.self, SyncCommand.self]
    ),
  ]

  static var text: String {
    var lines = [ListoTool.configuration.abstract, "", "Usage: listo COMMAND [OPTION ...] [INPUT ...]"]
    for group in groups {
      lines += ["", group.title + ":"]
      lines += group.commands.map { command in
        line(command.configuration.commandName ?? "", command.configuration.abstract)
      }
    }
    lines += [
      "",
      "Start with:",
      "  listo sources add ~/Calendars",
      "  listo add 'Call the bank tomorrow 9:00 #money'",
      "  listo list Export.ics --overdue",
      "  listo convert Export.ics -o tasks.csv",
      "",
      line("listo tour", "five minutes with sample reminders, step by step"),
      line("listo help COMMAND", "one command, with its options and examples"),
      line("listo help all", "all commands, and what an input can be"),
      line("listo help query", "the language of --where"),
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: Commands

  /// The option that shows all options and examples of a command.
  static let allOption = "--help-all"

  /// The options that the help of every command leaves out.
  private static let rare: Set<String> = [
    "--input-limit", "--parser", "--strict", "--color", "--ascii", "--no-pager", "--now", "--timezone",
    "--ask",
    "--messages", "--version", "--help",
  ]

  /// The options that the help of these commands leaves out besides.
  private static let rareOf: [String: Set<String>] = [
    "list": listing.union(["--everywhere"]), "today": listing, "overdue": listing, "week": listing,
    "add": fields.union(["--verbatim", "--attach", "--parent"]),
    "edit": fields.union(["--attach", "--parent"]),
    "check": ["--as", "--lossy", "--patch", "--ignore", "--duplicates", "--limit"],
    "convert": ["--columns", "--page-title", "--recurrence", "--fail-on-loss"],
    "merge": [
      "--allow-empty", "--apply-messages", "--prune-zones", "--add-zones", "--keep-origin", "--keep-lists",
      "--force", "--rejects", "--list-color", "--union-sets",
    ],
    "next": ["--plain", "--everywhere", "--each"], "stats": ["--watch"], "defer": ["--shift-start"],
    "done": ["--next-from"], "patch": ["--allow-empty", "--rejects"],
    "sync": ["--plan", "--retry", "--missing-lists"],
  ]
  private static let listing: Set<String> = [
    "--template", "--numbers", "--until", "--watch",
  ]
  private static let fields: Set<String> = [
    "--percent", "--url", "--location", "--uid", "--append-notes", "--untag", "--this", "--series", "--alarm",
  ]

  private static let exampleCount = 4
  /// The column in which the parser begins to explain an option, and the width of its text.
  private static let (column, width) = (26, 80)

  /// The help of a command on one screen: the first paragraph, some examples, and the first sentence about
  /// each of the usual options.
  ///
  /// - Parameter text: the help with all options and examples.
  static func shortened(_ text: String, of command: String) -> String {
    let all = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let usage = all.firstIndex { $0.hasPrefix("USAGE:") } ?? 0
    var lines = introduction(Array(all[..<usage]))
    let hidden = rare.union(rareOf[command] ?? [])
    var rest = all[usage...]
    var isSection = false
    while let line = rest.popFirst() {
      if line.hasSuffix(":") { isSection = line != "CONDITIONS:" }
      let name = line.hasPrefix("  -") ? line.split(separator: " ").first { $0.hasPrefix("--") } : nil
      guard isSection, line.hasPrefix("  -") || line.hasPrefix("  <") else {
        lines.append(line)
        continue
      }
      // A long option has a line of its own.
      let isAlone = line.dropFirst(column - 1).first != " "
      var words = isAlone ? "" : String(line.dropFirst(column))
      let indent = String(repeating: " ", count: column)
      while let more = rest.first, more.hasPrefix(indent) {
        words += (words.isEmpty ? "" : " ") + more.dropFirst(column)
        rest.removeFirst()
      }
      if let name, hidden.contains(String(name.prefix { $0 != "," })) { continue }
      lines += entry(isAlone ? line : String(line.prefix(column)), sentence(words))
    }
    // A section may have nothing left.
    let kept = lines.indices.filter { index in
      let isHeader = lines[index].hasSuffix("S:")
      return !(isHeader && (index + 1 == lines.count || lines[index + 1].isEmpty))
    }
    lines = kept.map { lines[$0] }
    while lines.last?.isEmpty ?? false { lines.removeLast() }
    return lines.joined(separator: "\n") + "\n\nlisto \(command) \(allOption) shows all options and examples."
  }

  /// The summary, the first paragraph, and the first examples.
  private static func introduction(_ lines: [String]) -> [String] {
    let paragraphs = lines.split(separator: "")
    let examples = paragraphs.first { $0.first == "Examples:" }?.prefix(exampleCount + 1)
    let text = paragraphs.prefix(2).filter { $0.first != "Examples:" }
    return (text + [examples].compactMap { $0 }).flatMap { Array($0) + [""] }
  }

  /// The first sentence or part of one.
  private static func sentence(_ words: String) -> String {
    let ends = ["; ", ". ", " (values: ", ", where "].compactMap { words.firstRange(of: $0)?.lowerBound }
    guard let end = ends.min() else { return words }
    return words[..<end] + "."
  }

  private static func entry(_ option: String, _ words: String) -> [String] {
    let lines = Wrapping.lines(Wrapping.words(words), width: width - column, .unicode).map {
      $0.rendered(.none)
    }
    let name = String(option.reversed().drop { $0 == " " }.reversed())
    guard name.count < column - 1 || lines.isEmpty else {
      return [name] + lines.map { String(repeating: " ", count: column) + $0 }
    }
    return lines.enumerated().map { index, line in
      (index == 0 ? name : "") + String(repeating: " ", count: column - (index == 0 ? name.count : 0)) + line
    }
  }

  private static func line(_ name: String, _ words: String) -> String {
    "  " + name + String(repeating: " ", count: max(2, (name.contains(" ") ? 20 : 9) - name.count)) + words
  }
}
