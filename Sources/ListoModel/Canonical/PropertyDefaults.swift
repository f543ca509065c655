internal import ICalendar

/// The facts about a property's type that canonical content needs (RFC 5545 §3.8, RFC 7986 §5, RFC 9073 §6,
/// RFC 9074 §8).
struct PropertyDefaults {
  enum Text {
    /// Not text: the raw octets count.
    case none
    case single
    /// Several texts with commas between them.
    case list
  }

  let text: Text
  /// The type that a missing VALUE means, in upper case; empty where the property has no default.
  let valueType: [UInt8]
  /// How a value without VALUE is read.
  let kind: ValueKind

  static func of(_ id: PropertyID) -> PropertyDefaults { table[Int(id.rawValue)] }

  /// The kind of text that a property is, without the references of the rest.
  static func text(of id: PropertyID) -> Text { texts[Int(id.rawValue)] }
  private static let texts = table.map(\.text)

  /// Properties whose lines are elements of a set (RFC 5545 says so of none, programs take them so): one that
  /// stands twice says no more than one.
  static func isSet(_ id: PropertyID) -> Bool { sets[Int(id.rawValue)] }

  private static let sets: [Bool] = PropertyID.allCases.map { id in
    switch id {
    case .categories, .resources, .exdate, .rdate, .relatedTo, .attendee, .attach: true
    default: false
    }
  }

  private static let table: [PropertyDefaults] = PropertyID.allCases.map { id in
    switch id {
    case .categories, .resources: PropertyDefaults(text: .list, type: "TEXT", .texts)
    // RFC 5545 §3.3.11 and §2: enumerated values are the same in any case.
    case .action, .calscale, .class, .method, .proximity, .status, .transp, .xAppleProximity:
      PropertyDefaults(text: .single, type: "TEXT", .word)
    case .color, .comment, .contact, .description, .location, .name, .prodid, .refid, .relatedTo,
      .styledDescription, .summary, .tzid, .tzname, .uid, .version, .xAltDesc, .xAppleCalendarColor,
      .xWrAlarmuid, .xWrCaldesc, .xWrCalname, .xWrRelcalid, .xWrTimezone:
      PropertyDefaults(text: .single, type: "TEXT", .text)
    // Its parts are told apart by semicolons, so that an escaped one is not the same as a bare one.
    case .requestStatus: PropertyDefaults(type: "TEXT", .octets)
    case .attach, .concept, .conference, .tzurl, .url: PropertyDefaults(type: "URI", .octets)
    case .geo: PropertyDefaults(type: "FLOAT", .position)
    case .percentComplete, .priority, .repeat, .sequence: PropertyDefaults(type: "INTEGER", .integer)
    case .exdate, .rdate: PropertyDefaults(type: "DATE-TIME", .moments)
    case .acknowledged, .completed, .created, .dtend, .dtstamp, .dtstart, .due, .lastModified, .recurrenceID:
      PropertyDefaults(type: "DATE-TIME", .moment)
    case .duration, .estimatedDuration, .trigger: PropertyDefaults(type: "DURATION", .duration)
    case .tzoffsetfrom, .tzoffsetto: PropertyDefaults(type: "UTC-OFFSET", .offset)
    case .attendee: PropertyDefaults(type: "CAL-ADDRESS", .address)
    case .organizer: PropertyDefaults(type: "CAL-ADDRESS", .octets)
    case .rrule, .exrule: PropertyDefaults(type: "RECUR", .recurrence)
    // No standard gives them a type, and all who write them write numbers.
    case .xAppleSortOrder, .xMozGeneration: PropertyDefaults(type: "", .integer)
    default: PropertyDefaults(type: "", .octets)
    }
  }

  private init(text: Text = .none, type: String, _ kind: ValueKind) {
    (self.text, self.kind) = (text, kind)
    valueType = Array(type.utf8)
  }
}
