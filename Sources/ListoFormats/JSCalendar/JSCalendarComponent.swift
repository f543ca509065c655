internal import ICalendar
internal import Listo

/// A JSCalendar object as a component: the way back from ``JSCalendarObject``, and what others write.
///
/// A member that no property says becomes a JSPROP with its pointer, as the draft has it, so that nothing is lost.
struct JSCalendarComponent {
  private(set) var component: ComponentText
  private(set) var problems: [Diagnostic] = []
  private let object: JSONNode
  private var rest: JSObject
  private let converted: JSONNode?
  private let isTask: Bool
  private let clock: Clock

  /// What the local times of an object are.
  struct Clock {
    var isDate = false
    /// Empty for floating times.
    var zone = ""

    init(_ object: JSONNode) {
      zone = object["timeZone"]?.string ?? ""
      // The occurrence may be named on a clock of its own.
      let keys = object["recurrenceIdTimeZone"] == nil ? ["start", "due", "recurrenceId"] : ["start", "due"]
      let times = keys.compactMap { object[$0]?.string }
      isDate =
        (object["showWithoutTime"]?.bool ?? false) && zone.isEmpty && !times.isEmpty
        && times.allSatisfy { JSTime.local($0).map { $0 == LocalDateTime(startOf: $0.day) } ?? false }
    }

    func moment(_ local: LocalDateTime) -> Moment {
      if isDate { return .date(local.day) }
      if zone.isEmpty { return .floating(local) }
      return JSTime.isUTC(zone) ? .utc(local) : .zoned(local, tzid: zone)
    }
  }

  /// - Parameter recurrenceID: the occurrence of another object that this one overrides, on that one's clock.
  init(_ object: JSONNode, recurrenceID: Moment? = nil) {
    self.object = object
    isTask = object["@type"]?.string == "Task"
    rest = JSObject(object)
    converted = object["iCalendar"]?["convertedProperties"]
    clock = Clock(object)
    component = ComponentText(isTask ? "VTODO" : "VEVENT", line: object.line)
    if let recurrenceID { component.moment(.recurrenceID, recurrenceID) }
    for key in [
      "@type", "iCalendar", "timeZone", "endTimeZone", "showWithoutTime", "locale", "method", "prodId",
      "version",
      "recurrenceIdTimeZone", "excluded",
    ] { rest[key] = nil }
    addSimple()
    addTimes(isOccurrence: recurrenceID != nil)
    addSets()
    addRecurrence()
    addPlaces()
    addLinks()
    addRaw()
    Self.addExtensions(rest, to: &component)
    addComponents()
  }

  private mutating func report(_ node: JSONNode, _ message: String) {
    problems.append(Diagnostic(.warning, .badValue, line: node.line, message))
  }

  /// The parameters that `convertedProperties` has for a path, and the property's name there.
  private func origin(_ path: String) -> (name: String?, parameters: [Parameter]) {
    let entry = converted?[path]
    let parameters = (entry?["parameters"]?.members ?? []).compactMap { member -> Parameter? in
      let texts = member.value.string.map { [$0] } ?? member.value.elements?.compactMap(\.string) ?? []
      guard ComponentText.isParameterName(member.key), !texts.isEmpty, member.key.lowercased() != "value"
      else {
        return nil
      }
      return Parameter(name: member.key.uppercased(), values: texts)
    }
    return (entry?["name"]?.string, parameters)
  }

  /// Takes a member that is a text.
  private mutating func text(_ key: String) -> String? {
    guard let node = rest[key], let text = node.string else { return nil }
    rest[key] = nil
    return text
  }

  // MARK: Simple properties

