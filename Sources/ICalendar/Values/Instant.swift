/// A point in time: seconds since 1970-01-01T00:00:00Z, without leap seconds (POSIX time).
public struct Instant: Sendable, Hashable, Comparable {
  /// Seconds since 1970-01-01T00:00:00Z; negative before it.
  public let seconds: Int64

  /// The instant that many seconds after 1970-01-01T00:00:00Z.
  public init(seconds: Int64) { self.seconds = seconds }

  /// The instant of a UTC date and time. Second 60 is taken for 59 (RFC 5545 §3.3.12).
  public init(utc: LocalDateTime) { seconds = utc.clockSeconds }

  /// The UTC date and time; instants outside the years 0 to 9999 become the nearest second inside.
  public var utc: LocalDateTime { LocalDateTime(clockSeconds: seconds) }

  /// The instant that long after another; parts of a second are cut off.
  public static func + (instant: Instant, duration: Duration) -> Instant {
    Instant(seconds: instant.seconds + duration.components.seconds)
  }

  /// The instant that long before another; parts of a second are cut off.
  public static func - (instant: Instant, duration: Duration) -> Instant {
    Instant(seconds: instant.seconds - duration.components.seconds)
  }

  /// The time from the right instant to the left one.
  public static func - (left: Instant, right: Instant) -> Duration { .seconds(left.seconds - right.seconds) }

  public static func < (left: Instant, right: Instant) -> Bool { left.seconds < right.seconds }
}
