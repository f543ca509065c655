internal import ICalendar
internal import Listo

/// A component as a JSCalendar object (draft-ietf-calext-jscalendar-icalendar): a VTODO as a Task, a VEVENT as an
/// Event, a VCALENDAR as a Group.
///
/// What the object cannot say exactly stays as it is, as jCal, in `iCalendar`: unknown
/// properties, whole properties with parameters that have no place, components. So nothing is lost.
struct JSCalendarObject {
  /// Which of the two shapes is written.
  let isBis: Bool
  private(set) var object: JSObject
  private let kind: ComponentKind
  /// The object's clock.
  private var clock = Clock()
  private var converted = JSObject()
  private var raw: [JSONNode] = []
  private var rawComponents: [JSONNode] = []
  /// The identifiers of alerts by the UIDs of their alarms.
  private var alarms: [String: String] = [:]
  /// What is lost: lines that are no property.
  private(set) var unreadable = 0

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
    object = JSObject(kind == .vtodo ? "Task" : kind == .vevent ? "Event" : "Group")
    setClock(component)
    var extensions: [Property] = []
    for property in component.properties {
      if property.name == "JSPROP" { extensions.append(property) } else { add(property, component) }
    }
    for child in component.children where child.kind == .valarm {
      if let uid = child.first(.uid)?.text { alarms[uid] = JSAlert.alert(child).id }
    }
    for child in component.children { add(child) }
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
  private mutating func setRest(_ name: String) {
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
  private static let order = [
    "@type", "version", "uid", "recurrenceId", "recurrenceIdTimeZone", "prodId", "created", "updated",
    "sequence",
    "method", "title", "locale", "description", "descriptionContentType", "color", "source",
    "showWithoutTime",
    "start", "due", "timeZone", "duration", "endTimeZone", "estimatedDuration", "status", "progress",
    "percentComplete", "priority", "privacy", "freeBusyStatus", "keywords", "categories", "relatedTo",
    "mainLocationId", "locations", "virtualLocations", "links", "recurrenceRule", "recurrenceRules",
    "recurrenceOverrides", "alerts",
  ]

  // MARK: Times

  private mutating func setClock(_ component: Component) {
    let property = component.first(.dtstart) ?? component.first(.due)
    guard let moment = try? property?.moment(), let clock = Clock(moment),
      property.map({ isSound($0, moment) }) ?? false
    else {
      if let moment = try? component.first(.recurrenceID)?.moment(), component.first(.dtstart) == nil {
        self.clock = Clock(moment) ?? Clock()
        if self.clock.kind == .zoned { object["timeZone"] = .text(self.clock.zone) }
        if self.clock.kind == .date { object["showWithoutTime"] = .bool(true) }
      }
      return
    }
    self.clock = clock
    switch clock.kind {
    case .date: object["showWithoutTime"] = .bool(true)
    case .zoned: object["timeZone"] = .text(clock.zone)
    case .floating, .none: break
    }
  }

  /// A TZID beside a date or a UTC time says nothing, and is kept as it is.
  private func isSound(_ property: Property, _ moment: Moment) -> Bool {
    if case .zoned = moment { return true }
    return property.parameter("TZID") == nil
  }

  /// DTSTART or DUE under a key; false where it stays as it is.
  private mutating func setTime(_ property: Property, _ key: String) -> Bool {
    guard object[key] == nil, let extra = parameters(property, without: ["VALUE", "TZID"]),
      let moment = try? property.moment(), let local = clock.local(moment)
    else { return false }
    var parameters = extra
    switch moment {
    case .zoned(_, let tzid):
      // Back again the local time must be the same: not so in an hour that comes twice.
      guard JSTime.name(tzid) != nil, !JSTime.isUTC(tzid), returns(moment, local) else { return false }
      if tzid != clock.zone { parameters["tzid"] = .text(tzid) }
    case .utc where clock.zone != "Etc/UTC":
      guard returns(moment, local) else { return false }
      parameters["tzid"] = .text("Etc/UTC")
    default: break
    }
    guard isSound(property, moment) else { return false }
    object[key] = .text(JSTime.text(local))
    convert(key, nil, parameters)
    return true
  }

  /// A time of another zone is the same again when it is read from the object's clock.
  private func returns(_ moment: Moment, _ local: LocalDateTime) -> Bool {
    let name: String
    let own: LocalDateTime
    switch moment {
    case .zoned(let local, let tzid): (name, own) = (tzid, local)
    case .utc(let local): (name, own) = ("Etc/UTC", local)
    default: return true
    }
    if name == clock.tzid { return true }
    guard let ours = JSTime.zone(clock.zone), let theirs = JSTime.zone(name) else { return false }
    return theirs.local(of: ours.instant(of: local)) == own
  }

  // MARK: Properties

  /// The parameters of a property that its key does not say, as the draft writes them; nil where one has no name that
  /// can stand there.
  private func parameters(_ property: Property, without known: Set<String>) -> JSObject? {
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
  private mutating func convert(_ path: String, _ name: String?, _ parameters: JSObject = JSObject()) {
    guard name != nil || !parameters.isEmpty else { return }
    var entry = JSObject()
    if let name { entry["name"] = .text(name) }
    if !parameters.isEmpty { entry["parameters"] = parameters.node }
    converted[path] = entry.node
  }

  private mutating func add(_ property: Property, _ component: Component?) {
    guard property.id != .malformed else {
      unreadable += 1
      return
    }
    if place(property, component) { return }
    if let node = JSONNode(jCal: property) { raw.append(node) }
  }

  /// Puts a property under its key; false where it stays as it is.
  private mutating func place(_ property: Property, _ component: Component?) -> Bool {
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
      return setWord(
        property, "privacy", ["PUBLIC": "public", "PRIVATE": "private", "CONFIDENTIAL": "secret"])
    case .transp where kind == .vevent:
      return setWord(property, "freeBusyStatus", ["OPAQUE": "busy", "TRANSPARENT": "free"])
    case .status where kind == .vevent:
      return setWord(
        property, "status", ["CONFIRMED": "confirmed", "TENTATIVE": "tentative", "CANCELLED": "cancelled"])
    case .status where kind == .vtodo:
      return setWord(
        property, "progress",
        [
          "NEEDS-ACTION": "needs-action", "IN-PROCESS": "in-process", "COMPLETED": "completed",
          "CANCELLED": "cancelled", "FAILED": "failed",
        ])
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
    case .geo where !isGroup: return addPosition(property)
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
  private mutating func setShown(_ property: Property) -> Bool {
    guard property.rawText.uppercased() == "TRUE", clock.kind == .zoned,
      property.parameters.allSatisfy({ $0.name == "VALUE" })
    else { return false }
    object["showWithoutTime"] = .bool(true)
    return true
  }

  private mutating func set(_ value: JSONNode, _ key: String, _ parameters: JSObject = JSObject()) -> Bool {
    guard object[key] == nil else { return false }
    object[key] = value
    convert(key, nil, parameters)
    return true
  }

  /// The further parameters of a property whose type is the usual one.
  private func plain(_ property: Property, _ key: String, _ type: String) -> JSObject? {
    guard property.parameter("VALUE").map({ $0.value.uppercased() == type }) ?? true else { return nil }
    return parameters(property, without: ["VALUE"])
  }

  private mutating func setText(_ property: Property, _ key: String, isLocalized: Bool = false) -> Bool {
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
  private mutating func setStyled(_ property: Property, _ component: Component?) -> Bool {
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

  private mutating func setUTC(_ property: Property, _ key: String) -> Bool {
    guard let parameters = plain(property, key, "DATE-TIME"),
      case .utc(let time)? = try? Moment.decode(property.value, valueIsDate: false)
    else { return false }
    return set(.text(JSTime.text(time) + "Z"), key, parameters)
  }

  private mutating func setInteger(_ property: Property, _ key: String, _ range: ClosedRange<Int>) -> Bool {
    guard let parameters = plain(property, key, "INTEGER"),
      let number = try? IntegerValue.parse(property.value),
      range.contains(number)
    else { return false }
    return set(.number(number), key, parameters)
  }

  private mutating func setWord(_ property: Property, _ key: String, _ words: [String: String]) -> Bool {
    guard let parameters = plain(property, key, "TEXT"), let word = words[property.rawText] else {
      return false
    }
    return set(.text(word), key, parameters)
  }

  private mutating func setDuration(_ property: Property, _ key: String) -> Bool {
    guard let parameters = plain(property, key, "DURATION"),
      let duration = try? CalendarDuration.parse(property.value), !duration.isNegative,
      property.value.first == 0x50
    else { return false }
    return set(.text(property.rawText), key, parameters)
  }

  /// DTEND as a duration (the draft on DTEND).
  private mutating func setEnd(_ property: Property, _ component: Component?) -> Bool {
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

  private func instant(_ moment: Moment) -> Instant? {
    switch moment {
    case .utc(let local): Instant(utc: local)
    case .zoned(let local, let tzid): Zone.resolve(tzid: tzid)?.zone.instant(of: local)
    case .date, .floating: nil
    }
  }

  // MARK: Sets

  private mutating func addWords(_ property: Property, _ key: String, _ words: [String]) -> Bool {
    guard property.parameters.allSatisfy({ $0.name == "VALUE" }), !words.contains(where: \.isEmpty),
      !property.value.contains(0x0D)
    else { return false }
    var set = object[key].map { JSObject($0) } ?? JSObject()
    for word in words { set[word] = .bool(true) }
    object[key] = set.node
    return true
  }

  private mutating func addRelation(_ property: Property) -> Bool {
    guard let parameters = parameters(property, without: ["VALUE", "RELTYPE"]), !property.text.isEmpty,
      property.parameter("VALUE").map({ $0.value.uppercased() == "TEXT" }) ?? true,
      property.parameter("RELTYPE").map({ $0.values.count == 1 && !$0.value.isEmpty }) ?? true
    else { return false }
    var relations = object["relatedTo"].map { JSObject($0) } ?? JSObject()
    let known = relations[property.text]
    let type = property.parameter("RELTYPE")?.value.lowercased()
    // A relation without a type beside others of the same reminder would be lost among them.
    if let known {
      guard let type, known["relation"] != nil, known["relation"]?[type] == nil, parameters.isEmpty else {
        return false
      }
    }
    var relation = known.map { JSObject($0) } ?? JSObject("Relation")
    if let type { relation.set(.bool(true), at: ["relation", type]) }
    relations[property.text] = relation.node
    object["relatedTo"] = relations.node
    convert("relatedTo/" + JSObject.escaped(property.text), nil, parameters)
    return true
  }

  // MARK: Recurrence

  private mutating func addRule(_ property: Property) -> Bool {
    guard property.parameters.isEmpty, clock.kind != .none else { return false }
    let clock = self.clock
    guard
      let rule = JSRecurrence.rule(
        property.value,
        until: { moment in
          // What comes back is a date for a date, UTC for a time in a zone (RFC 5545 §3.3.10).
          switch (clock.kind, moment) {
          case (.zoned, .utc(let time)):
            guard let local = clock.local(moment), let zone = JSTime.zone(clock.zone) else { return nil }
            return zone.instant(of: local) == Instant(utc: time) ? local : nil
          case (.date, .date), (.floating, .floating): return clock.local(moment)
          default: return nil
          }
        })
    else { return false }
    if isBis {
      guard object["recurrenceRule"] == nil else { return false }
      object["recurrenceRule"] = rule
    } else {
      object["recurrenceRules"] = .array((object["recurrenceRules"]?.elements ?? []) + [rule])
    }
    return true
  }

  /// EXDATE and RDATE as overrides (RFC 8984 §4.3.5); false where one of the dates has no place.
  private mutating func addDates(_ property: Property) -> Bool {
    guard let parameters = parameters(property, without: ["VALUE", "TZID"]), parameters.isEmpty,
      property.parameter("VALUE")?.value.uppercased() != "PERIOD", let moments = try? property.moments(),
      !moments.isEmpty, moments.allSatisfy({ isSound(property, $0) })
    else { return false }
    var overrides = object["recurrenceOverrides"].map { JSObject($0) } ?? JSObject()
    var paths: [(String, JSObject)] = []
    for moment in moments {
      guard let local = clock.local(moment), returns(moment, local), overrides[JSTime.text(local)] == nil
      else {
        return false
      }
      var patch = JSObject()
      if property.id == .exdate { patch["excluded"] = .bool(true) }
      overrides[JSTime.text(local)] = patch.node
      if let own = Clock(moment), own.kind == .zoned, (own.tzid.isEmpty ? own.zone : own.tzid) != clock.zone {
        var parameters = JSObject()
        parameters["tzid"] = .text(own.tzid.isEmpty ? "Etc/UTC" : own.tzid)
        paths.append(("recurrenceOverrides/" + JSTime.text(local), parameters))
      }
    }
    object["recurrenceOverrides"] = overrides.node
    for (path, parameters) in paths { convert(path, nil, parameters) }
    return true
  }

  private mutating func setRecurrenceID(_ property: Property) -> Bool {
    guard object["recurrenceId"] == nil, let parameters = parameters(property, without: ["VALUE", "TZID"]),
      let moment = try? property.moment(), isSound(property, moment)
    else { return false }
    switch moment {
    case .date(let day):
      guard clock.kind == .date || clock.kind == .none else { return false }
      if clock.kind == .none { object["showWithoutTime"] = .bool(true) }
      object["recurrenceId"] = .text(JSTime.text(LocalDateTime(startOf: day)))
    case .floating(let local):
      guard clock.kind == .floating || clock.kind == .none else { return false }
      object["recurrenceId"] = .text(JSTime.text(local))
    case .utc(let local):
      object["recurrenceId"] = .text(JSTime.text(local))
      object["recurrenceIdTimeZone"] = .text("Etc/UTC")
    case .zoned(let local, let tzid):
      guard let name = JSTime.name(tzid), name == tzid, !JSTime.isUTC(name) else { return false }
      object["recurrenceId"] = .text(JSTime.text(local))
      object["recurrenceIdTimeZone"] = .text(name)
    }
    convert("recurrenceId", nil, parameters)
    return true
  }

  // MARK: Places and links

  private mutating func insert(_ value: JSObject, _ collection: String, _ id: String) -> Bool {
    var all = object[collection].map { JSObject($0) } ?? JSObject()
    guard all[id] == nil else { return false }
    all[id] = value.node
    object[collection] = all.node
    return true
  }

  /// One value each, but for sets, whose words are in capitals.
  private func hasUsualParameters(_ property: Property) -> Bool {
    property.parameters.allSatisfy { parameter in
      switch parameter.name {
      case "FEATURE", "DISPLAY": parameter.values.allSatisfy { !$0.isEmpty && $0 == $0.uppercased() }
      default: parameter.values.count == 1
      }
    }
  }

  private mutating func addLocation(_ property: Property, _ component: Component?) -> Bool {
    if setMainLocation(property, component) { return true }
    guard let parameters = parameters(property, without: ["VALUE", "JSID"]), !property.value.contains(0x0D),
      property.parameter("VALUE").map({ $0.value.uppercased() == "TEXT" }) ?? true
    else { return false }
    let id = property.parameter("JSID")?.value ?? JSIdentifier.of(property.text)
    var location = JSObject("Location")
    location["name"] = .text(property.text)
    guard insert(location, "locations", id) else { return false }
    convert("locations/\(JSObject.escaped(id))/name", nil, parameters)
    return true
  }

  /// LOCATION;DERIVED=TRUE repeats the name of a VLOCATION: the main one (the draft on LOCATION).
  private mutating func setMainLocation(_ property: Property, _ component: Component?) -> Bool {
    guard object["mainLocationId"] == nil, property.parameter("DERIVED")?.values == ["TRUE"],
      let others = parameters(property, without: ["DERIVED", "JSID"]), others.isEmpty
    else { return false }
    let places = (component?.children ?? []).filter { $0.kind == .vlocation }
    if let id = property.parameter("JSID")?.value, !id.isEmpty {
      object["mainLocationId"] = .text(id)
      let isThere = places.contains { JSLocation.location($0)?.id == id }
      guard !isThere else { return true }
      var location = JSObject("Location")
      location["name"] = .text(property.text)
      return insert(location, "locations", id)
    }
    let named = places.filter { $0.first(.name)?.text == property.text }
    guard named.count == 1, let location = JSLocation.location(named[0]) else { return false }
    object["mainLocationId"] = .text(location.id)
    return true
  }

  private mutating func addPosition(_ property: Property) -> Bool {
    let text = property.rawText
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
    guard let parameters = parameters(property, without: ["JSID"]), parts.count == 2,
      parts.allSatisfy({ Double($0) != nil })
    else { return false }
    let id = property.parameter("JSID")?.value ?? JSIdentifier.of(text)
    let path = ["locations", id, "coordinates"]
    if object["locations"]?[id] == nil { object.set(.text("Location"), at: ["locations", id, "@type"]) }
    guard object["locations"]?[id]?["coordinates"] == nil else { return false }
    object.set(.text("geo:\(parts[0]),\(parts[1])"), at: path)
    convert(path.map(JSObject.escaped).joined(separator: "/"), "geo", parameters)
    return true
  }

  private mutating func addConference(_ property: Property) -> Bool {
    guard let parameters = parameters(property, without: ["VALUE", "LABEL", "FEATURE", "JSID"]),
      parameters.isEmpty, hasUsualParameters(property)
    else { return false }
    let uri = property.rawText
    let id = property.parameter("JSID")?.value ?? JSIdentifier.of(uri)
    var place = JSObject("VirtualLocation")
    if let label = property.parameter("LABEL") { place["name"] = .text(label.value) }
    place["uri"] = .text(uri)
    if let features = property.parameter("FEATURE") {
      place["features"] = .set(features.values.map { $0.lowercased() })
    }
    return insert(place, "virtualLocations", id)
  }

  /// ATTACH, URL, LINK and IMAGE (the draft on links): how each is told from the others is said in `convertedProperties`.
  private mutating func addLink(_ property: Property) -> Bool {
    let known: Set<String> = [
      "VALUE", "ENCODING", "FMTTYPE", "FILENAME", "LABEL", "LINKREL", "DISPLAY", "JSID", "SIZE",
    ]
    guard let parameters = parameters(property, without: known), parameters.isEmpty,
      hasUsualParameters(property)
    else { return false }
    var link = JSObject("Link")
    var href = property.rawText
    let format = property.parameter("FMTTYPE")?.value
    switch property.parameter("VALUE")?.value.uppercased() {
    case nil, "URI":
      guard property.parameter("ENCODING") == nil, !href.isEmpty, !href.hasPrefix("data:") else {
        return false
      }
    case "BINARY":
      guard property.parameter("ENCODING")?.value.uppercased() == "BASE64", property.id == .attach else {
        return false
      }
      href = "data:\(format ?? "");base64,\(href)"
    default: return false
    }
    link["href"] = .text(href)
    if let format { link["contentType"] = .text(format) }
    if let size = property.parameter("SIZE") {
      guard let number = Int(size.value), number >= 0 else { return false }
      link["size"] = .number(number)
    }
    // A link has a label, what is attached a file name; the other of the two is noted.
    let (usual, other) = property.id == .link ? ("LABEL", "FILENAME") : ("FILENAME", "LABEL")
    var noted = JSObject()
    if let title = property.parameter(usual) {
      guard property.parameter(other) == nil else { return false }
      link["title"] = .text(title.value)
    } else if let title = property.parameter(other) {
      link["title"] = .text(title.value)
      noted[other.lowercased()] = .text(title.value)
    }
    if let display = property.parameter("DISPLAY") {
      link["display"] = .set(display.values.map { $0.lowercased() })
    }
    switch property.id {
    case .url:
      guard link.members.count == 2 else { return false }
      link["rel"] = .text("describedby")
    case .image: link["rel"] = .text("icon")
    default: if let relation = property.parameter("LINKREL") { link["rel"] = .text(relation.value) }
    }
    let id = property.parameter("JSID")?.value ?? JSIdentifier.of(property.rawText)
    guard insert(link, "links", id) else { return false }
    convert("links/\(JSObject.escaped(id))/href", property.name.lowercased(), noted)
    return true
  }

  /// JSPROP of the draft: a member of the object that iCalendar has no property for.
  private mutating func addExtension(_ property: Property) -> Bool {
    guard let (pointer, value) = Self.extension(property) else { return false }
    object.set(value, at: pointer)
    return true
  }

  /// The pointer and the value of a JSPROP.
  static func `extension`(_ property: Property) -> (pointer: [String], value: JSONNode)? {
    guard let pointer = property.parameter("JSPTR")?.value, !pointer.isEmpty, property.parameters.count == 1,
      let value = JSONNode(json: Array(property.text.utf8))
    else { return nil }
    return (JSObject.pointer(pointer), value)
  }

  // MARK: Components

  private mutating func add(_ child: Component) {
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
    if let node = JSONNode(jCal: child) { rawComponents.append(node) }
  }
}

/// Identifiers of things that iCalendar does not name: version 5 UUIDs of what they say.
enum JSIdentifier {
  static func of(_ text: String) -> String { UUIDv5.string(name: Array(text.utf8)) }
}
