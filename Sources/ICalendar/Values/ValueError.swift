/// The reason why the bytes of a property or parameter value could not be read as their type.
///
/// The raw value is kept in the component; the error only describes the problem.
public struct ValueError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A stable name for the kind of mistake, for Diagnostics, tests and scripts.
  public enum Code: String, Sendable, CaseIterable {
    /// Not a DATE or DATE-TIME (RFC 5545 §3.3.4, §3.3.5), or one that no calendar has.
    case date = "bad-date"
    /// Not a DURATION (RFC 5545 §3.3.6).
    case duration = "bad-duration"
    /// Not a TRIGGER (RFC 5545 §3.8.6.3).
    case trigger = "bad-trigger"
    /// Not a PERIOD (RFC 5545 §3.3.9).
    case period = "bad-period"
    /// Not a UTC-OFFSET (RFC 5545 §3.3.14).
    case offset = "bad-utc-offset"
    /// Not a RECUR (RFC 5545 §3.3.10, RFC 7529).
    case recurrence = "bad-recurrence"
    /// A rule that no date satisfies, or that cannot be expanded in bounded time.
    case recurrenceBound = "unbounded-recurrence"
    /// Not an INTEGER (RFC 5545 §3.3.8).
    case integer = "bad-integer"
    /// Not a GEO (RFC 5545 §3.8.1.6).
    case geo = "bad-geo"
    /// A zone without usable observances.
    case zone = "bad-zone"
    /// A zone with more changes than the limit.
    case zoneChanges = "too-many-zone-changes"
    /// A zone whose rules take more steps than the limit.
    case recurrenceSteps = "too-many-steps"
    /// A TZID that neither the file nor the system's time zone data explains.
    case unknownZone = "unknown-zone"
    /// Longer than a value of its type may be, or nested or repeated beyond a limit.
    case limit = "value-too-long"
    /// A NUL byte, which libical would take for the end.
    case nul = "nul-byte"
  }

  /// The kind of mistake.
  public let code: Code
  /// The problem in words for people: a clause without capital and full stop.
  public let reason: String

  /// An error of a kind, with its reason.
  public init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }

  /// The reason, with the code in brackets.
  public var description: String { "\(reason) [\(code.rawValue)]" }
}
