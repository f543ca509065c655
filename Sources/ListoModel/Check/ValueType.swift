package import ICalendar

/// The type that a property's value must have, as far as Listo reads it: the table behind `bad-value`.
package enum ValueType: Sendable {
  /// DATE or DATE-TIME.
  case moment
  /// DATE-TIME in UTC.
  case utc
  /// A list of DATE, DATE-TIME or, where it says so, PERIOD.
  case moments(allowsPeriods: Bool)
  case duration
  case trigger
  case recurrence
  case integer(ClosedRange<Int>)
  case offset
  case geo
  /// One of these words, in any case.
  case words([String])

  /// The type of a property's values in a component; `nil` for TEXT, URI and all that no rule is
  /// known for.
  package static func of(_ id: PropertyID, in kind: ComponentKind) -> ValueRule? {
    id == .status ? statuses[Int(kind.rawValue)] : table[Int(id.rawValue)]
  }

  /// By the raw value of the id.
  private static let table: [ValueRule?] = {
    var table: [ValueRule?] = Array(repeating: nil, count: 256)
    for row in rows { table[Int(row.id.rawValue)] = ValueRule(row.type, row.section) }
    return table
  }()

  /// By the raw value of the kind.
  private static let statuses = ComponentKind.allCases.map { kind in
    statusWords(kind).map { ValueRule(.words($0), "RFC 5545 §3.8.1.11") }
  }

  private static let rows: [(id: PropertyID, type: ValueType, section: String)] = [
    (.completed, .utc, "RFC 5545 §3.8.2.1"),
    (.created, .utc, "RFC 5545 §3.8.7.1"),
    (.dtstamp, .utc, "RFC 5545 §3.8.7.2"),
    (.lastModified, .utc, "RFC 5545 §3.8.7.3"),
    (.acknowledged, .utc, "RFC 9074 §6.1"),
    (.dtstart, .moment, "RFC 5545 §3.8.2.4"),
    (.dtend, .moment, "RFC 5545 §3.8.2.2"),
    (.due, .moment, "RFC 5545 §3.8.2.3"),
    (.recurrenceID, .moment, "RFC 5545 §3.8.4.4"),
    (.exdate, .moments(allowsPeriods: false), "RFC 5545 §3.8.5.1"),
    (.rdate, .moments(allowsPeriods: true), "RFC 5545 §3.8.5.2"),
    (.duration, .duration, "RFC 5545 §3.8.2.5"),
    (.estimatedDuration, .duration, "draft-ietf-calext-ical-tasks"),
    (.refreshInterval, .duration, "RFC 7986 §5.7"),
    (.trigger, .trigger, "RFC 5545 §3.8.6.3"),
    (.rrule, .recurrence, "RFC 5545 §3.8.5.3"),
    (.exrule, .recurrence, "RFC 2445 §4.8.5.2"),
    (.priority, .integer(0...9), "RFC 5545 §3.8.1.9"),
    (.percentComplete, .integer(0...100), "RFC 5545 §3.8.1.8"),
    (.sequence, .integer(0...Int(Int32.max)), "RFC 5545 §3.8.7.4"),
    (.repeat, .integer(0...Int(Int32.max)), "RFC 5545 §3.8.6.2"),
    (.tzoffsetfrom, .offset, "RFC 5545 §3.8.3.3"),
    (.tzoffsetto, .offset, "RFC 5545 §3.8.3.4"),
    (.geo, .geo, "RFC 5545 §3.8.1.6"),
    (.transp, .words(["OPAQUE", "TRANSPARENT"]), "RFC 5545 §3.8.2.7"),
    (.version, .words(["2.0"]), "RFC 5545 §3.7.4"),
  ]

  /// PENDING and FAILED are from draft-ietf-calext-ical-tasks.
  private static func statusWords(_ kind: ComponentKind) -> [String]? {
    switch kind {
    case .vtodo: ["NEEDS-ACTION", "COMPLETED", "IN-PROCESS", "CANCELLED", "PENDING", "FAILED"]
    case .vevent: ["TENTATIVE", "CONFIRMED", "CANCELLED"]
    case .vjournal: ["DRAFT", "FINAL", "CANCELLED"]
    default: nil
    }
  }

  /// The VALUE parameters that such a value may have.
  var valueParameters: [String] {
    switch self {
    case .moment, .moments(allowsPeriods: false): ["DATE-TIME", "DATE"]
    case .moments(allowsPeriods: true): ["DATE-TIME", "DATE", "PERIOD"]
    case .utc: ["DATE-TIME"]
    case .duration: ["DURATION"]
    case .trigger: ["DURATION", "DATE-TIME"]
    case .recurrence: ["RECUR"]
    case .integer: ["INTEGER"]
    case .offset: ["UTC-OFFSET"]
    case .geo: ["FLOAT"]
    case .words: ["TEXT"]
    }
  }
}

/// The type that a property's value must have, with the section that says so.
package final class ValueRule: Sendable {
  package let type: ValueType
  package let section: String

  fileprivate init(_ type: ValueType, _ section: String) { (self.type, self.section) = (type, section) }
}
