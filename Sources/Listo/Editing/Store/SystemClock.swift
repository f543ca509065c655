public import ICalendar
public import ListoModel
internal import Platform

/// The machine's clock and time zone, read anew each time; the default of an app.
///
/// The time zone is that of `TZ`, else of `/etc/localtime`; UTC if neither names a zone of tzdata.
public struct SystemClock: ReminderClock {
  private let weekStart: Weekday
  private let dateStyle: DateStyle

  /// - Parameters:
  ///   - weekStart: the first day of the viewer's weeks.
  ///   - dateStyle: the viewer's style of dates.
  public init(weekStart: Weekday = .monday, dateStyle: DateStyle = DateStyle()) {
    (self.weekStart, self.dateStyle) = (weekStart, dateStyle)
  }

  /// The present time in the machine's time zone.
  public var view: ViewContext {
    let zone = ProcessEnvironment.zoneName.flatMap { Zone.resolve(tzid: $0)?.zone ?? Zone.posix($0) }
    return ViewContext(
      now: Instant(seconds: ProcessEnvironment.secondsSince1970), zone: zone ?? .utc, weekStart: weekStart,
      dateStyle: dateStyle)
  }
}

extension ReminderClock where Self == SystemClock {
  /// The machine's clock and time zone.
  public static var system: SystemClock { SystemClock() }
}

extension ViewContext {
  /// The present time in the machine's time zone; see ``SystemClock``.
  public static var system: ViewContext { SystemClock().view }
}
