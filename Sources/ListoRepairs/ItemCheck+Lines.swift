internal import ICalendar
internal import ListoEditing
internal import ListoModel

/// The properties of an item that others are compared with, as they were read.
struct ItemFacts {
  var present: PropertySet = []
  var start: (moment: Moment, property: Property)?
  var due: (moment: Moment, property: Property)?
  var rules: [(rule: RecurrenceRule, property: Property)] = []
}

extension ItemCheck {
  /// A component's own lines, and what they say of each other.
  mutating func checkLines(_ component: Component, _ surroundings: Surroundings) {
    let kind = component.kind
    // The meaning of a zone depends on each of its lines.
    let isZone = kind == .vtimezone || kind == .standard || kind == .daylight
    let once = Cardinality.of(kind)?.once ?? []
    var facts = ItemFacts()
    for property in component.properties {
      checkWriting(property, in: component)
      let id = property.id
      guard id != .malformed, !isZone else { continue }
      if id != .other {
        if facts.present.contains(id), once.contains(id), let first = component.first(id) {
          checkRepetition(of: property, first)
          continue
        }
        facts.present.insert(id)
      }
      checkValue(property, in: component, surroundings, &facts)
    }
    guard kind == .vtodo || kind == .vevent || kind == .vjournal else { return }
    checkNames(component, facts)
    checkSeries(component, surroundings)
    checkRules(component, surroundings, facts)
    if kind == .vtodo { checkReminder(component, surroundings, facts) }
  }

  private mutating func checkNames(_ component: Component, _ facts: ItemFacts) {
    if !facts.present.contains(.uid) {
      let uid = rules.contains(.missingUID) ? names.uid(of: component) : ""
      report(
        .missingUID, component, "\(component.name) has no UID",
        "UID:\(uid) added, derived from the content",
        [ComponentFrame.insertion(of: LineStyle(component).line("UID", [], Array(uid.utf8)), into: component)]
      )
    }
    if !facts.present.contains(.dtstamp) {
      let stamp = Stamp.of(component)
      report(
        .missingStamp, component, "\(component.name) has no DTSTAMP", "DTSTAMP:\(stamp) written",
        [
          ComponentFrame.insertion(
            of: LineStyle(component).line("DTSTAMP", [], Array(stamp.utf8)), into: component)
        ])
    }
  }

  // MARK: Values

  private mutating func checkValue(
    _ property: Property, in component: Component, _ surroundings: Surroundings, _ facts: inout ItemFacts
  ) {
    let id = property.id
    if property.value.isEmpty {
      let isTyped = ValueType.of(id, in: component.kind) != nil || id == .class || id == .attach
      return checkEmpty(property, in: component, isTyped: isTyped)
    }
    if id == .image, rules.contains(.inlineBinary),
      property.parameter("ENCODING")?.value.uppercased() == "BASE64"
    {
      report(
        .inlineBinary, property, "\(property.name) holds a picture of \(property.value.count) characters",
        "dropped",
        [ByteEdit(property.bytes.indices)])
    }
    checkTransferEncoding(property, in: component)
    guard let reading = ValueReading(property, in: component.kind) else {
      return checkBoolean(property, in: component)
    }
    if id == .transp, component.kind == .vtodo {
      report(
        .taskTransparency, property, "TRANSP in a VTODO", "dropped", [ByteEdit(property.bytes.indices)])
    }
    if checkSpelling(property, reading, in: component) { return }
    if id == .completed, checkCompleted(property, in: component, surroundings.zones) { return }
    if id == .trigger, checkAlarmTime(property, in: component, surroundings) { return }
    switch (reading.value, reading.typeProblem) {
    case (.success, .some): reportType(property, reading, in: component)
    case (.success(let value), nil): take(value, of: property, reading, in: component, &facts)
    case (.failure(let error), _): reportValue(property, reading, error, in: component)
    }
  }

