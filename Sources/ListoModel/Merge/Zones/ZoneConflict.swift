/// Two definitions of one name that give different offsets: one keeps the name, the other has a new one in
/// the output.
public struct ZoneConflict: Sendable, Hashable, CustomStringConvertible {
  /// One of the definitions.
  public struct Side: Sendable, Hashable {
    /// The input, as it is named.
    public let input: String
    /// The physical line of its BEGIN, counted from 1; 0 for the system's time zone data.
    public let line: Int
    /// Seconds east of UTC at the instant; nil where the definition cannot be read.
    public let offset: Int?
  }

  /// The TZID that means two zones.
  public let tzid: String
  /// The new name of the second zone in the output, or in those of its components that the first zone would
  /// move: the name with eight digits of a hash of its offsets.
  public let newName: String
  /// The definition that keeps the name.
  public let first: Side
  /// An input with another zone of that name.
  public let second: Side
  /// The first instant from 2000 on at which the clocks differ, or the first time of a component, by its own
  /// definition, that they read differently; ISO 8601 in UTC; nil where a definition cannot be read.
  public let instant: String?
  /// Whether the two zones differ only for single components; those have the new name.
  public var isOfComponents = false

  public var description: String {
    let places = [first, second].map { $0.line > 0 ? "\($0.input):\($0.line)" : $0.input }
    let sides = places.joined(separator: " and ")
    guard let instant, let one = first.offset, let two = second.offset else {
      return "the time zone \(tzid) is defined differently in \(sides), and one of them cannot be read; "
        + "the second is called \(newName) now"
    }
    return "the time zone \(tzid) is defined differently in \(sides): at \(instant) it is "
      + "\(Self.hours(one)) in the one, \(Self.hours(two)) in the other, which is called \(newName) now"
      + (isOfComponents ? " where it is needed" : "")
  }

  /// `+02:00` for 7200 seconds.
  private static func hours(_ offset: Int) -> String {
    let minutes = abs(offset) / 60
    let digits = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    return (offset < 0 ? "-" : "+") + digits(minutes / 60) + ":" + digits(minutes % 60)
  }
}
