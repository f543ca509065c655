internal import ICalendar

/// The template of the occurrences in a stretch of time: the master, or an override that also applies to all
/// later occurrences (RECURRENCE-ID;RANGE=THISANDFUTURE, RFC 5545 §3.2.13). These move by as much as the
/// override was moved, and are otherwise the same as the override.
struct OccurrenceTemplate: Sendable {
  /// The first occurrence it goes for, on the clock of the master.
  let from: LocalDateTime
  private(set) var reminder: Reminder
  /// How much later than the occurrence the time is by which it is sorted: that of DUE, else that of DTSTART.
  private(set) var lead: Int64 = 0

  init(_ reminder: Reminder, from: LocalDateTime, of recurrence: Recurrence) {
    (self.reminder, self.from) = (reminder, from)
    // An occurrence has its due date alone.
    if let start = reminder.first(.dtstart), start.isCopy(of: reminder.first(.due)) {
      self.reminder.component = reminder.component.edited([.remove(start)])
    }
    lead = (reminder.due ?? reminder.start).map { recurrence.local(of: $0).seconds(after: from) } ?? 0
  }

  /// The template of an override; nil for one that goes for its own occurrence alone. One without dates of
  /// its own has those of the occurrence.
  init?(override: Reminder, from: LocalDateTime, of recurrence: Recurrence, _ master: OccurrenceTemplate) {
    guard override.isOfLaterOccurrences else { return nil }
    self.init(Self.dated(override, at: from, of: recurrence, [master]), from: from, of: recurrence)
  }

  /// An override; one without dates of its own gets those of the occurrence that it replaces.
  static func dated(
    _ override: Reminder, at time: LocalDateTime, of recurrence: Recurrence, _ templates: [OccurrenceTemplate]
  ) -> Reminder {
    guard override.start == nil, override.due == nil,
      let occurrence = (templates.last { $0.from < time } ?? templates[0]).occurrence(
        at: time, of: recurrence)
    else { return override }
    var copy = override
    for (id, moment) in [(FieldID.start, occurrence.start), (.due, occurrence.due)] {
      try? Field[id].set?(&copy, moment.map(FieldValue.moment))
    }
    return copy
  }

  /// The occurrence at a time: a reminder without rules, with its own dates and RECURRENCE-ID; nil where a
  /// date cannot be written.
  func occurrence(at local: LocalDateTime, of recurrence: Recurrence) -> Reminder? {
    var copy = reminder
    let shift = local.seconds(after: from)
    do throws(FieldError) {
      for (id, moment) in [(FieldID.start, copy.start), (.due, copy.due)] {
        if shift != 0, let moment { try Field[id].set?(&copy, .moment(moment.adding(seconds: shift))) }
      }
      if let end = recurrence.end(at: local) { try Field[.due].set?(&copy, .moment(end)) }
      // The RANGE is not true of one occurrence.
      try Field[.recurrenceID].set?(&copy, nil)
      try Field[.recurrenceID].set?(&copy, .moment(recurrence.moment(at: local)))
    } catch {
      return nil
    }
    copy.component = copy.component.edited(
      [PropertyID.rrule, .rdate, .exdate, .exrule].flatMap { copy.component.all($0) }.map { .remove($0) })
    return copy
  }
}

extension Reminder {
  /// It overrides all later occurrences too (RECURRENCE-ID;RANGE=THISANDFUTURE).
  package var isOfLaterOccurrences: Bool {
    first(.recurrenceID)?.parameter("RANGE")?.value.uppercased() == "THISANDFUTURE"
  }
}
