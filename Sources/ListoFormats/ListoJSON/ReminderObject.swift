internal import ICalendar
internal import ListoModel

/// A reminder from its JSON object (``ReminderJSON`` says how it is built).
///
/// Where a typed key and `properties` say the same, the typed key stands first, and so counts.
struct ReminderObject {
  private(set) var component: ComponentText
  /// The list that it belongs to, and the identifiers of list and source, where Listo wrote them.
  private(set) var list: String?
  private(set) var source: String?
  private(set) var identifier: ModelIdentifier?
  /// Definitions of zones that ride along.
  private(set) var zones: [ComponentText] = []
  private(set) var problems: [Diagnostic] = []

  private var parsing = JCalParsing()

  /// - Parameter node: an object.
  init(_ node: JSONNode) {
    component = .reminder(line: node.line)
    let (json, place) = node.place
    var values = Values(json, count: ReminderKey.allCases.count)
    for (key, value) in json.members(place) where !values.isNothing(value) {
      if let known = ReminderKey.named[json.bytes(key)] {
        values.places[known.rawValue] = value
      } else if !readPlace(json.text(key), JSONNode(json, value)) {
        report(
          JSONNode(json, value), "a reminder has no \"\(json.text(key))\"; it is left out", .unknownKey)
      }
    }
    for key in ReminderKey.allCases {
      guard let node = values[key.rawValue] else { continue }
      read(key, node, &values)
    }
  }

  /// The values of an object by the numbers of their keys.
  private struct Values {
    let json: JSONDocument
    /// 0 where there is none: there stands the object, or what it stands in.
    var places: [Int]

    init(_ json: JSONDocument, count: Int) {
      (self.json, places) = (json, [Int](repeating: 0, count: count))
    }

    func isNothing(_ place: Int) -> Bool { json.kind(place) == .null || json.kind(place) == .omitted }

    subscript(number: Int) -> JSONNode? { places[number] == 0 ? nil : JSONNode(json, places[number]) }

    mutating func take(_ number: Int) -> JSONNode? {
      defer { places[number] = 0 }
      return self[number]
    }
  }

  /// Listo wrote it, with all that it has.
  var isWhole: Bool { identifier?.uid != nil }

  private mutating func report(_ node: JSONNode, _ message: String, _ code: Diagnostic.Code = .badValue) {
    problems.append(Diagnostic(.warning, code, line: node.line, message))
  }

  private mutating func wrongType(_ node: JSONNode, _ key: String, _ wanted: String) {
    report(node, "\"\(key)\" is \(node.kind) where \(wanted) must be; it is left out")
  }

  /// Takes what says where the reminder belongs; false for anything else.
  private mutating func readPlace(_ key: String, _ node: JSONNode) -> Bool {
    switch key {
    case "id":
      identifier = node.string.flatMap { ModelIdentifier($0) }.flatMap { $0.uid == nil ? nil : $0 }
      if identifier == nil {
        report(
          node, "\"id\" is no identifier that Listo gave; it is left out (a UID is \"uid\")", .unknownKey)
      }
    case "source":
      source = node.string
      if source == nil { wrongType(node, "source", "a text") }
    case "list":
      list = node.string
      if list == nil { wrongType(node, "list", "a text") }
    default: return false
    }
    return true
  }

  /// What cannot be a value of a key's property: told, and kept aside.
  private mutating func refuse(
    _ node: JSONNode, _ key: String, _ id: PropertyID, _ wanted: String, parameters: [Parameter] = []
  ) {
    report(
      node, "\"\(key)\" is \(node.kind) where \(wanted) must be; it is kept as \(ComponentText.keptName)")
    component.keep(id.name, Self.text(of: node).utf8, parameters)
  }

