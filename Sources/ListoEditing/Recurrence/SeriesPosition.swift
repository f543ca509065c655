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

extension SeriesPosition {
  /// The time of the occurrence that a search found, and the course of the search, which tells whether there
  /// can be no other answer.
  struct Found {
    var time: LocalDateTime?
    var course = RecurrenceRule.Course.ended

    /// There is certainly none.
    var isNone: Bool { time == nil && course == .ended }
  }

  /// The first occurrence that is to be done: what is done is passed over.
  func firstOpen() -> Found { firstOpen(from: current) { _ in true } }

  /// The first one behind another that is to be done.
  func next(after time: LocalDateTime) -> Found {
    firstOpen(from: time.adding(seconds: 1)) { _ in true }
  }

  /// The first one behind another that is to be done and comes after an instant: what is due then, or without
  /// a due date begins; a day comes at its midnight.
  func next(after time: LocalDateTime, later now: Instant) -> Found {
    // Two days for what zones and changes of the clocks move.
    let local = clock.local(of: now).adding(seconds: -lead - 172_800)
    return firstOpen(from: max(time.adding(seconds: 1), local)) { time in
      clock.instant(of: time.adding(seconds: lead)) > now
    }
  }

  private func firstOpen(from first: LocalDateTime?, _ isWanted: (LocalDateTime) -> Bool) -> Found {
    var (limit, result) = (overrides.count + 2, Found())
    while true {
      let found = recurrence.times(from: first, through: Self.end, limit: limit)
      result = Found(time: found.times.first { !isDone($0) && isWanted($0) }, course: found.course)
      if result.time != nil || found.times.count < limit || limit > Recurrence.steps { return result }
      // Behind a range that is done there is nothing to do.
      if let last = found.times.last, range(at: last).map({ !$0.reminder.isOpen }) ?? false,
        overrides.allSatisfy({ $0.time <= last })
      {
        return result
      }
      limit *= 4
    }
  }
}

/// The wall clock on which the dates of a series move: they keep their distance on it, across changes of
/// summer time.
struct SeriesClock {
  private let anchor: Moment
  private let recurrence: Recurrence
  /// The zone of the anchor, where it names one that is known; for what floats, the zone of the viewer.
  private let zone: Zone?

  init(_ recurrence: Recurrence, _ master: Reminder, _ view: ViewContext) {
    (self.recurrence, anchor) = (recurrence, recurrence.anchor)
    switch recurrence.anchor {
    case .utc: zone = .utc
    case .zoned(_, let tzid): zone = master.calendar.zones.zone(tzid)
    case .date, .floating: zone = view.zone
    }
  }

  /// So much later on this clock, in the form that it is written in; of a day whole days.
  func moved(_ moment: Moment, by shift: Int64) -> Moment {
    switch (moment, anchor) {
    case (.date(let day), _): return .date(LocalDateTime(startOf: day).adding(seconds: shift).day)
    case (.floating, _), (.utc, .utc): return moment.adding(seconds: shift)
    case (.zoned(_, let own), .zoned(_, let tzid)) where own == tzid: return moment.adding(seconds: shift)
    case (.utc(let utc), _):
      guard let zone else { return moment.adding(seconds: shift) }
      return .utc(zone.instant(of: zone.local(of: Instant(utc: utc)).adding(seconds: shift)).utc)
    case (.zoned, _): return moment.adding(seconds: shift)
    }
  }

  /// The time that the clock shows at an instant.
  func local(of instant: Instant) -> LocalDateTime { zone?.local(of: instant) ?? instant.utc }

  /// The instant at which the clock shows a time.
  func instant(of local: LocalDateTime) -> Instant { zone?.instant(of: local) ?? Instant(utc: local) }
}
