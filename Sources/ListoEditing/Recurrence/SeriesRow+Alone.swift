internal import ICalendar
package import ListoModel

/// A series as reminders that need no RECURRENCE-ID.
extension SeriesRow {
  /// The time of the occurrence that an override replaces, on the clock of the master.
  private func time(of override: Reminder) -> LocalDateTime? {
    override.recurrenceID.map(series.recurrence.time(ofOverride:))
  }

  /// The row shows the occurrence of this override.
  package func shows(_ override: Reminder) -> Bool {
    shownOverride != nil && time(of: override) == shownOverride
  }

  /// The reminder of the row with the rest of the rules: COUNT without the occurrences before, and an EXDATE
  /// for each closed override of a later one.
  package var alone: Reminder {
    guard case .current(let current) = position else { return shown }
    var edits = LineEdits(shown.component)
    for property in shown.component.all(.rrule) {
      guard let rule = try? RecurrenceRule.parse(property.value), let count = rule.count else { continue }
      let passed = series.recurrence.count(of: rule, before: current.time, zones: master.calendar.zones)
      edits.replace(property, value: property.counting(max(count - passed, 1)))
    }
    // An occurrence has no lines of this kind.
    let exceptions = shown.component.first(.exdate) == nil && shown.component.first(.exrule) == nil
    for property in exceptions ? master.component.all(.exdate) + master.component.all(.exrule) : [] {
      edits.append(property.id, parameters: Array(property.parameters), property.rawText)
    }
    let closed = series.changed.filter { !$0.isOpen }.compactMap(time(of:)).filter { $0 > current.time }
    for moment in closed.sorted().map(series.recurrence.moment(at:)) {
      edits.append(.exdate, parameters: moment.parameters, moment.iCalendarText)
    }
    return Reminder(edits.result, in: shown.calendar)
  }

  /// An override as a reminder of its own, whose UID follows from that of the series and its time.
  package func alone(_ override: Reminder) -> Reminder {
    let time = time(of: override)
    // One without dates has those of its occurrence.
    let dated = series.changed.first { self.time(of: $0) == time } ?? override
    var edits = LineEdits(dated.component)
    edits.remove(.recurrenceID, .rrule, .rdate, .exdate, .exrule)
    if let uid = override.uid, let time { edits.set(.uid, Recurrence.uid(of: uid, at: time)) }
    return Reminder(edits.result, in: override.calendar)
  }
}