  /// Takes a value that is right by itself.
  private mutating func take(
    _ value: ValueReading.Value, of property: Property, _ reading: ValueReading, in component: Component,
    _ facts: inout ItemFacts
  ) {
    switch value {
    case .moment(let moment):
      guard case .moment = reading.type else { return }
      if case .date = moment, reading.hint == nil {
        report(
          .dateWithoutValue, property, "\(property.name) is a date without VALUE=DATE", "VALUE=DATE written",
          [
            replacement(
              property, Array(property.value), adding: [Parameter(name: "VALUE", values: ["DATE"])],
              in: component)
          ])
      }
      if property.id == .dtstart { facts.start = (moment, property) }
      if property.id == .due { facts.due = (moment, property) }
    case .recurrence(let rule):
      if property.id == .rrule { facts.rules.append((rule, property)) }
      if wantsSearch, !days.has(rule) {
        report(
          .ruleWithoutDays, property,
          "\(property.name) never matches a day: \(ShortenedValue.shown(property.rawText))")
      }
    case .moments: checkPeriods(property, reading, in: component)
    case .trigger, .word, .other: break
    }
  }

  /// A value in another form than that of RFC 5545.
  ///
  /// - Returns: whether the form is not allowed, so that nothing else can be told of the value.
  private mutating func checkSpelling(
    _ property: Property, _ reading: ValueReading, in component: Component
  ) -> Bool {
    let isRead = if case .success = reading.value { true } else { false }
    // A rule is read with a semicolon at its end.
    if !isRead || property.value.last == 0x3B, let value = reading.respelled(property) {
      let isDay = reading.hint == nil && value.count == 8 && (try? Moment.decode(value[...])) != nil
      report(
        .misspelledValue, property,
        "\(property.name) is \(ShortenedValue.quoted(property.value))",
        "\(ShortenedValue.quoted(value[...])) written",
        [
          replacement(
            property, value, adding: isDay ? [Parameter(name: "VALUE", values: ["DATE"])] : [], in: component)
        ])
      return !isRead && rules.contains(.misspelledValue)
    }
    guard isRead, rules.contains(.lowerCaseTime), property.value.contains(where: { $0 == 0x74 || $0 == 0x7A })
    else { return false }
    switch reading.type {
    case .moment, .utc, .moments:
      report(
        .lowerCaseTime, property, "\(property.name) is \(ShortenedValue.quoted(property.value))",
        "written in capitals",
        [replacement(property, property.value.map(\.upper), in: component)])
    default: break
    }
    return false
  }

  /// A text in QUOTED-PRINTABLE, which only vCalendar 1.0 has. The lines that continue it behind a `=` are no
  /// content lines.
  private mutating func checkTransferEncoding(_ property: Property, in component: Component) {
    guard rules.contains(.misspelledValue), property.isQuotedPrintable else { return }
    var (value, edits) = (Array(property.value), [ByteEdit]())
    for next in component.properties.drop(while: { $0.lineNumber <= property.lineNumber }) {
      guard value.last == 0x3D, next.id == .malformed else { break }
      value = value.dropLast() + next.unfolded
      edits.append(ByteEdit(next.bytes.indices))
    }
    let text = property.text(ofQuotedPrintable: value)
    report(
      .misspelledValue, property, "\(property.name) is in QUOTED-PRINTABLE, which iCalendar does not have",
      "\(ShortenedValue.quoted(text[...])) written", [replacement(property, text, in: component)] + edits)
  }

  /// RDATE with periods.
  private mutating func checkPeriods(
    _ property: Property, _ reading: ValueReading, in component: Component
  ) {
    guard rules.contains(.periodDate), reading.hint == "PERIOD" || property.value.contains(0x2F) else {
      return
    }
    let starts = property.value.split(separator: 0x2C).map { $0.prefix { $0 != 0x2F } }
    report(
      .periodDate, property, "\(property.name) has periods", "their starts written",
      [replacement(property, Array(starts.joined(separator: [0x2C])), without: ["VALUE"], in: component)])
  }

