internal import ICalendar
internal import ListoEditing
internal import ListoModel

/// The checks of properties and components against each other.
extension ItemCheck {
  mutating func checkSeries(_ component: Component, _ surroundings: Surroundings) {
    guard let group = surroundings.group else { return }
    if let property = component.first(.recurrenceID) {
      if group.masters == 0 {
        // Two would become two masters of one UID.
        let edits = group.overrides == 1 ? [ByteEdit(property.bytes.indices)] : []
        report(
          .overrideAlone, property, "a changed occurrence whose repeating reminder is not in the file",
          "RECURRENCE-ID dropped, so it becomes a separate reminder", edits)
      } else if group.masters == 1, let series = group.series {
        checkOccurrence(property, of: component, in: series, surroundings)
      }
    } else if group.masters > 1, component.lineNumber != group.firstMaster {
      report(.severalMasters, component, "line \(group.firstMaster) has the same UID")
    }
    if component.kind == .vtodo, surroundings.isResource, group.reminders > 1,
      component.lineNumber != group.firstMaster,
      component.first(.recurrenceID) == nil || group.masters > 0
    {
      report(.severalReminders, component, "a stored object of \(group.reminders) VTODOs")
    }
  }

  /// An override replaces one of the occurrences of its series, which it names as they are written (RFC 5545
  /// §3.8.4.4).
  private mutating func checkOccurrence(
    _ property: Property, of component: Component, in series: Component, _ surroundings: Surroundings
  ) {
    guard rules.containsAny(.overrideWithoutOccurrence, .overrideDate), let id = try? property.moment(),
      let recurrence = Recurrence(Reminder(series, in: surroundings.context ?? .none))
    else { return }
    let time = recurrence.time(ofOverride: id)
    let found = recurrence.times(from: time, through: time, limit: 1)
    guard found.times == [time] else {
      // An override that is done belongs to the past of a series that has moved on.
      guard found.course == .ended, Reminder(component, in: .none).isOpen else { return }
      return report(
        .overrideWithoutOccurrence, property,
        "a changed occurrence at \(property.rawText), which is no date of its repeating reminder")
    }
    guard case .date = id, recurrence.anchor.local != nil else { return }
    let moment = recurrence.moment(at: time)
    report(
      .overrideDate, property, "RECURRENCE-ID is a date, but the repeating reminder has times",
      "RECURRENCE-ID:\(moment.iCalendarText) written",
      [
        replacement(
          property, Array(moment.iCalendarText.utf8), without: ["VALUE", "TZID"], adding: moment.parameters,
          in: component)
      ])
  }

  mutating func checkRules(_ component: Component, _ surroundings: Surroundings, _ facts: ItemFacts) {
    guard let (rule, property) = facts.rules.first else { return }
    if let count = rule.count, count > 10_000 {
      report(.largeCount, property, "the rule has \(count) occurrences")
    }
    guard let start = facts.start?.moment else {
      guard !facts.present.contains(.dtstart) else { return }
      guard component.kind == .vtodo, let due = facts.due else {
        return report(.ruleWithoutStart, property, "a rule without DTSTART")
      }
      let line = LineStyle(component).line("DTSTART", due.property.parameters, due.property.value)
      return report(
        .ruleWithoutStart, property, "a rule without DTSTART", "DTSTART set to DUE",
        [ComponentFrame.insertion(of: line, into: component)])
    }
    if let until = rule.until, Order.isBefore(until, start, surroundings.zones) {
      report(.untilBeforeStart, property, "UNTIL is before DTSTART")
    }
  }

