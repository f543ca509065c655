internal import ICalendar
internal import ListoModel

/// A reminder with a rule, for formats that have no place for rules.
struct RecurringReminder {
  private let reminder: Reminder

  init(_ component: Component, in calendar: CalendarContext) { reminder = Reminder(component, in: calendar) }

  /// The occurrences from the one that it stands at, each as a reminder without the rule.
  ///
  /// The first keeps its UID; each other has one that follows from that and its own time. EXDATE, EXRULE and
  /// UNTIL are obeyed; what RDATE adds is not among them.
  ///
  /// - Returns: nil where the occurrences cannot be found.
  func occurrences(_ count: Int) -> [Component]? {
    guard count > 1 else { return [occurrence(days: 0, at: nil)].compactMap { $0 } }
    guard let recurrence = Recurrence(reminder), let found = recurrence.days(count) else { return nil }
    return found.compactMap { local in
      let days = local.day.daysSince1970 - recurrence.start.day.daysSince1970
      return occurrence(days: days, at: days == 0 ? nil : local)
    }
  }

  private func occurrence(days: Int, at local: LocalDateTime?) -> Component? {
    var copy = reminder
    do throws(FieldError) {
      for (id, moment) in [(FieldID.start, copy.start), (.due, copy.due)] where days != 0 {
        if let moment { try Field[id].set?(&copy, .moment(moment.adding(days: days))) }
      }
      if let local, let own = copy.uid {
        try Field[.uid].set?(&copy, .text(Recurrence.uid(of: own, at: local)))
      }
      try Field[.recurrence].set?(&copy, nil)
    } catch {
      return nil
    }
    return copy.component
  }
}