  /// A property of a vendor that says what its value is, and is something else.
  private mutating func checkBoolean(_ property: Property, in component: Component) {
    guard property.parameter("VALUE")?.value.uppercased() == "BOOLEAN",
      !["TRUE", "FALSE"].contains(property.rawText.uppercased())
    else { return }
    report(
      .valueType, property,
      "VALUE=BOOLEAN does not go with \(property.name):\(ShortenedValue.shown(property.rawText))",
      "VALUE dropped", [replacement(property, Array(property.value), without: ["VALUE"], in: component)])
  }

  private mutating func checkEmpty(_ property: Property, in component: Component, isTyped: Bool) {
    if property.id == .uid {
      guard rules.contains(.missingUID) else { return }
      let uid = names.uid(of: component)
      return report(
        .missingUID, property, "UID is empty", "UID:\(uid) added, derived from the content",
        [replacement(property, Array(uid.utf8), in: component)])
    }
    guard isTyped else { return }
    if property.id == .dtstamp {
      let stamp = Stamp.of(component)
      return report(
        .emptyValue, property, "DTSTAMP is empty", "DTSTAMP:\(stamp) written",
        [replacement(property, Array(stamp.utf8), in: component)])
    }
    let isWhole = component.kind == .valarm && property.id == .trigger
    report(
      .emptyValue, property, "\(property.name) is empty", isWhole ? "" : "dropped",
      isWhole ? [] : [ByteEdit(property.bytes.indices)])
  }

  /// A line with another value.
  func replacement(
    _ property: Property, _ value: [UInt8], without names: Set<String> = [], adding added: [Parameter] = [],
    in component: Component
  ) -> ByteEdit {
    ByteEdit(
      property.bytes.indices,
      LineStyle(component).line(
        like: property, value, without: names, adding: added, returnsEndLines: component.returnsEndLines))
  }

  private mutating func reportType(_ property: Property, _ reading: ValueReading, in component: Component) {
    var added: [Parameter] = []
    if case .success(.moment(.date)) = reading.value { added = [Parameter(name: "VALUE", values: ["DATE"])] }
    report(
      .valueType, property,
      "VALUE=\(ShortenedValue.shown(reading.hint ?? "")) does not go with \(property.name):\(ShortenedValue.shown(property.rawText))",
      "VALUE follows the value",
      [replacement(property, Array(property.value), without: ["VALUE"], adding: added, in: component)])
  }

  private mutating func reportValue(
    _ property: Property, _ reading: ValueReading, _ error: ValueError, in component: Component
  ) {
    let message = "\(property.name) is \(ShortenedValue.quoted(property.value)): \(error.reason)"
    let drop = [ByteEdit(property.bytes.indices)]
    switch reading.type {
    case .moment, .utc:
      switch property.id {
      case .recurrenceID: report(.badRecurrenceID, property, message)
      case .dtstamp:
        let stamp = Stamp.of(component)
        report(
          .badDate, property, message, "DTSTAMP:\(stamp) written",
          [replacement(property, Array(stamp.utf8), without: ["VALUE", "TZID"], in: component)])
      default: report(.badDate, property, message, "dropped", drop)
      }
    case .moments:
      let good = reading.readable(of: property)
      guard !good.isEmpty else { return report(.badDate, property, message, "dropped", drop) }
      report(
        .badDate, property, message, "dropped from the list",
        [replacement(property, Array(good.joined(separator: [0x2C])), in: component)])
    case .recurrence: report(.badRule, property, message, "dropped", drop)
    case .integer: report(.badNumber, property, message, "dropped", drop)
    case .geo: report(.badPosition, property, message, "dropped", drop)
    case .duration: report(.badDuration, property, message, "dropped", drop)
    case .trigger:
      report(.badDuration, property, message, "the alarm is dropped", [ByteEdit(component.bytes.indices)])
    case .offset, .words: break
    }
  }