  /// A text as it is; anything else as JSON.
  private static func text(of node: JSONNode) -> String {
    if let text = node.string { return text }
    var json = JSONText()
    json.node(node)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  // MARK: Keys

  private mutating func read(_ key: ReminderKey, _ node: JSONNode, _ values: inout Values) {
    switch key {
    case .uid: text(.uid, key, node)
    case .title: text(.summary, key, node)
    case .notes: text(.description, key, node)
    case .status: status(node)
    case .completed: moment(.completed, key, node, zone: nil)
    case .due:
      moment(.due, key, node, zone: values.take(ReminderKey.dueZone.rawValue))
    case .start:
      moment(.dtstart, key, node, zone: values.take(ReminderKey.startZone.rawValue))
    case .created: moment(.created, key, node, zone: nil)
    case .modified: moment(.lastModified, key, node, zone: nil)
    // Information about the time that stands before it.
    case .dueInstant, .startInstant: return
    case .dueZone, .startZone: report(node, "\"\(key.name)\" stands without the time that it is the zone of")
    case .priority: integer(.priority, key, node)
    case .percent: integer(.percentComplete, key, node)
    case .order: integer(.xAppleSortOrder, key, node)
    case .tags:
      guard let elements = node.elements else {
        return refuse(node, key.name, .categories, "an array of texts")
      }
      for element in elements where element.bytes == nil {
        refuse(element, key.name, .categories, "a text")
      }
      component.texts(.categories, elements.compactMap(\.bytes))
    case .parent: text(.relatedTo, key, node)
    case .url: raw(.url, key, node)
    case .recurrence: raw(.rrule, key, node)
    case .alarms: alarms(node)
    case .properties: properties(node)
    case .components:
      for child in components(node, key.name) { component.append(child) }
    case .zones: readZones(node, key)
    case .unparsed: unparsed(node, key.name)
    }
  }

  /// Components of another kind would be reminders, or what else stands in a calendar, of their own.
  private mutating func readZones(_ node: JSONNode, _ key: ReminderKey) {
    for zone in components(node, key.name) {
      if zone.name == "VTIMEZONE" {
        zones.append(zone)
      } else {
        component.refuse(zone, "is no time zone")
      }
    }
  }

  private mutating func text(_ id: PropertyID, _ key: ReminderKey, _ node: JSONNode) {
    guard let text = node.bytes else { return refuse(node, key.name, id, "a text") }
    component.text(id, text)
  }

  private mutating func raw(_ id: PropertyID, _ key: ReminderKey, _ node: JSONNode) {
    guard let text = node.bytes else { return refuse(node, key.name, id, "a text") }
    component.raw(id, JCalParsing.oneLine(text), line: node.line)
  }

  private mutating func integer(_ id: PropertyID, _ key: ReminderKey, _ node: JSONNode) {
    guard let number = node.integer else { return refuse(node, key.name, id, "a whole number") }
    component.integer(id, number)
  }

  private mutating func status(_ node: JSONNode) {
    guard let word = node.bytes else { return refuse(node, "status", .status, "a text") }
    switch Status(word) {
    case .other: component.raw(.status, JCalParsing.oneLine(word))
    case let status: component.raw(.status, status.word.uppercased().utf8)
    }
  }

  private mutating func moment(_ id: PropertyID, _ key: ReminderKey, _ node: JSONNode, zone: JSONNode?) {
    guard let text = node.bytes else {
      return refuse(node, key.name, id, "a text such as 2026-12-01T10:15:00")
    }
    var name: ArraySlice<UInt8>?
    if let zone, zone.bytes?.isEmpty != true {
      guard let bytes = zone.bytes else {
        // Without its zone it would be another time.
        report(
          zone,
          "\"\(key.name)Zone\" is \(zone.kind) where a text must be; \"\(key.name)\" is kept as \(ComponentText.keptName)"
        )
        return keep(id, JCalParsing.oneLine(text), zone: Self.text(of: zone))
      }
      name = bytes
    }
    func zoneName() -> String? { name.map { String(decoding: $0, as: UTF8.self) } }
    guard let moment = Moment(iso: text) else {
      let shown = String(decoding: text, as: UTF8.self)
      report(
        node,
        "\"\(key.name)\" is '\(shown)', which is no date or time such as 2026-12-01T10:15:00; it is kept as \(ComponentText.keptName)"
      )
      return keep(id, JCalParsing.oneLine(text), zone: zoneName())
    }
    if Moment.withoutFraction(text).hadFraction {
      let shown = String(decoding: text, as: UTF8.self)
      report(node, "\"\(key.name)\" is '\(shown)': fractions of a second have no place in iCalendar")
    }
    if let zone, name != nil, !moment.isFloating {
      let what = moment.local == nil ? "a date" : "in UTC"
      report(
        zone,
        "\"\(key.name)\" is \(what), which has no zone: \"\(key.name)Zone\" does not count; both are kept as \(ComponentText.keptName)"
      )
      keep(id, Array(moment.iCalendarText.utf8), zone: zoneName())
      name = nil
    }
    component.moment(id, moment, zone: name)
  }

  private mutating func keep(_ id: PropertyID, _ value: [UInt8], zone: String?) {
    component.keep(id.name, value, zone.map { [Parameter(name: "TZID", values: [$0])] } ?? [])
  }

  // MARK: What has no key of its own

  private mutating func properties(_ node: JSONNode) {
    guard let elements = node.elements else {
      return wrongType(node, "properties", "an array of jCal properties")
    }
    for element in elements { parsing.add(element, to: &component) }
    problems += parsing.takeProblems()
  }

  private mutating func components(_ node: JSONNode, _ key: String) -> [ComponentText] {
    guard let elements = node.elements else {
      wrongType(node, key, "an array of jCal components")
      return []
    }
    let result = elements.compactMap { parsing.component($0) }
    problems += parsing.takeProblems()
    return result
  }

  /// Lines that are no properties.
  private mutating func unparsed(_ node: JSONNode, _ key: String) {
    guard let elements = node.elements else { return wrongType(node, key, "an array of texts") }
    for element in elements {
      if let text = element.string {
        component.passage(text.utf8, line: element.line)
      } else {
        wrongType(element, key, "a text")
      }
    }
  }

  // MARK: Alarms

  private mutating func alarms(_ node: JSONNode) {
    guard let elements = node.elements else { return wrongType(node, "alarms", "an array of objects") }
    for element in elements {
      guard element.isObject else {
        wrongType(element, "alarms", "an object")
        continue
      }
      alarm(element)
    }
  }

  /// - Parameter node: an object.
  private mutating func alarm(_ node: JSONNode) {
    let (json, place) = node.place
    var values = Values(json, count: AlarmKey.allCases.count)
    var others: [(key: String, value: JSONNode)] = []
    for (key, value) in json.members(place) where json.kind(value) != .null {
      if let known = AlarmKey.named[json.bytes(key)] {
        values.places[known.rawValue] = value
      } else {
        others.append((json.text(key), JSONNode(json, value)))
      }
    }
    var alarm = ComponentText("VALARM", line: node.line)
    swap(&alarm, &component)
    for key in AlarmKey.allCases {
      guard let node = values.take(key.rawValue), !node.isOmitted else { continue }
      switch key {
      case .uid: alarmText(.uid, key, node)
      case .description: alarmText(.description, key, node)
      case .action:
        guard let word = node.string else {
          refuse(node, key.name, .action, "a text")
          continue
        }
        component.raw(.action, JCalParsing.oneLine(AlarmJSON.isStandard(word) ? word.uppercased() : word))
      case .trigger: trigger(node, related: values.take(AlarmKey.related.rawValue))
      case .related: report(node, "\"related\" stands without the trigger that it belongs to")
      case .acknowledged:
        guard let text = node.bytes, let moment = Moment(iso: text) else {
          refuse(node, key.name, .acknowledged, "a time such as 2026-12-01T10:15:00Z")
          continue
        }
        component.moment(.acknowledged, moment, zone: nil)
      case .properties: properties(node)
      case .components:
        for child in components(node, key.name) { component.append(child) }
      case .unparsed: unparsed(node, key.name)
      }
    }
    for (key, left) in others.sorted(by: { $0.key < $1.key }) where !left.isOmitted {
      report(left, "an alarm has no \"\(key)\"; it is left out", .unknownKey)
    }
    swap(&alarm, &component)
    component.append(alarm)
  }

  private mutating func alarmText(_ id: PropertyID, _ key: AlarmKey, _ node: JSONNode) {
    guard let text = node.bytes else { return refuse(node, key.name, id, "a text") }
    component.text(id, text)
  }

  private mutating func trigger(_ node: JSONNode, related: JSONNode?) {
    guard let text = node.bytes else {
      return refuse(node, "trigger", .trigger, "a duration such as -PT15M, or a time")
    }
    var parameters: [Parameter] = []
    if let related {
      guard let word = related.string else { return wrongType(related, "related", "\"start\" or \"end\"") }
      parameters.append(Parameter(name: "RELATED", values: [word.uppercased()]))
    }
    if let moment = Moment(iso: text) {
      parameters.append(Parameter(name: "VALUE", values: ["DATE-TIME"]))
      component.raw(.trigger, moment.iCalendarText.utf8, parameters: parameters, line: node.line)
    } else {
      component.raw(.trigger, JCalParsing.oneLine(text), parameters: parameters, line: node.line)
    }
  }
}

extension Moment {
  /// A time of the wall clock, whose zone stands elsewhere.
  fileprivate var isFloating: Bool {
    if case .floating = self { return true }
    return false
  }
}
