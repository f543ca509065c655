internal import ICalendar
internal import ListoModel

/// A series whose beginning moves, and the dates that name its occurrences with it: EXDATE, RDATE,
/// RECURRENCE-ID, UNTIL and the producer's own line for the current occurrence. All move by the same distance
/// on the wall clock, so that no excluded or completed occurrence returns.
struct SeriesShift {
  private let old: Recurrence
  private let new: Recurrence
  /// The master with its new dates and its old rules.
  private let moved: Reminder
  private let clock: SeriesClock
  /// Seconds of the wall clock by which the occurrences move, and their due dates.
  private let distance, dueDistance: Int64
  /// The anchor is a time in the same zone, or a day, as before.
  private let keepsForm: Bool

  /// - Parameters:
  ///   - component: the master's, with its new dates.
  ///   - newRuleFrom: the date that was shown and the one that was asked, where a new rule begins at the
  ///     latter.
  /// - Returns: nil where the series begins when it did.
  init?(
    _ master: Reminder, to component: Component, _ view: ViewContext,
    newRuleFrom: (shown: Moment, asked: Moment)? = nil
  ) {
    moved = Reminder(component, in: master.calendar)
    guard let old = Recurrence(master), let new = Recurrence(moved), old.anchor != new.anchor else {
      return nil
    }
    (self.old, self.new) = (old, new)
    clock = SeriesClock(old, master, view)
    distance =
      newRuleFrom.map { new.local(of: $0.asked).seconds(after: old.local(of: $0.shown)) }
      ?? new.start.seconds(after: old.start)
    let (due, newDue) = (master.due.map(old.local), moved.due.map(new.local))
    dueDistance = due.flatMap { due in newDue.map { $0.seconds(after: due) } } ?? distance
    keepsForm = old.anchor.parameters == new.anchor.parameters && old.anchor.isUTC == new.anchor.isUTC
  }

  /// The master with its rules and its own lists of dates moved.
  var master: Component {
    var edits = LineEdits(moved.component)
    for property in moved.component.all(.rrule) + moved.component.all(.exrule) {
      guard let rule = try? RecurrenceRule.parse(property.value), let until = rule.until else { continue }
      edits.replace(property, value: RecurrenceRule.text(property.rawText, until: self.moved(until)))
    }
    for property in moved.component.all(.rdate) + moved.component.all(.exdate) { move(property, &edits) }
    if let line = Quirks.currentOccurrenceLine(of: moved.component) { move(line, &edits) }
    for property in moved.component.snoozesOfOccurrences { rename(property, &edits) }
    return edits.result
  }

  /// An override of the occurrence that has moved. An open one moves along; a closed one keeps the dates at
  /// which it was done.
  func moved(_ override: Reminder) -> Component {
    var edits = LineEdits(override.component)
    for property in override.component.all(.recurrenceID) { move(property, &edits) }
    guard override.isOpen else { return edits.result }
    if let start = override.component.first(.dtstart) { move(start, &edits) }
    if let due = override.component.first(.due), let moment = try? due.moment() {
      let isTooEarly =
        override.start.map { old.local(of: moved(moment, by: dueDistance)) < old.local(of: moved($0)) }
        ?? false
      // It stays as long as it was rather than be due before it starts.
      move(due, by: isTooEarly ? distance : dueDistance, &edits)
    }
    return edits.result
  }

  /// Thunderbird's line for the alarm of an occurrence that was put off, whose name has the occurrence's
  /// time.
  private func rename(_ property: Property, _ edits: inout LineEdits) {
    guard keepsForm, let instant = property.snoozedOccurrence else { return }
    let local = old.local(of: .utc(instant.utc)).adding(seconds: distance)
    edits.rename(property, Property.nameOfSnooze(of: clock.instant(of: local)))
  }

  // MARK: One date

  private func moved(_ moment: Moment) -> Moment { moved(moment, by: distance) }

  private func moved(_ moment: Moment, by distance: Int64) -> Moment {
    if case .date(let day) = moment, !old.anchor.isDate {
      // The day of an occurrence, which has the time of day of the beginning.
      return .date(old.start.on(day).adding(seconds: distance).day)
    }
    return keepsForm
      ? clock.moved(moment, by: distance) : new.moment(at: old.local(of: moment).adding(seconds: distance))
  }

