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

/// Makes the occurrences of a template, one after the other: the first as
/// ``OccurrenceTemplate/occurrence(at:of:)`` does, those behind it by writing other digits into it, which
/// takes a fortieth of the time and two thirds of the memory.
struct OccurrencePattern {
  private let template: OccurrenceTemplate
  private let recurrence: Recurrence
  /// Nil before the first; and where it cannot serve as one.
  private var model: Model?
  private var wasLookedFor = false

  private struct Model {
    let component: Component
    /// The properties that are overwritten for another time, each with its moment in the template.
    var dates: [(property: Property, moment: Moment)] = []
    let recurrenceID: Property
  }

  init(_ template: OccurrenceTemplate, of recurrence: Recurrence) {
    (self.template, self.recurrence) = (template, recurrence)
  }

  /// The same as ``OccurrenceTemplate/occurrence(at:of:)``.
  mutating func occurrence(at local: LocalDateTime) -> Reminder? {
    // The first of all keeps its dates as they are written, and a period has an end of its own.
    guard local != template.from, recurrence.end(at: local) == nil else {
      return template.occurrence(at: local, of: recurrence)
    }
    if let model {
      let shift = local.seconds(after: template.from)
      var values = model.dates.map { ($0.property, Self.text($0.moment.adding(seconds: shift))) }
      values.append((model.recurrenceID, Self.text(recurrence.moment(at: local))))
      if let component = model.component.overwriting(values) {
        return Reminder(component, in: template.reminder.calendar)
      }
    }
    let occurrence = template.occurrence(at: local, of: recurrence)
    if !wasLookedFor, let occurrence {
      wasLookedFor = true
      model = model(occurrence, at: local)
    }
    return occurrence
  }

  /// - Returns: nil where a date does not stand in it as it would be written anew.
  private func model(_ occurrence: Reminder, at local: LocalDateTime) -> Model? {
    let component = occurrence.component.detached()
    let shift = local.seconds(after: template.from)
    guard let id = component.first(.recurrenceID),
      id.value.elementsEqual(Self.text(recurrence.moment(at: local)))
    else { return nil }
    var model = Model(component: component, recurrenceID: id)
    for (id, moment) in [(PropertyID.dtstart, template.reminder.start), (.due, template.reminder.due)] {
      guard let moment else { continue }
      guard let property = component.first(id),
        property.value.elementsEqual(Self.text(moment.adding(seconds: shift)))
      else { return nil }
      model.dates.append((property, moment))
    }
    return model
  }

  private static func text(_ moment: Moment) -> [UInt8] { Array(moment.iCalendarText.utf8) }
}
