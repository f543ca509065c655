internal import ICalendar
internal import ListoModel

/// DTSTART and DUE, with what counts from them.
extension Editing {
  /// Takes what is set of start and due date out of changes, and makes both at once.
  mutating func setDates(
    of identifier: ModelIdentifier, takingFrom changes: inout [Change]
  ) throws(EditError) {
    var start: Moment??
    var due: Moment??
    var rest: [Change] = []
    for change in changes {
      switch change {
      case .set(.start, let value): start = .some(try moment(.start, value))
      case .set(.due, let value): due = .some(try moment(.due, value))
      default: rest.append(change)
      }
    }
    guard start != nil || due != nil else { return }
    // A rule that goes with them needs no date afterwards; one that comes needs the new one.
    if let index = rest.firstIndex(of: .set(.recurrence, nil)) {
      rest.remove(at: index)
      try setRule(nil, of: identifier)
    }
    changes = rest
    try setDates(of: identifier, start: start, due: due)
  }

  /// - Parameters:
  ///   - start: nil where it was not asked for; in it nil to take it out.
  ///   - due: the same.
  mutating func setDates(
    of identifier: ModelIdentifier, start: Moment?? = nil, due: Moment?? = nil
  ) throws(EditError) {
    let reminder = try editable(identifier)
    let (oldStart, oldDue) = (reminder.start, reminder.due)
    let hasDuration = reminder.first(.duration) != nil
    let repeats = RepeatingCompletion.repeats(reminder.component)
    let model = oldDue ?? oldStart
    var newStart = start.map { $0.map { stored($0, like: model, reminder.calendar) } } ?? oldStart
    var newDue = due.map { $0.map { stored($0, like: model, reminder.calendar) } } ?? oldDue
    let isPair = oldStart != nil && oldStart == oldDue && !hasDuration
    var keepsDuration = hasDuration && due == nil

    if start == nil, due != nil {
      if newDue == nil, isPair, !repeats {
        newStart = nil
        note(identifier, "its start was cleared too, because it was the same date")
      } else if let newDue, isPair, newDue != oldDue {
        newStart = newDue
        note(identifier, "its start moved too, because it was the same date")
      } else if newDue != nil, oldStart == nil, oldDue == nil,
        producer(of: list(of: identifier)).startsWithDue
      {
        newStart = newDue
      }
    }
    if due == nil, hasDuration, let oldStart {
      if let newStart {
        // What is so long after it moves along.
        var moved = reminder.component
        moved.put(.dtstart, newStart)
        newDue = Reminder(moved, in: reminder.calendar).due
        if newStart != oldStart {
          note(identifier, "its due date moved too, because it is the start plus a DURATION")
        }
      } else {
        keepsDuration = false
        note(
          identifier,
          "its DURATION counted from the start, so its due date is written as DUE now")
      }
    }
    if repeats, newStart == nil, oldStart != nil || newDue == nil {
      throw .refused(
        identifier, reason: "its recurrence counts from that date",
        repairs: ["clear the recurrence too (--repeat none)", "set another date instead"])
    }
    // RFC 5545 §3.8.2.3: both are dates, or both have times.
    if let from = newStart, let to = newDue, from.isDate != to.isDate, start != nil || due != nil {
      newStart = from.like(to)
      if newStart != oldStart {
        note(
          identifier,
          to.isDate
            ? "its start is now a date without a time, like its due date"
            : "its start now has a time, like its due date")
      }
    }
    try check(newStart, newDue, of: reminder, identifier, startIsAsked: start != nil)

    var component = reminder.component
    component.put(.dtstart, newStart)
    if !keepsDuration {
      if hasDuration { component.drop(.duration) }
      component.put(.due, newDue)
    }
    shiftAlarms(of: &component, reminder, identifier, from: oldDue ?? oldStart, to: newDue ?? newStart)
    if repeats, newStart != oldStart, let from = newStart ?? newDue {
      fitRules(of: &component, to: from, reminder.calendar)
      let uid = reminder.uid ?? ""
      let holders = family(of: list(of: identifier)).holders(of: uid)
      if reminder.recurrenceID == nil, holders.count > 1 {
        note(identifier, "changed occurrences keep their dates")
      }
    }
    if newDue == nil, oldDue != nil, newStart == nil,
      component.children.contains(where: { Alarm($0).isRelative })
    {
      note(identifier, "its alarms counted from the due date and no longer ring")
    }
    put(component, as: identifier, isRevision: true)
  }

