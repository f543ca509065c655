internal import ICalendar
internal import ListoModel

/// An Alert as a VALARM (RFC 8984 §4.5.2): the way back from ``JSAlertWriter``.
enum JSAlert {
  private enum Key: Int, CaseIterable, JSKey {
    case trigger, action, acknowledged, relatedTo, type, iCalendar

    static let named = KeyTable(allCases.map { ($0 == .type ? "@type" : "\($0)", $0) })
    static var firstSilent: Key { .type }
  }

  private enum TriggerKey: Int, CaseIterable, JSKey {
    case offset, relativeTo, when

    static let named = KeyTable(allCases.map { ("\($0)", $0) })
    static var firstSilent: TriggerKey { .offset }
  }

  /// The UID of its alarm.
  private static func uid(_ json: JSONDocument, _ rest: JSRest) -> ArraySlice<UInt8>? {
    for property in json.elements(ofAny: rest.properties) {
      var elements = json.elements(ofAny: property).makeIterator()
      guard let name = elements.next(), json.string(name)?.elementsEqual(uidName) ?? false else { continue }
      var last = name
      while let element = elements.next() { last = element }
      return json.string(last)
    }
    return nil
  }

  private static let uidName = Array("uid".utf8)
  private static let restKey = Array("iCalendar".utf8)

  /// The UID, else one that follows from what the alert says.
  static func derivedIdentifier(_ alert: JSONNode) -> String {
    let (json, place) = alert.place
    let uid = uid(json, JSRest(json, json.value(restKey, of: place)))
    return String(decoding: derivedIdentifier(json, place, uid), as: UTF8.self)
  }

  private static func derivedIdentifier(
    _ json: JSONDocument, _ alert: Int, _ uid: ArraySlice<UInt8>?
  ) -> ArraySlice<UInt8> {
    if let uid, !uid.isEmpty { return uid }
    var text = JSONText()
    text.node(JSONNode(json, alert))
    return Array(UUIDv5.string(name: text.bytes).utf8)[...]
  }

  /// The UIDs of all alerts of an object, which they may be related to, by their identifiers.
  static func uids(_ json: JSONDocument, _ alerts: Int?) -> [ArraySlice<UInt8>: ArraySlice<UInt8>] {
    var uids: [ArraySlice<UInt8>: ArraySlice<UInt8>] = [:]
    for (key, value) in json.members(ofAny: alerts) {
      uids[json.bytes(key)] = uid(json, JSRest(json, json.value(restKey, of: value)))
    }
    return uids
  }

  /// The VALARM of an alert.
  ///
  /// - Parameter uids: those of all alerts of its object, asked for where it is related to one.
  static func alarm(
    _ id: ArraySlice<UInt8>, _ json: JSONDocument, _ alert: Int, _ parsing: inout JCalParsing,
    uids: () -> [ArraySlice<UInt8>: ArraySlice<UInt8>]
  ) -> ComponentText {
    var alarm = ComponentText.alarm(line: json.line(alert))
    var members = JSMembers<Key>(json, alert)
    if let trigger = members[.trigger] {
      members.take(.trigger)
      if !add(JSMembers<TriggerKey>(json, trigger), to: &alarm) { members.keep(.trigger) }
    }
    if let action = members.takeText(.action) {
      alarm.add(.action, []) { JSCalendarComponent.appendCapitals(action, to: &$0) }
    }
    if let text = members.text(.acknowledged), let time = DigitMoment(droppingFractionOf: text) {
      members.take(.acknowledged)
      alarm.moment(.acknowledged, time)
    }
    for (key, relation) in members.members(.relatedTo) {
      for type in json.words(json.value(JSCalendarComponent.relationKey, of: relation)) ?? [] {
        let target = json.bytes(key)
        alarm.relation(uids()[target] ?? target, type)
        members.take(.relatedTo)
      }
    }
    let rest = JSRest(json, members[.iCalendar])
    for property in json.elements(ofAny: rest.properties) { parsing.add(json.content, property, to: &alarm) }
    let components = json.elements(ofAny: rest.components).compactMap { parsing.component(json.content, $0) }
    let derived = derivedIdentifier(json, alert, uid(json, rest))
    if !id.elementsEqual(derived) { alarm.identifier(id) }
    members.addRest(to: &alarm)
    for component in components { alarm.append(component) }
    return alarm
  }

  /// - Returns: false for what is no trigger.
  private static func add(_ trigger: JSMembers<TriggerKey>, to alarm: inout ComponentText) -> Bool {
    if let offset = trigger.text(.offset) {
      let related = trigger.text(.relativeTo).map {
        Parameter(name: "RELATED", values: [String(decoding: $0, as: UTF8.self).uppercased()])
      }
      alarm.raw(.trigger, JCalParsing.oneLine(offset), parameters: related.map { [$0] } ?? [])
      return true
    }
    guard let when = trigger.text(.when), let time = DigitMoment(droppingFractionOf: when) else {
      return false
    }
    var value: [UInt8] = []
    value.append(time)
    alarm.raw(.trigger, value, parameters: isTime)
    return true
  }

  private static let isTime = [Parameter(name: "VALUE", values: ["DATE-TIME"])]
}
