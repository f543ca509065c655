internal import ICalendar
internal import ListoModel

/// A reminder from its JSON object (``ReminderJSON`` says how it is built).
///
/// If a typed key and its line in `properties` agree, the line counts, because it has the parameters too. If
/// they differ, the key counts (``KeyedLines``).
struct ReminderObject: ~Copyable {
  var component: ComponentText
  /// The list that it belongs to.
  private(set) var place = Place()
  /// Definitions of zones that ride along.
  private(set) var zones: [ComponentText] = []
  private(set) var problems: [Diagnostic] = []

  private var parsing = JCalParsing()
  /// Elements of `properties` that a typed key replaces.
  private var replaced: Set<Int> = []

  /// The list and source that a reminder names, and the identifier of reminder and list where Listo wrote
  /// one.
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

  /// - Parameter place: of an object.
  init(_ json: JSONContent, _ place: Int) {
    // Its lines mostly take no more bytes than the object.
    component = .reminder(line: json.line(place), room: max(590, json.extent(place)))
    var values = JSONPlaces()
    for (key, value) in json.members(place) where !json.isNothing(value) {
      if let known = json.value(ofKey: key, in: ReminderKey.named) {
        values.put(value, known.rawValue)
      } else if let known = json.value(ofKey: key, in: PlaceKey.named) {
        readPlace(known, json, value)
      } else {
        report(
          json, value, "a reminder has no \"\(json.text(key))\"; it is left out", .unknownKey)
      }
    }
    if let properties = values[ReminderKey.properties.rawValue] { compareKeys(json, properties, &values) }
    while let (number, place) = values.takeFirst() {
      if let key = ReminderKey(rawValue: number) { read(key, json, place, &values) }
    }
  }

  /// Leaves out the typed keys that say the same as their lines in `properties`, and the lines that say
  /// something else than their keys.
  private mutating func compareKeys(_ json: JSONContent, _ properties: Int, _ values: inout JSONPlaces) {
    guard var lines = KeyedLines(json, properties) else { return }
    for key in lines.keys {
      guard let value = values[key.rawValue] else { continue }
      let zone = key.zone.map { values[$0.rawValue] } ?? nil
      if lines.say(key, json, value, zone: zone) {
        _ = values.take(key.rawValue)
        if let zone = key.zone { _ = values.take(zone.rawValue) }
      } else {
        replaced.formUnion(lines.places(of: key))
        report(
          json, value,
          "\"\(key.name)\" and its line in \"properties\" differ; \"\(key.name)\" counts, and the line is left out"
        )
      }
    }
  }

  /// Listo wrote it, with all that it has.
  var isWhole: Bool { place.identifier != nil }

  mutating func report(
    _ json: JSONContent, _ place: Int, _ message: String, _ code: Diagnostic.Code = .badValue
  ) {
    problems.append(Diagnostic(.warning, code, line: json.line(place), message))
  }

  mutating func wrongType(_ json: JSONContent, _ place: Int, _ key: String, _ wanted: String) {
    report(json, place, "\"\(key)\" is \(json.kindName(place)) instead of \(wanted); it is left out")
  }

  /// Takes what says where the reminder belongs.
  private mutating func readPlace(_ key: PlaceKey, _ json: JSONContent, _ value: Int) {
    let text = json.string(value)
    switch key {
    case .id:
      place.identifier = text.flatMap { WrittenIdentifier($0) }.flatMap { $0.isOfReminder ? $0 : nil }
      if place.identifier == nil {
        report(
          json, value, "\"id\" is not an identifier of Listo; it is left out (a UID is \"uid\")",
          .unknownKey)
      }
    case .source:
      place.source = text
      if text == nil { wrongType(json, value, "source", "a text") }
    case .list:
      place.list = text
      if text == nil { wrongType(json, value, "list", "a text") }
    }
  }

  /// Reports a value that the property of a key cannot have, and keeps it aside.
  mutating func refuse(
    _ json: JSONContent, _ place: Int, _ key: String, _ id: PropertyID, _ wanted: String
  ) {
    report(
      json, place,
      "\"\(key)\" is \(json.kindName(place)) instead of \(wanted); it is kept as \(ComponentText.keptName)"
    )
    component.keep(id.name, Self.text(json, place).utf8)
  }

  /// A text as it is; anything else as JSON.
  private static func text(_ json: JSONContent, _ place: Int) -> String {
    if json.kind(place) == .string { return json.text(place) }
    var written = JSONText()
    written.node(JSONNode(JSONDocument(json), place))
    return String(decoding: written.bytes, as: UTF8.self)
  }

  // MARK: Keys