  /// RFC 5545 §3.8.2.3: it is not due before it starts.
  private func check(
    _ start: Moment?, _ due: Moment?, of reminder: Reminder, _ identifier: ModelIdentifier, startIsAsked: Bool
  ) throws(EditError) {
    guard let start, let due, start != reminder.start || due != reminder.due else { return }
    let zones = reminder.calendar.zones
    let view = context.view
    guard view.instant(of: start, zones: zones) > view.instant(of: due, zones: zones) else { return }
    let other = startIsAsked ? FieldValue.moment(due).description : FieldValue.moment(start).description
    throw .refused(
      identifier,
      reason: startIsAsked
        ? "its start would be after its due date (\(other))"
        : "its due date would be before its start (\(other))",
      repairs: startIsAsked
        ? ["move the due date too (--due)", "clear the due date (--due none)"]
        : ["move the start too (--start)", "clear the start (--start none)"])
  }

  /// The moment as the reminder's other dates are written, at the same instant. A time without a zone is the viewer's, but where the
  /// reminder's own times float.
  func stored(_ moment: Moment, like old: Moment?, _ calendar: CalendarContext) -> Moment {
    let view = context.view
    switch moment {
    case .date, .utc: return moment
    case .zoned: return named(moment, calendar)
    case .floating(let local):
      switch old {
      case .floating: return moment
      case .utc: return .utc(view.zone.instant(of: local).utc)
      case .zoned(_, let tzid):
        guard let zone = calendar.zones.zone(tzid) else { break }
        return .zoned(zone.local(of: view.zone.instant(of: local)), tzid: tzid)
      case .date, nil: break
      }
      if view.zone === Zone.utc || view.zone.name == "UTC" { return .utc(local) }
      guard Zone.resolve(tzid: view.zone.name) != nil else { return .utc(view.zone.instant(of: local).utc) }
      return named(.zoned(local, tzid: view.zone.name), calendar)
    }
  }

  /// The name that the calendar has for a zone, such as one with a vendor's prefix, and the time on the clock that it defines by it.
  private func named(_ moment: Moment, _ calendar: CalendarContext) -> Moment {
    guard case .zoned(let local, let tzid) = moment, let zone = Zone.resolve(tzid: tzid)?.zone else {
      return moment
    }
    let names = calendar.zones.definitions.keys
    let name =
      names.contains(tzid)
      ? tzid : names.sorted().first { Zone.resolve(tzid: $0)?.zone.name == zone.name } ?? tzid
    guard let own = calendar.zones.zone(name) else { return moment }
    return .zoned(own.local(of: zone.instant(of: local)), tzid: name)
  }

  // MARK: Alarms at a time

  /// Alarms at a time keep their distance to the date, on the wall clock; where it gets a time or loses it, so many days.
  private mutating func shiftAlarms(
    of component: inout Component, _ reminder: Reminder, _ identifier: ModelIdentifier, from old: Moment?,
    to new: Moment?
  ) {
    guard let old, let new, old != new else { return }
    var edits: [Component.Edit] = []
    for child in component.children {
      let alarm = Alarm(child)
      guard case .absolute(let utc)? = alarm.trigger, !alarm.isPlaceholder, !alarm.isSnooze else { continue }
      var moved = child
      let zones = reminder.calendar.zones
      let (from, to) = (clock(of: old, zones), clock(of: new, zones))
      let local = from.local(of: Instant(utc: utc))
      let shift: Int64
      if let oldLocal = old.local, let newLocal = new.local {
        shift = newLocal.seconds(after: oldLocal)
      } else {
        shift = Int64(new.day.daysSince1970 - old.day.daysSince1970) * 86_400
      }
      let time = Moment.utc(to.instant(of: local.adding(seconds: shift)).utc)
      moved.put(.trigger, Array(time.iCalendarText.utf8))
      guard moved.bytes != child.bytes else { continue }
      edits.append(.replaceChild(child, Array(moved.bytes)))
    }
    component = component.edited(edits)
    let count = edits.count
    if count > 0 {
      note(identifier, count == 1 ? "its alarm moved too" : "its \(count) alarms moved too")
    }
  }

  private func clock(of moment: Moment, _ zones: ZoneTable) -> Zone {
    switch moment {
    case .utc: .utc
    case .zoned(_, let tzid): zones.zone(tzid) ?? context.view.zone
    case .date, .floating: context.view.zone
    }
  }

  // MARK: Rules

