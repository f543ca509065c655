internal import ICalendar
internal import ListoModel

/// A component as a JSCalendar object (draft-ietf-calext-jscalendar-icalendar): a VTODO as a Task, a VEVENT as an
/// Event, a VCALENDAR as a Group.
///
/// What the object cannot say exactly stays as it is, as jCal, in `iCalendar`: unknown
/// properties, whole properties with parameters that have no place, components. So nothing is lost.
struct JSCalendarObject {
  /// Which of the two shapes is written.
  let isBis: Bool
  var object: JSObject
  let kind: ComponentKind
  /// The object's clock.
  var clock = Clock()
  var converted = JSObject()
  var raw: [JSONNode] = []
  var rawComponents: [JSONNode] = []
  /// The identifiers of alerts by the UIDs of their alarms.
  var alarms: [String: String] = [:]
  /// The VLOCATIONs by their names, once they were asked for.
  var placesByName: [String?: [Component]]?
  /// What is lost: lines that are no property.
  var unreadable = 0
  /// A bit for each of ``single`` that was there.
  private var seen: UInt128 = 0

  /// The zone that all local times share, and what kind of times they are.
  struct Clock: Sendable, Equatable {
    enum Kind: Sendable { case none, date, floating, zoned }
    var kind = Kind.none
    /// The name in tzdata.
    var zone = ""
    /// As it is written; empty for UTC.
    var tzid = ""

    /// The clock of a moment; nil where no one knows the zone.
    init?(_ moment: Moment) {
      switch moment {
      case .date: kind = .date
      case .floating: kind = .floating
      case .utc: (kind, zone) = (.zoned, "Etc/UTC")
      case .zoned(_, let tzid):
        guard let name = JSTime.name(tzid) else { return nil }
        (kind, zone, self.tzid) = (.zoned, name, tzid)
      }
    }

    init() {}

    /// The time that a moment is on this clock; nil where the two cannot be compared.
    func local(_ moment: Moment) -> LocalDateTime? {
      switch (kind, moment) {
      case (.date, .date(let day)): return LocalDateTime(startOf: day)
      case (.floating, .floating(let local)): return local
      case (.zoned, .utc(let local)):
        return JSTime.isUTC(zone) ? local : JSTime.zone(zone)?.local(of: Instant(utc: local))
      case (.zoned, .zoned(let local, let tzid)):
        if tzid == self.tzid { return local }
        guard let theirs = Zone.resolve(tzid: tzid)?.zone, let ours = JSTime.zone(zone) else { return nil }
        return ours.local(of: theirs.instant(of: local))
      default: return nil
      }
    }
  }

  init(_ component: Component, isBis: Bool) {
    self.isBis = isBis
    kind = component.kind
    object = JSObject(kind == .vtodo ? "Task" : kind == .vevent ? "Event" : "Group", reserving: 24)
    setClock(component)
    var extensions: [Property] = []
    for property in component.properties {
      if property.name == "JSPROP" { extensions.append(property) } else { add(property, component) }
    }
    let children = component.children
    // Named before they are made only where one may be related to another.
    if children.contains(where: { $0.kind == .valarm && $0.first(.relatedTo) != nil }) {
      for child in children where child.kind == .valarm {
        if let uid = child.first(.uid)?.text { alarms[uid] = JSAlert.alert(child).id }
      }
    }
    for child in children { add(child) }
    // What they point into stands there now.
    for property in extensions { add(property, component) }
    setRest(component.name.lowercased())
  }

  /// A group of the properties that a calendar has.
  init(_ properties: [Property], isBis: Bool) {
    self.isBis = isBis
    kind = .vcalendar
    object = JSObject("Group")
    if isBis { object["version"] = .text("2.0") }
    for property in properties { add(property, nil) }
    setRest("vcalendar")
  }

  /// The member `iCalendar`, if there is something to say in it.
  mutating func setRest(_ name: String) {
    defer { object.order(by: Self.order) }
    guard !converted.isEmpty || !raw.isEmpty || !rawComponents.isEmpty else { return }
    var rest = JSObject()
    rest["name"] = .text(name)
    if !converted.isEmpty { rest["convertedProperties"] = converted.node }
    if !raw.isEmpty { rest["properties"] = .array(raw) }
    if !rawComponents.isEmpty { rest["components"] = .array(rawComponents) }
    object["iCalendar"] = rest.node
  }

