internal import ICalendar

extension ProfileRule {
  /// Rules about what clients make of reminders.
  static let clients: [ProfileRule] = [
    ProfileRule(
      .incompleteCompletion, .safe, .note, matters: "each program reads only one of the three",
      remedy: "the missing ones are added; COMPLETED is LAST-MODIFIED, or else DTSTAMP",
      [
        Evidence(.nextcloud, "Tasks links percentage and status: 100 means COMPLETED"),
        Evidence(.outlook, "a completed task needs 100 %"),
      ]),
    ProfileRule(
      .statusConflict, .lossy, matters: "some programs show it as completed, others as open",
      remedy: "STATUS counts, and the others are changed to match",
      [
        Evidence(.nextcloud, "Tasks links percentage and status: 100 means COMPLETED"),
        Evidence(.outlook, "a completed task needs 100 %"),
      ]),
    ProfileRule(
      .childRelation, .none, .note, matters: "the parent is shown as the child",
      remedy: "write RELATED-TO in the child, with the parent's UID",
      [Evidence(.nextcloud, "Tasks shows it upside down (nextcloud/tasks#943)")]),
    ProfileRule(
      .severalReminders, .none, matters: "the synchronization of the list stops",
      remedy: "split the series: give the changed occurrence its own UID",
      [Evidence(.tasksOrg, "a resource with more than one VTODO stops the list's sync")]),
    ProfileRule(
      .midnightInUTC, .lossy, .note,
      matters: "a day written as a UTC time is due, and rings, at midnight in UTC",
      remedy: "the day is written with VALUE=DATE; there is no repair for repeating reminders",
      [Evidence(.apple, "alerts at midnight (tududi#1157)")]),
    ProfileRule(
      .relationNotShown, .none, .note, matters: "subtasks are shown as separate reminders",
      remedy: "no repair is needed; the file keeps the relation",
      [Evidence(.apple, "RELATED-TO is not shown (etesync-dav#127)")]),
    ProfileRule(
      .alarmWithoutStart, .none, matters: "the alarm is dropped",
      remedy: "give the reminder a start: listo edit --start",
      [Evidence(.cyrus, "an alarm of a task with DUE alone is dropped (cyrus-imapd#6306)")]),
    ProfileRule(
      .noReminders, .none, matters: "the server keeps events and refuses reminders",
      remedy: "convert them to another format, such as CSV, with listo convert",
      [
        Evidence(
          .google, "\"Does not currently support VTODO or VJOURNAL data\" (CalDAV API Developer's Guide)")
      ]),
    ProfileRule(
      .timeOfDay, .lossy, .note, matters: "only the day is kept",
      remedy: "the day is written with VALUE=DATE; there is no repair for repeating reminders",
      [Evidence(.outlook, "tasks have a date, but no time")]),
  ]
}
