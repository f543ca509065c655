package import ICalendar

/// The day and the time at which words are spoken, in the speaker's time zone.
package struct WordsContext: Sendable, Hashable {
  /// The clock of who says them, in their own zone.
  public let now: LocalDateTime
  /// The day that their weeks begin with.
  public let weekStart: Weekday

  /// The instant of ``now`` and the zone of that clock; nil where only the clock is known.
  private let clock: Clock?

  private struct Clock: Sendable, Hashable {
    let instant: Instant
    let zone: Zone

    static func == (left: Clock, right: Clock) -> Bool {
      left.instant == right.instant && left.zone === right.zone
    }

    func hash(into hasher: inout Hasher) { hasher.combine(instant) }
  }

  /// Words that are said at this time on a clock that never changes.
  public init(now: LocalDateTime, weekStart: Weekday = .monday) {
    (self.now, self.weekStart, clock) = (now, weekStart, nil)
  }

  /// Words that are said at this instant in a zone: `in 2 hours` is two hours later across a change of the
  /// clock, and a time that the clock skips is the one that it shows instead.
  public init(now: Instant, in zone: Zone, weekStart: Weekday = .monday) {
    (self.now, self.weekStart) = (zone.local(of: now), weekStart)
    clock = Clock(instant: now, zone: zone)
  }

  /// The time that the clock shows for a time on it: in spring, an hour later where it is skipped.
  func shown(_ local: LocalDateTime) -> LocalDateTime {
    guard let zone = clock?.zone else { return local }
    return zone.local(of: zone.instant(of: local))
  }

  /// The time that the clock shows at an instant; nil where only the clock is known.
  func clockTime(of instant: Instant) -> LocalDateTime? { clock?.zone.local(of: instant) }

  /// The time after shifts from now, without its seconds; in UTC where the clock shows it for the second time
  /// in autumn.
  func later(by shifts: [DateExpression.Shift]) -> Moment {
    guard let clock else {
      return .floating(
        shifts.reduce(now.adding(seconds: Int64(-now.second))) { local, shift in
          guard let seconds = shift.unit.seconds else { return local.on(shift.applied(to: local.day)) }
          return local.adding(seconds: Int64(shift.count) * seconds)
        })
    }
    let (zone, start) = (clock.zone, Instant(seconds: clock.instant.seconds - Int64(now.second)))
    let end = shifts.reduce(start) { instant, shift in
      guard let seconds = shift.unit.seconds else {
        let local = zone.local(of: instant)
        return zone.instant(of: local.on(shift.applied(to: local.day)))
      }
      return Instant(seconds: instant.seconds + Int64(shift.count) * seconds)
    }
    let local = zone.local(of: end)
    return zone.instant(of: local) == end ? .floating(local) : .utc(end.utc)
  }
}