  /// The order of keys, whatever that of the lines: the same object is the same text.
  private static let order = KeyTable(keys.enumerated().map { ($1, $0) })
  private static let keys = [
    "@type", "version", "uid", "recurrenceId", "recurrenceIdTimeZone", "prodId", "created", "updated",
    "sequence",
    "method", "title", "locale", "description", "descriptionContentType", "color", "source",
    "showWithoutTime",
    "start", "due", "timeZone", "duration", "endTimeZone", "estimatedDuration", "status", "progress",
    "percentComplete", "priority", "privacy", "freeBusyStatus", "keywords", "categories", "relatedTo",
    "mainLocationId", "locations", "virtualLocations", "links", "recurrenceRule", "recurrenceRules",
    "recurrenceOverrides", "alerts",
  ]

  // MARK: Properties

  /// The parameters of a property that its key does not say, as the draft writes them; nil where one has no name that
  /// can stand there.
  func parameters(_ property: Property, without known: [String]) -> JSObject? {
    var result = JSObject()
    for parameter in property.parameters where !known.contains(parameter.name) {
      let key = parameter.name.lowercased()
      guard result[key] == nil, !parameter.values.isEmpty else { return nil }
      result[key] =
        parameter.values.count == 1 ? .text(parameter.value) : .array(parameter.values.map { .text($0) })
    }
    return result
  }

  /// Notes how a property was written that became the member at `path`.
  mutating func convert(_ path: String, _ name: String?, _ parameters: JSObject = JSObject()) {
    guard name != nil || !parameters.isEmpty else { return }
    var entry = JSObject()
    if let name { entry["name"] = .text(name) }
    if !parameters.isEmpty { entry["parameters"] = parameters.node }
    converted[path] = entry.node
  }

  /// The properties of which the model knows one.
  private static let single: UInt128 = [
    .uid, .summary, .name, .description, .color, .created, .dtstamp, .lastModified, .percentComplete,
    .priority,
    .sequence, .class, .transp, .status, .dtstart, .due, .dtend, .duration, .estimatedDuration, .url, .geo,
    .recurrenceID,
  ].reduce(0) { $0 | bit($1) }

  private static func bit(_ id: PropertyID) -> UInt128 { 1 << UInt128(id.rawValue) }

  mutating func add(_ property: Property, _ component: Component?) {
    guard property.id != .malformed else {
      unreadable += 1
      return
    }
    // The first counts, whatever it says, and must stay the first.
    let bit = Self.bit(property.id) & Self.single
    let isFirst = seen & bit == 0
    seen |= bit
    if isFirst, place(property, component) { return }
    if let node = JSONNode(jCal: property) { raw.append(node) }
  }

