package import ICalendar
package import ListoModel

/// The components of a series after one of its occurrences was completed, in one of three ways
/// (``Completion/Recurrence``), or got lines of its own. A change of lines in memory: nothing is written, no
/// clock is asked.
package struct RepeatingCompletion: Sendable {
  /// The master's component, which is the same bytes where it stays.
  package internal(set) var master: Component
  /// Reminders with UIDs of their own that come into the list: what was done, and overrides that were left
  /// behind.
  package internal(set) var copies: [Component] = []
  /// An override that comes into the list, beside the master.
  package internal(set) var override: Component?
  /// Overrides that change, by their index among those that were given.
  package internal(set) var changed: [Int: Component] = [:]
  /// The indices of overrides that go: a copy, or an override of another occurrence, has what they said.
  package internal(set) var removed: [Int] = []
  /// All of the series is done.
  package internal(set) var completesSeries = false
  /// The reminder begins anew, and so do its subtasks (``Editing/descendants(of:)``).
  var reopensSubtasks = false
  /// The changes made beyond the requested one: half a sentence each, as ``EditPlan/Note`` has them.
  package internal(set) var notes: [String] = []

  /// Whether a component repeats: it has an RRULE or RDATE.
  package static func repeats(_ component: Component) -> Bool {
    component.first(.rrule) != nil || component.first(.rdate) != nil
  }

  /// Completes an occurrence.
  ///
  /// - Parameters:
  ///   - master: what repeats.
  ///   - overrides: reminders of its list with its UID and a RECURRENCE-ID.
  ///   - occurrence: its RECURRENCE-ID; nil for the current one (``ReminderSeries/position(in:steps:)``).
  ///   - identifier: of what is completed, for errors.
  ///   - existing: the reminder of the list that has a UID, so that nothing is there twice.
  /// - Throws: ``EditError/refused(_:reason:repairs:)``.
  /// - Complexity: linear in the steps that rules take, which are bounded (`Recurrence.steps`).
  package init(
    of master: Reminder, overrides: [Reminder] = [], occurrence: Moment? = nil, _ completion: Completion,
    identifier: ModelIdentifier, in context: EditContext,
    existing: @escaping (String) -> Reminder? = { _ in nil }
  ) throws(EditError) {
    self.master = master.component
    let refusal = Refusal(identifier)
    let completing = Completing(
      overrides: overrides, uid: master.uid ?? identifier.uid?.text ?? "", now: context.view.now,
      view: context.view, refusal: refusal, existing: existing)
    try complete(master, occurrence, completion, completing, context)
  }

  /// Gives an open occurrence that its rule makes lines of its own.
  ///
  /// - Parameters:
  ///   - occurrence: its RECURRENCE-ID.
  ///   - asOverride: as an override; else as a reminder with its own UID, which the series moves past.
  /// - Throws: ``EditError/notFound(_:)`` where there is no such occurrence, and
  ///   ``EditError/refused(_:reason:repairs:)``.
  package init(
    detaching occurrence: Moment, of master: Reminder, overrides: [Reminder], asOverride: Bool,
    identifier: ModelIdentifier, in context: EditContext, existing: @escaping (String) -> Reminder?
  ) throws(EditError) {
    self.master = master.component
    let refusal = Refusal(identifier)
    try refusal.checkRules(of: master)
    guard let series = SeriesPosition(master, overrides, context.view), master.isOpen else {
      throw .notFound(identifier)
    }
    let time = series.recurrence.time(ofOverride: occurrence)
    guard series.contains(time), !series.isDone(time) else { throw .notFound(identifier) }
    let completing = Completing(
      overrides: overrides, uid: master.uid ?? identifier.uid?.text ?? "", now: context.view.now,
      view: context.view, refusal: refusal, existing: existing, closes: false)
    let next = series.next(after: time)
    if !asOverride, series.firstOpen().time != time {
      try except(time, of: series, completing)
    } else if !asOverride, next.isNone, overrides.isEmpty {
      self.master = series.content(at: time, recurrenceID: false).stamped(context.view.now)
      notes.append("it was the last occurrence, so the reminder no longer repeats")
    } else if !asOverride, let next = next.time, let move = MasterMove(to: next, of: series, context.view.now)
    {
      advance(past: time, move, of: series, completing)
    } else {
      override = series.content(at: time, recurrenceID: true).stamped(context.view.now)
    }
  }

  private mutating func complete(
    _ master: Reminder, _ occurrence: Moment?, _ completion: Completion, _ completing: Completing,
    _ context: EditContext
  ) throws(EditError) {
    let (refusal, view) = (completing.refusal, context.view)
    if completion.recurrence == .series {
      return completeSeries(completing)
    }
    try refusal.checkRules(of: master)
    guard let series = SeriesPosition(master, completing.overrides, view) else { throw refusal.withoutDate() }
    let found = series.firstOpen()
    // An override of a range that names no occurrence speaks for those behind it, and would close them.
    let current = completing.current(of: master, view).flatMap { time in
      series.contains(time) || series.override(at: time)?.isRange != true ? time : nil
    }
    guard let first = found.time ?? current else {
      guard found.course == .ended else { throw refusal.endless() }
      return completeSeries(completing)
    }
    let time = occurrence.map(series.recurrence.time(ofOverride:)) ?? current ?? first
    if series.isDone(time) { throw refusal.done() }
    guard master.isOpen else {
      // Its rules yield nothing more, and its open overrides stand alone.
      guard series.override(at: time) != nil else { throw refusal.done() }
      return complete(time, of: series, completing.now)
    }
    let others = completing.overrides.enumerated().filter { index, override in
      override.isOpen && index != series.override(at: time)?.index
    }
    let isLast =
      found.time.map { $0 == time && series.next(after: $0).isNone } ?? (found.course == .ended)
      && others.isEmpty
    guard series.contains(time) else {
      // The rule does not name the time of this override.
      guard series.override(at: time) != nil else { throw refusal.noOccurrence() }
      return isLast ? completeSeries(completing) : complete(time, of: series, completing.now)
    }
    if time < first, series.override(at: time) == nil { throw refusal.done() }
    if let standing = series.current, time < standing, !isLast {
      // The producer says that the series stands behind it, so that it does not move.
      return complete(time, of: series, completing.now)
    }
    if completion.recurrence == .override, !master.repeatsFromCompletion {
      if let origin = completion.origin, origin != .due { throw refusal.originOfOverride(origin) }
      return isLast ? completeSeries(completing) : complete(time, of: series, completing.now)
    }
    guard time == first else {
      if let origin = completion.origin, origin != .due { throw refusal.originOfLater(origin) }
      return try except(time, of: series, completing)
    }
    let origin = completion.origin ?? (master.repeatsFromCompletion ? .completion : context.origin)
    if isLast && origin != .completion { return completeSeries(completing) }
    do throws(EditError) {
      try advance(time, of: series, origin, completing)
    } catch {
      // Nobody asked for the time of completion by name, so that the rule's own dates do.
      guard completion.origin == nil, origin == .completion else { throw error }
      try advance(time, of: series, .next, completing)
    }
    guard origin == .due else { return }
    noteMissed(of: master, without: time, "--from next skips", completing, view)
  }

  /// Says how many more occurrences are overdue.
  ///
  /// - Parameter skipping: the option that passes over them.
  private mutating func noteMissed(
    of master: Reminder, without time: LocalDateTime, _ skipping: String, _ completing: Completing,
    _ view: ViewContext
  ) {
    guard !completesSeries, let series = ReminderSeries(master, overrides: completing.overrides) else {
      return
    }
    let done = series.occurrence(at: series.recurrence.moment(at: time), in: view)
    let missed = series.missed(in: view) - (done?.reminder.isOverdue(in: view) ?? false ? 1 : 0)
    guard missed > 0 else { return }
    notes.append(
      missed == 1 ? "1 more was missed; \(skipping) it" : "\(missed) more were missed; \(skipping) them")
  }

  // MARK: The series, and one occurrence in its place

  mutating func completeSeries(_ completing: Completing) {
    master = master.completed(at: completing.now)
    for (index, override) in completing.overrides.enumerated() where override.isOpen {
      changed[index] = override.component.completed(at: completing.now)
    }
    completesSeries = true
  }

  /// Completes an override, or makes one.
  mutating func complete(_ time: LocalDateTime, of series: SeriesPosition, _ now: Instant) {
    if let override = series.override(at: time), !override.isRange {
      changed[override.index] = override.reminder.component.completed(at: now)
    } else {
      override = series.content(at: time, recurrenceID: true).completed(at: now)
    }
  }
}

