import CLibical

/// A DURATION (RFC 5545 §3.3.6): a sign and the numbers as written, so that `PT24H` and `P1D` stay apart.
public struct CalendarDuration: Sendable, Hashable {
  /// Whether the duration has a minus sign.
  public let isNegative: Bool
  /// The numbers before W, D, H, M and S; none is negative.
  public let weeks, days, hours, minutes, seconds: Int

  /// A duration of these parts; `nil` if one is negative or above 999,999,999.
  public init?(
    isNegative: Bool = false, weeks: Int = 0, days: Int = 0, hours: Int = 0, minutes: Int = 0,
    seconds: Int = 0
  ) {
    let allowed = 0...999_999_999
    for number in [weeks, days, hours, minutes, seconds] where !allowed.contains(number) { return nil }
    self.isNegative = isNegative
    self.weeks = weeks
    self.days = days
    self.hours = hours
    self.minutes = minutes
    self.seconds = seconds
  }

  /// The length in seconds with its sign, weeks being of seven days and days of 86,400 seconds.
  public var totalSeconds: Int64 {
    let total = Int64(weeks * 7 + days) * 86_400 + Int64(hours * 3600 + minutes * 60 + seconds)
    return isNegative ? -total : total
  }

  /// Reads a DURATION through libical's `icaldurationtype_from_string`.
  ///
  /// libical reads `P`, `PT` and the tail of `PT1H30` as nothing, `PT1S1M` in any order, and wraps
  /// `P99999999999D` at 32 bits: such values are refused before the call. Weeks beside days and hours beside
  /// seconds (`P1W2D`, `PT1H1S`), which RFC 5545's grammar has not but producers write, are read.
  ///
  /// - Throws: ``ValueError`` with code `.duration`.
  public static func parse(_ value: ArraySlice<UInt8>) throws(ValueError) -> CalendarDuration {
    // Letters in lower case are the same (RFC 5234 §2.3); libical does not know them.
    let value = value.map(\.upper)[...]
    try checkShape(value)
    guard
      let read = unsafe Libical.withCString(
        value, limit: 64, { unsafe icaldurationtype_from_string($0) }),
      listo_duration_is_bad(read) == 0,
      let duration = CalendarDuration(
        isNegative: read.is_neg == 1, weeks: Int(read.weeks), days: Int(read.days), hours: Int(read.hours),
        minutes: Int(read.minutes), seconds: Int(read.seconds))
    else { throw ValueError(.duration, "not a duration such as PT15M or P1DT2H") }
    return duration
  }

  /// Sign, `P`, and at least one number with its letter, in the order W D T H M S.
  private static func checkShape(_ value: ArraySlice<UInt8>) throws(ValueError) {
    var rest = value
    if let first = rest.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") { rest.removeFirst() }
    guard rest.popFirst() == UInt8(ascii: "P") else {
      throw ValueError(.duration, "a duration begins with P, such as PT15M")
    }
    var units = ArraySlice("WDTHMS".utf8)
    var digits = 0
    var numbersSinceT = 0
    for byte in rest {
      if byte &- 48 < 10 {
        digits += 1
        guard digits <= 9 else {
          throw ValueError(.duration, "a number of more than nine digits in a duration")
        }
        continue
      }
      guard let place = units.firstIndex(of: byte) else {
        throw ValueError(.duration, "an unknown or misplaced letter in a duration")
      }
      let isT = byte == UInt8(ascii: "T")
      let isEarly = "HMS".utf8.contains(byte) && units.contains(UInt8(ascii: "T"))
      guard isT ? digits == 0 : digits > 0, !isEarly else {
        throw ValueError(.duration, "a letter of a duration without its number, or a time without T")
      }
      numbersSinceT = isT ? 0 : numbersSinceT + 1
      units = units[(place + 1)...]
      digits = 0
    }
    guard digits == 0, numbersSinceT > 0 else {
      throw ValueError(.duration, "a duration without a number, or a number without its letter")
    }
  }
}

extension CalendarDuration: CustomStringConvertible {
  /// RFC 5545's spelling: `-PT15M`, `P1W`, `P1DT2H`; `PT0S` for nothing.
  public var description: String {
    var text = isNegative ? "-P" : "P"
    if weeks > 0 { text += "\(weeks)W" }
    if days > 0 { text += "\(days)D" }
    if hours > 0 || minutes > 0 || seconds > 0 {
      text += "T"
      if hours > 0 { text += "\(hours)H" }
      if minutes > 0 { text += "\(minutes)M" }
      if seconds > 0 { text += "\(seconds)S" }
    }
    return text.hasSuffix("P") ? text + "T0S" : text
  }
}

extension LocalDateTime {
  /// The wall clock a duration later: weeks and days are days of the calendar, the rest seconds of the clock.
  public func adding(_ duration: CalendarDuration) -> LocalDateTime { adding(seconds: duration.totalSeconds) }
}

extension CalendarDuration {
  /// The duration of so many seconds, with the days that they make; nil where it is too long to be written.
  package init?(ofSeconds seconds: Int) {
    let length = seconds.magnitude
    guard let days = Int(exactly: length / 86_400) else { return nil }
    let rest = Int(length % 86_400)
    self.init(
      isNegative: seconds < 0, days: days, hours: rest / 3600, minutes: rest % 3600 / 60, seconds: rest % 60)
  }
}
