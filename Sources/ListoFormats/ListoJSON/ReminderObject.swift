internal import ICalendar
internal import ListoModel

/// A reminder from its JSON object (``ReminderJSON`` says how it is built).
///
/// Where a typed key and `properties` say the same, the typed key stands first, and so counts.
struct ReminderObject {
  private(set) var component: ComponentText
  /// The list that it belongs to.
  private(set) var place = Place()
  /// Definitions of zones that ride along.
  private(set) var zones: [ComponentText] = []
  private(set) var problems: [Diagnostic] = []

  private var parsing = JCalParsing()

  /// What a reminder says of the list that it belongs to, and the identifier of both where Listo wrote one.
  struct Place: Sendable {
    fileprivate(set) var list: ArraySlice<UInt8>?
    fileprivate(set) var source: ArraySlice<UInt8>?
    fileprivate(set) var identifier: WrittenIdentifier?

    /// Both say the same list in the same bytes.
    func isLike(_ other: Place) -> Bool {
      guard list == other.list, source == other.source else { return false }
      guard let identifier, let known = other.identifier else {
        return identifier == nil && other.identifier == nil
      }
      return identifier.isOfListLike(known)
    }
  }

  /// - Parameter node: an object.
  init(_ node: JSONNode) {
    component = .reminder(line: node.line)
    let (json, place) = node.place
    var values = Values(json)
    for (key, value) in json.members(place) where !values.isNothing(value) {
      let name = json.bytes(key)
      if let known = ReminderKey.named[name] {
        values.put(value, known.rawValue)
      } else if let known = PlaceKey.named[name] {
        readPlace(known, JSONNode(json, value))
      } else {
        report(
          JSONNode(json, value), "a reminder has no \"\(json.text(key))\"; it is left out", .unknownKey)
      }
    }
    while let (number, node) = values.takeFirst() {
      if let key = ReminderKey(rawValue: number) { read(key, node, &values) }
    }
  }

  /// The values of an object by the numbers of their keys, of which there are no more than 32.
  private struct Values {
    let json: JSONDocument
    private var places = InlineArray<32, Int>(repeating: 0)
    /// A bit for each that is there.
    private var present: UInt32 = 0

    init(_ json: JSONDocument) { self.json = json }

    func isNothing(_ place: Int) -> Bool { json.kind(place) == .null || json.kind(place) == .omitted }

    mutating func put(_ place: Int, _ number: Int) {
      places[number] = place
      present |= 1 << UInt32(number)
    }

    mutating func take(_ number: Int) -> JSONNode? {
      guard present & 1 << UInt32(number) != 0 else { return nil }
      present &= ~(1 << UInt32(number))
      return JSONNode(json, places[number])
    }

    /// The one of the least number, with it.
    mutating func takeFirst() -> (number: Int, node: JSONNode)? {
      let number = present.trailingZeroBitCount
      guard number < 32, let node = take(number) else { return nil }
      return (number, node)
    }
  }

  /// Listo wrote it, with all that it has.
  var isWhole: Bool { place.identifier != nil }

  private mutating func report(_ node: JSONNode, _ message: String, _ code: Diagnostic.Code = .badValue) {
    problems.append(Diagnostic(.warning, code, line: node.line, message))
  }

  private mutating func wrongType(_ node: JSONNode, _ key: String, _ wanted: String) {
    report(node, "\"\(key)\" is \(node.kind) where \(wanted) must be; it is left out")
  }

  /// Takes what says where the reminder belongs.
  private mutating func readPlace(_ key: PlaceKey, _ node: JSONNode) {
    switch key {
    case .id:
      place.identifier = node.bytes.flatMap { WrittenIdentifier($0) }.flatMap { $0.isOfReminder ? $0 : nil }
      if place.identifier == nil {
        report(
          node, "\"id\" is no identifier that Listo gave; it is left out (a UID is \"uid\")", .unknownKey)
      }
    case .source:
      place.source = node.bytes
      if place.source == nil { wrongType(node, "source", "a text") }
    case .list:
      place.list = node.bytes
      if place.list == nil { wrongType(node, "list", "a text") }
    }
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
      let (json, place) = node.place
      guard json.kind(place) == .array else {
        return refuse(node, key.name, .categories, "an array of texts")
      }
      for element in json.elements(place) where json.kind(element) != .string {
        refuse(JSONNode(json, element), key.name, .categories, "a text")
      }
      let texts = json.elements(place).lazy.filter { json.kind($0) == .string }.map(json.bytes)
      component.texts(.categories, texts)
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
    case let status:
      component.line(.status) { line in
        line.append(0x3A)
        for byte in status.word.utf8 { line.append(byte.upper) }
      }
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
    guard let moment = Moment(droppingFractionOf: text) else {
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
    let (json, place) = node.place
    guard json.kind(place) == .array else {
      return wrongType(node, "properties", "an array of jCal properties")
    }
    for element in json.elements(place) { parsing.add(json, element, to: &component) }
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
    let (json, place) = node.place
    guard json.kind(place) == .array else { return wrongType(node, "alarms", "an array of objects") }
    for element in json.elements(place) {
      guard json.kind(element) == .object else {
        wrongType(JSONNode(json, element), "alarms", "an object")
        continue
      }
      alarm(JSONNode(json, element))
    }
  }

  /// - Parameter node: an object.
  private mutating func alarm(_ node: JSONNode) {
    let (json, place) = node.place
    var values = Values(json)
    var others: [(key: String, value: JSONNode)] = []
    for (key, value) in json.members(place) where json.kind(value) != .null {
      if let known = AlarmKey.named[json.bytes(key)] {
        values.put(value, known.rawValue)
      } else {
        others.append((json.text(key), JSONNode(json, value)))
      }
    }
    var alarm = ComponentText("VALARM", line: node.line)
    swap(&alarm, &component)
    while let (number, node) = values.takeFirst() {
      guard let key = AlarmKey(rawValue: number), !node.isOmitted else { continue }
      switch key {
      case .uid: alarmText(.uid, key, node)
      case .description: alarmText(.description, key, node)
      case .action:
        guard let word = node.bytes else {
          refuse(node, key.name, .action, "a text")
          continue
        }
        component.raw(.action, AlarmJSON.standard(word) ?? JCalParsing.oneLine(word))
      case .trigger: trigger(node, related: values.take(AlarmKey.related.rawValue))
      case .related: report(node, "\"related\" stands without the trigger that it belongs to")
      case .acknowledged:
        guard let text = node.bytes, let moment = Moment(droppingFractionOf: text) else {
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
    if let moment = Moment(droppingFractionOf: text) {
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