/// The values that are the same for all steps of a completion.
struct Completing {
  let overrides: [Reminder]
  /// The UID of the series.
  let uid: String
  let now: Instant
  /// The person's time zone, and how dates are written.
  let view: ViewContext
  let refusal: Refusal
  let existing: (String) -> Reminder?
  /// The occurrence is completed; else it stays open, in lines of its own.
  var closes = true

  /// An occurrence as it is afterwards.
  func finished(_ component: Component) -> Component {
    closes ? component.completed(at: now) : component.stamped(now)
  }

  /// The time of the current occurrence; nil if the series is finished or its rules cannot be followed.
  func current(of master: Reminder, _ view: ViewContext) -> LocalDateTime? {
    guard
      case .current(let occurrence)? = ReminderSeries(master, overrides: overrides)?.position(in: view)
        .position
    else { return nil }
    return occurrence.time
  }
}

extension SeriesPosition {
  /// A time is one of its occurrences.
  func contains(_ time: LocalDateTime) -> Bool {
    recurrence.times(from: time, through: time, limit: 1).times == [time]
  }
}

extension Moment {
  /// For people: `8 Dec 06:30`, with the year if it is not this one, and the time zone unless it is the
  /// person's.
  func words(in view: ViewContext) -> String {
    let text = view.dateStyle.words(day, local, hasYear: day.year != view.today.year)
    switch self {
    case .date, .floating: return text
    case .utc: return "\(text) UTC"
    case .zoned(_, let tzid):
      let isOwn = tzid == view.zone.name || Zone.resolve(tzid: tzid)?.zone.name == view.zone.name
      return isOwn ? text : "\(text) in \(tzid)"
    }
  }
}