  private mutating func addSimple() {
    if let text = text("uid") { component.text(.uid, text, parameters: origin("uid").parameters) }
    if let text = text("updated") { time(.dtstamp, text, "updated") }
    if let text = text("created") { time(.created, text, "created") }
    if let text = text("title") {
      var parameters = origin("title").parameters
      if let locale = object["locale"]?.string {
        parameters.append(Parameter(name: "LANGUAGE", values: [locale]))
      }
      component.text(.summary, text, parameters: parameters)
    } else if let locale = object["locale"] {
      rest["locale"] = locale
    }
    if let type = object["descriptionContentType"]?.string, type != "text/plain",
      let text = text("description")
    {
      rest["descriptionContentType"] = nil
      component.text(
        .styledDescription, text,
        parameters: [Parameter(name: "VALUE", values: ["TEXT"]), Parameter(name: "FMTTYPE", values: [type])])
    } else if let text = text("description") {
      component.text(.description, text, parameters: origin("description").parameters)
    }
    if let text = text("color") { component.text(.color, text, parameters: origin("color").parameters) }
    for (key, id) in [
      ("percentComplete", PropertyID.percentComplete), ("priority", .priority), ("sequence", .sequence),
    ] {
      guard let number = rest[key]?.integer else { continue }
      rest[key] = nil
      component.raw(id, String(number).utf8, parameters: origin(key).parameters)
    }
    for (key, id) in [("status", PropertyID.status), ("progress", .status)] {
      guard let word = text(key) else { continue }
      component.raw(id, JCalParsing.oneLine(word.uppercased()), parameters: origin(key).parameters)
    }
    if let word = text("privacy") {
      component.raw(
        .class, JCalParsing.oneLine(word == "secret" ? "CONFIDENTIAL" : word.uppercased()),
        parameters: origin("privacy").parameters)
    }
    if let word = text("freeBusyStatus") {
      let name = word == "free" ? "TRANSPARENT" : word == "busy" ? "OPAQUE" : word.uppercased()
      component.raw(.transp, JCalParsing.oneLine(name), parameters: origin("freeBusyStatus").parameters)
    }
    if let text = text("estimatedDuration") {
      component.raw(
        .estimatedDuration, JCalParsing.oneLine(text), parameters: origin("estimatedDuration").parameters)
    }
  }

  private mutating func time(_ id: PropertyID, _ text: String, _ key: String) {
    guard let moment = Moment(iso: text), case .utc = moment else {
      report(object[key] ?? object, "\"\(key)\" is '\(text)', which is no UTC time; it is left out")
      return
    }
    component.moment(id, moment, parameters: origin(key).parameters)
  }

  // MARK: Times

  private mutating func addTimes(isOccurrence: Bool) {
    // A VEVENT has no due date, nor a VTODO an end.
    for (key, id) in [("start", PropertyID.dtstart), ("due", .due)] where key == "start" || isTask {
      guard let text = text(key) else { continue }
      guard let local = JSTime.local(text) else {
        report(object[key] ?? object, "\"\(key)\" is '\(text)', which is no local time; it is left out")
        continue
      }
      add(id, local, path: key)
    }
    let hasTimes = object["start"] != nil || object["due"] != nil
    if !clock.isDate, hasTimes || !isOccurrence, object["showWithoutTime"]?.bool ?? false {
      component.raw(
        named: "SHOW-WITHOUT-TIME", "TRUE".utf8, parameters: [Parameter(name: "VALUE", values: ["BOOLEAN"])])
    }
    if let text = text("recurrenceId") {
      guard let local = JSTime.local(text) else { return }
      var own = clock
      if let zone = object["recurrenceIdTimeZone"] { (own.zone, own.isDate) = (zone.string ?? "", false) }
      component.moment(.recurrenceID, own.moment(local), parameters: origin("recurrenceId").parameters)
    }
    if let text = text("duration") { addDuration(text) }
    // The zone of nothing.
    if !isOccurrence, object["start"] == nil, object["due"] == nil, object["recurrenceId"] == nil,
      !clock.zone.isEmpty,
      object["recurrenceOverrides"] == nil
    {
      rest["timeZone"] = object["timeZone"]
    }
  }

