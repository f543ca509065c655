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
    let hasNewRule = rest.contains { if case .set(.recurrence, _) = $0 { true } else { false } }
    changes = rest
    try setDates(of: identifier, start: start, due: due, hasNewRule: hasNewRule)
  }

  /// Sets the start and the due date.
  ///
  /// The dates of a series are those of its current occurrence, which people see: the series moves by the
  /// difference.
  ///
  /// - Parameters:
  ///   - start: nil if it stays; in it nil to remove it.
  ///   - due: the same.
  ///   - hasNewRule: another rule takes the place of the reminder's.
  mutating func setDates(
    of identifier: ModelIdentifier, start: Moment?? = nil, due: Moment?? = nil, hasNewRule: Bool = false
  ) throws(EditError) {
    let reminder = try editable(identifier)
    let shown = currentReminder(of: identifier) ?? reminder
    let (oldStart, oldDue) = (shown.start, shown.due)
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
        // The due date, which is a DURATION after the start, moves along.
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
    try check(newStart, newDue, of: shown, identifier, startIsAsked: start != nil)

    var component = reminder.component
    // From here on the dates are the reminder's own.
    if newStart != oldStart {
      component.put(.dtstart, try own(newStart, oldStart, reminder.start, identifier, hasNewRule))
    }
    if !keepsDuration {
      if hasDuration { component.drop(.duration) }
      if newDue != oldDue || hasDuration {
        component.put(.due, try own(newDue, oldDue, reminder.due, identifier, hasNewRule))
      }
    }
    // A DTSTART that no one gave stays a copy of the due date.
    if newStart == nil, oldStart == nil, reminder.first(.dtstart)?.isCopy(of: reminder.first(.due)) == true {
      component.put(.dtstart, Reminder(component, in: reminder.calendar).due)
    }
    shiftAlarms(of: &component, reminder, identifier, from: oldDue ?? oldStart, to: newDue ?? newStart)
    if repeats {
      let from = oldStart ?? oldDue
      try moveSeries(
        reminder, identifier, &component,
        newRuleFrom: hasNewRule ? from.map { (shown: $0, asked: newStart ?? newDue ?? $0) } : nil)
    }
    if newDue == nil, oldDue != nil, newStart == nil,
      component.children.contains(where: { Alarm($0).isRelative })
    {
      note(identifier, "its alarms counted from the due date and no longer ring")
    }
    put(component, as: identifier, isRevision: true)
  }

  /// The date of a series that gives its current occurrence the date that was asked: as far from it as its
  /// own date is from the one that was shown. A new rule begins at the date that was asked.
  private func own(
    _ asked: Moment?, _ shown: Moment?, _ own: Moment?, _ identifier: ModelIdentifier, _ hasNewRule: Bool
  ) throws(EditError) -> Moment? {
    guard let asked, let shown, let own, shown != own, !hasNewRule else { return asked }
    if let moved = asked.moved(from: shown, to: own) { return moved }
    throw .refused(
      identifier,
      reason: own.isDate
        ? "its dates have no times, but those of its current occurrence have"
        : "its dates have times, but those of its current occurrence have none",
      repairs: ["move only the current occurrence (--this)"])
  }

  /// Moves what names the occurrences of a series whose beginning has moved.
  ///
  /// - Parameter newRuleFrom: the date that was shown and the one that was asked, at which a new rule begins.
  private mutating func moveSeries(
    _ series: Reminder, _ identifier: ModelIdentifier, _ component: inout Component,
    newRuleFrom: (shown: Moment, asked: Moment)?
  ) throws(EditError) {
    let hasNewRule = newRuleFrom != nil
    let overrides = overrides(of: identifier).compactMap { name in self[name].map { (name, $0) } }
    guard let shift = SeriesShift(series, to: component, context.view, newRuleFrom: newRuleFrom) else {
      let due = Reminder(component, in: series.calendar).due
      for (name, override) in overrides where override.isOpen && due != series.due {
        guard let moved = override.movingDue(from: series.due, to: due) else { continue }
        put(moved, as: name, isRevision: true)
      }
      return
    }
    let repairs = ["move only the current occurrence (--this)", "give it another rule too (--repeat)"]
    if !hasNewRule, let rule = shift.fixedRule {
      throw .refused(
        identifier, reason: "its rule (\(rule)) does not name the new dates", repairs: repairs)
    }
    if !hasNewRule, !shift.keepsNames(of: overrides.map(\.1)) {
      throw .refused(
        identifier, reason: "the new dates would not name its excluded, changed or current occurrences",
        repairs: repairs)
    }
    component = shift.master
    let moved = Reminder(component, in: series.calendar)
    if let anchor = moved.start ?? moved.due { fitRules(of: &component, to: anchor, series.calendar) }
    for (name, override) in overrides {
      var component = shift.moved(override)
      let moved = Reminder(component, in: override.calendar)
      shiftAlarms(
        of: &component, override, name, from: override.due ?? override.start, to: moved.due ?? moved.start)
      put(component, as: name, isRevision: true)
    }
    note(identifier, "the whole series moved; --this moves one occurrence alone")
  }

  /// RFC 5545 §3.8.2.3: it is not due before it starts.
  private func check(
    _ start: Moment?, _ due: Moment?, of reminder: Reminder, _ identifier: ModelIdentifier, startIsAsked: Bool
  ) throws(EditError) {
    guard let start, let due, start != reminder.start || due != reminder.due else { return }
    let zones = reminder.calendar.zones
    let view = context.view
    guard view.instant(of: start, zones: zones) > view.instant(of: due, zones: zones) else { return }
    let other = (startIsAsked ? due : start).words(in: view)
    throw .refused(
      identifier,
      reason: startIsAsked
        ? "its start would be after its due date (\(other))"
        : "its due date would be before its start (\(other))",
      repairs: startIsAsked
        ? ["move the due date too (--due)", "clear the due date (--due none)"]
        : ["move the start too (--start)", "clear the start (--start none)"])
  }

  /// The moment as the reminder's other dates are written, at the same instant. A time without a zone is the
  /// viewer's, but where the reminder's own times float.
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
      if view.zone.isUTC { return .utc(local) }
      guard Zone.resolve(tzid: view.zone.name) != nil else { return .utc(view.zone.instant(of: local).utc) }
      return named(.zoned(local, tzid: view.zone.name), calendar)
    }
  }

  /// The name that the calendar has for a zone, such as one with a vendor's prefix, and the time on the clock
  /// that it defines by it.
  private func named(_ moment: Moment, _ calendar: CalendarContext) -> Moment {
    guard case .zoned(let local, let tzid) = moment, let zone = Zone.resolve(tzid: tzid)?.zone else {
      return moment
    }
    let names = calendar.zones.definitions.keys
    let name =
      names.contains(tzid)
      ? tzid : names.sorted().first { Zone.resolve(tzid: $0)?.zone.name == zone.name } ?? tzid
    let own = calendar.zones.zone(name) ?? zone
    return .zoned(own.local(of: zone.instant(of: local)), tzid: name)
  }

  // MARK: Alarms at a time

  /// Alarms at a time keep their distance to the date, on the wall clock; where it gets a time or loses it,
  /// so many days.
  private mutating func shiftAlarms(
    of component: inout Component, _ reminder: Reminder, _ identifier: ModelIdentifier, from old: Moment?,
    to new: Moment?
  ) {
    guard let old, let new, old != new else { return }
    var edits: [Component.Edit] = []
    for child in component.children {
      let alarm = Alarm(child)
      guard let time = alarm.time, !alarm.isPlaceholder, !alarm.isSnooze else { continue }
      var moved = child
      let zones = reminder.calendar.zones
      let (from, to) = (clock(of: old, zones), clock(of: new, zones))
      let local = from.local(of: context.view.instant(of: time, zones: zones))
      let shift: Int64
      if let oldLocal = old.local, let newLocal = new.local {
        shift = newLocal.seconds(after: oldLocal)
      } else {
        shift = Int64(new.day.daysSince1970 - old.day.daysSince1970) * 86_400
      }
      let later: Moment
      if case .utc = time {
        later = .utc(to.instant(of: local.adding(seconds: shift)).utc)
      } else {
        later = time.adding(seconds: shift)
      }
      moved.put(.trigger, Array(later.iCalendarText.utf8))
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
      component.drop(.rrule, .rdate, .exdate, .exrule, .xListoRepeatFrom)
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

  mutating func repeatFromCompletion(
    _ isSo: Bool, _ identifier: ModelIdentifier
  ) throws(EditError) {
    let reminder = try editable(identifier)
    guard isSo != reminder.repeatsFromCompletion else { return }
    var component = reminder.component
    component.put(.xListoRepeatFrom, isSo ? Array("COMPLETION".utf8) : nil)
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
    let result = RecurrenceRule.text(text, until: fitted)
    guard let read = try? RecurrenceRule.parse(Array(result.utf8)[...]) else { return (rule, text) }
    return (read, result)
  }

  private static func end(of day: Day) -> LocalDateTime {
    LocalDateTime(startOf: day).adding(seconds: 86_399)
  }
}

extension Reminder {
  /// An override whose due date moves as that of its series does; nil where it has none, or it would be due
  /// before it starts.
  fileprivate func movingDue(from old: Moment?, to new: Moment?) -> Component? {
    guard let due, let old, let new, first(.due) != nil || first(.duration) != nil,
      due.isDate == new.isDate, old.isDate == new.isDate
    else { return nil }
    let moved: Moment
    if let from = old.local, let to = new.local {
      moved = due.adding(seconds: to.seconds(after: from))
    } else {
      moved = due.adding(days: new.day.daysSince1970 - old.day.daysSince1970)
    }
    if let start, start.isDate == moved.isDate,
      (start.local ?? LocalDateTime(startOf: start.day)) > (moved.local ?? LocalDateTime(startOf: moved.day))
    {
      return nil
    }
    var component = component
    component.drop(.duration)
    component.put(.due, moved)
    return component
  }
}

extension Moment {
  var isDate: Bool { local == nil }

  /// Another date, moved by the distance from the one that was shown to this one; with its time, where this
  /// one has another form.
  ///
  /// - Returns: nil where the distance is no whole days and the other date has no time, or the forms differ.
  fileprivate func moved(from shown: Moment, to own: Moment) -> Moment? {
    let days = own.day.daysSince1970 - shown.day.daysSince1970
    guard isDate == shown.isDate else { return own.isDate == shown.isDate ? adding(days: days) : nil }
    guard let from = shown.local, let to = local else {
      return own.adding(days: day.daysSince1970 - shown.day.daysSince1970)
    }
    // It was given another zone.
    guard parameters == shown.parameters else { return own.isDate ? nil : adding(days: days) }
    let distance = to.seconds(after: from)
    guard own.isDate else { return own.adding(seconds: distance) }
    return distance % 86_400 == 0 ? own.adding(days: Int(distance / 86_400)) : nil
  }

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
