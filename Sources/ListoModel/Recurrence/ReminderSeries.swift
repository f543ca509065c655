public import ICalendar

/// A reminder that repeats, and those of its occurrences that were changed (RECURRENCE-ID), alone or with all
/// later ones (RANGE=THISANDFUTURE).
///
/// An override replaces the occurrence that its RECURRENCE-ID names: as an instant, as a floating time or as
/// a day. A day in a series of date-times names the first occurrence of that day.
public struct ReminderSeries: Sendable {
  /// The reminder that repeats.
  public let master: Reminder
  package let recurrence: Recurrence
  /// By the time of the occurrence on the clock of the master; of several for one time the last counts.
  private let overrides: [LocalDateTime: Reminder]
  /// The master, then the overrides with RANGE=THISANDFUTURE, in the order of time.
  private let templates: [OccurrenceTemplate]
  /// The occurrence at which a producer says that the series stands (``Quirks``): earlier ones without an
  /// override are closed.
  private let standing: LocalDateTime?

  /// Nil where the reminder does not repeat, or is an occurrence itself.
  ///
  /// - Parameter overrides: the reminders of its list with its UID and a RECURRENCE-ID.
  public init?(_ master: Reminder, overrides: [Reminder] = []) {
    guard master.recurrenceID == nil, let recurrence = Recurrence(written: master) else { return nil }
    (self.master, self.recurrence) = (master, recurrence)
    standing = Quirks.currentOccurrence(of: master).map(recurrence.local)
    let first = OccurrenceTemplate(master, from: recurrence.start, of: recurrence)
    guard !overrides.isEmpty else {
      (self.overrides, templates) = ([:], [first])
      return
    }
    var changed: [LocalDateTime: Reminder] = [:]
    for override in overrides {
      guard let id = override.recurrenceID else { continue }
      changed[recurrence.time(ofOverride: id)] = override
    }
    let later = changed.compactMap { OccurrenceTemplate(override: $1, from: $0, of: recurrence, first) }
    let templates = [first] + later.sorted { $0.from < $1.from }
    self.templates = templates
    self.overrides = Dictionary(
      uniqueKeysWithValues: changed.map { time, override in
        (time, OccurrenceTemplate.dated(override, at: time, of: recurrence, templates))
      })
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
    /// Whether the occurrence is an override: a component of the file. An override without dates has those of
    /// the occurrence that it replaces.
    public let isOverride: Bool
    /// The instant by which it is sorted: when it is due, else when it begins.
    public let instant: Instant
    /// The time of the occurrence before any override, on the clock of the master.
    package let time: LocalDateTime
  }

  /// The occurrences of a series in a range of time.
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
  /// The number of times a day, on average over the found occurrences, above which a series counts as
  /// frequent.
  public static let mostADay = 2

  /// Its first occurrence is the current one, without a search.
  var isAtFirst: Bool {
    overrides.isEmpty && standing == nil && recurrence.isWhole && recurrence.isReadable
  }

  /// Some of its rules can be followed to its occurrences.
  var hasOccurrences: Bool { master.isOpen && recurrence.hasTimes }

  /// The RECURRENCE-ID of an occurrence as identifiers have it.
  package func identifierText(of occurrence: Occurrence) -> String? {
    RecurrenceIDText.text(of: occurrence.reminder)
  }

  /// Its overrides.
  package var changed: [Reminder] { Array(overrides.values) }

  /// The bytes of the largest component that occurrences are made of.
  var byteCount: Int { templates.reduce(0) { max($0, $1.reminder.component.byteCount) } }

