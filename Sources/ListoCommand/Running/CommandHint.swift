internal import Listo

/// What to type instead of a word that other programs have as a command.
enum CommandHint {
  /// nil for a word that none of them has.
  static func words(for command: String) -> String? {
    rows.first { $0.words.contains(command.lowercased()) }?.hint
  }

  /// All of these words.
  static var words: [String] { rows.flatMap(\.words) }

  private static let rows: [(words: [String], hint: String)] = [
    (["search", "find", "grep"], "listo list --text WORD shows the reminders that have a word."),
    (["ls", "dir"], "listo list shows reminders, and listo calendars the lists."),
    (["lists"], "listo calendars shows the lists."),
    (
      ["todo", "todos", "tasks", "reminders", "all", "print"],
      "listo list shows reminders, with --all those that are done too."
    ),
    (["tomorrow"], "listo list --where 'due = tomorrow' shows what is due then."),
    (
      ["upcoming", "soon"],
      "listo week shows what is due until the week is over, and listo agenda goes day by day."
    ),
    (["month"], "listo agenda --days 31 goes day by day."),
    (["inbox"], "listo list --list Inbox shows a list by its title."),
    (["tags"], "listo list --group tag shows reminders by their tags, and listo tag changes them."),
    (
      ["import", "open", "load"],
      "listo convert FILE -o OUT.ics makes iCalendar of any format; listo formats names them."
    ),
    (
      ["export", "save", "html"],
      "listo convert INPUT -o OUT writes any format, by its extension or -t; listo formats names them."
    ),
    (
      ["join", "combine", "concat", "dedupe", "dedup"],
      "listo merge A B -o OUT makes one collection of several; listo check --duplicates shows what looks alike."
    ),
    (["compare", "changes"], "listo diff A B shows what differs."),
    (["validate", "lint", "verify", "fix", "repair"], "listo check INPUT shows what is wrong."),
    (["cat", "view", "info", "get"], "listo show NAME INPUT shows one reminder in full."),
    (["count", "report", "summary"], "listo stats counts reminders."),
    (["sort"], "listo list --sort due,priority shows them in an order."),
    (["config", "init", "setup", "use"], "listo sources add FOLDER says once where your reminders are."),
    (["version"], "listo --version shows the version."),
    (["new", "create"], "listo add 'Call the dentist tomorrow' adds a reminder."),
    (["complete", "finish", "tick"], "listo done NAME completes a reminder."),
    (["undone", "uncheck"], "listo reopen NAME makes a reminder open again."),
    (["remove", "rm", "del"], "listo delete NAME takes a reminder out, and listo cancel NAME gives it up."),
    (["mv"], "listo move NAME --to LIST moves a reminder to another list."),
    (["cp", "duplicate"], "listo copy NAME --to LIST copies a reminder."),
    (["change", "update", "modify", "set"], "listo edit NAME changes a reminder."),
    (["postpone", "reschedule"], "listo defer NAME --to 'next monday' puts a reminder off."),
    (["snooze", "remind"], "listo alarm NAME --snooze 10m rings again, and --at WHEN sets an alarm."),
    (["prioritize", "star", "important"], "listo flag NAME marks a reminder."),
    (
      ["archive", "clean", "cleanup", "clear", "empty", "wipe"],
      "listo purge --before DATE --archive FILE takes out what was done long ago."
    ),
    (["log", "journal"], "listo history shows what was changed."),
    (["revert", "rollback"], "listo undo takes back what was changed last."),
    (["login", "accounts", "connect"], "listo account add NAME URL --user USER adds an account."),
    (["fetch", "download"], "listo pull brings here what changed in an account."),
    (["send", "upload"], "listo push brings to an account what changed here."),
  ]
}
