public import ICalendar
public import ListoModel

/// A new date for a reminder, relative to its present date.
public enum DateShift: Sendable, Hashable {
  /// This day; a time of day is kept.
  case to(Day)
  /// This date and time, on the wall clock of who edits.
  case at(LocalDateTime)
  /// Later, or with negative numbers earlier: months first (a day that the month lacks is its last), then
  /// days, then seconds that pass on the wall clock.
  case by(months: Int, days: Int, seconds: Int64)
}

extension Editing {
  /// Moves the due date or the start of a reminder: ``Change/set(_:_:)`` with a date computed from the
  /// present one.
  ///
  /// A new time of day is in the time zone of the present time. If the present date has no time, or there is
  /// no date, it is in the viewer's time zone.
  ///
  /// A series moves as a whole, counted from its current occurrence. The identifier of an occurrence moves
  /// only that occurrence.
  ///
  /// - Parameter field: ``FieldID/due`` or ``FieldID/start``.
  /// - Returns: the reminder that holds the date: the named one, or the reminder that an occurrence was
  ///   turned into.
  /// - Throws: ``EditError/refused(_:reason:repairs:)`` if there is no date to count from.
  @discardableResult
  public mutating func shift(
    _ field: FieldID, _ shift: DateShift, of identifier: ModelIdentifier
  ) throws(EditError) -> ModelIdentifier {
    let found = currentReminder(of: identifier) ?? self[identifier]
    guard let reminder = found ?? catalog.occurrence(identifier, in: context.view) else {
      throw .notFound(identifier)
    }
    let old = field == .start ? reminder.start : reminder.due
    let new: Moment
    switch shift {
    case .to(let day): new = Self.moment(old, on: day, in: context.view)
    case .at(let local): new = Self.moment(old, at: local, in: context.view, reminder.calendar.zones)
    case .by(let months, let days, let seconds):
      guard let old else {
        throw .refused(
          identifier, reason: "it has no \(field == .start ? "start" : "due date") that could be put off",
          repairs: ["give it a date"])
      }
      new = Self.moment(old, months: months, days: days, seconds: seconds)
      if case .date = old, new == old, seconds != 0 {
        throw .refused(
          identifier,
          reason: "its \(field == .start ? "start" : "due date") has no time, so it moves by whole days only",
          repairs: ["move it by days (1d)", "give it a date with a time"])
      }
    }
    return try apply(.set(field, .moment(new)), to: identifier)
  }

  /// The local time is one on the wall clock of the person who said it.
  private static func moment(
    _ old: Moment?, at local: LocalDateTime, in view: ViewContext, _ zones: ZoneTable
  ) -> Moment {
    switch old {
    case .utc?: return .utc(view.zone.instant(of: local).utc)
    case .zoned(_, let tzid)?:
      guard let zone = zones.zone(tzid) else { return .zoned(local, tzid: tzid) }
      return .zoned(zone.local(of: view.zone.instant(of: local)), tzid: tzid)
    case .floating?, .date?, nil: return .floating(local)
    }
  }

  private static func moment(_ old: Moment?, on day: Day, in view: ViewContext) -> Moment {
    switch old {
    case .floating(let local)?: return .floating(local.on(day))
    case .utc(let local)?:
      return .utc(view.zone.instant(of: view.zone.local(of: Instant(utc: local)).on(day)).utc)
    case .zoned(let local, let tzid)?: return .zoned(local.on(day), tzid: tzid)
    case .date?, nil: return .date(day)
    }
  }

  private static func moment(_ old: Moment, months: Int, days: Int, seconds: Int64) -> Moment {
    func shifted(_ day: Day) -> Day { day.adding(months: months).adding(days: days) }
    func shifted(_ local: LocalDateTime) -> LocalDateTime {
      local.on(shifted(local.day)).adding(seconds: seconds)
    }
    switch old {
    // A date has no hours: what is less than a day leaves it where it is.
    case .date(let day): return .date(shifted(day).adding(days: Int(seconds / 86_400)))
    case .floating(let local): return .floating(shifted(local))
    case .utc(let local): return .utc(shifted(local))
    case .zoned(let local, let tzid): return .zoned(shifted(local), tzid: tzid)
    }
  }
}