  /// Returns the occurrences that are due, or without a due date begin, in a range of time, in the order of
  /// time. Closed overrides are included. Occurrences before the one that the producer regards as current
  /// are not.
  ///
  /// - Parameters:
  ///   - from: the first instant of the range.
  ///   - to: the first instant after the range.
  ///   - most: the greatest number of occurrences.
  ///   - ofFrequent: the greatest number for a frequent series; nil for the same number.
  ///   - steps: the greatest number of steps; see ``RecurrenceRule/follow(from:notBefore:_:_:)``.
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
      // Those before were done.
      if let standing { first = max(first, standing) }
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
        overrides[local] == nil ? placed(pattern.occurrence(at: local), at: local, context) : nil
      }
      if found.course != .ended { expansion.course = found.course }
      (room, steps) = (room - found.times.count, found.stepsLeft)
      if room <= 0 { expansion.course = .cut }
      guard room > 0, steps > 0 else { break }
    }
    // Wherever their own times were moved to.
    expansion.occurrences += overrides.compactMap { placed($1, at: $0, isOverride: true, context) }
    expansion.occurrences = expansion.occurrences.filter { $0.instant >= from && $0.instant < to }
      .sorted { ($0.instant, $0.time) < ($1.instant, $1.time) }
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

  /// The time at an instant on the clock on which the series repeats; the context has the zone for days and
  /// floating times.
  private func clock(at instant: Instant, _ context: ViewContext) -> LocalDateTime {
    switch recurrence.anchor {
    case .date: return LocalDateTime(startOf: context.zone.local(of: instant).day)
    case .floating: return context.zone.local(of: instant)
    case .utc: return instant.utc
    case .zoned(_, let tzid): return (master.calendar.zones.zone(tzid) ?? context.zone).local(of: instant)
    }
  }

  /// Returns the occurrence that a RECURRENCE-ID names; nil if there is none.
  public func occurrence(at id: Moment, in context: ViewContext) -> Occurrence? {
    let local = recurrence.time(ofOverride: id)
    if let override = overrides[local] { return placed(override, at: local, isOverride: true, context) }
    guard recurrence.times(from: local, through: local, limit: 1).times == [local] else { return nil }
    return occurrence(at: local, context)
  }

  private func occurrence(at local: LocalDateTime, _ context: ViewContext) -> Occurrence? {
    let template = templates.last { $0.from <= local } ?? templates[0]
    return placed(template.occurrence(at: local, of: recurrence), at: local, context)
  }

  private func placed(
    _ reminder: Reminder?, at time: LocalDateTime, isOverride: Bool = false, _ context: ViewContext
  ) -> Occurrence? {
    guard let reminder, let moment = reminder.due ?? reminder.start ?? reminder.recurrenceID else {
      return nil
    }
    let instant = context.instant(of: moment, zones: reminder.calendar.zones)
    return Occurrence(reminder: reminder, isOverride: isOverride, instant: instant, time: time)
  }

  // MARK: The current occurrence

  /// The position of a series.
  public enum Position: Sendable {
    /// The open occurrence with the earliest date, whether it is overdue or not. It does not depend on the
    /// clock: a missed occurrence stays current until it is completed, cancelled or excluded.
    case current(Occurrence)
    /// No occurrence is open.
    case finished
    /// A rule cannot be read, or the search was cut off; the course says which. The series is open at its
    /// master's date.
    case unknown(RecurrenceRule.Course)
  }

  /// Returns the current occurrence.
  ///
  /// An occurrence is open unless its override is completed or cancelled, or it has no override and is before
  /// the one that the producer regards as current. If the master is closed, its rules yield
  /// nothing more. An open override counts even if it names no occurrence of the rules.
  ///
  /// - Parameter steps: the greatest number of steps; see ``RecurrenceRule/follow(from:notBefore:_:_:)``.
  /// - Complexity: linear in the overrides, and in the occurrences before the first open one.
  public func position(
    in context: ViewContext, steps: Int = Recurrence.steps
  ) -> (position: Position, stepsLeft: Int) {
    guard recurrence.isReadable else { return (.unknown(.refused), steps) }
    if isAtFirst, master.isOpen, let first = occurrence(at: recurrence.start, context) {
      return (.current(first), steps)
    }
    var best = overrides.filter(\.value.isOpen)
      .compactMap { placed($1, at: $0, isOverride: true, context) }.min(by: Self.isEarlier)
    var steps = steps
    for (index, first) in openStretches {
      let found = recurrence.times(
        from: first, through: last(of: index), limit: min(overrides.count + 1, Self.most), steps: steps)
      steps = found.stepsLeft
      let own = found.times.first { overrides[$0] == nil }
      // A rule that was cut off may have an earlier one, but none before the beginning.
      guard found.course == .ended || own == recurrence.start else { return (.unknown(found.course), steps) }
      guard own != nil || found.times.count < Self.most else { return (.unknown(.cut), steps) }
      if let own, let occurrence = occurrence(at: own, context),
        best.map({ Self.isEarlier(occurrence, $0) }) ?? true
      {
        best = occurrence
      }
    }
    return (best.map(Position.current) ?? .finished, steps)
  }

  /// The templates whose occurrences are open as far as they have no override, and the first time of each;
  /// nil for the beginning.
  private var openStretches: [(index: Int, first: LocalDateTime?)] {
    guard master.isOpen else { return [] }
    return templates.enumerated().compactMap { index, template in
      guard template.reminder.isOpen else { return nil }
      let first = index == 0 ? standing : max(standing ?? template.from, template.from)
      return first.map { $0 <= last(of: index) } ?? true ? (index, first) : nil
    }
  }

  private static func isEarlier(_ left: Occurrence, _ right: Occurrence) -> Bool {
    (left.instant, left.time) < (right.instant, right.time)
  }

  /// The first open occurrence that is due today, where the current one is due before.
  func openOccurrence(
    ofToday context: ViewContext, after current: Occurrence, _ steps: inout Int
  ) -> Occurrence? {
    let today = Moment.date(context.today)
    let midnight = context.instant(of: today, zones: .empty)
    guard current.instant < midnight else { return nil }
    let found = occurrences(
      from: midnight, to: context.end(of: today, zones: .empty), in: context, most: 100, steps: steps)
    steps = found.stepsLeft
    return found.occurrences.first { occurrence in
      guard occurrence.reminder.isOpen, occurrence.reminder.due != nil else { return false }
      return occurrence.isOverride || isOpen(at: occurrence.time)
    }
  }

  /// An occurrence without an override is open.
  private func isOpen(at time: LocalDateTime) -> Bool {
    openStretches.contains { index, first in (first.map { $0 <= time } ?? true) && time <= last(of: index) }
  }

  /// Returns the number of open occurrences that are overdue.
  ///
  /// - Parameters:
  ///   - end: only occurrences due before this instant are counted; nil for all that are overdue.
  ///   - steps: the greatest number of steps; later occurrences are not counted.
  public func missed(
    before end: Instant? = nil, in context: ViewContext, steps: Int = Recurrence.steps
  ) -> Int {
    // Those behind the first are of its kind, and later.
    if isAtFirst, !(master.isOpen && master.isOverdue(in: context)) { return 0 }
    func isMissed(_ occurrence: Occurrence) -> Bool {
      occurrence.reminder.isOverdue(in: context) && end.map { occurrence.instant < $0 } ?? true
    }
    var count = overrides.filter(\.value.isOpen)
      .count { placed($1, at: $0, isOverride: true, context).map(isMissed) ?? false }
    var steps = steps
    let now = min(end ?? context.now, context.now)
    for (index, first) in openStretches {
      let template = templates[index]
      // Two days are more than what zones and changes of the clocks move.
      let end = clock(at: now, context).adding(seconds: -template.lead)
      let last = min(end.adding(seconds: 172_800), last(of: index))
      guard first.map({ $0 <= last }) ?? true else { continue }
      let found = recurrence.times(from: first, through: last, limit: Recurrence.steps, steps: steps)
      steps = found.stepsLeft
      let sure = end.adding(seconds: -172_800)
      count += found.times.count { time in
        guard overrides[time] == nil else { return false }
        if time < sure, template.reminder.due != nil, recurrence.end(at: time) == nil { return true }
        return occurrence(at: time, context).map(isMissed) ?? false
      }
    }
    return count
  }

  // MARK: The row of a series

  /// The reminder that a view shows for the series at one of its occurrences: the content and the dates of
  /// the occurrence, the rules of the master, and no RECURRENCE-ID.
  func row(at occurrence: Occurrence) -> Reminder {
    let isFirst = !occurrence.isOverride && occurrence.time == recurrence.start
    if isFirst, recurrence.end(at: occurrence.time) == nil, templates.count == 1 { return master }
    return row(occurrence.reminder)
  }

  /// The reminder that a view shows for a finished series: the closed override with the latest date, or the
  /// master as completed.
  ///
  /// - Returns: and the time of the occurrence whose override it shows.
  func finishedRow(in context: ViewContext) -> (reminder: Reminder, override: LocalDateTime?) {
    guard master.isOpen else { return (master, nil) }
    let last = overrides.compactMap { placed($1, at: $0, isOverride: true, context) }.max(by: Self.isEarlier)
    if let last { return (row(last.reminder), last.time) }
    var completed = master
    try? Field[.status].set?(&completed, .text(Status.completed.word))
    return (completed, nil)
  }

  private func row(_ reminder: Reminder) -> Reminder {
    var component = reminder.component
    let id = component.all(.recurrenceID) + component.all(.rrule) + component.all(.rdate)
    let rules = (master.component.all(.rrule) + master.component.all(.rdate)).map(\.bytes)
    component = component.edited(id.map { .remove($0) } + rules.map { .append(Array($0)) })
    return Reminder(component, in: reminder.calendar)
  }
}

extension LocalDateTime {
  /// How many seconds of the clock it is later than another.
  package func seconds(after other: LocalDateTime) -> Int64 {
    Instant(utc: self).seconds - Instant(utc: other).seconds
  }
}
