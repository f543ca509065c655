internal import ICalendar
internal import ListoModel

extension RepeatingCompletion {
  // MARK: Copies

  /// The UID of an occurrence that stands by itself, the same on every device: it follows from that of the
  /// series and the RECURRENCE-ID, as an instant, a floating time or a day.
  static func uid(of uid: String, at time: LocalDateTime, of series: SeriesPosition) -> String {
    let moment = series.recurrence.moment(at: time)
    let zones = series.master.calendar.zones
    let text: String
    switch RecurrenceKey(moment).resolved(in: zones.zone) {
    case .instant(let instant): text = Moment.utc(instant.utc).iCalendarText
    case .unknownZone(let local, let tzid): text = "\(local.iCalendarText) \(tzid)"
    default: text = moment.iCalendarText
    }
    return UUIDv5.string(name: Array("\(uid)\n\(text)".utf8))
  }

  /// Adds a reminder of its own for an occurrence. One that is there, and says the same, is not made again.
  private mutating func add(
    _ component: Component, at time: LocalDateTime, of series: SeriesPosition, _ completing: Completing
  ) {
    let name = Self.uid(of: completing.uid, at: time, of: series)
    var uid = name
    var number = 1
    while let other = completing.existing(uid) {
      if completing.closes,
        other.component.isSameCompletion(as: component, zone: series.master.calendar.zones.zone)
      {
        notes.append(
          "its occurrence of \(series.recurrence.moment(at: time).words(in: completing.view)) was completed before, and stays"
        )
        return
      }
      number += 1
      uid = UUIDv5.string(name: Array("\(name)\n\(number)".utf8))
    }
    var edits = LineEdits(component)
    edits.set(.uid, uid)
    copies.append(edits.result)
  }

  // MARK: A later occurrence

  /// Takes an occurrence out of the series that others come before: it stands by itself, done, and EXDATE
  /// says that the series lacks it.
  mutating func except(
    _ time: LocalDateTime, of series: SeriesPosition, _ completing: Completing
  ) throws(EditError) {
    if let range = series.override(at: time), range.isRange {
      // It is where the range begins.
      throw completing.refusal.unmovable()
    }
    let content = series.content(at: time, recurrenceID: false)
    add(completing.finished(content), at: time, of: series, completing)
    if let override = series.override(at: time) { removed.append(override.index) }
    var edits = LineEdits(master)
    series.append(exceptions: [time], &edits)
    edits.stamp(completing.now)
    master = edits.result
    if completing.closes, time != series.firstOpen().time {
      notes.append("earlier occurrences are open, so the series keeps its dates")
    }
  }

  // MARK: The first occurrence

  mutating func advance(
    _ time: LocalDateTime, of series: SeriesPosition, _ origin: Completion.Origin, _ completing: Completing
  ) throws(EditError) {
    let move: MasterMove
    switch origin {
    case .completion:
      guard let found = try MasterMove(fromToday: completing, time, of: series) else {
        return completeSeries(completing)
      }
      move = found
    case .due, .next:
      let found = origin == .due ? series.next(after: time) : series.next(after: time, later: completing.now)
      guard let next = found.time else {
        guard found.course == .ended else { throw completing.refusal.endless() }
        let isLast = series.overrides.allSatisfy { $0.time == time || !$0.reminder.isOpen }
        return isLast ? completeSeries(completing) : complete(time, of: series, completing.now)
      }
      guard let found = MasterMove(to: next, of: series, completing.now) else {
        throw completing.refusal.unmovable()
      }
      move = found
    }
    // A master that repeats no longer has no overrides.
    if !Self.repeats(move.component), series.overrides.contains(where: { $0.time >= move.next }) {
      return try except(time, of: series, completing)
    }
    advance(past: time, move, of: series, completing)
    reopensSubtasks = true
    if let passed = move.passed {
      notes.append(
        passed == 1 ? "1 missed occurrence is skipped" : "\(passed) missed occurrences are skipped")
    }
    notes.append("it is next due \(move.moment.words(in: completing.view))")
  }

  /// Puts a reminder of its own in the place of an occurrence, and moves the series past it.
  mutating func advance(
    past time: LocalDateTime, _ move: MasterMove, of series: SeriesPosition, _ completing: Completing
  ) {
    let content = series.content(at: time, recurrenceID: false)
    add(completing.finished(content), at: time, of: series, completing)
    leaveBehind(time, move, series, completing)
    master = move.component
  }

  /// Overrides of occurrences that the series has passed: what was completed is its copy already, the others
  /// become reminders of their own, and one that goes for all behind it begins at the next occurrence.
  private mutating func leaveBehind(
    _ time: LocalDateTime, _ move: MasterMove, _ series: SeriesPosition, _ completing: Completing
  ) {
    let range = series.range(at: move.next)
    for override in series.overrides where override.time < move.next {
      if override.index == range?.index {
        // It begins at the first occurrence that has no override.
        guard let begin = series.firstPlain(from: move.next) else {
          removed.append(override.index)
          continue
        }
        changed[override.index] = series.moved(override, to: begin, completing.now)
        continue
      }
      removed.append(override.index)
      guard override.time != time || override.index != series.override(at: time)?.index else { continue }
      // Two devices that moved one range on to two times leave it twice.
      if override.isRange, let range, series.isSame(override, range) { continue }
      var content = LineEdits(series.content(of: override, recurrenceID: false))
      content.stamp(completing.now)
      add(content.result, at: override.time, of: series, completing)
      if override.reminder.isOpen {
        notes.append(
          "its occurrence of \(series.recurrence.moment(at: override.time).words(in: completing.view)) "
            + "is now a separate reminder"
        )
      }
    }
  }
}

extension SeriesPosition {
  /// The first occurrence without an override, from a time on; nil for none.
  fileprivate func firstPlain(from time: LocalDateTime) -> LocalDateTime? {
    recurrence.times(from: time, through: Self.end, limit: overrides.count + 1).times
      .first { override(at: $0) == nil }
  }

  /// An override that goes for all behind it, from a later occurrence on.
  fileprivate func moved(_ override: Override, to next: LocalDateTime, _ now: Instant) -> Component {
    let component = override.reminder.component
    let shift = next.seconds(after: override.time)
    var edits = LineEdits(component)
    moveDates(of: override, by: shift, &edits)
    moveAlarms(of: component, by: shift, &edits)
    if let id = component.first(.recurrenceID), let moment = try? id.moment() {
      edits.replace(id, value: clock.moved(moment, by: shift).iCalendarText)
    }
    if override.reminder.isOpen { edits.begin(component) }
    edits.stamp(now)
    return edits.result
  }

  /// Says that these are no occurrences.
  func append(exceptions times: [LocalDateTime], _ edits: inout LineEdits) {
    guard let first = times.first else { return }
    let values = times.map { recurrence.moment(at: $0).iCalendarText }.joined(separator: ",")
    edits.append(.exdate, parameters: recurrence.moment(at: first).parameters, values)
  }
}
