public import ICalendar

/// A reminder that repeats, and those of its occurrences that were changed (RECURRENCE-ID).
public struct ReminderSeries: Sendable {
  public let master: Reminder
  private let recurrence: Recurrence
  /// The last of each time counts, on the clock of the master.
  private let overrides: [LocalDateTime: Reminder]
  /// How much later than the anchor the time is by which it is sorted: that of DUE, else none.
  private let lead: Int64

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
    let due = master.due.map(recurrence.local)
    lead = due.map { $0.seconds(after: recurrence.start) } ?? 0
  }

  /// One of the times at which it is to be done.
  public struct Occurrence: Sendable {
    /// A reminder without rules, with the dates of the occurrence and its RECURRENCE-ID.
    public let reminder: Reminder
    /// It was changed by hand: a component of the file, as it stands there.
    public let isOverride: Bool
    /// By which it is sorted: when it is due, else when it begins.
    public let instant: Instant
  }

  public struct Expansion: Sendable {
    public var occurrences: [Occurrence] = []
    /// Whether they are all.
    public var course = RecurrenceRule.Course.ended
  }

  /// The most occurrences of one reminder that are handed out at once.
  public static let most = 10_000

  /// The occurrences that are due, or without a due date begin, in a stretch of time, done ones too, in the order of time.
  ///
  /// - Parameters:
  ///   - from: the first instant that is wanted.
  ///   - to: the first one that is not.
  public func occurrences(from: Instant, to: Instant, in context: ViewContext) -> Expansion {
    // On the clock of the master, a day more on either side: no offset is as large.
    let first = from.utc.adding(seconds: -lead - 86_400)
    let last = to.utc.adding(seconds: -lead + 86_400)
    let found = recurrence.times(from: first, through: last, limit: Self.most)
    var expansion = Expansion(
      occurrences: found.times.compactMap { overrides[$0] == nil ? occurrence(at: $0, context) : nil },
      course: found.times.count == Self.most ? .cut : found.course)
    // Wherever their own times were moved to.
    expansion.occurrences += overrides.values.compactMap { changed($0, context) }
    expansion.occurrences = expansion.occurrences.filter { $0.instant >= from && $0.instant < to }
      .sorted { ($0.instant, $0.text) < ($1.instant, $1.text) }
    return expansion
  }

  /// The first occurrence that is still to be done, overdue or not: what is done or cancelled is passed over, and so is what lies before
  /// the one that a producer says it stands at (``Quirks``).
  ///
  /// - Returns: none where all are done; the course says whether a further search could have found one.
  public func next(in context: ViewContext) -> (occurrence: Occurrence?, course: RecurrenceRule.Course) {
    let current = Quirks.currentOccurrence(of: master).map(recurrence.local)
    let found = recurrence.times(
      from: current, through: LocalDateTime(startOf: Day(daysSince1970: Int.max)),
      limit: min(overrides.count + 1, Self.most))
    var best = overrides.filter { local, override in
      override.isOpen && current.map { local >= $0 } ?? true
    }.values.compactMap { changed($0, context) }.min { ($0.instant, $0.text) < ($1.instant, $1.text) }
    for local in found.times where overrides[local] == nil {
      guard let occurrence = occurrence(at: local, context) else { continue }
      if best.map({ occurrence.instant < $0.instant }) ?? true { best = occurrence }
      break
    }
    return (best, found.course)
  }

  private func changed(_ reminder: Reminder, _ context: ViewContext) -> Occurrence? {
    guard let moment = reminder.due ?? reminder.start ?? reminder.recurrenceID else { return nil }
    let instant = context.instant(of: moment, zones: reminder.calendar.zones)
    return Occurrence(reminder: reminder, isOverride: true, instant: instant)
  }

  private func occurrence(at local: LocalDateTime, _ context: ViewContext) -> Occurrence? {
    var copy = master
    let shift = local.seconds(after: recurrence.start)
    do throws(ListoError) {
      for (id, moment) in [(FieldID.start, copy.start), (.due, copy.due)] {
        if shift != 0, let moment { try Field[id].set?(&copy, .moment(moment.adding(seconds: shift))) }
      }
      try Field[.recurrenceID].set?(&copy, .moment(recurrence.moment(at: local)))
    } catch {
      return nil
    }
    copy.component = copy.component.edited(
      [PropertyID.rrule, .rdate, .exdate, .exrule].flatMap { copy.component.all($0) }.map { .remove($0) })
    guard let moment = copy.due ?? copy.start else { return nil }
    let instant = context.instant(of: moment, zones: master.calendar.zones)
    return Occurrence(reminder: copy, isOverride: false, instant: instant)
  }
}

extension ReminderSeries.Occurrence {
  fileprivate var id: Moment? { reminder.recurrenceID }
  /// So that the order of those at one instant is always the same.
  fileprivate var text: String { id?.iCalendarText ?? "" }
}

extension LocalDateTime {
  /// How many seconds of the clock it is later than another.
  func seconds(after other: LocalDateTime) -> Int64 {
    Instant(utc: self).seconds - Instant(utc: other).seconds
  }
}
