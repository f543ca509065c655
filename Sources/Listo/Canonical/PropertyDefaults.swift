internal import ICalendar

/// What canonical content needs to know of a property's type (RFC 5545 §3.8, RFC 7986 §5, RFC 9073 §6, RFC
/// 9074 §8).
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

  static func of(_ id: PropertyID) -> PropertyDefaults { table[Int(id.rawValue)] }

  private static let table: [PropertyDefaults] = PropertyID.allCases.map { id in
    switch id {
    case .categories, .resources: PropertyDefaults(text: .list, type: "TEXT")
    case .action, .calscale, .class, .color, .comment, .contact, .description, .location, .method, .name,
      .prodid,
      .proximity, .refid, .relatedTo, .status, .styledDescription, .summary, .transp, .tzid, .tzname, .uid,
      .version,
      .xAltDesc, .xAppleCalendarColor, .xAppleProximity, .xWrAlarmuid, .xWrCaldesc, .xWrCalname, .xWrRelcalid,
      .xWrTimezone:
      PropertyDefaults(text: .single, type: "TEXT")
    // Its parts are told apart by semicolons, so that an escaped one is not the same as a bare one.
    case .requestStatus: PropertyDefaults(type: "TEXT")
    case .attach, .concept, .conference, .tzurl, .url: PropertyDefaults(type: "URI")
    case .geo: PropertyDefaults(type: "FLOAT")
    case .percentComplete, .priority, .repeat, .sequence: PropertyDefaults(type: "INTEGER")
    case .acknowledged, .completed, .created, .dtend, .dtstamp, .dtstart, .due, .exdate, .lastModified,
      .rdate,
      .recurrenceID:
      PropertyDefaults(type: "DATE-TIME")
    case .duration, .estimatedDuration, .trigger: PropertyDefaults(type: "DURATION")
    case .tzoffsetfrom, .tzoffsetto: PropertyDefaults(type: "UTC-OFFSET")
    case .attendee, .organizer: PropertyDefaults(type: "CAL-ADDRESS")
    case .rrule, .exrule: PropertyDefaults(type: "RECUR")
    default: PropertyDefaults(type: "")
    }
  }

  private init(text: Text = .none, type: String) {
    self.text = text
    valueType = Array(type.utf8)
  }
}
