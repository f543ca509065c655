import CLibical

/// A DATE or DATE-TIME value as it was written: a day, or a time that floats, is UTC, or belongs to a zone
/// (RFC 5545 §3.3.4, §3.3.5). Nothing is converted: a zone stays the name it was.
public enum Moment: Sendable, Hashable {
  /// A day without time.
  case date(Day)
  /// A time on whatever wall clock its reader has.
  case floating(LocalDateTime)
  /// A UTC time (written with `Z`).
  case utc(LocalDateTime)
  /// A time on the wall clock of the zone that the TZID names.
  case zoned(LocalDateTime, tzid: String)

  /// Reads one DATE or DATE-TIME value through libical's `icaltime_from_string`.
  ///
  /// libical takes ` 2026010`, `2026-12-01`, 31 February, month 13 and hour 25 without complaint, so the shape
  /// is checked before the call and the ranges after it. A time with `Z` is UTC even if a TZID stands beside it
  /// (RFC 5545 §3.2.19 forbids that); a TZID beside a DATE is ignored; an empty TZID means floating.
  ///
  /// - Parameters:
  ///   - value: the unfolded bytes of one value.
  ///   - valueIsDate: what the VALUE parameter says, `nil` where there is none; then the shape decides.
  ///   - tzid: the TZID parameter's value, decoded.
  /// - Throws: ``ValueError`` with code `.date`.
  public static func parse(
    _ value: ArraySlice<UInt8>, valueIsDate: Bool? = nil, tzid: String? = nil
  ) throws(ValueError) -> Moment {
    let shape = Shape(value)
    switch (shape, valueIsDate) {
    case (.none, _): throw ValueError(.date, Shape.reason(value))
    case (.date, false): throw ValueError(.date, "a date where a date and time should be")
    case (.local, true), (.utc, true): throw ValueError(.date, "a date and time where a date should be")
    default: break
    }
    guard
      let time = unsafe Libical.withCString(value, limit: 16, { unsafe icaltime_from_string($0) })
    else { throw ValueError(.date, Shape.reason(value)) }
    guard
      let day = unsafe Day(year: Int(time.year), month: Int(time.month), day: Int(time.day))
    else { throw ValueError(.date, "no such day in the calendar") }
    guard shape != .date else { return .date(day) }
    guard
      let local = unsafe LocalDateTime(
        day: day, hour: Int(time.hour), minute: Int(time.minute), second: Int(time.second))
    else { throw ValueError(.date, "no such time of day") }
    if shape == .utc { return .utc(local) }
    if let tzid, !tzid.isEmpty { return .zoned(local, tzid: tzid) }
    return .floating(local)
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

  /// What the bytes of a DATE or DATE-TIME look like: eight digits, perhaps `T` and six digits, perhaps `Z`.
  private enum Shape {
    case none, date, local, utc

    init(_ value: ArraySlice<UInt8>) {
      let count = value.count
      guard count == 8 || count == 15 || count == 16 else {
        self = .none
        return
      }
      var offset = 0
      for byte in value {
        let fits =
          switch offset {
          case 8: byte == UInt8(ascii: "T")
          case 15: byte == UInt8(ascii: "Z")
          default: byte &- 48 < 10
          }
        guard fits else {
          self = .none
          return
        }
        offset += 1
      }
      self = count == 8 ? .date : count == 15 ? .local : .utc
    }

    static func reason(_ value: ArraySlice<UInt8>) -> String {
      value.isEmpty
        ? "an empty date" : "not a date such as 20261201 or a date and time such as 20261201T101500Z"
    }
  }
}
