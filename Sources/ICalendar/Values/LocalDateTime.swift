/// A day and a wall-clock time, without zone: the digits of a DATE-TIME (RFC 5545 §3.3.5).
///
/// The type that contains it, such as ``Moment``, says whether it is floating, in UTC or in a zone.
public struct LocalDateTime: Sendable, Hashable, Comparable {
  /// The day.
  public let day: Day
  private let storedHour: UInt8
  private let storedMinute: UInt8
  private let storedSecond: UInt8

  /// The hour, 0 to 23.
  public var hour: Int { Int(storedHour) }
  /// The minute, 0 to 59.
  public var minute: Int { Int(storedMinute) }
  /// The second, 0 to 60. 60 is kept as it was written, but counts as 59 wherever instants are computed, as
  /// RFC 5545 §3.3.12 asks of those who do not keep leap seconds.
  public var second: Int { Int(storedSecond) }

  /// A time that exists on a wall clock, or `nil` (hour 25, minute 60, second 61).
  public init?(day: Day, hour: Int, minute: Int, second: Int = 0) {
    guard (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second) else { return nil }
    self.day = day
    storedHour = UInt8(truncatingIfNeeded: hour)
    storedMinute = UInt8(truncatingIfNeeded: minute)
    storedSecond = UInt8(truncatingIfNeeded: second)
  }

  /// Midnight at the beginning of a day.
  public init(startOf day: Day) {
    self.day = day
    storedHour = 0
    storedMinute = 0
    storedSecond = 0
  }

  /// Noon of a day.
  package init(noonOf day: Day) { self = LocalDateTime(startOf: day).adding(seconds: 43_200) }

  /// Returns the same time on another day.
  public func on(_ day: Day) -> LocalDateTime { LocalDateTime(day: day, time: self) }

  private init(day: Day, time: LocalDateTime) {
    self.day = day
    storedHour = time.storedHour
    storedMinute = time.storedMinute
    storedSecond = time.storedSecond
  }

  /// The wall clock that many seconds after 1970-01-01T00:00:00 on the same clock, within years 0 to 9999.
  init(clockSeconds: Int64) {
    let first = Int64(Day.range1970.lowerBound) * 86_400
    let last = Int64(Day.range1970.upperBound) * 86_400 + 86_399
    let clamped = min(max(clockSeconds, first), last)
    let days = clamped >= 0 ? clamped / 86_400 : (clamped - 86_399) / 86_400
    let rest = Int(clamped - days * 86_400)
    day = Day(daysSince1970: Int(days))
    storedHour = UInt8(truncatingIfNeeded: rest / 3600)
    storedMinute = UInt8(truncatingIfNeeded: rest / 60 % 60)
    storedSecond = UInt8(truncatingIfNeeded: rest % 60)
  }

  /// Seconds since 1970-01-01T00:00:00 on the same clock; second 60 counts as 59.
  var clockSeconds: Int64 {
    Int64(day.daysSince1970) * 86_400 + Int64(hour * 3600 + minute * 60 + min(second, 59))
  }

  /// The wall clock that many seconds later, days being of 86,400 seconds; within years 0 to 9999.
  public func adding(seconds: Int64) -> LocalDateTime {
    let (sum, overflow) = clockSeconds.addingReportingOverflow(seconds)
    return LocalDateTime(clockSeconds: overflow ? (seconds < 0 ? Int64.min : Int64.max) : sum)
  }

  public static func < (left: LocalDateTime, right: LocalDateTime) -> Bool { left.packed < right.packed }

  private var packed: Int { day.packed << 17 | hour << 12 | minute << 6 | second }
}