  /// Puts a property under its key; false where it stays as it is.
  mutating func place(_ property: Property, _ component: Component?) -> Bool {
    let isGroup = kind == .vcalendar
    switch property.id {
    case .uid: return setText(property, "uid")
    case .summary where !isGroup: return setText(property, "title", isLocalized: true)
    case .name where isGroup: return setText(property, "title", isLocalized: true)
    case .description: return setText(property, "description")
    case .styledDescription where !isGroup: return setStyled(property, component)
    case .color: return setText(property, "color")
    case .prodid where isGroup: return setText(property, "prodId")
    case .version where isGroup: return property.rawText == "2.0" && property.parameters.isEmpty
    case .source where isGroup:
      guard let parameters = plain(property, "source", "URI") else { return false }
      return set(.text(property.rawText), "source", parameters)
    case .created: return setUTC(property, "created")
    case .dtstamp where !isGroup: return setUTC(property, "updated")
    case .lastModified where isGroup: return setUTC(property, "updated")
    case .percentComplete where kind == .vtodo: return setInteger(property, "percentComplete", 0...100)
    case .priority where !isGroup: return setInteger(property, "priority", 0...9)
    case .sequence where !isGroup: return setInteger(property, "sequence", 0...Int.max)
    case .class where !isGroup:
      return setWord(property, "privacy", Self.privacies)
    case .transp where kind == .vevent:
      return setWord(property, "freeBusyStatus", Self.transparencies)
    case .status where kind == .vevent:
      return setWord(property, "status", Self.states)
    case .status where kind == .vtodo:
      return setWord(property, "progress", Self.progress)
    case .dtstart where !isGroup: return setTime(property, "start")
    case .due where kind == .vtodo: return setTime(property, "due")
    case .dtend where kind == .vevent: return setEnd(property, component)
    case .duration where kind == .vevent: return setDuration(property, "duration")
    case .estimatedDuration where kind == .vtodo: return setDuration(property, "estimatedDuration")
    case .categories:
      return addWords(property, "keywords", TextValue.split(property.value).map(TextValue.decode))
    case .concept: return addWords(property, "categories", [property.rawText])
    case .relatedTo where !isGroup: return addRelation(property)
    case .location where !isGroup: return addLocation(property, component)
    case .geo where !isGroup: return addPosition(property, component)
    case .attach, .url, .link, .image: return isGroup ? false : addLink(property)
    case .conference where !isGroup: return addConference(property)
    case .rrule where !isGroup: return addRule(property)
    case .exdate, .rdate: return isGroup ? false : addDates(property)
    case .recurrenceID where !isGroup: return setRecurrenceID(property)
    default:
      switch property.name {
      case "JSPROP": return addExtension(property)
      case "SHOW-WITHOUT-TIME" where !isGroup: return setShown(property)
      default: return false
      }
    }
  }

  /// SHOW-WITHOUT-TIME of the draft: a time that is a midnight and floats would come back as a date.
  mutating func setShown(_ property: Property) -> Bool {
    guard property.rawText.uppercased() == "TRUE", clock.kind == .zoned,
      property.parameters.allSatisfy({ $0.name == "VALUE" })
    else { return false }
    object["showWithoutTime"] = .bool(true)
    return true
  }

  mutating func set(_ value: JSONNode, _ key: String, _ parameters: JSObject = JSObject()) -> Bool {
    guard object[key] == nil else { return false }
    object[key] = value
    convert(key, nil, parameters)
    return true
  }

  /// The further parameters of a property whose type is the usual one.
  func plain(_ property: Property, _ key: String, _ type: String) -> JSObject? {
    guard property.parameter("VALUE").map({ $0.value.uppercased() == type }) ?? true else { return nil }
    return parameters(property, without: ["VALUE"])
  }

  mutating func setText(_ property: Property, _ key: String, isLocalized: Bool = false) -> Bool {
    guard var parameters = plain(property, key, "TEXT"), object[key] == nil,
      !property.value.contains(0x0D)
    else { return false }
    // One locale holds for the object.
    if isLocalized, let language = parameters["language"]?.string, object["locale"] == nil {
      object["locale"] = .text(language)
      parameters["language"] = nil
    }
    return set(.text(property.text), key, parameters)
  }

  /// STYLED-DESCRIPTION, where it is the only description (the draft on STYLED-DESCRIPTION).
  mutating func setStyled(_ property: Property, _ component: Component?) -> Bool {
    let parameters = property.parameters.filter { $0.name != "VALUE" }
    guard component?.first(.description) == nil, object["description"] == nil, parameters.count == 1,
      let type = parameters.first, type.name == "FMTTYPE", type.values.count == 1,
      type.value.lowercased() != "text/plain",
      property.parameter("VALUE").map({ $0.value.uppercased() == "TEXT" }) ?? true,
      !property.value.contains(0x0D)
    else { return false }
    object["description"] = .text(property.text)
    object["descriptionContentType"] = .text(type.value)
    return true
  }

  mutating func setUTC(_ property: Property, _ key: String) -> Bool {
    guard let parameters = plain(property, key, "DATE-TIME"),
      case .utc(let time)? = try? Moment.decode(property.value, valueIsDate: false)
    else { return false }
    return set(.text(JSTime.text(time) + "Z"), key, parameters)
  }

