/// The style of dates and times that are shown to people.
public struct DateStyle: Sendable, Hashable {
  /// The hours of a day (Unicode CLDR, *hour cycle*).
  public enum Clock: String, Sendable, Hashable, CaseIterable {
    /// `18:00`, from 0 to 23.
    case hours24 = "24-hour"
    /// `6:00 PM`, from 1 to 12 twice a day.
    case hours12 = "12-hour"
  }

  /// The order of day and month.
  public enum Order: String, Sendable, Hashable, CaseIterable {
    /// `5 Dec 2026`.
    case dayMonth = "day-month"
    /// `Dec 5, 2026`.
    case monthDay = "month-day"
  }

  /// The clock: 24 or 12 hours.
  public var clock: Clock
  /// The order of day and month.
  public var order: Order

  /// Creates a style; the default is `5 Dec 2026 18:00`.
  public init(clock: Clock = .hours24, order: Order = .dayMonth) { (self.clock, self.order) = (clock, order) }
}
