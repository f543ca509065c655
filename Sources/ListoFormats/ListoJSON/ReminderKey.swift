/// The keys of a reminder's object, in the order in which they are written. They are part of the format: a
/// key is never renamed, and a new one is a new row.
enum ReminderKey: Int, CaseIterable {
  case uid, title, notes, status, completed
  case due, dueZone, dueInstant, start, startZone, startInstant
  case priority, percent, tags, parent, url, recurrence, alarms, order, created, modified
  case properties, components, unparsed, zones
  /// Keys that listings add to a series; reading ignores both.
  case current, finished

  /// `,"title":`: before all of them stand `id`, `source` and `list`.
  static let json: [[UInt8]] = allCases.map { Array(",\"\($0)\":".utf8) }

  /// The key as it is written: from a table, since asking an enumeration for its name takes microseconds.
  var name: String { Self.names[rawValue] }

  private static let names = allCases.map { "\($0)" }

  static let named = KeyTable(allCases.map { ("\($0)", $0) })
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