  mutating func checkReminder(_ component: Component, _ surroundings: Surroundings, _ facts: ItemFacts) {
    if facts.present.contains(.duration) {
      if facts.present.contains(.due), let property = component.first(.duration) {
        report(
          .dueAndDuration, property, "DURATION beside DUE", "dropped, because DUE counts",
          [ByteEdit(property.bytes.indices)])
      } else if !facts.present.contains(.dtstart) {
        report(.durationWithoutStart, component, "DURATION without DTSTART")
      }
    }
    checkEnds(component, surroundings, facts)
    checkCompletion(component)
    if let property = component.first(.relatedTo) { checkRelation(property, component) }
    if facts.due != nil, !facts.present.contains(.dtstart), rules.contains(.alarmWithoutStart),
      component.hasChildren
    {
      for alarm in component.children where alarm.kind == .valarm {
        report(.alarmWithoutStart, alarm, "an alarm of a reminder with DUE, and without DTSTART")
      }
    }
  }

  private mutating func checkRelation(_ first: Property, _ component: Component) {
    report(.relationNotShown, first, "RELATED-TO is not shown")
    guard rules.contains(.childRelation) else { return }
    for property in component.all(.relatedTo) where property.relationType == "CHILD" {
      report(.childRelation, property, "RELTYPE=CHILD is shown upside down")
    }
  }

  // MARK: Begin and end

  private mutating func checkEnds(_ component: Component, _ surroundings: Surroundings, _ facts: ItemFacts) {
    if let (due, property) = facts.due { checkTime(due, property, component, facts) }
    guard let (start, property) = facts.start, let (due, dueProperty) = facts.due else { return }
    guard Order.isDay(start) != Order.isDay(due) else {
      if Order.isBefore(due, start, surroundings.zones) {
        report(.dueBeforeStart, dueProperty, "DUE is before DTSTART")
      }
      return
    }
    let message =
      "DTSTART is a \(Order.isDay(start) ? "date" : "time"), and DUE a \(Order.isDay(due) ? "date" : "time")"
    let other = Order.moment(start, like: due)
    // A repeating reminder repeats from DTSTART, which must therefore stay; and no reminder may begin after
    // its end.
    guard !isRepeating(facts), !Order.isBefore(due, other, surroundings.zones) else {
      return report(.mixedTypes, property, message)
    }
    report(
      .mixedTypes, property, message, "DTSTART written like DUE: \(other.iCalendarText)",
      [
        replacement(
          property, Array(other.iCalendarText.utf8), without: ["VALUE", "TZID"],
          adding: dueProperty.parameters.filter { ["VALUE", "TZID"].contains($0.name) }, in: component)
      ])
  }

  private func isRepeating(_ facts: ItemFacts) -> Bool {
    facts.present.contains(.rrule) || facts.present.contains(.rdate) || facts.present.contains(.recurrenceID)
  }

  private mutating func checkTime(
    _ due: Moment, _ property: Property, _ component: Component, _ facts: ItemFacts
  ) {
    guard !Order.isDay(due), rules.containsAny(.timeOfDay, .midnightInUTC) else { return }
    var edits: [ByteEdit] = []
    let times = [(due, property)] + (facts.start.map { [($0.moment, $0.property)] } ?? [])
    // A repeating reminder repeats from its time.
    if !isRepeating(facts), times.allSatisfy({ !Order.isDay($0.0) }) {
      for (moment, property) in times {
        edits.append(
          replacement(
            property, Array(Moment.date(moment.day).iCalendarText.utf8), without: ["VALUE", "TZID"],
            adding: [Parameter(name: "VALUE", values: ["DATE"])], in: component))
      }
    }
    if case .utc(let local) = due, local == LocalDateTime(startOf: local.day),
      facts.start.map({ $0.moment.local.map { $0 == LocalDateTime(startOf: $0.day) } ?? true }) ?? true
    {
      report(
        .midnightInUTC, property, "DUE is midnight in UTC, which may mean the day", "the day written", edits)
    }
    report(.timeOfDay, property, "DUE has a time of day", "the day written", edits)
  }

  // MARK: Done or not

