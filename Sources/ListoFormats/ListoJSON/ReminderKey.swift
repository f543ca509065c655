internal import ICalendar

/// The keys of a reminder's object, in the order in which they are written. They are part of the format: a
/// key is never renamed, and a new one is a new row.
enum ReminderKey: Int, CaseIterable {
  case uid, title, notes, status, completed
  case due, dueZone, dueInstant, start, startZone, startInstant
  case priority, percent, tags, parent, url, location, geo, recurrence, alarms, order, created, modified,
    sequence
  case properties, components, unparsed, zones
  /// Keys that listings add to a series, or to a numbered reminder; reading ignores them.
  case current, finished, number

  /// `,"title":`: before all of them stand `id`, `source` and `list`.
  static let json: [[UInt8]] = allCases.map { Array(",\"\($0)\":".utf8) }

  /// The key as it is written: from a table, since asking an enumeration for its name takes microseconds.
  var name: String { Self.names[rawValue] }

  private static let names = allCases.map { "\($0)" }

  static let named = KeyTable(allCases.map { ("\($0)", $0) })

  /// The key of the zone of a time.
  var zone: ReminderKey? {
    switch self {
    case .due: .dueZone
    case .start: .startZone
    default: nil
    }
  }

  /// The key of a property; nil for one that has none.
  init?(_ id: PropertyID) {
    switch id {
    case .uid: self = .uid
    case .summary: self = .title
    case .description: self = .notes
    case .status: self = .status
    case .completed: self = .completed
    case .due: self = .due
    case .dtstart: self = .start
    case .priority: self = .priority
    case .percentComplete: self = .percent
    case .categories: self = .tags
    case .relatedTo: self = .parent
    case .url: self = .url
    case .location: self = .location
    case .geo: self = .geo
    case .rrule: self = .recurrence
    case .xAppleSortOrder: self = .order
    case .created: self = .created
    case .lastModified: self = .modified
    case .sequence: self = .sequence
    default: return nil
    }
  }
}

/// The keys that say where a reminder belongs.
enum PlaceKey: String, CaseIterable {
  case id, source, list

  static let named = KeyTable(allCases.map { ($0.rawValue, $0) })
}

/// The keys of an alarm's object, in their order.
enum AlarmKey: Int, CaseIterable {
  case uid, action, trigger, related, acknowledged, description, properties, components, unparsed

  /// `"action":`
  static let json: [[UInt8]] = allCases.map { Array("\"\($0)\":".utf8) }

  var name: String { Self.names[rawValue] }

  private static let names = allCases.map { "\($0)" }

  static let named = KeyTable(allCases.map { ("\($0)", $0) })
}