  mutating func setRule(_ text: String?, of identifier: ModelIdentifier) throws(EditError) {
    let reminder = try editable(identifier)
    var component = reminder.component
    guard let text else {
      guard RepeatingCompletion.repeats(component) else { return }
      let family = family(of: list(of: identifier)).holders(of: reminder.uid ?? "")
      if component.first(.rdate) != nil || component.first(.exdate) != nil {
        note(identifier, "its added dates (RDATE) and excluded dates (EXDATE) were removed too")
      }
      if family.count > 1 { note(identifier, "changed occurrences are unchanged") }
      component.drop(.rrule, .rdate, .exdate, .exrule)
      return put(component, as: identifier, isRevision: true)
    }
    if reminder.recurrenceID != nil {
      throw .refused(
        identifier, reason: "it is one occurrence of a repeating reminder",
        repairs: ["change the repeating reminder"])
    }
    let rule: RecurrenceRule
    do throws(ValueError) {
      rule = try RecurrenceRule.parse(Array(text.utf8)[...])
    } catch {
      throw .wrongValue(.recurrence, reason: error.reason)
    }
    guard let anchor = reminder.start ?? reminder.due else {
      throw .refused(
        identifier, reason: "a recurrence needs a date to count from",
        repairs: ["set a due date (--due)", "set a start (--start)"])
    }
    // RFC 5545 §3.6.2 asks for a DTSTART beside RRULE.
    if component.first(.dtstart) == nil {
      component.put(.dtstart, anchor)
      note(identifier, "its start was set to its due date, because a recurrence counts from the start")
    }
    let fitted = fitted(rule, text, to: anchor, reminder.calendar)
    if let old = component.first(.rrule).flatMap({ try? RecurrenceRule.parse($0.value) }), old == fitted.rule
    {
      return put(component, as: identifier, isRevision: true)
    }
    component.put(.rrule, Array(fitted.text.utf8))
    put(component, as: identifier, isRevision: true)
  }

  /// UNTIL is a day where the start is one, floats where that floats, and else is UTC (RFC 5545 §3.3.10).
  private func fitRules(of component: inout Component, to anchor: Moment, _ calendar: CalendarContext) {
    for property in component.all(.rrule) {
      guard let rule = try? RecurrenceRule.parse(property.value) else { continue }
      let fitted = fitted(rule, property.rawText, to: anchor, calendar).text
      guard fitted != property.rawText else { continue }
      component.replace(property, Array(fitted.utf8))
      return fitRules(of: &component, to: anchor, calendar)
    }
  }

  private func fitted(
    _ rule: RecurrenceRule, _ text: String, to anchor: Moment, _ calendar: CalendarContext
  ) -> (rule: RecurrenceRule, text: String) {
    guard let until = rule.until else { return (rule, text) }
    let zone = clock(of: anchor, calendar.zones)
    let fitted: Moment
    switch (anchor, until) {
    case (.date, .date), (.floating, .floating), (.utc, .utc), (.zoned, .utc): return (rule, text)
    case (.date, .utc(let utc)): fitted = .date(context.view.zone.local(of: Instant(utc: utc)).day)
    case (.date, _): fitted = .date(until.day)
    case (.floating, .utc(let utc)): fitted = .floating(context.view.zone.local(of: Instant(utc: utc)))
    case (.floating, _): fitted = .floating(until.local ?? Self.end(of: until.day))
    case (.utc, _), (.zoned, _):
      fitted = .utc(zone.instant(of: until.local ?? Self.end(of: until.day)).utc)
    }
    let parts = text.split(separator: ";", omittingEmptySubsequences: false).map { part in
      part.uppercased().hasPrefix("UNTIL=") ? part.prefix(6) + fitted.iCalendarText : part
    }
    let result = parts.joined(separator: ";")
    guard let read = try? RecurrenceRule.parse(Array(result.utf8)[...]) else { return (rule, text) }
    return (read, result)
  }

  private static func end(of day: Day) -> LocalDateTime {
    LocalDateTime(startOf: day).adding(seconds: 86_399)
  }
}

extension Moment {
  var isDate: Bool { local == nil }

  /// The same day, as a date or with a time as another has it; a day gets its midnight.
  fileprivate func like(_ other: Moment) -> Moment {
    let time = local ?? LocalDateTime(startOf: day)
    switch other {
    case .date: return .date(day)
    case .floating: return .floating(time)
    case .utc: return .utc(time)
    case .zoned(_, let tzid): return .zoned(time, tzid: tzid)
    }
  }
}

extension Alarm {
  var isRelative: Bool {
    if case .relative? = trigger { true } else { false }
  }

  /// It lets another ring again (RFC 9074 §7.2).
  var isSnooze: Bool {
    component.all(.relatedTo).contains { $0.relationType == "SNOOZE" }
  }
}
