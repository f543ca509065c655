package import ICalendar

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

  /// `5 Dec` or `5 Dec 2026`; where the month comes first, `Dec 5` or `Dec 5, 2026`.
  package func date(_ day: Day, hasYear: Bool) -> String {
    let month = EnglishNames.name(month: day.month)
    // Joined, not interpolated: what is no longer than fifteen bytes needs no memory then.
    switch order {
    case .dayMonth:
      let date = String(day.day) + " " + month
      return hasYear ? date + " " + String(day.year) : date
    case .monthDay:
      let date = month + " " + String(day.day)
      return hasYear ? date + ", " + String(day.year) : date
    }
  }

  /// `09:05`; of twelve hours, `9:05 AM`.
  package func time(_ local: LocalDateTime) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0" + String(number) : String(number) }
    return switch clock {
    case .hours24: two(local.hour) + ":" + two(local.minute)
    case .hours12: "\((local.hour + 11) % 12 + 1):\(two(local.minute)) \(local.hour < 12 ? "AM" : "PM")"
    }
  }

  /// A date with its time, where it has one: `5 Dec 18:00`.
  package func words(_ day: Day, _ local: LocalDateTime?, hasYear: Bool) -> String {
    let date = date(day, hasYear: hasYear)
    guard let local else { return date }
    // "Dec 5 6:00 PM" would be two numbers in a row.
    return date + (order == .monthDay ? ", " : " ") + time(local)
  }
}
