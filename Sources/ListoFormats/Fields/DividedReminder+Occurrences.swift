internal import ICalendar
internal import Listo

extension DividedReminder {
  /// The occurrences from the one that the reminder stands at, each as a reminder without the rule: for formats that have no place
  /// for it.
  ///
  /// The first keeps its UID; each other has one that follows from that and its own day. EXDATE and UNTIL are obeyed; what RDATE
  /// adds is not among them.
  ///
  /// - Returns: nil where there is no rule, or none whose occurrences can be found.
  func occurrences(_ count: Int, in calendar: CalendarContext) -> [ReminderFields]? {
    guard let text = fields.text(.recurrence), let rule = try? RecurrenceRule.parse(Array(text.utf8)[...]),
      let anchor = fields.moment(.start) ?? fields.moment(.due)
    else { return nil }
    let start = anchor.local ?? LocalDateTime(startOf: anchor.day)
    let skipped = exceptions
    let wanted = min(count, rule.count ?? count)
    guard let found = rule.occurrences(from: start, limit: min(wanted + skipped.count, 10_000)) else {
      return nil
    }
    let last = until(rule, anchor, calendar)
    let kept = found.filter { local in !skipped.contains(local) && last.map { local <= $0 } ?? true }
    return kept.prefix(wanted).map { occurrence(at: $0, from: start) }
  }

  private func occurrence(at local: LocalDateTime, from start: LocalDateTime) -> ReminderFields {
    var fields = self.fields
    fields[.recurrence] = nil
    let days = local.day.daysSince1970 - start.day.daysSince1970
    guard days != 0 else { return fields }
    for id in [FieldID.start, .due] {
      guard let moment = fields.moment(id) else { continue }
      fields[id] = .moment(moment.adding(days: days))
    }
    if let uid = fields.text(.uid) {
      fields.set(.uid, UUIDv5.string(name: Array("\(uid)\n\(local.iCalendarText)".utf8)))
    }
    return fields
  }

  /// The times of EXDATE, on the clock of the start; a date is its midnight.
  private var exceptions: Set<LocalDateTime> {
    var result: Set<LocalDateTime> = []
    for (property, _) in rest where property.id == .exdate {
      for moment in (try? property.moments()) ?? [] {
        result.insert(moment.local ?? LocalDateTime(startOf: moment.day))
      }
    }
    return result
  }

  /// UNTIL on the clock of the start.
  private func until(_ rule: RecurrenceRule, _ anchor: Moment, _ calendar: CalendarContext) -> LocalDateTime?
  {
    switch rule.until {
    case .date(let day)?: return LocalDateTime(startOf: day).adding(seconds: 86_399)
    case .floating(let local)?: return local
    case .utc(let local)?:
      guard case .zoned(_, let tzid) = anchor, let zone = calendar.zones.zone(tzid) else { return local }
      return zone.local(of: Instant(utc: local))
    case .zoned(let local, _)?: return local
    case nil: return nil
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
