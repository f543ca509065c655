import CLibical

/// A DATE or DATE-TIME value as it was written: a day, or a time that floats, is UTC, or belongs to a zone
/// (RFC 5545 §3.3.4, §3.3.5). Nothing is converted: a zone stays the name it was.
public enum Moment: Sendable, Hashable {
  /// A day without time.
  case date(Day)
  /// A time on the reader's wall clock.
  case floating(LocalDateTime)
  /// A UTC time (written with `Z`).
  case utc(LocalDateTime)
  /// A time on the wall clock of the zone that the TZID names.
  case zoned(LocalDateTime, tzid: String)

  /// Reads one DATE or DATE-TIME value through libical's `icaltime_from_string`.
  ///
  /// libical takes ` 2026010`, `2026-12-01`, 31 February, month 13 and hour 25 without complaint, so the
  /// shape is checked before the call and the ranges after it. A time with `Z` is UTC even if it has a TZID
  /// (RFC 5545 §3.2.19 forbids that); the TZID of a DATE is ignored; an empty TZID means floating.
  ///
  /// - Parameters:
  ///   - value: the unfolded bytes of one value.
  ///   - valueIsDate: whether the VALUE parameter is DATE; `nil` without that parameter, and then the shape
  ///     decides.
  ///   - tzid: the TZID parameter's value, decoded.
  /// - Throws: ``ValueError`` with code `.date`.
  public static func parse(
    _ value: ArraySlice<UInt8>, valueIsDate: Bool? = nil, tzid: String? = nil
  ) throws(ValueError) -> Moment {
    let shape = try Shape(value, valueIsDate: valueIsDate)
    // libical knows no other case; RFC 5545 does, as its strings are case-insensitive (RFC 5234 §2.3).
    let value = value.map(\.upper)[...]
    guard let time = unsafe Libical.withCString(value, limit: 16, { unsafe icaltime_from_string($0) })
    else {
      throw ValueError(.date, Shape.reason(value))
    }
    return try unsafe Moment(
      shape, tzid, year: Int(time.year), month: Int(time.month), day: Int(time.day), hour: Int(time.hour),
      minute: Int(time.minute), second: Int(time.second))
  }

  /// Parses the same values as ``parse(_:valueIsDate:tzid:)``, with the same results and errors, without
  /// libical.
  ///
  /// libical spends 0.5 to 0.8 µs on a value, nearly all in `sscanf`. Use this function in loops over whole
  /// files; a test checks that both agree.
  public static func decode(
    _ value: ArraySlice<UInt8>, valueIsDate: Bool? = nil, tzid: String? = nil
  ) throws(ValueError) -> Moment {
    let shape = try Shape(value, valueIsDate: valueIsDate)
    func number(_ offset: Int, _ count: Int) -> Int {
      var number = 0
      let start = value.startIndex + offset
      for index in start..<start + count { number = number * 10 + Int(value[index] &- 48) }
      return number
    }
    let hasTime = shape != .date
    return try Moment(
      shape, tzid, year: number(0, 4), month: number(4, 2), day: number(6, 2),
      hour: hasTime ? number(9, 2) : 0,
      minute: hasTime ? number(11, 2) : 0, second: hasTime ? number(13, 2) : 0)
  }

  private init(
    _ shape: Shape, _ tzid: String?, year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int
  ) throws(ValueError) {
    guard let day = Day(year: year, month: month, day: day) else {
      throw ValueError(.date, "no such day in the calendar")
    }
    guard shape != .date else {
      self = .date(day)
      return
    }
    guard let local = LocalDateTime(day: day, hour: hour, minute: minute, second: second) else {
      throw ValueError(.date, "no such time of day")
    }
    if shape == .utc {
      self = .utc(local)
    } else if let tzid, !tzid.isEmpty {
      self = .zoned(local, tzid: tzid)
    } else {
      self = .floating(local)
    }
  }

  /// The day as written.
  public var day: Day {
    switch self {
    case .date(let day): day
    case .floating(let local), .utc(let local), .zoned(let local, _): local.day
    }
  }

  /// The wall clock as written; `nil` for a day without time.
  public var local: LocalDateTime? {
    switch self {
    case .date: nil
    case .floating(let local), .utc(let local), .zoned(let local, _): local
    }
  }

  /// The form of the bytes of a DATE or DATE-TIME: eight digits, perhaps `T` and six digits, perhaps `Z`.
  private enum Shape {
    case date, local, utc

    /// - Parameter valueIsDate: what the VALUE parameter says, to which the shape has to fit.
    init(_ value: ArraySlice<UInt8>, valueIsDate: Bool?) throws(ValueError) {
      let count = value.count
      guard count == 8 || count == 15 || count == 16 else { throw ValueError(.date, Self.reason(value)) }
      var offset = 0
      for byte in value {
        let fits =
          switch offset {
          case 8: byte.upper == UInt8(ascii: "T")
          case 15: byte.upper == UInt8(ascii: "Z")
          default: byte &- 48 < 10
          }
        guard fits else { throw ValueError(.date, Self.reason(value)) }
        offset += 1
      }
      self = count == 8 ? .date : count == 15 ? .local : .utc
      guard let valueIsDate, valueIsDate != (self == .date) else { return }
      throw ValueError(
        .date,
        valueIsDate ? "a date and time where a date should be" : "a date where a date and time should be")
    }

    static func reason(_ value: ArraySlice<UInt8>) -> String {
      value.isEmpty
        ? "an empty date" : "not a date such as 20261201 or a date and time such as 20261201T101500Z"
    }
  }
}