  /// A time on the object's clock as a property, in the zone that it was written in.
  private mutating func add(_ id: PropertyID, _ local: LocalDateTime, path: String) {
    let origin = origin(path)
    var parameters = origin.parameters.filter { $0.name != "TZID" }
    let moment = own(local, origin.parameters.first { $0.name == "TZID" }?.value)
    parameters += moment.parameters
    component.raw(id, moment.iCalendarText.utf8, parameters: parameters)
  }

  /// A time on the object's clock as it was written: with another name of the zone, or in another zone.
  private func own(_ local: LocalDateTime, _ tzid: String?) -> Moment {
    let moment = clock.moment(local)
    guard let tzid, !clock.zone.isEmpty, !clock.isDate else { return moment }
    guard let theirs = JSTime.isUTC(tzid) ? .utc : Zone.resolve(tzid: tzid)?.zone,
      let ours = JSTime.zone(clock.zone)
    else { return moment }
    let isSame = JSTime.name(tzid) == clock.zone
    let shown = isSame ? local : theirs.local(of: ours.instant(of: local))
    return JSTime.isUTC(tzid) ? .utc(shown) : .zoned(shown, tzid: tzid)
  }

  private mutating func addDuration(_ text: String) {
    let origin = origin("duration")
    let zone = object["endTimeZone"]?.string
    guard origin.name == "dtend" || zone != nil,
      let start = object["start"]?.string.flatMap({ JSTime.local($0) }),
      let length = try? CalendarDuration.parse(Array(text.utf8)[...])
    else {
      component.raw(.duration, JCalParsing.oneLine(text), parameters: origin.parameters)
      return
    }
    let parameters = origin.parameters.filter { $0.name != "TZID" }
    let moment: Moment
    switch clock.moment(start) {
    case .date(let day): moment = .date(day.adding(days: Int(length.totalSeconds / 86_400)))
    case .floating(let local): moment = .floating(local.adding(length))
    case .utc, .zoned:
      let name = zone ?? clock.zone
      guard let ours = JSTime.zone(clock.zone), let theirs = JSTime.zone(name) else {
        component.raw(.duration, JCalParsing.oneLine(text))
        return
      }
      let end = Instant(seconds: ours.instant(of: start).seconds + length.totalSeconds)
      let tzid = origin.parameters.first { $0.name == "TZID" }?.value ?? name
      moment = JSTime.isUTC(tzid) ? .utc(end.utc) : .zoned(theirs.local(of: end), tzid: tzid)
    }
    component.moment(.dtend, moment, parameters: parameters)
  }

  // MARK: Sets

  private mutating func addSets() {
    if let words = rest["keywords"]?.words {
      rest["keywords"] = nil
      component.texts(.categories, words, parameters: origin("keywords").parameters)
    }
    if let words = rest["categories"]?.words {
      rest["categories"] = nil
      for word in words { component.raw(.concept, JCalParsing.oneLine(word)) }
    }
    for relation in rest["relatedTo"]?.members ?? [] {
      let parameters = origin("relatedTo/" + JSObject.escaped(relation.key)).parameters
      let types = relation.value["relation"]?.words ?? []
      for type in types.isEmpty ? [nil] : types.map(Optional.some) {
        let own = type.map { [Parameter(name: "RELTYPE", values: [$0.uppercased()])] } ?? []
        component.text(.relatedTo, relation.key, parameters: own + parameters)
      }
    }
    rest["relatedTo"] = nil
  }

  // MARK: Recurrence

