internal import ICalendar
internal import ListoModel

/// The keys that a listing adds to the object of a series: `"current": {…}`, or `"finished": true`.
///
/// `occurrence` is the RECURRENCE-ID that identifiers have behind that of the series. `title`, `due`,
/// `dueZone`, `dueInstant` and `start` are those of the current occurrence, in the form of the reminder's own
/// keys. `overdue` says whether it is due before now, and `missed` how many open occurrences are.
enum SeriesJSON {
  /// None where the position is not known.
  static func members(
    _ series: ReminderSeries, _ position: ReminderSeries.Position, _ context: ViewContext
  ) -> [JSONValue.Member] {
    switch position {
    case .unknown: return []
    case .finished: return [member(.finished, .bool(true))]
    case .current(let occurrence):
      let reminder = occurrence.reminder
      let instant = reminder.due.map { context.instant(of: $0, zones: reminder.calendar.zones) }
      var zone: String?
      if case .zoned(_, let tzid)? = reminder.due { zone = tzid }
      let isTimed = reminder.due?.local != nil
      return [
        member(
          .current,
          .object(present: [
            "occurrence": series.identifierText(of: occurrence).map { .string($0) },
            "title": reminder.title.map { .string($0) },
            "due": reminder.due.map { .string(text(of: $0)) }, "dueZone": zone.map { .string($0) },
            "dueInstant": isTimed ? instant.map { .string("\($0)") } : nil,
            "start": reminder.start.map { .string(text(of: $0)) },
            "overdue": .bool(reminder.isOverdue(in: context)),
            "missed": .number(series.missed(in: context)),
          ]))
      ]
    }
  }

  private static func member(_ key: ReminderKey, _ value: JSONValue) -> JSONValue.Member {
    JSONValue.Member(key: key.name, value: value)
  }

  private static func text(of moment: Moment) -> String {
    switch moment {
    case .date(let day): "\(day)"
    case .floating(let local), .zoned(let local, _): "\(local)"
    case .utc(let local): "\(local)Z"
    }
  }
}
