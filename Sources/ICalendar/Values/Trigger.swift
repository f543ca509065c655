/// The time at which an alarm rings (RFC 5545 §3.8.6.3).
public enum Trigger: Sendable, Hashable {
  /// Before (negative) or after the start of the component with the alarm or, with RELATED=END, its end.
  case relative(CalendarDuration)
  /// A UTC date and time.
  case absolute(LocalDateTime)

  /// Parses a TRIGGER value. `P` alone, which libical turns into `PT0S`, and a time that is not UTC are
  /// refused.
  ///
  /// - Parameter valueIsDateTime: whether the VALUE parameter is DATE-TIME; `nil` without that parameter.
  ///   Programs leave it out before a date, so the shape of the value decides then.
  /// - Throws: ``ValueError`` with code `.trigger`.
  public static func parse(
    _ value: ArraySlice<UInt8>, valueIsDateTime: Bool? = nil
  ) throws(ValueError) -> Trigger {
    let looksLikeDate = value.first.map { $0 &- 48 < 10 } ?? false
    do throws(ValueError) {
      if valueIsDateTime ?? looksLikeDate {
        guard case .utc(let time) = try Moment.decode(value, valueIsDate: false) else {
          throw ValueError(.trigger, "an alarm's time must be UTC")
        }
        return .absolute(time)
      }
      return .relative(try CalendarDuration.parse(value))
    } catch {
      throw ValueError(.trigger, error.reason)
    }
  }
}

extension Trigger: CustomStringConvertible {
  /// The value as RFC 5545 writes it: `-PT15M` or `20261201T101500Z`.
  public var description: String {
    switch self {
    case .relative(let duration): duration.description
    case .absolute(let utc): utc.iCalendarText + "Z"
    }
  }
}
