public import ICalendar

/// A time on a wall clock, `0:00` to `24:00`, the last of which is the next day's first moment.
public struct ClockTime: Sendable, Hashable {
  /// 0 to 24; 24 with no minutes and seconds.
  public let hour: Int
  /// 0 to 59.
  public let minute: Int
  /// 0 to 59.
  public let second: Int

  /// Creates a time of day; nil if the numbers are out of range.
  public init?(hour: Int, minute: Int, second: Int = 0) {
    guard (0...23).contains(hour) || (hour == 24 && minute == 0 && second == 0),
      (0...59).contains(minute), (0...59).contains(second)
    else { return nil }
    (self.hour, self.minute, self.second) = (hour, minute, second)
  }

  private init(checkedHour hour: Int) { (self.hour, minute, second) = (hour, 0, 0) }

  static let noon = ClockTime(checkedHour: 12)
  static let midnight = ClockTime(checkedHour: 24)

  /// This time on a day.
  public func on(_ day: Day) -> LocalDateTime {
    LocalDateTime(startOf: day).adding(seconds: Int64(hour * 3600 + minute * 60 + second))
  }
}

extension ClockTime: Comparable {
  /// The earlier time of a day is less.
  public static func < (left: ClockTime, right: ClockTime) -> Bool {
    (left.hour, left.minute, left.second) < (right.hour, right.minute, right.second)
  }
}

extension ClockTime: CustomStringConvertible {
  /// `09:00`; with seconds where there are any.
  public var description: String {
    let numbers = second == 0 ? [hour, minute] : [hour, minute, second]
    return numbers.map { $0 < 10 ? "0\($0)" : String($0) }.joined(separator: ":")
  }
}
