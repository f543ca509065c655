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
      line("listo help COMMAND", "one command, with its options and examples"),
      line("listo help all", "all commands, and what an input can be"),
      line("listo help query", "the language of --where"),
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func line(_ name: String, _ words: String) -> String {
    "  " + name + String(repeating: " ", count: max(2, (name.contains(" ") ? 20 : 9) - name.count)) + words
  }
}
