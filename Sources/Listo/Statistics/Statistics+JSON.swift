package import ListoFormats
internal import ListoModel

extension Statistics {
  /// The counts as JSON, as `listo stats --json` prints them.
  ///
  ///     {"listo":"stats","version":1,"total":{"open":…,"overdue":…,"completed":…,"cancelled":…},"completedWithoutDate":…,
  ///     "lists":[{"title":…,"source":…,"counts":{those of total}}],
  ///     "weeks":[{"start":"2026-11-23","completed":…,"overdue":…,"due":…}]}
  ///
  /// `open` of a list includes overdue reminders; `due` of a week does not.
  package var json: JSONValue {
    .object(present: [
      "listo": "stats", "version": 1, "total": total.json, "completedWithoutDate": .number(doneWithoutDate),
      "lists": .array(
        lists.map { row in
          .object(present: [
            "title": .string(row.title), "source": .string(row.source), "counts": row.counts.json,
          ])
        }),
      "weeks": .array(
        weeks.map { week in
          .object(present: [
            "start": .string(week.start.description), "completed": .number(week.done),
            "overdue": .number(week.overdue), "due": .number(week.open),
          ])
        }),
    ])
  }
}

extension ReminderCounts {
  fileprivate var json: JSONValue {
    .object(present: [
      "open": .number(open), "overdue": .number(overdue), "completed": .number(done),
      "cancelled": .number(cancelled),
    ])
  }
}
