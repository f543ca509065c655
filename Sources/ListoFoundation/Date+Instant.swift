#if canImport(FoundationEssentials)
  @_exported public import FoundationEssentials
#else
  @_exported public import Foundation
#endif
@_exported public import Listo

extension Date {
  /// The beginning of the second that an instant is.
  public init(_ instant: Instant) { self.init(timeIntervalSince1970: Double(instant.seconds)) }
}

extension Instant {
  /// The second that contains a date: fractions are rounded down, before 1970 too.
  ///
  /// - Returns: nil for a date that is not a number, or that needs more than 64 bits.
  public init?(_ date: Date) {
    guard let seconds = Int64(exactly: date.timeIntervalSince1970.rounded(.down)) else { return nil }
    self.init(seconds: seconds)
  }
}

extension ViewContext {
  /// The clock and the zone of Foundation's user.
  ///
  /// - Returns: nil where the zone has no name in the system's tzdata, such as `GMT+0230`, or the date is no
  ///   instant.
  public init?(now: Date, timeZone: TimeZone, weekStart: Weekday = .monday) {
    guard let now = Instant(now), let zone = Zone.resolve(tzid: timeZone.identifier)?.zone else { return nil }
    self.init(now: now, zone: zone, weekStart: weekStart)
  }

  /// Returns the instant at which a moment begins, as ``instant(of:zones:)`` does.
  ///
  /// - Parameter zones: of the calendar that contains the moment (``CalendarContext/zones``): its VTIMEZONE
  ///   decides what a TZID means.
  public func date(of moment: Moment, zones: ZoneTable) -> Date {
    Date(instant(of: moment, zones: zones))
  }
}

extension Reminder {
  /// The date at which it is due (``due``): a day begins at midnight in the viewer's zone, a floating time is
  /// one of that zone, and a TZID is one of its calendar.
  ///
  /// - Returns: nil where nothing is due, or the date cannot be read.
  public func dueDate(in view: ViewContext) -> Date? { date(of: due, in: view) }

  /// The date at which it starts (``start``), like ``dueDate(in:)``.
  public func startDate(in view: ViewContext) -> Date? { date(of: start, in: view) }

  /// The date at which it was completed (``completed``), like ``dueDate(in:)``.
  public func completedDate(in view: ViewContext) -> Date? { date(of: completed, in: view) }

  private func date(of moment: Moment?, in view: ViewContext) -> Date? {
    moment.map { view.date(of: $0, zones: calendar.zones) }
  }
}
