package import ICalendar
package import ListoModel

/// What becomes of a reminder that repeats, and of its overrides, where one of its occurrences is completed, in one of three ways
/// (``Completion/Recurrence``). A change of lines in memory: nothing is written, no clock is asked.
package struct RepeatingCompletion: Sendable {
  /// The master's component, which is the same bytes where it stays.
  package internal(set) var master: Component
  /// Reminders with UIDs of their own that come into the list: what was done, and overrides that were left behind.
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
  /// What was done along with what was asked: half a sentence each, as ``EditPlan/Note`` has them.
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
  ///   - occurrence: what names one, as a RECURRENCE-ID does; nil for the first one that is to be done.
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
    guard master.isOpen else { throw refusal.done() }
    let completing = Completing(
      overrides: overrides, uid: master.uid ?? identifier.uid?.text ?? "", now: context.view.now,
      zone: context.view.zone, refusal: refusal, existing: existing)
    try complete(master, occurrence, completion, completing, context.view)
  }

  private mutating func complete(
    _ master: Reminder, _ occurrence: Moment?, _ completion: Completion, _ completing: Completing,
    _ view: ViewContext
  ) throws(EditError) {
    let refusal = completing.refusal
    if completion.recurrence == .series {
      return completeSeries(completing)
    }
    try refusal.checkRules(of: master)
    guard let series = SeriesPosition(master, completing.overrides, view) else { throw refusal.withoutDate() }
    let found = series.firstOpen()
    guard let first = found.time else {
      guard found.course == .ended else { throw refusal.endless() }
      return completeSeries(completing)
    }
    let time = occurrence.map(series.recurrence.time(ofOverride:)) ?? first
    if series.isDone(time) { throw refusal.done() }
    guard series.contains(time) else {
      // An override of a time that the rule no longer names stands by itself.
      guard series.override(at: time) != nil else { throw refusal.noOccurrence() }
      return complete(time, of: series, completing.now)
    }
    if time < first { throw refusal.done() }
    let next = series.next(after: time)
    let hasOthers = completing.overrides.enumerated().contains { index, override in
      override.isOpen && index != series.override(at: time)?.index
    }
    let isLast = time == first && next.time == nil && next.course == .ended && !hasOthers
    switch completion.recurrence {
    case .series: return
    case .override:
      guard completion.origin == .due else { throw refusal.originOfOverride(completion.origin) }
      if isLast { return completeSeries(completing) }
      complete(time, of: series, completing.now)
    case .advance where time != first:
      guard completion.origin == .due else { throw refusal.originOfLater(completion.origin) }
      try except(time, of: series, completing)
    case .advance:
      if isLast && completion.origin != .completion { return completeSeries(completing) }
      try advance(time, of: series, completion.origin, completing)
    }
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
  private mutating func complete(_ time: LocalDateTime, of series: SeriesPosition, _ now: Instant) {
    if let override = series.override(at: time), !override.isRange {
      changed[override.index] = override.reminder.component.completed(at: now)
    } else {
      override = series.content(at: time, recurrenceID: true).completed(at: now)
    }
  }
}

/// What is the same for all steps of a completion.
struct Completing {
  let overrides: [Reminder]
  /// The UID of the series.
  let uid: String
  let now: Instant
  /// The zone of the person.
  let zone: Zone
  let refusal: Refusal
  let existing: (String) -> Reminder?
}

extension SeriesPosition {
  /// A time is one of its occurrences.
  func contains(_ time: LocalDateTime) -> Bool {
    recurrence.times(from: time, through: time, limit: 1).times == [time]
  }
}

extension Moment {
  /// For people, in digits: `2026-12-08 06:30`, and which clock it is where that is not the person's.
  func words(in zone: Zone) -> String {
    guard let local else { return "\(day)" }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let text = "\(day) \(two(local.hour)):\(two(local.minute))"
    switch self {
    case .date, .floating: return text
    case .utc: return "\(text) UTC"
    case .zoned(_, let tzid):
      let isOwn = tzid == zone.name || Zone.resolve(tzid: tzid)?.zone.name == zone.name
      return isOwn ? text : "\(text) in \(tzid)"
    }
  }
}
