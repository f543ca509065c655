public import ICalendar

/// A reminder that repeats, and those of its occurrences that were changed (RECURRENCE-ID), alone or with all behind them
/// (RANGE=THISANDFUTURE).
public struct ReminderSeries: Sendable {
  /// The reminder that repeats.
  public let master: Reminder
  private let recurrence: Recurrence
  /// The last of each time counts, on the clock of the master.
  private let overrides: [LocalDateTime: Reminder]
  /// The master, then the overrides that go for all behind them, in the order of time.
  private let templates: [OccurrenceTemplate]

  /// Nil where the reminder does not repeat, is an occurrence itself, or is done: then none of its occurrences is to be done.
  ///
  /// - Parameter overrides: those with its UID and a RECURRENCE-ID.
  public init?(_ master: Reminder, overrides: [Reminder] = []) {
    guard master.recurrenceID == nil, master.isOpen, let recurrence = Recurrence(master) else { return nil }
    (self.master, self.recurrence) = (master, recurrence)
    var changed: [LocalDateTime: Reminder] = [:]
    for override in overrides {
      guard let id = override.recurrenceID else { continue }
      changed[recurrence.local(of: id)] = override
    }
    self.overrides = changed
    let first = OccurrenceTemplate(master, from: recurrence.start, of: recurrence)
    let later = changed.compactMap { OccurrenceTemplate(override: $1, from: $0, of: recurrence, first) }
    templates = [first] + later.sorted { $0.from < $1.from }
  }

  /// The occurrences that a template goes for: none but those before the next one.
  private func last(of index: Int) -> LocalDateTime {
    index + 1 < templates.count
      ? templates[index + 1].from.adding(seconds: -1) : LocalDateTime(startOf: Day(daysSince1970: Int.max))
  }

  /// One of the times at which it is to be done.
  public struct Occurrence: Sendable {
    /// A reminder without rules, with the dates of the occurrence and its RECURRENCE-ID.
    public let reminder: Reminder
    /// It was changed by hand: a component of the file, as it stands there.
    public let isOverride: Bool
    /// The instant by which it is sorted: when it is due, else when it begins.
    public let instant: Instant
  }

  /// What a series gives in a range of time.
  public struct Expansion: Sendable {
    /// In ascending order.
    public var occurrences: [Occurrence] = []
    /// Whether they are all.
    public var course = RecurrenceRule.Course.ended
    /// The steps that were not taken.
    public var stepsLeft = 0
    /// Rules name more than ``ReminderSeries/mostADay`` times a day.
    public var isFrequent = false
  }

  /// The most occurrences of one reminder that are handed out at once.
  public static let most = 10_000
  /// What names more times a day than this, over all that was found, is frequent.
  public static let mostADay = 2

  /// The bytes of the largest component that occurrences are made of.
  var byteCount: Int { templates.reduce(0) { max($0, $1.reminder.component.byteCount) } }

  /// The occurrences that are due, or without a due date begin, in a stretch of time, done ones too, in the order of time.
  ///
  /// - Parameters:
  ///   - from: the first instant that is wanted.
  ///   - to: the first one that is not.
  ///   - most: how many are handed out.
  ///   - ofFrequent: how many where they are frequent; nil for no other number.
  ///   - steps: how many may be taken; see ``RecurrenceRule/follow(from:notBefore:_:_:)``.
  public func occurrences(
    from: Instant, to: Instant, in context: ViewContext, most: Int = Self.most, ofFrequent: Int? = nil,
    steps: Int = Recurrence.steps
  ) -> Expansion {
    var expansion = Expansion()
    var most = most
    var (room, steps) = (most * 2, steps)
    for (index, template) in templates.enumerated() {
      // Two hours more on either side, for what a change of the clocks moves.
      var first = clock(at: from, context).adding(seconds: -template.lead - 7200)
      if index > 0 { first = max(first, template.from) }
      let last = min(clock(at: to, context).adding(seconds: -template.lead + 7200), last(of: index))
      guard first <= last else { continue }
      var found = recurrence.times(from: first, through: last, limit: room, steps: steps)
      if Self.isFrequent(found.times) {
        expansion.isFrequent = true
        if let ofFrequent, ofFrequent < most {
          most = ofFrequent
          room = min(room, most * 2)
          found.times = Array(found.times.prefix(room))
        }
      }
      var pattern = OccurrencePattern(template, of: recurrence)
      expansion.occurrences += found.times.compactMap { local in
        overrides[local] == nil ? placed(pattern.occurrence(at: local), context) : nil
      }
      if found.course != .ended { expansion.course = found.course }
      (room, steps) = (room - found.times.count, found.stepsLeft)
      if room <= 0 { expansion.course = .cut }
      guard room > 0, steps > 0 else { break }
    }
    // Wherever their own times were moved to.
    expansion.occurrences += overrides.values.compactMap { changed($0, context) }
    expansion.occurrences = expansion.occurrences.filter { $0.instant >= from && $0.instant < to }
      .sorted { $0.instant == $1.instant ? $0.text < $1.text : $0.instant < $1.instant }
    expansion.stepsLeft = steps
    guard expansion.occurrences.count > most else { return expansion }
    expansion.occurrences = Array(expansion.occurrences.prefix(most))
    expansion.course = .cut
    return expansion
  }