  private mutating func addRecurrence() {
    let clock = self.clock
    for key in ["recurrenceRule", "recurrenceRules", "excludedRecurrenceRules"] {
      guard let node = rest[key] else { continue }
      let rules = node.elements ?? (node.isNull ? [] : [node])
      let values = rules.compactMap { rule in
        JSRecurrence.value(rule) { local in
          switch clock.moment(local) {
          case .zoned:
            (JSTime.zone(clock.zone)?.instant(of: local)).map { Moment.utc($0.utc).iCalendarText } ?? ""
          case let moment: moment.iCalendarText
          }
        }
      }
      guard values.count == rules.count else { continue }
      rest[key] = nil
      for value in values { component.raw(key == "excludedRecurrenceRules" ? .exrule : .rrule, value.utf8) }
    }
    guard let overrides = rest["recurrenceOverrides"]?.members else { return }
    rest["recurrenceOverrides"] = nil
    for override in overrides {
      guard let local = JSTime.local(override.key) else {
        report(override.value, "'\(override.key)' is no time of an occurrence; it is left out")
        continue
      }
      let isExcluded = override.value["excluded"]?.bool ?? false
      // Others are components of their own.
      guard isExcluded || override.value.members?.isEmpty ?? true else { continue }
      add(isExcluded ? .exdate : .rdate, local, path: "recurrenceOverrides/\(override.key)")
    }
  }

  /// The overrides of an object that change something, each as an object of its own, and the occurrence.
  static func overrides(_ object: JSONNode) -> [(id: Moment, object: JSONNode)] {
    let clock = Clock(object)
    return (object["recurrenceOverrides"]?.members ?? []).compactMap { override in
      guard let local = JSTime.local(override.key), let patch = override.value.members, !patch.isEmpty,
        !(override.value["excluded"]?.bool ?? false)
      else { return nil }
      return (clock.moment(local), JSPatch.apply(patch, to: object, at: local))
    }
  }

  // MARK: Places and links

  private mutating func addPlaces() {
    for location in rest["locations"]?.members ?? [] {
      let id = location.key
      let node = location.value
      let path = "locations/\(JSObject.escaped(id))/"
      let coordinates = origin(path + "coordinates")
      let keys = Set((node.members ?? []).map(\.key)).subtracting(["@type"])
      let isProperty =
        !keys.isEmpty && keys.isSubset(of: ["name", "coordinates"]) && node["iCalendar"] == nil
      if let name = node["name"]?.string, object["mainLocationId"]?.string == id {
        rest["mainLocationId"] = nil
        let isAlone = isProperty && keys == ["name"]
        let derived = isAlone ? "" : JSAlert.derivedIdentifier(node)
        component.text(
          .location, name,
          parameters: [Parameter(name: "DERIVED", values: ["TRUE"])] + identifier(id, unlike: derived))
        hasLocation = true
        if !isAlone { locations.append(JSLocation.component(id, node, &problems)) }
        continue
      }
      if isProperty, keys.contains("coordinates") ? coordinates.name == "geo" : !hasLocation {
        if let name = node["name"]?.string {
          hasLocation = true
          component.text(
            .location, name,
            parameters: origin(path + "name").parameters + identifier(id, unlike: JSIdentifier.of(name)))
        }
        if let text = node["coordinates"]?.string, text.hasPrefix("geo:") {
          let value = String(text.dropFirst(4).prefix { $0 != ";" }).replacing(",", with: ";")
          component.raw(
            .geo, JCalParsing.oneLine(value),
            parameters: coordinates.parameters + identifier(id, unlike: JSIdentifier.of(value)))
        }
      } else {
        locations.append(JSLocation.component(id, node, &problems))
      }
    }
    rest["locations"] = nil
    for place in rest["virtualLocations"]?.members ?? [] {
      guard let uri = place.value["uri"]?.string else { continue }
      var parameters = [Parameter(name: "VALUE", values: ["URI"])]
      if let features = place.value["features"]?.words, !features.isEmpty {
        parameters.append(Parameter(name: "FEATURE", values: features.map { $0.uppercased() }))
      }
      if let name = place.value["name"]?.string {
        parameters.append(Parameter(name: "LABEL", values: [name]))
      }
      parameters += identifier(place.key, unlike: JSIdentifier.of(uri))
      component.raw(.conference, JCalParsing.oneLine(uri), parameters: parameters)
    }
    rest["virtualLocations"] = nil
  }

