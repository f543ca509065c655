internal import ICalendar
internal import Listo

/// A reminder with a rule, for formats that have no place for rules.
struct RecurringReminder {
  private let reminder: Reminder

  init(_ component: Component, in calendar: CalendarContext) { reminder = Reminder(component, in: calendar) }

  /// The occurrences from the one that it stands at, each as a reminder without the rule.
  ///
  /// The first keeps its UID; each other has one that follows from that and its own time. EXDATE and UNTIL are obeyed; what
  /// RDATE adds is not among them.
  ///
  /// - Returns: nil where the occurrences cannot be found.
  func occurrences(_ count: Int) -> [Component]? {
    guard count > 1 else { return [occurrence(days: 0, uid: nil)].compactMap { $0 } }
    guard let rule = reminder.recurrence.flatMap({ try? RecurrenceRule.parse(Array($0.utf8)[...]) }),
      let anchor = reminder.start ?? reminder.due
    else { return nil }
    let start = anchor.local ?? LocalDateTime(startOf: anchor.day)
    let skipped = exceptions
    let wanted = min(count, rule.count ?? count)
    guard let found = rule.occurrences(from: start, limit: min(wanted + skipped.count, 10_000)) else {
      return nil
    }
    let last = end(of: rule, anchor)
    let kept = found.filter { local in !skipped.contains(local) && last.map { local <= $0 } ?? true }
    return kept.prefix(wanted).compactMap { local in
      let days = local.day.daysSince1970 - start.day.daysSince1970
      return occurrence(days: days, uid: days == 0 ? nil : local.iCalendarText)
    }
  }

  private func occurrence(days: Int, uid: String?) -> Component? {
    var copy = reminder
    do throws(ListoError) {
      for (id, moment) in [(FieldID.start, copy.start), (.due, copy.due)] where days != 0 {
        if let moment { try Field[id].set?(&copy, .moment(moment.adding(days: days))) }
      }
      if let uid, let own = copy.uid {
        try Field[.uid].set?(&copy, .text(UUIDv5.string(name: Array("\(own)\n\(uid)".utf8))))
      }
      try Field[.recurrence].set?(&copy, nil)
    } catch {
      return nil
    }
    return copy.component
  }

  /// The times of EXDATE, on the clock of the start; a date is its midnight.
  private var exceptions: Set<LocalDateTime> {
    var result: Set<LocalDateTime> = []
    for property in reminder.component.all(.exdate) {
      for moment in (try? property.moments()) ?? [] {
        result.insert(moment.local ?? LocalDateTime(startOf: moment.day))
      }
    }
    return result
  }

  /// UNTIL on the clock of the start.
  private func end(of rule: RecurrenceRule, _ anchor: Moment) -> LocalDateTime? {
    switch rule.until {
    case nil: return nil
    case .date(let day)?: return LocalDateTime(startOf: day).adding(seconds: 86_399)
    case .floating(let local)?, .zoned(let local, _)?: return local
    case .utc(let local)?:
      guard case .zoned(_, let tzid) = anchor, let zone = reminder.calendar.zones.zone(tzid) else {
        return local
      }
      return zone.local(of: Instant(utc: local))
    }
  }
}

extension Moment {
  /// The same time of day so many days later.
  fileprivate func adding(days: Int) -> Moment {
    switch self {
    case .date(let day): .date(day.adding(days: days))
    case .floating(let local): .floating(local.on(local.day.adding(days: days)))
    case .utc(let local): .utc(local.on(local.day.adding(days: days)))
    case .zoned(let local, let tzid): .zoned(local.on(local.day.adding(days: days)), tzid: tzid)
    }
  }
}
