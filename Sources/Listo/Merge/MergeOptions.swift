public import ICalendar

/// What is asked of a merge.
public struct MergeOptions: Sendable, Hashable {
  /// Write one VCALENDAR for each list. Otherwise all lists become one.
  public var keepsLists: Bool
  /// The name of the one list, which settles a conflict of names.
  public var title: String?
  /// The colour of the one list, `#RRGGBB[AA]` or a CSS name, which settles a conflict of colours.
  public var color: String?
  /// ``Limit/diagnostics`` of them counts; under which of the others an input is read it knows itself.
  public var limits: ReadingLimits

  public init(
    keepsLists: Bool = false, title: String? = nil, color: String? = nil,
    limits: ReadingLimits = ReadingLimits()
  ) {
    (self.keepsLists, self.title, self.color) = (keepsLists, title, color)
    self.limits = limits
  }
}

/// Why a merge cannot be made. Nothing has been written when it is thrown by ``Merge/plan(_:options:heldBytes:on:)``.
public enum MergeError: Error, Sendable, Hashable {
  /// Two VTIMEZONEs of one name whose clocks differ.
  case zoneConflict(ZoneConflict)
  /// An input cannot be read.
  case unreadable(input: String, reason: String)
  /// An input has changed while it was being merged.
  case changed(input: String)
}

/// Two definitions of one time zone that give different offsets.
public struct ZoneConflict: Sendable, Hashable, CustomStringConvertible {
  /// One of the definitions.
  public struct Side: Sendable, Hashable {
    public let input: String
    /// The physical line of its BEGIN, counted from 1.
    public let line: Int
    /// Seconds east of UTC at the instant; nil where the definition cannot be read.
    public let offset: Int?
  }

  public let tzid: String
  public let first: Side
  public let second: Side
  /// The first instant from 1970 on at which the clocks differ, ISO 8601 in UTC; nil where a definition
  /// cannot be read.
  public let instant: String?

  public var description: String {
    let sides = "\(first.input):\(first.line) and \(second.input):\(second.line)"
    guard let instant, let one = first.offset, let two = second.offset else {
      return "the time zone \(tzid) is defined differently in \(sides), and one of them cannot be read"
    }
    return "the time zone \(tzid) is defined differently in \(sides): at \(instant) it is "
      + "\(Self.hours(one)) in the one, \(Self.hours(two)) in the other"
  }

  /// `+02:00` for 7200 seconds.
  private static func hours(_ offset: Int) -> String {
    let minutes = abs(offset) / 60
    let digits = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    return (offset < 0 ? "-" : "+") + digits(minutes / 60) + ":" + digits(minutes % 60)
  }
}
