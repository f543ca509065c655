/// Files that are well-formed on the whole, and whose parsing time grows with the square of their size in
/// libical 3.
public enum HostileShape: String, CaseIterable, Sendable {
  /// One VTODO with lines of DUE that hold no date.
  case malformedProperties = "malformed-properties"
  /// One VTODO with one unfolded DESCRIPTION of so many bytes.
  case longLine = "long-line"
  /// VTODOs of which the later half is completed, to be removed from the back.
  case removals
  /// VTODOs with 600 categories each; libical keeps 500.
  case categories
  /// One VTODO with so many alarms.
  case alarms
  /// So many VTIMEZONEs, and a VTODO in each of them.
  case zones

  /// The size at which the cost has shown itself, in whatever the shape counts.
  public var fullCount: Int {
    switch self {
    case .malformedProperties: 40_000
    case .longLine: 16_000_000
    case .removals: 30_000
    case .categories: 2_000
    case .alarms: 100_000
    case .zones: 10_000
    }
  }

  /// What the full size is divided by, for the sizes whose growth is looked at.
  public var divisors: [Int] { self == .longLine ? [16, 4, 1] : [8, 4, 2, 1] }

  /// How many VTODOs a file of the shape holds.
  public func todos(count: Int) -> Int {
    switch self {
    case .malformedProperties, .longLine, .alarms: 1
    case .removals, .categories, .zones: count
    }
  }

  /// How many of them are open.
  public func open(count: Int) -> Int { self == .removals ? count - count / 2 : todos(count: count) }

  /// The file's bytes, piece by piece.
  public func pieces(count: Int) -> some Sequence<[UInt8]> {
    let head = Vocabulary.calendarHead + (wrapsAll ? todoHead(0) : [])
    let tail = (wrapsAll ? ["END:VTODO"] : []) + [Vocabulary.calendarEnd]
    return (-1...count).lazy.map { number in
      var bytes: [UInt8] = []
      switch number {
      case -1: ContentLine.append(head, to: &bytes)
      case count: ContentLine.append(tail, to: &bytes)
      default: appendItem(number, of: count, to: &bytes)
      }
      return bytes
    }
  }

  private var wrapsAll: Bool {
    switch self {
    case .malformedProperties, .longLine, .alarms: true
    case .removals, .categories, .zones: false
    }
  }

  private func todoHead(_ number: Int) -> [String] {
    [
      "BEGIN:VTODO", "UID:hostile-\(rawValue)-\(number)", "DTSTAMP:20240101T000000Z",
      "SUMMARY:\(rawValue) \(number)",
    ]
  }

  private func appendItem(_ number: Int, of count: Int, to bytes: inout [UInt8]) {
    switch self {
    case .malformedProperties: ContentLine.append("DUE:notadate", to: &bytes)
    case .longLine:
      if number == 0 { bytes += Array("DESCRIPTION:".utf8) }
      bytes.append(UInt8(ascii: "a") + UInt8(number % 26))
      if number == count - 1 { bytes += ContentLine.lineEnd }
    case .removals:
      let status = number < count - count / 2 ? "NEEDS-ACTION" : "COMPLETED"
      ContentLine.append(todoHead(number) + ["STATUS:" + status, "END:VTODO"], to: &bytes)
    case .categories:
      let names = (0..<600).map { "category \($0)" }.joined(separator: ",")
      ContentLine.append(todoHead(number) + ["CATEGORIES:" + names, "END:VTODO"], to: &bytes)
    case .alarms:
      ContentLine.append(
        ["BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:\(number)", "TRIGGER:-PT15M", "END:VALARM"],
        to: &bytes)
    case .zones:
      let name = "Example/Zone-\(number)"
      let observance = Vocabulary.Observance("STANDARD", "+0100", "+0100", "X", "19700101T000000", nil)
      ContentLine.append(
        Vocabulary.zone(name, observance) + todoHead(number)
          + ["DUE;TZID=\(name):20250101T090000", "END:VTODO"], to: &bytes)
    }
  }
}
