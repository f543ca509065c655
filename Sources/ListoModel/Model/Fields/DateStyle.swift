/// How someone writes dates and times of day, for what is shown to people.
public struct DateStyle: Sendable, Hashable {
  /// The hours of a day (Unicode CLDR, *hour cycle*).
  public enum Clock: String, Sendable, Hashable, CaseIterable {
    /// `18:00`, from 0 to 23.
    case hours24 = "24-hour"
    /// `6:00 PM`, from 1 to 12 twice a day.
    case hours12 = "12-hour"
  }

  /// What comes first in a date.
  public enum Order: String, Sendable, Hashable, CaseIterable {
    /// `5 Dec 2026`.
    case dayMonth = "day-month"
    /// `Dec 5, 2026`.
    case monthDay = "month-day"
  }

  /// What times of day are shown in.
  public var clock: Clock
  /// What stands first in dates.
  public var order: Order

  /// `5 Dec 2026 18:00`, unless something else is said.
  public init(clock: Clock = .hours24, order: Order = .dayMonth) { (self.clock, self.order) = (clock, order) }
}