  private var hasLocation = false
  private var locations: [ComponentText] = []

  /// JSID where an identifier does not follow from the value.
  private func identifier(_ id: String, unlike derived: String) -> [Parameter] {
    id == derived ? [] : [Parameter(name: "JSID", values: [id])]
  }

  private mutating func addLinks() {
    for link in rest["links"]?.members ?? [] {
      guard let href = link.value["href"]?.string else {
        report(link.value, "a link has no \"href\"; it is left out")
        continue
      }
      add(link.value, href, link.key)
    }
    rest["links"] = nil
  }

  private mutating func add(_ link: JSONNode, _ href: String, _ id: String) {
    let (name, noted) = origin("links/\(JSObject.escaped(id))/href")
    let relation = link["rel"]?.string
    var parameters: [Parameter] = []
    var value = href
    let property: PropertyID
    switch (name, relation) {
    case ("url", _), (nil, "describedby"): property = .url
    case ("image", _), (nil, "icon"): property = .image
    case ("link", _): property = .link
    case ("attach", _), (nil, nil), (nil, "enclosure"): property = .attach
    default: property = .link
    }
    if property == .attach, href.hasPrefix("data:"), let comma = href.firstIndex(of: ","),
      href[..<comma].hasSuffix(";base64")
    {
      value = String(href[href.index(after: comma)...])
      parameters = [
        Parameter(name: "ENCODING", values: ["BASE64"]), Parameter(name: "VALUE", values: ["BINARY"]),
      ]
    } else if property == .image || property == .link {
      parameters = [Parameter(name: "VALUE", values: ["URI"])]
    }
    if property == .link, let relation { parameters.append(Parameter(name: "LINKREL", values: [relation])) }
    if let type = link["contentType"]?.string {
      parameters.append(Parameter(name: "FMTTYPE", values: [type]))
    }
    if let size = link["size"]?.integer { parameters.append(Parameter(name: "SIZE", values: [String(size)])) }
    let isNoted = noted.contains { $0.name == "LABEL" || $0.name == "FILENAME" }
    if let title = link["title"]?.string, !isNoted {
      parameters.append(Parameter(name: property == .link ? "LABEL" : "FILENAME", values: [title]))
    }
    parameters += noted
    if let display = link["display"]?.words, !display.isEmpty {
      parameters.append(Parameter(name: "DISPLAY", values: display.map { $0.uppercased() }))
    }
    let others = (link.members ?? []).filter { !Self.linkKeys.contains($0.key) }
    // What points into it needs its name.
    parameters +=
      others.isEmpty
      ? identifier(id, unlike: JSIdentifier.of(value)) : [Parameter(name: "JSID", values: [id])]
    component.raw(property, JCalParsing.oneLine(value), parameters: parameters)
    for member in others {
      Self.addExtension(member.value, at: ["links", id, member.key], to: &component)
    }
  }

  private static let linkKeys: Set<String> = [
    "@type", "href", "rel", "contentType", "size", "title", "display",
  ]

  // MARK: The rest

  private mutating func addRaw() {
    var parsing = JCalParsing()
    for property in object["iCalendar"]?["properties"]?.elements ?? [] {
      parsing.add(property, to: &component)
    }
    problems += parsing.takeProblems()
  }

  private mutating func addComponents() {
    for location in locations { component.append(location) }
    for alert in object["alerts"]?.members ?? [] {
      component.append(JSAlert.alarm(alert.key, alert.value, among: object["alerts"], &problems))
    }
    var parsing = JCalParsing()
    for node in object["iCalendar"]?["components"]?.elements ?? [] {
      if let child = parsing.component(node) { component.append(child) }
    }
    problems += parsing.takeProblems()
  }

  /// Members that iCalendar has no property for, each with its pointer (JSPROP of the draft).
  static func addExtensions(_ rest: JSObject, to component: inout ComponentText) {
    for member in rest.members where member.key != "alerts" && !member.value.isOmitted {
      addExtension(member.value, at: [member.key], to: &component)
    }
  }