  /// Moves each date of a line; of a period its end too (RFC 5545 §3.3.9).
  private func move(_ property: Property, _ edits: inout LineEdits) {
    move(property, by: distance, &edits)
  }

  private func move(_ property: Property, by distance: Int64, _ edits: inout LineEdits) {
    var form: Moment?
    let values = property.value.split(separator: 0x2C).compactMap { value -> String? in
      let parts = value.split(separator: 0x2F).compactMap { part -> String? in
        guard let moment = try? Moment.decode(part, tzid: property.tzid) else {
          return String(decoding: part, as: UTF8.self)
        }
        let moved = moved(moment, by: distance)
        if form == nil { form = moved }
        return moved.iCalendarText
      }
      return parts.joined(separator: "/")
    }
    edits.replace(property, values: values.joined(separator: ","), like: keepsForm ? nil : form)
  }

  // MARK: What stands in the way

  /// How many of the occurrences of a rule are compared.
  private static let compared = 40

  /// A rule that names its days by itself, so that its occurrences would not move along; nil where there is
  /// none.
  var fixedRule: String? {
    let (before, after) = (moved.component, master)
    for (own, other) in zip(before.all(.rrule) + before.all(.exrule), after.all(.rrule) + after.all(.exrule))
    {
      guard let rule = try? RecurrenceRule.parse(own.value),
        let shifted = try? RecurrenceRule.parse(other.value),
        (";" + own.rawText.uppercased()).contains(";BY")
      else { continue }
      let expected = times(of: rule, from: old).map { $0.adding(seconds: distance) }
      if expected != times(of: shifted, from: new) { return own.rawText }
    }
    return nil
  }

  private func times(of rule: RecurrenceRule, from recurrence: Recurrence) -> [LocalDateTime] {
    Recurrence(from: recurrence.anchor, rules: [rule], zones: moved.calendar.zones)
      .times(through: SeriesPosition.end, limit: Self.compared).times
  }

  /// Every EXDATE and RECURRENCE-ID that names an occurrence names one afterwards too. Months and years
  /// differ in length, so that a series of the 30th that moves to the 1st has other distances between its
  /// occurrences.
  func keepsNames(of overrides: [Reminder]) -> Bool {
    let names =
      moved.component.all(.exdate).flatMap { (try? $0.moments()) ?? [] }
      + overrides.compactMap(\.recurrenceID)
      + [Quirks.currentOccurrenceLine(of: moved.component)].compactMap { try? $0?.moment() }
    guard !names.isEmpty else { return true }
    let before = unexcepted(moved.component, old)
    let after = unexcepted(master, new)
    return names.allSatisfy { !before.names($0) || after.names(moved($0)) }
  }

  /// The occurrences without those that EXDATE and EXRULE take away.
  private func unexcepted(_ component: Component, _ recurrence: Recurrence) -> Recurrence {
    Recurrence(
      from: recurrence.anchor,
      rules: component.all(.rrule).compactMap { try? RecurrenceRule.parse($0.value) },
      additions: component.all(.rdate).flatMap { (try? $0.moments()) ?? [] }, zones: moved.calendar.zones)
  }
}

extension Recurrence {
  /// A RECURRENCE-ID or EXDATE names one of its occurrences.
  fileprivate func names(_ moment: Moment) -> Bool {
    let time = time(ofOverride: moment)
    return times(from: time, through: time, limit: 1).times == [time]
  }
}

extension RecurrenceRule {
  /// The text of a rule with another UNTIL, its other parts as they are written.
  static func text(_ text: String, until: Moment) -> String {
    text.split(separator: ";", omittingEmptySubsequences: false).map { part in
      part.uppercased().hasPrefix("UNTIL=") ? part.prefix(6) + until.iCalendarText : part
    }.joined(separator: ";")
  }
}

extension Moment {
  fileprivate var isUTC: Bool { if case .utc = self { true } else { false } }
}
