internal import ICalendar
internal import ListoModel

/// A master that has moved on to a later time.
///
/// The occurrences that are left must be the same as before: a rule without BYDAY follows DTSTART, so that a
/// date of RDATE on another day cannot be its beginning. So each way is tried against the occurrences that
/// were left, and the first that leaves the same is taken.
struct MasterMove {
  let component: Component
  /// The occurrence that is next.
  let next: LocalDateTime
  /// When that is due.
  let moment: Moment
  /// How many occurrences were passed that were not done; nil for none.
  var passed: Int?

  private init(_ component: Component, next: LocalDateTime, moment: Moment, passed: Int? = nil) {
    (self.component, self.next, self.moment, self.passed) = (component, next, moment, passed)
  }

  /// How many of the occurrences that are left are compared.
  private static let compared = 40

  /// Moves it to one of its occurrences.
  ///
  /// - Returns: nil where its lines cannot say what is left.
  init?(to next: LocalDateTime, of series: SeriesPosition, _ now: Instant) {
    let recurrence = series.recurrence
    let shift = next.seconds(after: series.standing)
    let passed = series.passed(before: next)
    let due = series.master.due ?? series.master.start ?? recurrence.anchor
    let moment = series.clock.moved(due, by: next.seconds(after: recurrence.start))
    func result(_ component: Component) -> MasterMove {
      MasterMove(component, next: next, moment: moment, passed: passed > 0 ? passed : nil)
    }
    if let line = Quirks.currentOccurrenceLine(of: series.master.component), let current = try? line.moment()
    {
      // KOrganizer's way: the dates stay those of the first.
      var edits = series.fresh(shift, now)
      edits.replace(line, value: series.clock.moved(current, by: shift).iCalendarText)
      self = result(edits.result)
      return
    }
    let left = recurrence.times(from: next, through: SeriesPosition.end, limit: Self.compared).times
    func leavesTheSame(_ component: Component) -> Bool {
      let moved = Recurrence(Reminder(component, in: series.master.calendar))
      guard let moved else { return left.count == 1 }
      guard moved.times(through: SeriesPosition.end, limit: Self.compared).times == left else { return false }
      // Of several rules the next times may be those of one alone.
      let (parts, movedParts) = (recurrence.parts, moved.parts)
      return parts.count == 1
        || parts.count == movedParts.count
          && zip(parts, movedParts).allSatisfy { part, moved in
            part.times(from: next, through: SeriesPosition.end, limit: Self.compared).times
              == moved.times(through: SeriesPosition.end, limit: Self.compared).times
          }
    }
    // RDATEs may come before the next time of the rules; where there are none, that is next.
    for anchor in left.prefix(series.additions(from: next).count + 1) {
      let edits = series.moved(to: anchor, next: next, shift: shift, now)
      if leavesTheSame(edits.result) {
        self = result(edits.result)
        return
      }
    }
    var edits = series.fresh(shift, now)
    series.dropAdditions(before: next, &edits)
    let rest = Recurrence(Reminder(edits.result, in: series.master.calendar)) ?? recurrence
    let excepted = rest.times(through: next.adding(seconds: -1), limit: Self.mostExcepted)
    guard excepted.times.count < Self.mostExcepted, excepted.course == .ended else { return nil }
    series.append(exceptions: excepted.times, &edits)
    guard leavesTheSame(edits.result) else { return nil }
    self = result(edits.result)
  }

  /// No EXDATE has more values than this.
  private static let mostExcepted = 400