  private mutating func read(
    _ key: ReminderKey, _ json: JSONContent, _ place: Int, _ values: inout JSONPlaces
  ) {
    switch key {
    case .uid: text(.uid, key.name, json, place)
    case .title: text(.summary, key.name, json, place)
    case .notes: text(.description, key.name, json, place)
    case .status: status(json, place)
    case .completed: moment(.completed, key, json, place, zone: nil)
    case .due: moment(.due, key, json, place, zone: values.take(ReminderKey.dueZone.rawValue))
    case .start: moment(.dtstart, key, json, place, zone: values.take(ReminderKey.startZone.rawValue))
    case .created: moment(.created, key, json, place, zone: nil)
    case .modified: moment(.lastModified, key, json, place, zone: nil)
    // Information about the time that stands before it, about a series, and about the list.
    case .dueInstant, .startInstant, .current, .finished, .number: return
    case .dueZone, .startZone:
      report(json, place, "\"\(key.name)\" names the zone of a time that is missing; it is left out")
    case .priority: integer(.priority, key, json, place)
    case .percent: integer(.percentComplete, key, json, place)
    case .order: integer(.xAppleSortOrder, key, json, place)
    case .tags: tags(json, place)
    case .parent: text(.relatedTo, key.name, json, place)
    case .url: raw(.url, key, json, place)
    case .location: text(.location, key.name, json, place)
    case .geo: position(json, place)
    case .sequence: integer(.sequence, key, json, place)
    case .recurrence: raw(.rrule, key, json, place)
    case .alarms: alarms(json, place)
    case .properties: properties(json, place)
    case .components:
      for child in components(json, place, key.name) { component.append(child) }
    case .zones: readZones(json, place, key)
    case .unparsed: unparsed(json, place, key.name)
    }
  }

  /// Components of another kind would be reminders, or what else stands in a calendar, of their own.
  private mutating func readZones(_ json: JSONContent, _ place: Int, _ key: ReminderKey) {
    for zone in components(json, place, key.name) {
      if zone.name == "VTIMEZONE" {
        zones.append(zone)
      } else {
        component.refuse(zone, "is not a time zone")
      }
    }
  }

  mutating func text(_ id: PropertyID, _ key: String, _ json: JSONContent, _ place: Int) {
    guard json.kind(place) == .string else { return refuse(json, place, key, id, "a text") }
    json.withBytes(place) { component.text(id, $0, $1) }
  }

  private mutating func raw(_ id: PropertyID, _ key: ReminderKey, _ json: JSONContent, _ place: Int) {
    guard let text = json.string(place) else { return refuse(json, place, key.name, id, "a text") }
    component.raw(id, JCalParsing.inOneLine(text), line: json.line(place))
  }

  private mutating func integer(
    _ id: PropertyID, _ key: ReminderKey, _ json: JSONContent, _ place: Int
  ) {
    guard let number = json.integer(place) else {
      return refuse(json, place, key.name, id, "a whole number")
    }
    if let field = FieldID.of(id), !FieldCodec.fits(field, number) {
      report(
        json, place,
        "\"\(key.name)\" is \(number) instead of \(FieldCodec.range(field)); it is kept as \(ComponentText.keptName)"
      )
      return component.keep(id.name, json.bytes(place))
    }
    json.withBytes(place) { component.integer(id, number, $0, $1) }
  }

  private mutating func position(_ json: JSONContent, _ place: Int) {
    let numbers = json.kind(place) == .array ? Array(json.elements(place)) : []
    guard numbers.count == 2, numbers.allSatisfy({ json.kind($0) == .number }) else {
      return refuse(json, place, ReminderKey.geo.name, .geo, "an array of latitude and longitude")
    }
    component.raw(
      .geo, Array(json.bytes(numbers[0]) + [0x3B] + json.bytes(numbers[1]))[...], line: json.line(place))
  }

  private mutating func status(_ json: JSONContent, _ place: Int) {
    guard let word = json.string(place) else { return refuse(json, place, "status", .status, "a text") }
    let text = String(decoding: word, as: UTF8.self)
    if let status = FieldCodec.status(text) { return component.status(status) }
    report(
      json, place,
      "\"status\" is '\(text.prefix(60))', which is not a status such as needs-action or completed; "
        + "it is kept as \(ComponentText.keptName)"
    )
    component.keep(PropertyID.status.name, JCalParsing.oneLine(word))
  }

  private mutating func tags(_ json: JSONContent, _ place: Int) {
    guard json.kind(place) == .array else {
      return refuse(json, place, ReminderKey.tags.name, .categories, "an array of texts")
    }
    var (count, size) = (0, 0)
    for element in json.elements(place) {
      if json.kind(element) == .string {
        count += 1
        size += json.size(element)
      } else {
        refuse(json, element, ReminderKey.tags.name, .categories, "a text")
      }
    }
    guard count > 0 else { return }
    component.line(.categories, room: count + size * 2) { output in
      var sign: UInt8 = 0x3A
      for element in json.elements(place) where json.kind(element) == .string {
        output.put(sign)
        sign = 0x2C
        json.withBytes(element) { output.appendText($0, $1) }
      }
    }
  }

