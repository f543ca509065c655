internal import ICalendar
internal import ListoModel

/// A series, what was changed of it, and where it stands.
struct SeriesPosition {
  let master: Reminder
  let recurrence: Recurrence
  let clock: SeriesClock
  /// Those whose RECURRENCE-ID can be read, by index among those that were given, in the order of their
  /// occurrences.
  let overrides: [Override]
  /// The occurrence at which its producer says it stands.
  let current: LocalDateTime?

  struct Override {
    let index: Int
    let reminder: Reminder
    /// Its occurrence on the clock of the master.
    let time: LocalDateTime
    /// It goes for all behind it as well (RANGE=THISANDFUTURE).
    let isRange: Bool
  }

  /// Nil where the master does not repeat, or has no date to count from.
  init?(_ master: Reminder, _ overrides: [Reminder], _ view: ViewContext) {
    guard let recurrence = Recurrence(master) else { return nil }
    (self.master, self.recurrence) = (master, recurrence)
    clock = SeriesClock(recurrence, master, view)
    current = Quirks.currentOccurrenceLine(of: master.component).flatMap { try? $0.moment() }
      .map(recurrence.local)
    self.overrides = overrides.enumerated().compactMap { index, override in
      guard let id = override.recurrenceID else { return nil }
      return Override(
        index: index, reminder: override, time: recurrence.time(ofOverride: id),
        isRange: override.isOfLaterOccurrences)
    }.sorted { ($0.time, $0.index) < ($1.time, $1.index) }
  }

  static let end = LocalDateTime(startOf: Day(daysSince1970: Int.max))

  /// The override that stands for an occurrence: of several the last.
  func override(at time: LocalDateTime) -> Override? { overrides.last { $0.time == time } }

  /// The one whose lines an occurrence has, where it was not changed by itself: that of the range in which it
  /// lies.
  func range(at time: LocalDateTime) -> Override? { overrides.last { $0.isRange && $0.time <= time } }

  func isDone(_ time: LocalDateTime) -> Bool {
    if let override = override(at: time) { return !override.reminder.isOpen }
    if let current, time < current { return true }
    return range(at: time).map { !$0.reminder.isOpen } ?? false
  }

  /// The occurrence to which its alarms belong: the one at which it stands, else the first, which may be one
  /// of RDATE.
  var standing: LocalDateTime {
    current ?? recurrence.times(through: Self.end, limit: 1).times.first.map { min($0, recurrence.start) }
      ?? recurrence.start
  }

  /// How much later than an occurrence the time is at which it is due.
  var lead: Int64 {
    (master.due ?? master.start).map { recurrence.local(of: $0).seconds(after: recurrence.start) } ?? 0
  }
}
