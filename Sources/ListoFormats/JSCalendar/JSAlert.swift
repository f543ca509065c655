internal import ICalendar
internal import ListoModel

/// An Alert as a VALARM (RFC 8984 §4.5.2): the way back from ``JSAlertWriter``.
enum JSAlert {
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