  /// A COMPLETED that is a time, and not one in UTC.
  ///
  /// - Returns: false of one in UTC, and of what is no time.
  private mutating func checkCompleted(
    _ property: Property, in component: Component, _ zones: ZoneTable
  ) -> Bool {
    guard let moment = try? Moment.decode(property.value, tzid: property.tzid) else { return false }
    switch moment {
    case .utc: return false
    case .date(let day):
      let value = Moment.utc(LocalDateTime(noonOf: day)).iCalendarText
      let stated = Parameter(name: Property.statedTime, values: [moment.iCalendarText])
      report(
        .completedDate, property, "COMPLETED is a date", "COMPLETED:\(value) written",
        [
          replacement(
            property, Array(value.utf8), without: ["VALUE", "TZID"], adding: [stated], in: component)
        ])
    case .floating: report(.localCompleted, property, "COMPLETED is a floating time; it must be in UTC")
    case .zoned(let local, let tzid):
      guard rules.contains(.localCompleted) else { return true }
      guard let zone = zones.zone(tzid) else {
        report(
          .localCompleted, property,
          "COMPLETED has the unknown time zone \(ShortenedValue.quoted(tzid)); it must be in UTC")
        return true
      }
      let value = Moment.utc(zone.instant(of: local).utc).iCalendarText
      report(
        .localCompleted, property,
        "COMPLETED has the time zone \(ShortenedValue.quoted(tzid)); it must be in UTC",
        "COMPLETED:\(value) written",
        [replacement(property, Array(value.utf8), without: ["VALUE", "TZID"], in: component)])
    }
    return true
  }

  /// An alarm at a time that is not in UTC (RFC 5545 §3.8.6.3). A floating time is one of the zone that its
  /// reminder's date has; where that floats too, the distance to it is written.
  ///
  /// - Returns: false where nothing says which time is meant.
  private mutating func checkAlarmTime(
    _ property: Property, in component: Component, _ surroundings: Surroundings
  ) -> Bool {
    guard let moment = try? Moment.decode(property.value, tzid: property.tzid) else { return false }
    let reminder = surroundings.holder.map { Reminder($0, in: surroundings.context ?? .none) }
    let date = reminder?.due ?? reminder?.start
    var (value, names, added): (String, Set<String>, [Parameter])
    switch moment {
    case .utc, .date: return false
    case .floating(let local):
      switch date {
      case .floating(let due):
        let seconds = local.seconds(after: due)
        guard let distance = CalendarDuration(ofSeconds: Int(seconds)) else { return false }
        (value, names) = (distance.description, ["VALUE", "TZID"])
        added = reminder?.due == nil ? [] : [Parameter(name: "RELATED", values: ["END"])]
      case .zoned(_, let tzid):
        guard let zone = surroundings.zones.zone(tzid) else { return false }
        (value, names, added) = (utc(local, in: zone), ["TZID"], Self.isTime)
      default: return false
      }
    case .zoned(let local, let tzid):
      guard let zone = surroundings.zones.zone(tzid) else { return false }
      (value, names, added) = (utc(local, in: zone), ["TZID"], Self.isTime)
    }
    report(
      .badDuration, property,
      "TRIGGER is \(ShortenedValue.quoted(property.value)): an alarm's time must be UTC",
      "TRIGGER:\(value) written",
      [replacement(property, Array(value.utf8), without: names, adding: added, in: component)])
    return true
  }

  private static let isTime = [Parameter(name: "VALUE", values: ["DATE-TIME"])]

  private func utc(_ local: LocalDateTime, in zone: Zone) -> String {
    Moment.utc(zone.instant(of: local).utc).iCalendarText
  }
}

/// The DTSTAMP of a component that has none.
enum Stamp {
  /// The time of a version whose age is unknown.
  static let unknown = "19700101T000000Z"

  /// LAST-MODIFIED, else CREATED, else the beginning of 1970, in UTC.
  static func of(_ component: Component) -> String {
    utc(.lastModified, of: component) ?? utc(.created, of: component) ?? unknown
  }

  /// A property's time, where it is one in UTC.
  static func utc(_ id: PropertyID, of component: Component) -> String? {
    guard let moment = component.first(id).flatMap({ try? $0.moment() }), case .utc = moment else {
      return nil
    }
    return moment.iCalendarText
  }
}
