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

  /// - Parameter members: those of an object that stands on `line`.
  init(_ members: [JSONNode.Member], line: Int) {
    component = .reminder(line: line)
    var values = Values(repeating: nil, count: ReminderKey.allCases.count)
    for member in members where !member.value.isNull && !member.value.isOmitted {
      if let key = ReminderKey.named[member.key] {
        values[key.rawValue] = member.value
      } else if !readPlace(member) {
        report(member.value, "a reminder has no \"\(member.key)\"; it is left out", .unknownKey)
      }
    }
    for key in ReminderKey.allCases {
      guard let node = values[key.rawValue] else { continue }
      read(key, node, &values)
    }
  }

  /// The values by their keys.
  private typealias Values = [JSONNode?]

  /// Listo wrote it, with all that it has.
  var isWhole: Bool { identifier?.uid != nil }

  private mutating func report(_ node: JSONNode, _ message: String, _ code: Diagnostic.Code = .badValue) {
    problems.append(Diagnostic(.warning, code, line: node.line, message))
  }

  private mutating func wrongType(_ node: JSONNode, _ key: String, _ wanted: String) {
    report(node, "\"\(key)\" is \(node.kind) where \(wanted) must be; it is left out")
  }

  /// Takes what says where the reminder belongs; false for anything else.
  private mutating func readPlace(_ member: JSONNode.Member) -> Bool {
    let node = member.value
    switch member.key {
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
      moment(.due, key, node, zone: values[ReminderKey.dueZone.rawValue])
      values[ReminderKey.dueZone.rawValue] = nil
    case .start:
      moment(.dtstart, key, node, zone: values[ReminderKey.startZone.rawValue])
      values[ReminderKey.startZone.rawValue] = nil
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
      for element in elements where element.string == nil {
        refuse(element, key.name, .categories, "a text")
      }
      component.texts(.categories, elements.compactMap(\.string))
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
    guard let text = node.string else { return refuse(node, key.name, id, "a text") }
    component.text(id, text)
  }

  private mutating func raw(_ id: PropertyID, _ key: ReminderKey, _ node: JSONNode) {
    guard let text = node.string else { return refuse(node, key.name, id, "a text") }
    component.raw(id, JCalParsing.oneLine(text), line: node.line)
  }

  private mutating func integer(_ id: PropertyID, _ key: ReminderKey, _ node: JSONNode) {
    guard let number = node.integer else { return refuse(node, key.name, id, "a whole number") }
    component.integer(id, number)
  }

  private mutating func status(_ node: JSONNode) {
    guard let word = node.string else { return refuse(node, "status", .status, "a text") }
    switch Status(Array(word.utf8)[...]) {
    case .other: component.raw(.status, JCalParsing.oneLine(word))
    case let status: component.raw(.status, status.word.uppercased().utf8)
    }
  }

  private mutating func moment(_ id: PropertyID, _ key: ReminderKey, _ node: JSONNode, zone: JSONNode?) {
    guard let text = node.string else {
      return refuse(node, key.name, id, "a text such as 2026-12-01T10:15:00")
    }
    var parameters: [Parameter] = []
    if let zone, zone.string != "" {
      parameters.append(Parameter(name: "TZID", values: [Self.text(of: zone)]))
      if zone.string == nil {
        // Without its zone it would be another time.
        report(
          zone,
          "\"\(key.name)Zone\" is \(zone.kind) where a text must be; \"\(key.name)\" is kept as \(ComponentText.keptName)"
        )
        return component.keep(id.name, JCalParsing.oneLine(text), parameters)
      }
    }
    guard let moment = Moment(iso: text) else {
      report(
        node,
        "\"\(key.name)\" is '\(text)', which is no date or time such as 2026-12-01T10:15:00; it is kept as \(ComponentText.keptName)"
      )
      return component.keep(id.name, JCalParsing.oneLine(text), parameters)
    }
    if Moment.withoutFraction(text).hadFraction {
      report(node, "\"\(key.name)\" is '\(text)': fractions of a second have no place in iCalendar")
    }
    if let zone, !parameters.isEmpty, !moment.isFloating {
      let what = moment.local == nil ? "a date" : "in UTC"
      report(
        zone,
        "\"\(key.name)\" is \(what), which has no zone: \"\(key.name)Zone\" does not count; both are kept as \(ComponentText.keptName)"
      )
      component.keep(id.name, moment.iCalendarText.utf8, parameters)
      parameters = []
    }
    component.moment(id, moment, parameters: parameters)
  }

  // MARK: What has no key of its own

  private mutating func properties(_ node: JSONNode) {
    guard let elements = node.elements else {
      return wrongType(node, "properties", "an array of jCal properties")
    }
    var parsing = JCalParsing()
    for element in elements { parsing.add(element, to: &component) }
    problems += parsing.takeProblems()
  }

  private mutating func components(_ node: JSONNode, _ key: String) -> [ComponentText] {
    guard let elements = node.elements else {
      wrongType(node, key, "an array of jCal components")
      return []
    }
    var parsing = JCalParsing()
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
      guard let members = element.members else {
        wrongType(element, "alarms", "an object")
        continue
      }
      alarm(members, element.line)
    }
  }

  private mutating func alarm(_ members: [JSONNode.Member], _ line: Int) {
    var values: [String: JSONNode] = [:]
    for member in members where !member.value.isNull { values[member.key] = member.value }
    let outer = component
    component = ComponentText("VALARM", line: line)
    for key in AlarmKey.allCases {
      guard let node = values.removeValue(forKey: key.name), !node.isOmitted else { continue }
      switch key {
      case .uid: alarmText(.uid, key, node)
      case .description: alarmText(.description, key, node)
      case .action:
        guard let word = node.string else {
          refuse(node, key.name, .action, "a text")
          continue
        }
        component.raw(.action, JCalParsing.oneLine(AlarmJSON.isStandard(word) ? word.uppercased() : word))
      case .trigger: trigger(node, related: values.removeValue(forKey: "related"))
      case .related: report(node, "\"related\" stands without the trigger that it belongs to")
      case .acknowledged:
        guard let text = node.string, let moment = Moment(iso: text) else {
          refuse(node, key.name, .acknowledged, "a time such as 2026-12-01T10:15:00Z")
          continue
        }
        component.moment(.acknowledged, moment)
      case .properties: properties(node)
      case .components:
        for child in components(node, key.name) { component.append(child) }
      case .unparsed: unparsed(node, key.name)
      }
    }
    for (key, left) in values.sorted(by: { $0.key < $1.key }) where !left.isOmitted {
      report(left, "an alarm has no \"\(key)\"; it is left out", .unknownKey)
    }
    let alarm = component
    component = outer
    component.append(alarm)
  }

  private mutating func alarmText(_ id: PropertyID, _ key: AlarmKey, _ node: JSONNode) {
    guard let text = node.string else { return refuse(node, key.name, id, "a text") }
    component.text(id, text)
  }

  private mutating func trigger(_ node: JSONNode, related: JSONNode?) {
    guard let text = node.string else {
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
