internal import Listo

/// The command to type instead of a word that other programs have as a command.
enum CommandHint {
  /// nil for a word that none of them has.
  static func words(for command: String) -> String? {
    rows.first { $0.words.contains(command.lowercased()) }?.hint
  }

  /// All of these words.
  static var words: [String] { rows.flatMap(\.words) }

  private static let rows: [(words: [String], hint: String)] = [
    (["search", "find", "grep"], "listo list --text WORD searches reminders."),
    (["ls", "dir"], "listo list shows reminders, and listo calendars the lists."),
    (
      ["todo", "todos", "tasks", "reminders", "all", "print"],
      "listo list shows reminders, with --all also completed ones."
    ),
    (["tomorrow"], "listo list --where 'due = tomorrow' shows reminders that are due tomorrow."),
    (
      ["upcoming", "soon"],
      "listo week shows this week, and listo agenda the coming days."
    ),
    (["due"], "listo today shows reminders that are due today or overdue."),
    (
      ["tui", "ui", "gui", "screen", "interactive"],
      "listo browse shows lists and reminders on the whole screen."
    ),
    (["month"], "listo agenda --days 31 shows a month, day by day."),
    (["inbox"], "listo list --list Inbox shows a list by its title."),
    (["tags"], "listo list --group tag shows reminders by tag, and listo tag changes tags."),
    (
      ["import", "open", "load"],
      "listo convert FILE -o OUT.ics converts any format to iCalendar; listo formats lists the formats."
    ),
    (
      ["export", "save", "html"],
      "listo convert INPUT -o OUT writes any format, by extension or -t; listo formats lists the formats."
    ),
    (["join", "combine", "concat"], "listo merge A B -o OUT merges collections."),
    (
      ["deduplicate", "dedup", "duplicates", "unique"],
      "listo dedupe joins duplicates; listo check --duplicates lists possible duplicates."
    ),
    (["compare", "changes"], "listo diff A B lists differences."),
    (["validate", "lint", "verify", "fix", "repair"], "listo check INPUT finds errors."),
    (["cat", "view", "info", "get"], "listo show NAME INPUT shows one reminder in full."),
    (["count", "report", "summary"], "listo stats counts reminders."),
    (["sort"], "listo list --sort due,priority sorts reminders."),
    (["init", "setup", "use"], "listo sources add FOLDER adds a source."),
    (
      ["demo", "tutorial", "intro", "start", "example", "examples", "try"],
      "listo tour shows Listo with sample reminders, step by step."
    ),
    (["version"], "listo --version shows the version."),
    (["new", "create"], "listo add 'Call the dentist tomorrow' adds a reminder."),
    (["complete", "finish", "tick"], "listo done NAME completes a reminder."),
    (["undone", "uncheck"], "listo reopen NAME reopens a reminder."),
    (["remove", "rm", "del"], "listo delete NAME deletes a reminder, and listo cancel NAME cancels it."),
    (["mv"], "listo move NAME --into LIST moves a reminder to another list."),
    (["cp", "duplicate"], "listo copy NAME --into LIST copies a reminder."),
    (["change", "update", "modify", "set"], "listo edit NAME changes a reminder."),
    (["postpone", "reschedule"], "listo defer NAME --due 'next monday' postpones a reminder."),
    (
      ["snooze", "remind"],
      "listo alarm NAME --snooze 10m snoozes a ringing alarm, and --at WHEN sets an alarm."
    ),
    (["prioritize", "star", "important"], "listo flag NAME flags a reminder as important."),
    (
      ["archive", "clean", "cleanup", "clear", "empty", "wipe"],
      "listo purge --completed-before DATE --archive FILE archives old completed reminders."
    ),
    (["log", "journal"], "listo history lists your changes."),
    (["revert", "rollback"], "listo undo undoes the last change."),
    (["login", "accounts", "connect"], "listo account add NAME URL --user USER adds an account."),
    (["fetch", "download"], "listo pull fetches changes from your accounts."),
    (["send", "upload"], "listo push sends changes to your accounts."),
  ]
}