  private mutating func checkCompletion(_ component: Component) {
    guard rules.containsAny(.incompleteCompletion, .statusConflict) else { return }
    let status = component.first(.status)
    let percent = component.first(.percentComplete)
    let completed = component.first(.completed)
    let word = status?.rawText.uppercased()
    let number = percent.flatMap { try? IntegerValue.parse($0.value) }
    guard percent == nil || number != nil, word != "CANCELLED", word != "" else { return }
    if word == "COMPLETED" || (word == nil && (number == 100 || completed != nil && number == nil)) {
      if word == "COMPLETED", let number, let percent, number != 100 {
        return report(
          .statusConflict, percent, "STATUS is COMPLETED, but PERCENT-COMPLETE is \(number)",
          "PERCENT-COMPLETE:100 written",
          [replacement(percent, Array("100".utf8), in: component)])
      }
      return checkDone(component, status, percent, completed)
    }
    if word != nil, let completed {
      report(
        .statusConflict, completed,
        "STATUS is \(ShortenedValue.shown(word ?? "")), but COMPLETED is set",
        "COMPLETED dropped",
        [ByteEdit(completed.bytes.indices)])
    }
    if word != nil, number == 100, let percent {
      report(
        .statusConflict, percent,
        "STATUS is \(ShortenedValue.shown(word ?? "")), but PERCENT-COMPLETE is 100",
        "PERCENT-COMPLETE dropped",
        [ByteEdit(percent.bytes.indices)])
    }
    if word == nil, completed != nil, let number, number != 100, let percent {
      report(.statusConflict, percent, "COMPLETED is set, but PERCENT-COMPLETE is \(number)")
    }
  }

  private mutating func checkDone(
    _ component: Component, _ status: Property?, _ percent: Property?, _ completed: Property?
  ) {
    var lines: [(name: String, value: String)] = []
    if status == nil { lines.append(("STATUS", "COMPLETED")) }
    if percent == nil { lines.append(("PERCENT-COMPLETE", "100")) }
    var isOpen = false
    if completed == nil {
      let time = Stamp.utc(.lastModified, of: component) ?? Stamp.utc(.dtstamp, of: component)
      // A stamp that was made up says nothing.
      if let time, time != Stamp.unknown { lines.append(("COMPLETED", time)) } else { isOpen = true }
    }
    guard !lines.isEmpty || isOpen else { return }
    let style = LineStyle(component)
    let names = lines.map(\.name) + (isOpen ? ["COMPLETED"] : [])
    report(
      .incompleteCompletion, component, "it is completed, but lacks \(names.joined(separator: ", "))",
      lines.map { "\($0.name):\($0.value)" }.joined(separator: ", ") + " written",
      lines.map {
        ComponentFrame.insertion(of: style.line($0.name, [], Array($0.value.utf8)), into: component)
      })
  }
}

/// How two moments stand to each other, where that can be known.
enum Order {
  static func isDay(_ moment: Moment) -> Bool { if case .date = moment { true } else { false } }

  static func isBefore(_ one: Moment, _ other: Moment, _ zones: ZoneTable) -> Bool {
    switch (one, other) {
    case (.date, _), (_, .date): return one.day < other.day
    case (.floating(let one), .floating(let other)): return one < other
    default:
      guard let one = instant(one, zones), let other = instant(other, zones) else { return false }
      return one < other
    }
  }

  private static func instant(_ moment: Moment, _ zones: ZoneTable) -> Instant? {
    switch moment {
    case .utc(let local): Instant(utc: local)
    case .zoned(let local, let tzid): zones.zone(tzid)?.instant(of: local)
    case .date, .floating: nil
    }
  }

  /// A moment as another is written: its day, or the beginning of its day.
  static func moment(_ moment: Moment, like other: Moment) -> Moment {
    switch other {
    case .date: .date(moment.day)
    case .floating: .floating(LocalDateTime(startOf: moment.day))
    case .utc: .utc(LocalDateTime(startOf: moment.day))
    case .zoned(_, let tzid): .zoned(LocalDateTime(startOf: moment.day), tzid: tzid)
    }
  }
}
