internal import ICalendar
internal import ListoModel

/// A VALARM and an Alert (RFC 8984 §4.5.2).
enum JSAlert {
  private static let order = KeyTable([
    ("@type", 0), ("trigger", 1), ("action", 2), ("acknowledged", 3), ("relatedTo", 4),
  ])

  /// The alert, its identifier, and how many lines were no property.
  ///
  /// - Parameter identifiers: those of the alerts beside it, by the UIDs of their alarms.
  static func alert(
    _ alarm: Component, identifiers: [String: String] = [:]
  ) -> (id: String, object: JSObject, unreadable: Int) {
    var alert = JSObject("Alert")
    var raw: [JSONNode] = []
    var unreadable = 0
    var identifier: String?
    for property in alarm.properties {
      if property.id == .malformed {
        unreadable += 1
        continue
      }
      if property.name == "JSID", identifier == nil, property.parameters.isEmpty {
        identifier = property.text
      } else if property.id == .relatedTo, relate(property, identifiers, &alert) {
        continue
      } else if !place(property, &alert), let node = JSONNode(jCal: property) {
        raw.append(node)
      }
    }
    alert.order(by: order)
    let components = alarm.children.map { JSONNode(jCal: $0) }
    if !raw.isEmpty || !components.isEmpty {
      var rest = JSObject()
      rest["name"] = .text("valarm")
      if !raw.isEmpty { rest["properties"] = .array(raw) }
      if !components.isEmpty { rest["components"] = .array(components) }
      alert["iCalendar"] = rest.node
    }
    return (identifier ?? derivedIdentifier(alert.node), alert, unreadable)
  }

  /// Puts a property under its key; false where it stays as it is.
  private static func place(_ property: Property, _ alert: inout JSObject) -> Bool {
    let parameters = property.parameters
    switch property.id {
    case .trigger where alert["trigger"] == nil:
      var trigger: JSObject
      let others = parameters.filter { $0.name != "VALUE" && $0.name != "RELATED" }
      guard others.isEmpty else { return false }
      if case .utc(let time)? = try? Moment.decode(property.value, valueIsDate: false) {
        guard !parameters.contains(where: { $0.name == "RELATED" }) else { return false }
        trigger = JSObject("AbsoluteTrigger")
        trigger["when"] = .text(JSTime.text(time) + "Z")
      } else if (try? CalendarDuration.parse(property.value)) != nil, property.value.first != 0x2B {
        trigger = JSObject("OffsetTrigger")
        trigger["offset"] = .text(property.rawText)
        switch parameters.first(where: { $0.name == "RELATED" })?.value.uppercased() {
        case nil: break
        case "START": trigger["relativeTo"] = .text("start")
        case "END": trigger["relativeTo"] = .text("end")
        default: return false
        }
      } else {
        return false
      }
      alert["trigger"] = trigger.node
      return true
    case .action where alert["action"] == nil && parameters.isEmpty:
      let word = property.rawText
      guard word == "DISPLAY" || word == "EMAIL" else { return false }
      alert["action"] = .text(word.lowercased())
      return true
    case .acknowledged where alert["acknowledged"] == nil && parameters.isEmpty:
      guard case .utc(let time)? = try? Moment.decode(property.value, valueIsDate: false) else {
        return false
      }
      alert["acknowledged"] = .text(JSTime.text(time) + "Z")
      return true
    default:
      guard property.name == "JSPROP", let (pointer, value) = JSCalendarObject.extension(property) else {
        return false
      }
      alert.set(value, at: pointer)
      return true
    }
  }

  /// RELATED-TO names the UID of another alarm, a relation the identifier of its alert.
  private static func relate(
    _ property: Property, _ identifiers: [String: String], _ alert: inout JSObject
  ) -> Bool {
    guard let other = identifiers[property.text], alert["relatedTo"] == nil,
      property.parameters.count == 1, let type = property.parameter("RELTYPE"), type.values.count == 1
    else { return false }
    alert.set(.text("Relation"), at: ["relatedTo", other, "@type"])
    alert.set(.bool(true), at: ["relatedTo", other, "relation", type.value.lowercased()])
    return true
  }

  /// The UID of its alarm.
  static func uid(_ alert: JSONNode) -> String? {
    let properties = alert["iCalendar"]?["properties"]?.elements ?? []
    return properties.first { $0.elements?.first?.string == "uid" }?.elements?.last?.string
  }

  /// The UID, else one that follows from what the alert says.
  static func derivedIdentifier(_ alert: JSONNode) -> String {
    if let uid = uid(alert), !uid.isEmpty { return uid }
    var json = JSONText()
    json.node(alert)
    return UUIDv5.string(name: json.bytes)
  }

  /// The VALARM of an alert.
  ///
  /// - Parameter uids: those of all alerts of its object, which it may be related to, by their identifiers.
  static func alarm(
    _ id: String, _ alert: JSONNode, among uids: [String: String?], _ problems: inout [Diagnostic]
  ) -> ComponentText {
    var alarm = ComponentText("VALARM", line: alert.line)
    var rest = JSObject(alert)
    for key in ["@type", "iCalendar"] { rest[key] = nil }
    if let trigger = alert["trigger"] {
      rest["trigger"] = nil
      if let offset = trigger["offset"]?.string {
        var parameters: [Parameter] = []
        if let relative = trigger["relativeTo"]?.string {
          parameters.append(Parameter(name: "RELATED", values: [relative.uppercased()]))
        }
        alarm.raw(.trigger, JCalParsing.oneLine(offset), parameters: parameters)
      } else if let when = trigger["when"]?.string, let moment = Moment(droppingFractionOf: when) {
        alarm.raw(
          .trigger, moment.iCalendarText.utf8, parameters: [Parameter(name: "VALUE", values: ["DATE-TIME"])])
      } else {
        rest["trigger"] = trigger
      }
    }
    if let action = alert["action"]?.string {
      rest["action"] = nil
      alarm.raw(.action, JCalParsing.oneLine(action.uppercased()))
    }
    if let text = alert["acknowledged"]?.string, let moment = Moment(droppingFractionOf: text) {
      rest["acknowledged"] = nil
      alarm.moment(.acknowledged, moment)
    }
    for relation in alert["relatedTo"]?.members ?? [] {
      for type in relation.value["relation"]?.words ?? [] {
        let target = uids[relation.key].flatMap { $0 } ?? relation.key
        alarm.text(.relatedTo, target, parameters: [Parameter(name: "RELTYPE", values: [type.uppercased()])])
        rest["relatedTo"] = nil
      }
    }
    var parsing = JCalParsing()
    for property in alert["iCalendar"]?["properties"]?.elements ?? [] { parsing.add(property, to: &alarm) }
    let components = (alert["iCalendar"]?["components"]?.elements ?? []).compactMap { parsing.component($0) }
    if id != derivedIdentifier(alert) { alarm.raw(named: "JSID", TextValue.encode(id)) }
    JSCalendarComponent.addExtensions(rest, to: &alarm)
    for component in components { alarm.append(component) }
    problems += parsing.takeProblems()
    return alarm
  }
}