  /// Moves it off its rule: to the interval of the rule, counted from today.
  ///
  /// - Returns: nil where that is behind the end of the rule.
  init?(
    fromToday completing: Completing, _ time: LocalDateTime, of series: SeriesPosition
  ) throws(EditError) {
    let component = series.master.component
    let refusal = completing.refusal
    guard !series.overrides.contains(where: { $0.time > time }) else {
      throw refusal.fixedTimes("later occurrences of it were changed")
    }
    guard series.additions(from: time.adding(seconds: 1)).isEmpty else {
      throw refusal.fixedTimes("it has later dates of its own (RDATE)")
    }
    guard let line = component.first(.rrule) else { return nil }
    guard component.all(.rrule).count == 1, component.first(.exrule) == nil,
      let rule = try? RecurrenceRule.parse(line.value), [nil, "GREGORIAN"].contains(rule.rscale)
    else { throw refusal.fixedTimes("it has rules without one interval") }
    if let count = rule.count,
      count <= series.passed(of: rule, before: time) + 1
    {
      return nil
    }
    let from = series.current ?? series.recurrence.start
    var next = from
    var steps = 0
    repeat {
      steps += 1
      guard
        let due = rule.due(
          steps, behind: series.clock.local(of: completing.now), like: from.adding(seconds: series.lead))
      else { return nil }
      next = due.adding(seconds: -series.lead)
    } while series.recurrence.isExcepted(next) && steps < 1000
    let shift = next.seconds(after: from)
    // Off the rule, UNTIL alone says where it ends.
    if let until = rule.until, series.isBehind(next, until) { return nil }
    var edits = series.fresh(shift, completing.now)
    if let line = Quirks.currentOccurrenceLine(of: component), let current = try? line.moment() {
      edits.replace(line, value: series.clock.moved(current, by: shift).iCalendarText)
    } else {
      series.moveDates(of: component, by: shift, &edits)
      series.dropAdditions(before: next, &edits)
      if let count = rule.count {
        edits.replace(
          line,
          value: line.counting(
            count - series.passed(of: rule, before: time) - 1))
      }
    }
    let due = series.master.due ?? series.master.start ?? series.recurrence.anchor
    self.init(
      edits.result, next: next,
      moment: series.clock.moved(due, by: next.seconds(after: series.recurrence.start)))
  }
}

extension SeriesPosition {
  /// The master's lines, begun anew: no dates are moved but those of alarms.
  fileprivate func fresh(_ shift: Int64, _ now: Instant) -> LineEdits {
    var edits = LineEdits(master.component)
    moveAlarms(of: master.component, by: shift, &edits)
    edits.begin(master.component)
    edits.stamp(now)
    return edits
  }

  /// The master's lines with its dates moved to a time, what comes before the next occurrence used up, and
  /// COUNT counted down.
  fileprivate func moved(
    to anchor: LocalDateTime, next: LocalDateTime, shift: Int64, _ now: Instant
  ) -> LineEdits {
    var edits = fresh(shift, now)
    moveDates(of: master.component, by: anchor.seconds(after: recurrence.start), &edits)
    dropAdditions(before: next, &edits)
    for property in master.component.all(.rrule) + master.component.all(.exrule) {
      guard let rule = try? RecurrenceRule.parse(property.value), let count = rule.count else { continue }
      let left = count - passed(of: rule, before: anchor)
      if left <= 0 {
        edits.remove(property)
      } else {
        edits.replace(property, value: property.counting(left + (rule.names(anchor) ? 0 : 1)))
      }
    }
    return edits
  }

  // MARK: Counting

  /// How many times of a rule come before another; see ``Recurrence/count(of:before:zones:)``.
  fileprivate func passed(of rule: RecurrenceRule, before time: LocalDateTime) -> Int {
    recurrence.count(of: rule, before: time, zones: master.calendar.zones)
  }

  /// How many occurrences that were not done come before a time, without the first of them.
  fileprivate func passed(before time: LocalDateTime) -> Int {
    let found = recurrence.times(
      from: current, through: time.adding(seconds: -1), limit: Recurrence.steps)
    return max(0, found.times.count { !isDone($0) } - 1)
  }

  /// A time comes after UNTIL; a day is the whole of it.
  fileprivate func isBehind(_ time: LocalDateTime, _ until: Moment) -> Bool {
    if case .date(let day) = until { return time.day > day }
    return time > recurrence.local(of: until)
  }

  // MARK: RDATE

  /// The times of RDATE that are not before another.
  fileprivate func additions(from time: LocalDateTime) -> [LocalDateTime] {
    master.component.all(.rdate).flatMap { ((try? $0.moments()) ?? []).map(recurrence.time(ofAddition:)) }
      .filter { $0 >= time }
  }

  /// Takes those out that are before another time.
  fileprivate func dropAdditions(before time: LocalDateTime, _ edits: inout LineEdits) {
    for property in master.component.all(.rdate) {
      guard let moments = try? property.moments() else { continue }
      let values = property.value.split(separator: 0x2C)
      let kept = zip(values, moments).filter { recurrence.time(ofAddition: $0.1) >= time }
      guard kept.count < moments.count else { continue }
      if kept.isEmpty {
        edits.remove(property)
      } else {
        let value = kept.map { String(decoding: $0.0, as: UTF8.self) }.joined(separator: ",")
        edits.replace(property, value: value)
      }
    }
  }
}

extension RecurrenceRule {
  /// A rule that begins at a time has it as its first.
  fileprivate func names(_ time: LocalDateTime) -> Bool {
    var isNamed = false
    var steps = Recurrence.steps
    _ = follow(from: time, notBefore: time, &steps) { first in
      isNamed = first == time
      return false
    }
    return isNamed
  }
}
