package import ICalendar

/// How often properties must and may stand in a component: the tables of RFC 5545 §3.6, RFC 7986 §4 and RFC
/// 9074 §3.
package struct Cardinality: Sendable {
  /// Must be there, once.
  package let required: PropertySet
  /// May stand once.
  package let once: PropertySet
  package let section: String

  private init(required: PropertySet = [], once: PropertySet = [], _ section: String) {
    (self.required, self.once, self.section) = (required, required.union(once), section)
  }

  /// The rules for a kind of component; `nil` where none are known.
  package static func of(_ kind: ComponentKind) -> Cardinality? { table[Int(kind.rawValue)] }

  private static let table = ComponentKind.allCases.map(rules)

  private static func rules(_ kind: ComponentKind) -> Cardinality? {
    let common: PropertySet = [
      .class, .created, .dtstart, .lastModified, .organizer, .recurrenceID, .sequence, .status, .summary,
      .url, .color,
    ]
    switch kind {
    case .vcalendar:
      return Cardinality(
        required: [.prodid, .version],
        once: [.calscale, .method, .uid, .lastModified, .url, .refreshInterval, .source, .color],
        "RFC 5545 §3.6")
    case .vtodo:
      return Cardinality(
        required: [.uid, .dtstamp],
        once: common.union([
          .completed, .description, .geo, .location, .percentComplete, .priority, .due, .duration,
          .estimatedDuration,
        ]), "RFC 5545 §3.6.2")
    case .vevent:
      return Cardinality(
        required: [.uid, .dtstamp],
        once: common.union([.description, .geo, .location, .priority, .transp, .dtend, .duration]),
        "RFC 5545 §3.6.1")
    case .vjournal: return Cardinality(required: [.uid, .dtstamp], once: common, "RFC 5545 §3.6.3")
    case .vfreebusy:
      return Cardinality(
        required: [.uid, .dtstamp], once: [.contact, .dtstart, .dtend, .organizer, .url], "RFC 5545 §3.6.4")
    case .vtimezone: return Cardinality(required: [.tzid], once: [.lastModified, .tzurl], "RFC 5545 §3.6.5")
    case .standard, .daylight:
      return Cardinality(required: [.dtstart, .tzoffsetfrom, .tzoffsetto], "RFC 5545 §3.6.5")
    case .valarm:
      return Cardinality(
        required: [.action, .trigger], once: [.duration, .repeat, .uid, .acknowledged], "RFC 5545 §3.6.6")
    default: return nil
    }
  }
}
