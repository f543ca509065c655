internal import ICalendar
internal import ListoModel

/// A JSCalendar object as a component: the way back from ``JSCalendarObject``, and what others write.
///
/// A member that no property says becomes a JSPROP with its pointer, as the draft has it, so that nothing is lost.
struct JSCalendarComponent {
  var component: ComponentText
  var problems: [Diagnostic] = []
  let object: JSONNode
  var rest: JSObject
  /// By path, how properties were written.
  let converted: [String: JSONNode]
  let isTask: Bool
  let clock: Clock

  /// LOCATION can stand once.
  var hasLocation = false
  /// Components of places, which stand behind the properties.
  var locations: [ComponentText] = []

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
    let converted = object["iCalendar"]?["convertedProperties"]?.members ?? []
    self.converted = Dictionary(converted.map { ($0.key, $0.value) }) { first, _ in first }
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

  mutating func report(_ node: JSONNode, _ message: String) {
    problems.append(Diagnostic(.warning, .badValue, line: node.line, message))
  }

  /// The parameters that `convertedProperties` has for a path, and the property's name there.
  func origin(_ path: String) -> (name: String?, parameters: [Parameter]) {
    let entry = converted[path]
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
  mutating func text(_ key: String) -> String? {
    guard let node = rest[key], let text = node.string else { return nil }
    rest[key] = nil
    return text
  }

  /// A member that cannot be what its key says: told, and kept under its own name, as one that no property says.
  mutating func refuse(_ key: String, _ text: String, _ reason: String) {
    report(object[key] ?? object, "\"\(key)\" is '\(text)', which is \(reason); it is kept as JSPROP")
    rest[key] = object[key]
  }

  // MARK: Simple properties

  mutating func addSimple() {
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

  mutating func time(_ id: PropertyID, _ text: String, _ key: String) {
    guard let moment = Moment(droppingFractionOf: text), case .utc = moment else {
      return refuse(key, text, "no UTC time")
    }
    component.moment(id, moment, parameters: origin(key).parameters)
  }

  // MARK: Times

  mutating func addTimes(isOccurrence: Bool) {
    // A VEVENT has no due date, nor a VTODO an end.
    for (key, id) in [("start", PropertyID.dtstart), ("due", .due)] where key == "start" || isTask {
      guard let text = text(key) else { continue }
      guard let local = JSTime.local(text) else {
        refuse(key, text, "no local time")
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
      guard let local = JSTime.local(text) else { return refuse("recurrenceId", text, "no local time") }
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
  mutating func add(_ id: PropertyID, _ local: LocalDateTime, path: String) {
    let origin = origin(path)
    var parameters = origin.parameters.filter { $0.name != "TZID" }
    let moment = own(local, origin.parameters.first { $0.name == "TZID" }?.value)
    parameters += moment.parameters
    component.raw(id, moment.iCalendarText.utf8, parameters: parameters)
  }

  /// A time on the object's clock as it was written: with another name of the zone, or in another zone.
  func own(_ local: LocalDateTime, _ tzid: String?) -> Moment {
    let moment = clock.moment(local)
    guard let tzid, !clock.zone.isEmpty, !clock.isDate else { return moment }
    guard let theirs = JSTime.isUTC(tzid) ? .utc : Zone.resolve(tzid: tzid)?.zone,
      let ours = JSTime.zone(clock.zone)
    else { return moment }
    let isSame = JSTime.name(tzid) == clock.zone
    let shown = isSame ? local : theirs.local(of: ours.instant(of: local))
    return JSTime.isUTC(tzid) ? .utc(shown) : .zoned(shown, tzid: tzid)
  }

  mutating func addDuration(_ text: String) {
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

  mutating func addSets() {
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

  mutating func addRecurrence() {
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
    guard let overrides = object["recurrenceOverrides"]?.members, !overrides.isEmpty else { return [] }
    let clock = Clock(object)
    let master = JSPatch.Master(object)
    return overrides.compactMap { override in
      guard let local = JSTime.local(override.key), let patch = override.value.members, !patch.isEmpty,
        !(override.value["excluded"]?.bool ?? false)
      else { return nil }
      return (clock.moment(local), master.occurrence(patch, at: local))
    }
  }

  // MARK: The rest

  mutating func addRaw() {
    var parsing = JCalParsing()
    for property in object["iCalendar"]?["properties"]?.elements ?? [] {
      parsing.add(property, to: &component)
    }
    problems += parsing.takeProblems()
  }

  mutating func addComponents() {
    for location in locations { component.append(location) }
    let alerts = object["alerts"]?.members ?? []
    let uids = Dictionary(alerts.map { ($0.key, JSAlert.uid($0.value)) }) { first, _ in first }
    for alert in alerts { component.append(JSAlert.alarm(alert.key, alert.value, among: uids, &problems)) }
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
