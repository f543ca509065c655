internal import ICalendar

extension ProfileRule {
  /// Rules about what clients make of reminders.
  static let clients: [ProfileRule] = [
    ProfileRule(
      .incompleteCompletion, .safe, .note, matters: "programs tell by one of the three whether it is done",
      remedy: "the others are written; COMPLETED is LAST-MODIFIED, else DTSTAMP",
      [
        Evidence(.nextcloud, "Tasks couples percentage and status: 100 is COMPLETED"),
        Evidence(.outlook, "done needs 100 %"),
      ]),
    ProfileRule(
      .statusConflict, .lossy, matters: "one program shows it as done, and another as open",
      remedy: "STATUS counts, and the others follow it",
      [
        Evidence(.nextcloud, "Tasks couples percentage and status: 100 is COMPLETED"),
        Evidence(.outlook, "done needs 100 %"),
      ]),
    ProfileRule(
      .childRelation, .none, .note, matters: "the parent is shown as the child",
      remedy: "write RELATED-TO in the child, with the parent's UID",
      [Evidence(.nextcloud, "Tasks shows it upside down (nextcloud/tasks#943)")]),
    ProfileRule(
      .severalReminders, .none, matters: "the list is not synchronised further",
      remedy: "split the series: a changed occurrence as a reminder with a UID of its own",
      [Evidence(.tasksOrg, "a resource with more than one VTODO stops the list's sync")]),
    ProfileRule(
      .midnightInUTC, .lossy, .note,
      matters: "a day that was written as a time is due, and rings, at midnight in UTC",
      remedy: "the day is written, with VALUE=DATE; in a reminder that repeats, nobody knows",
      [Evidence(.apple, "alerts at midnight (tududi#1157)")]),
    ProfileRule(
      .relationNotShown, .none, .note, matters: "subtasks are shown as reminders of their own",
      remedy: "nothing is lost in the file",
      [Evidence(.apple, "RELATED-TO is not shown (etesync-dav#127)")]),
    ProfileRule(
      .alarmWithoutStart, .none, matters: "the alarm is dropped",
      remedy: "give the reminder a start: listo edit --start",
      [Evidence(.cyrus, "an alarm of a task with DUE alone is dropped (cyrus-imapd#6306)")]),
    ProfileRule(
      .noReminders, .none, matters: "events are kept, and reminders refused",
      remedy: "listo convert makes a file of another format, such as CSV, of them",
      [
        Evidence(
          .google, "\"Does not currently support VTODO or VJOURNAL data\" (CalDAV API Developer's Guide)")
      ]),
    ProfileRule(
      .timeOfDay, .lossy, .note, matters: "the time is dropped, and the day kept",
      remedy: "the day is written, with VALUE=DATE; in a reminder that repeats, nobody knows",
      [Evidence(.outlook, "tasks have a day, and no time of day")]),
  ]
}
