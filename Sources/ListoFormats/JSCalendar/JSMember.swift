internal import ICalendar

/// The members of a task or an event that the reader knows.
enum JSMember: Int, CaseIterable, JSKey {
  case uid, created, updated, title, description, descriptionContentType, color, percentComplete, priority
  case sequence, status, progress, privacy, freeBusyStatus, estimatedDuration, start, due, recurrenceId
  case duration, keywords, categories, relatedTo, recurrenceRule, recurrenceRules, excludedRecurrenceRules
  case recurrenceOverrides, locations, mainLocationId, virtualLocations, links
  case organizerCalendarAddress, replyTo, participants
  // They say something of others, or of the calendar; alerts are components.
  case locale, timeZone, endTimeZone, showWithoutTime, recurrenceIdTimeZone, excluded, method, prodId, version
  case type, iCalendar, alerts

  static let named = KeyTable(allCases.map { ($0 == .type ? "@type" : "\($0)", $0) })
  static var firstSilent: JSMember { .locale }
}

/// The member `iCalendar` of an object: what its others do not say.
struct JSRest {
  /// The place of an array of properties, and of one of components, in jCal.
  private(set) var properties, components: Int?
  /// How properties were written that became members, by the paths of these.
  private(set) var converted: Int?

  private enum Key { case properties, components, converted }

  private static let named = KeyTable<Key>([
    ("properties", .properties), ("components", .components), ("convertedProperties", .converted),
  ])

  /// - Parameter place: nil where there is none.
  init(_ json: JSONDocument, _ place: Int?) {
    for (key, value) in json.members(ofAny: place) {
      switch Self.named[json.bytes(key)] {
      case .properties: properties = value
      case .components: components = value
      case .converted: converted = value
      case nil: break
      }
    }
  }
}

/// How properties were written that became members: `convertedProperties`.
struct JSConverted {
  private let json: JSONDocument
  private let object: Int?
  /// The places of the values, of many.
  private var table: [ArraySlice<UInt8>: Int]?
  /// As many are compared in less time than a table of them is made.
  private static let few = 8

  init(_ json: JSONDocument, _ object: Int?) {
    self.json = json
    guard let object, json.kind(object) == .object, json.count(object) > 0 else {
      self.object = nil
      return
    }
    self.object = object
    guard json.count(object) > Self.few else { return }
    var table: [ArraySlice<UInt8>: Int] = [:]
    for (key, value) in json.members(object) { table[json.bytes(key)] = value }
    self.table = table
  }

  /// The origin of the member at a path: the name of its property, and the parameters noted for it.
  ///
  /// - Parameter path: made only where something may be said.
  func origin(_ path: @autoclosure () -> [UInt8]) -> (name: String?, parameters: [Parameter]) {
    guard let object else { return (nil, []) }
    let path = path()
    guard let entry = table.map({ $0[path[...]] }) ?? json.value(path, of: object) else { return (nil, []) }
    let name = json.value(Self.name, of: entry).flatMap { json.string($0) }
    return (
      name.map { String(decoding: $0, as: UTF8.self) },
      JSONNode(json, entry)["parameters"].map(Self.parameters) ?? []
    )
  }

  /// The parameters that a member has for its property.
  func parameters<Key: JSKey>(_ key: Key) -> [Parameter] {
    origin(Array(Key.named.name(of: key.rawValue))).parameters
  }

  private static func parameters(_ node: JSONNode) -> [Parameter] {
    (node.members ?? []).compactMap { member in
      let texts = member.value.string.map { [$0] } ?? member.value.elements?.compactMap(\.string) ?? []
      guard ComponentText.isParameterName(member.key), !texts.isEmpty, member.key.lowercased() != "value"
      else { return nil }
      return Parameter(name: member.key.uppercased(), values: texts)
    }
  }

  private static let name = Array("name".utf8)
}
