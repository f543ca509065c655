public import ICalendar

/// The viewer's clock, time zone and style of dates. No other type reads the clock or the zone.
public struct ViewContext: Sendable {
  /// The present time.
  public let now: Instant
  /// The zone of who asks.
  public let zone: Zone
  /// The day on which the viewer's weeks begin.
  public let weekStart: Weekday
  /// The viewer's style of dates; used only for output.
  public let dateStyle: DateStyle

  /// - Parameters:
  ///   - weekStart: the day on which the viewer's weeks begin.
  ///   - dateStyle: the viewer's style of dates.
  public init(
    now: Instant, zone: Zone, weekStart: Weekday = .monday, dateStyle: DateStyle = DateStyle()
  ) {
    (self.now, self.zone, self.weekStart, self.dateStyle) = (now, zone, weekStart, dateStyle)
  }

  /// The same viewer at another time.
  public func at(_ now: Instant) -> ViewContext {
    ViewContext(now: now, zone: zone, weekStart: weekStart, dateStyle: dateStyle)
  }

  /// The viewer's date.
  public var today: Day { zone.local(of: now).day }

  /// Returns the start of a moment: for a day, its midnight in the viewer's zone; for a floating time, that
  /// time in the viewer's zone; for a zoned time, by the calendar's VTIMEZONE, or else tzdata. A time with an
  /// unknown TZID is floating.
  ///
  /// - Complexity: O(log n) in the zone's transitions.
  public func instant(of moment: Moment, zones: ZoneTable) -> Instant {
    switch moment {
    case .utc(let local): Instant(utc: local)
    case .date(let day): zone.instant(of: LocalDateTime(startOf: day))
    case .floating(let local): zone.instant(of: local)
    case .zoned(let local, let tzid): (zones.zone(tzid) ?? zone).instant(of: local)
    }
  }

  /// Returns the end of a moment: for a day, the following midnight; for a time, the time itself.
  public func end(of moment: Moment, zones: ZoneTable) -> Instant {
    guard case .date(let day) = moment else { return instant(of: moment, zones: zones) }
    return zone.instant(of: LocalDateTime(startOf: day.adding(days: 1)))
  }

  /// It lies behind: a day from the next one on; a time when it has passed, at that very moment not yet.
  public func isPast(_ moment: Moment, zones: ZoneTable) -> Bool {
    isPast(moment, end: end(of: moment, zones: zones))
  }

  /// - Parameter end: ``end(of:zones:)``
  func isPast(_ moment: Moment, end: Instant) -> Bool {
    if case .date = moment { return end <= now }
    return end < now
  }

  /// The day on which a moment falls for the viewer.
  public func day(of moment: Moment, zones: ZoneTable) -> Day {
    switch moment {
    case .date(let day): day
    case .floating(let local): local.day
    case .utc, .zoned: zone.local(of: instant(of: moment, zones: zones)).day
    }
  }
}

/// A moment as a viewer sees it: what is asked of one again and again, worked out at once.
package struct ViewedMoment: Sendable {
  /// As it is written.
  package let moment: Moment
  /// ``ViewContext/instant(of:zones:)``
  package let instant: Instant
  /// ``ViewContext/end(of:zones:)``
  package let end: Instant
  /// ``ViewContext/day(of:zones:)``
  package let day: Day
  /// The viewer's wall clock at the instant; nil for a date without time.
  package let local: LocalDateTime?
  /// ``ViewContext/isPast(_:zones:)``
  package let isPast: Bool
}

extension ViewContext {
  /// How a moment is seen.
  ///
  /// - Complexity: one look at its zone, and one at the viewer's, each O(log n) in the transitions.
  package func view(of moment: Moment, zones: ZoneTable) -> ViewedMoment {
    let instant = instant(of: moment, zones: zones)
    let (end, day, local): (Instant, Day, LocalDateTime?)
    switch moment {
    case .date(let written): (end, day, local) = (self.end(of: moment, zones: zones), written, nil)
    case .floating(let written): (end, day, local) = (instant, written.day, zone.local(of: instant))
    case .utc, .zoned:
      let seen = zone.local(of: instant)
      (end, day, local) = (instant, seen.day, seen)
    }
    return ViewedMoment(
      moment: moment, instant: instant, end: end, day: day, local: local, isPast: isPast(moment, end: end))
  }
}

/// The clock and the habits of the person for whom an app shows and edits reminders.
///
/// A ``ViewContext`` is the answer at one moment. A store asks for it anew for each question and each edit.
/// `SystemClock` answers with the machine's time and time zone; ``FixedClock`` is for tests and previews.
public protocol ReminderClock: Sendable {
  /// The present time, the time zone, the first day of the week and the style of dates.
  var view: ViewContext { get }
}

/// A clock that stands still.
public struct FixedClock: ReminderClock {
  /// The view that the clock was made with.
  public let view: ViewContext

  /// A clock that stands at a time in a zone.
  public init(now: Instant, zone: Zone = .utc) { self.init(ViewContext(now: now, zone: zone)) }

  /// A clock that always answers with this view.
  public init(_ view: ViewContext) { self.view = view }
}