  static func addExtension(_ value: JSONNode, at pointer: [String], to component: inout ComponentText) {
    var json = JSONText()
    json.node(value)
    component.raw(
      named: "JSPROP", TextValue.encode(String(decoding: json.bytes, as: UTF8.self)),
      parameters: [Parameter(name: "JSPTR", values: [pointer.map(JSObject.escaped).joined(separator: "/")])])
  }
}

/// Patches of occurrences (RFC 8984 §1.4.9, §4.3.5).
enum JSPatch {
  /// What an occurrence never takes from the object that recurs.
  private static let own: Set<String> = [
    "recurrenceRule", "recurrenceRules", "excludedRecurrenceRules", "recurrenceOverrides", "recurrenceId",
    "recurrenceIdTimeZone",
  ]
  private static let fixed: Set<String> = own.union(["@type", "uid", "prodId", "method", "privacy"])

  /// The occurrence at `local`: the object with the patch, its times moved along.
  static func apply(_ patch: [JSONNode.Member], to object: JSONNode, at local: LocalDateTime) -> JSONNode {
    var result = JSObject(object)
    for key in own { result[key] = nil }
    // What was written of the object's own recurrence is not the occurrence's.
    if var rest = result["iCalendar"].map({ JSObject($0) }), let converted = rest["convertedProperties"] {
      var left = JSObject()
      for member in converted.members ?? [] where !member.key.hasPrefix("recurrenceOverrides/") {
        left[member.key] = member.value
      }
      rest["convertedProperties"] = left.isEmpty ? nil : left.node
      result["iCalendar"] = rest.node
    }
    move(&result, to: local, of: object)
    for member in patch {
      let value: JSONNode? = member.value.isNull ? nil : member.value
      result.set(value, at: JSObject.pointer(member.key))
    }
    return JSONNode(content: result.node.content, line: object.line)
  }

  /// Start and due date of the occurrence where no patch says otherwise.
  private static func move(_ result: inout JSObject, to local: LocalDateTime, of object: JSONNode) {
    let start = object["start"]?.string.flatMap { JSTime.local($0) }
    let due = object["due"]?.string.flatMap { JSTime.local($0) }
    if start != nil { result["start"] = .text(JSTime.text(local)) }
    guard let due else { return }
    let shift = Instant(utc: local).seconds - Instant(utc: start ?? due).seconds
    result["due"] = .text(JSTime.text(due.adding(seconds: shift)))
  }

  /// The patch that makes an occurrence out of the object; nil where it belongs to another object.
  static func patch(_ occurrence: JSONNode, of object: JSONNode) -> (key: String, value: JSONNode)? {
    guard let id = occurrence["recurrenceId"]?.string, let local = JSTime.local(id),
      (occurrence["recurrenceIdTimeZone"]?.string ?? "") == (object["timeZone"]?.string ?? ""),
      occurrence["uid"]?.string == object["uid"]?.string, occurrence["recurrenceRules"] == nil,
      occurrence["recurrenceRule"] == nil, occurrence["recurrenceOverrides"] == nil,
      occurrence["iCalendar"]?["convertedProperties"]?["recurrenceId"] == nil
    else { return nil }
    let expected = apply([], to: object, at: local)
    var patch = JSObject()
    for member in occurrence.members ?? [] where !fixed.contains(member.key) {
      if expected[member.key].map({ $0.isSame(as: member.value) }) ?? false { continue }
      patch[JSObject.escaped(member.key)] = member.value
    }
    for member in expected.members ?? [] where !fixed.contains(member.key) && occurrence[member.key] == nil {
      patch[JSObject.escaped(member.key)] = .null
    }
    guard occurrence["privacy"]?.string == object["privacy"]?.string else { return nil }
    // An occurrence that is as expected would be taken for an added date.
    guard !patch.isEmpty else { return nil }
    return (id, patch.node)
  }
}