  private mutating func moment(
    _ id: PropertyID, _ key: ReminderKey, _ json: JSONContent, _ place: Int, zone: Int?
  ) {
    guard let text = json.string(place) else {
      return refuse(json, place, key.name, id, "a text such as 2026-12-01T10:15:00")
    }
    guard let zone, json.kind(zone) != .string || json.size(zone) > 0 else {
      guard let moment = json.moment(place) else { return unusual(id, key, json, place, text, zone: nil) }
      if StandardForm.isUTC(id), !moment.hasTime, let day = moment.local?.day ?? Day(iso: text) {
        return component.moment(
          id, StandardForm.noon(day), parameters: [StandardForm.parameter(.date(day))])
      }
      return component.moment(id, moment)
    }
    guard json.kind(zone) == .string else {
      // Without its zone it would be another time.
      report(
        json, zone,
        "\"\(key.name)Zone\" is \(json.kindName(zone)) instead of a text; \"\(key.name)\" is kept as \(ComponentText.keptName)"
      )
      return keep(id, JCalParsing.oneLine(text), zone: Self.text(json, zone))
    }
    guard let moment = json.moment(place), moment.hasTime, !moment.isUTC else {
      return unusual(id, key, json, place, text, zone: zone)
    }
    json.withBytes(zone) { component.moment(id, moment, zone: $1, $0) }
  }

  /// A time that is not written as Listo writes it, or is none, or has a zone that it cannot have.
  ///
  /// - Parameter zone: a text that is not empty.
  private mutating func unusual(
    _ id: PropertyID, _ key: ReminderKey, _ json: JSONContent, _ place: Int, _ text: ArraySlice<UInt8>,
    zone: Int?
  ) {
    guard let moment = Moment(droppingFractionOf: text) else {
      let shown = String(decoding: text, as: UTF8.self)
      report(
        json, place,
        "\"\(key.name)\" is '\(shown)', which is not a valid date or time such as 2026-12-01T10:15:00; it is kept as \(ComponentText.keptName)"
      )
      return keep(id, JCalParsing.oneLine(text), zone: zone.map { json.text($0) })
    }
    if Moment.withoutFraction(text).hadFraction {
      let shown = String(decoding: text, as: UTF8.self)
      report(json, place, "\"\(key.name)\" is '\(shown)': iCalendar has no fractions of a second")
    }
    guard let zone else { return component.moment(id, moment) }
    guard moment.isFloating else {
      let what = moment.local == nil ? "a date" : "in UTC"
      report(
        json, zone,
        "\"\(key.name)\" is \(what), which has no zone, so \"\(key.name)Zone\" is ignored; both are kept as \(ComponentText.keptName)"
      )
      keep(id, Array(moment.iCalendarText.utf8), zone: json.text(zone))
      return component.moment(id, moment)
    }
    json.withBytes(zone) { component.moment(id, DigitMoment(moment), zone: $1, $0) }
  }

  private mutating func keep(_ id: PropertyID, _ value: [UInt8], zone: String?) {
    component.keep(id.name, value, zone.map { [Parameter(name: "TZID", values: [$0])] } ?? [])
  }

  // MARK: What has no key of its own

  mutating func properties(_ json: JSONContent, _ place: Int) {
    guard json.kind(place) == .array else {
      return wrongType(json, place, "properties", "an array of jCal properties")
    }
    for element in json.elements(place) where !replaced.contains(element) {
      parsing.add(json, element, to: &component)
    }
    takeProblems()
  }

  mutating func components(_ json: JSONContent, _ place: Int, _ key: String) -> [ComponentText] {
    guard json.kind(place) == .array else {
      wrongType(json, place, key, "an array of jCal components")
      return []
    }
    let result = json.elements(place).compactMap { parsing.component(json, $0) }
    takeProblems()
    return result
  }

  private mutating func takeProblems() {
    if !parsing.problems.isEmpty { problems += parsing.takeProblems() }
  }

  /// Lines that are no properties.
  mutating func unparsed(_ json: JSONContent, _ place: Int, _ key: String) {
    guard json.kind(place) == .array else { return wrongType(json, place, key, "an array of texts") }
    for element in json.elements(place) {
      if let text = json.string(element) {
        component.passage(text, line: json.line(element))
      } else {
        wrongType(json, element, key, "a text")
      }
    }
  }

  /// The component as it is written, for who needs the rest no more.
  consuming func finish() -> FinishedComponent {
    let isWhole = isWhole
    return FinishedComponent(component, isVerbatim: isWhole)
  }
}

extension Moment {
  /// A time of the wall clock, whose zone stands elsewhere.
  fileprivate var isFloating: Bool {
    if case .floating = self { return true }
    return false
  }
}