  private static func isFrequent(_ times: [LocalDateTime]) -> Bool {
    guard let first = times.first, let last = times.last else { return false }
    return times.count > mostADay * (last.day.daysSince1970 - first.day.daysSince1970 + 1)
  }

  /// What the clock on which it repeats shows, for who asks.
  private func clock(at instant: Instant, _ context: ViewContext) -> LocalDateTime {
    switch recurrence.anchor {
    case .date: return LocalDateTime(startOf: context.zone.local(of: instant).day)
    case .floating: return context.zone.local(of: instant)
    case .utc: return instant.utc
    case .zoned(_, let tzid): return (master.calendar.zones.zone(tzid) ?? context.zone).local(of: instant)
    }
  }

  /// The occurrence that a moment names as RECURRENCE-ID does: as the file has it, where it was changed; nil where there is none then.
  public func occurrence(at id: Moment, in context: ViewContext) -> Occurrence? {
    let local = recurrence.local(of: id)
    if let override = overrides[local] { return changed(override, context) }
    guard recurrence.times(from: local, through: local, limit: 1).times == [local],
      let template = templates.last(where: { $0.from <= local }) ?? templates.first
    else { return nil }
    return occurrence(at: local, of: template, context)
  }

  /// The first occurrence that is still to be done, overdue or not: what is done or cancelled is passed over, and so is what lies before
  /// the one that a producer says it stands at (``Quirks``).
  ///
  /// - Parameter steps: how many may be taken; see ``RecurrenceRule/follow(from:notBefore:_:_:)``.
  /// - Returns: none where all are done; the course says whether a further search could have found one.
  public func next(in context: ViewContext, steps: Int = Recurrence.steps) -> (
    occurrence: Occurrence?, course: RecurrenceRule.Course, stepsLeft: Int
  ) {
    let current = Quirks.currentOccurrence(of: master).map(recurrence.local)
    var best = overrides.filter { local, override in
      override.isOpen && current.map { local >= $0 } ?? true
    }.values.compactMap { changed($0, context) }.min { ($0.instant, $0.text) < ($1.instant, $1.text) }
    var (course, steps) = (RecurrenceRule.Course.ended, steps)
    for (index, template) in templates.enumerated() where template.reminder.isOpen {
      let first = index == 0 ? current : max(current ?? template.from, template.from)
      let last = last(of: index)
      guard first.map({ $0 <= last }) ?? true else { continue }
      let found = recurrence.times(
        from: first, through: last, limit: min(overrides.count + 1, Self.most), steps: steps)
      (course, steps) = (found.course, found.stepsLeft)
      let own = found.times.first { overrides[$0] == nil }
      if let own, let occurrence = occurrence(at: own, of: template, context) {
        if best.map({ occurrence.instant < $0.instant }) ?? true { best = occurrence }
        break
      }
      guard course == .ended, steps > 0 else { break }
    }
    return (best, course, steps)
  }

  private func changed(_ reminder: Reminder, _ context: ViewContext) -> Occurrence? {
    guard let moment = reminder.due ?? reminder.start ?? reminder.recurrenceID else { return nil }
    let instant = context.instant(of: moment, zones: reminder.calendar.zones)
    return Occurrence(reminder: reminder, isOverride: true, instant: instant)
  }

  private func occurrence(
    at local: LocalDateTime, of template: OccurrenceTemplate, _ context: ViewContext
  ) -> Occurrence? {
    placed(template.occurrence(at: local, of: recurrence), context)
  }

  private func placed(_ reminder: Reminder?, _ context: ViewContext) -> Occurrence? {
    guard let reminder, let moment = reminder.due ?? reminder.start else { return nil }
    let instant = context.instant(of: moment, zones: reminder.calendar.zones)
    return Occurrence(reminder: reminder, isOverride: false, instant: instant)
  }
}

extension ReminderSeries.Occurrence {
  fileprivate var id: Moment? { reminder.recurrenceID }
  /// So that the order of those at one instant is always the same.
  fileprivate var text: String { id?.iCalendarText ?? "" }
}

extension LocalDateTime {
  /// How many seconds of the clock it is later than another.
  package func seconds(after other: LocalDateTime) -> Int64 {
    Instant(utc: self).seconds - Instant(utc: other).seconds
  }
}