  mutating func setInteger(_ property: Property, _ key: String, _ range: ClosedRange<Int>) -> Bool {
    guard let parameters = plain(property, key, "INTEGER"),
      let number = try? IntegerValue.parse(property.value),
      range.contains(number)
    else { return false }
    return set(.number(number), key, parameters)
  }

  private static let privacies = ["PUBLIC": "public", "PRIVATE": "private", "CONFIDENTIAL": "secret"]
  private static let transparencies = ["OPAQUE": "busy", "TRANSPARENT": "free"]
  /// The states of an event.
  private static let states = [
    "CONFIRMED": "confirmed", "TENTATIVE": "tentative", "CANCELLED": "cancelled",
  ]
  /// The states of a task.
  private static let progress = [
    "NEEDS-ACTION": "needs-action", "IN-PROCESS": "in-process", "COMPLETED": "completed",
    "CANCELLED": "cancelled", "FAILED": "failed",
  ]

  mutating func setWord(_ property: Property, _ key: String, _ words: [String: String]) -> Bool {
    guard let parameters = plain(property, key, "TEXT"), let word = words[property.rawText] else {
      return false
    }
    return set(.text(word), key, parameters)
  }

  mutating func setDuration(_ property: Property, _ key: String) -> Bool {
    guard let parameters = plain(property, key, "DURATION"),
      let duration = try? CalendarDuration.parse(property.value), !duration.isNegative,
      property.value.first == 0x50
    else { return false }
    return set(.text(property.rawText), key, parameters)
  }

  /// DTEND as a duration (the draft on DTEND).
  mutating func setEnd(_ property: Property, _ component: Component?) -> Bool {
    guard object["duration"] == nil, object["start"] != nil || clock.kind != .none,
      let start = try? component?.first(.dtstart)?.moment(), let end = try? property.moment(),
      var parameters = parameters(property, without: ["VALUE", "TZID"])
    else { return false }
    switch (start, end) {
    case (.date(let first), .date(let last)):
      guard isSound(property, end) else { return false }
      let days = last.daysSince1970 - first.daysSince1970
      guard days > 0 else { return false }
      object["duration"] = .text("P\(days)D")
    case (.floating(let first), .floating(let last)):
      let seconds = Instant(utc: last).seconds - Instant(utc: first).seconds
      guard seconds >= 0 else { return false }
      object["duration"] = .text(JSTime.duration(seconds: seconds))
    case (.utc, .utc), (.zoned, .zoned), (.utc, .zoned), (.zoned, .utc):
      guard let theirs = Clock(end), let from = instant(start), let to = instant(end), to >= from,
        JSTime.zone(theirs.zone).map({ .some($0.local(of: to)) == end.local }) ?? false
      else { return false }
      object["duration"] = .text(JSTime.duration(seconds: to.seconds - from.seconds))
      if theirs.zone != clock.zone { object["endTimeZone"] = .text(theirs.zone) }
      if !theirs.tzid.isEmpty, theirs.tzid != theirs.zone { parameters["tzid"] = .text(theirs.tzid) }
    default: return false
    }
    convert("duration", "dtend", parameters)
    return true
  }

  func instant(_ moment: Moment) -> Instant? {
    switch moment {
    case .utc(let local): Instant(utc: local)
    case .zoned(let local, let tzid): Zone.resolve(tzid: tzid)?.zone.instant(of: local)
    case .date, .floating: nil
    }
  }

  // MARK: Components

  mutating func add(_ child: Component) {
    switch child.kind {
    case .valarm where kind == .vtodo || kind == .vevent:
      let alert = JSAlert.alert(child, identifiers: alarms)
      if insert(alert.object, "alerts", alert.id) {
        unreadable += alert.unreadable
        return
      }
    case .vlocation where kind == .vtodo || kind == .vevent:
      if let location = JSLocation.location(child), insert(location.object, "locations", location.id) {
        return
      }
    default: break
    }
    rawComponents.append(JSONNode(jCal: child))
  }
}

/// Identifiers of things that iCalendar does not name: version 5 UUIDs of what they say.
enum JSIdentifier {
  static func of(_ text: String) -> String { UUIDv5.string(name: Array(text.utf8)) }
}
