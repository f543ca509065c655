internal import ICalendar
internal import ListoModel

extension JSCalendarComponent {
  mutating func addTimes(isOccurrence: Bool) {
    addTime(.start, .dtstart)
    // A VEVENT has no due date, nor a VTODO an end.
    if isTask { addTime(.due, .due) }
    let hasTimes = members[.start] != nil || members[.due] != nil
    if !clock.isDate, hasTimes || !isOccurrence, members.isTrue(.showWithoutTime) {
      component.raw(
        named: "SHOW-WITHOUT-TIME", "TRUE".utf8, parameters: [Parameter(name: "VALUE", values: ["BOOLEAN"])])
    }
    if let text = members.takeText(.recurrenceId) {
      guard let local = JSTime.local(text) else {
        return refuse(.recurrenceId, text, "not a valid local time")
      }
      component.moment(
        .recurrenceID, clock.named(in: members).moment(local),
        parameters: converted.parameters(JSMember.recurrenceId))
    }
    if let text = members.takeText(.duration) { addDuration(text) }
    // The zone of nothing.
    if !isOccurrence, !hasTimes, members[.recurrenceId] == nil, !clock.zone.isEmpty,
      members[.recurrenceOverrides] == nil
    {
      members.keep(.timeZone)
    }
  }

  /// A time on the object's clock.
  private mutating func addTime(_ key: JSMember, _ id: PropertyID) {
    guard let text = members.takeText(key) else { return }
    guard let local = JSTime.digits(text) else { return refuse(key, text, "not a valid local time") }
    add(id, local, converted.parameters(key))
  }

  /// A time on the object's clock as a property, in the zone that it was written in.
  private mutating func add(_ id: PropertyID, _ local: DigitMoment, _ parameters: [Parameter]) {
    clock.add(
      id, local, tzid: parameters.first { $0.name == "TZID" }?.value,
      parameters.filter { $0.name != "TZID" }, to: &component)
  }

  private mutating func addDuration(_ text: ArraySlice<UInt8>) {
    let origin = converted.origin(Array("duration".utf8))
    let zone = members.text(.endTimeZone).map { String(decoding: $0, as: UTF8.self) }
    guard origin.name == "dtend" || zone != nil,
      let start = members.text(.start).flatMap({ JSTime.local($0) }),
      let length = try? CalendarDuration.parse(text)
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
      let name = zone ?? String(decoding: clock.zone, as: UTF8.self)
      guard let ours = clock.resolved, let theirs = JSTime.zone(name) else {
        component.raw(.duration, JCalParsing.oneLine(text))
        return
      }
      let end = Instant(seconds: ours.instant(of: start).seconds + length.totalSeconds)
      let tzid = origin.parameters.first { $0.name == "TZID" }?.value ?? name
      moment = JSTime.isUTC(tzid) ? .utc(end.utc) : .zoned(theirs.local(of: end), tzid: tzid)
    }
    component.moment(.dtend, moment, parameters: parameters)
  }

  // MARK: Recurrence

  mutating func addRecurrence() {
    addRules(.recurrenceRule)
    addRules(.recurrenceRules)
    addRules(.excludedRecurrenceRules)
    guard let overrides = members.left(.recurrenceOverrides), json.kind(overrides) == .object else { return }
    members.take(.recurrenceOverrides)
    for (key, value) in json.members(overrides) {
      let name = json.bytes(key)
      guard let local = JSTime.digits(name) else {
        report(
          value, "'\(String(decoding: name, as: UTF8.self))' is not the time of an occurrence; it is left out"
        )
        continue
      }
      let isExcluded = json.value(Self.excludedKey, of: value).map { json.kind($0) == .yes } ?? false
      if !isExcluded { keepDeepPatches(value, of: name) }
      // Others are components of their own.
      guard isExcluded || json.kind(value) != .object || json.count(value) == 0 else { continue }
      // A time has nothing to escape in a path.
      let path = Array("recurrenceOverrides/".utf8) + name
      add(isExcluded ? .exdate : .rdate, local, converted.origin(path).parameters)
    }
  }

  /// Keeps as text what an override sets deeper than patches are followed (``JSPatch/reaches(_:)``).
  private mutating func keepDeepPatches(_ override: Int, of name: ArraySlice<UInt8>) {
    for (key, value) in json.members(ofAny: override) where !JSPatch.reaches(json.bytes(key)) {
      report(
        value,
        "a patch of an occurrence is more than \(JSPatch.deepest) levels deep; it is kept but not applied"
      )
      component.addExtension(
        json, value, at: [Array("recurrenceOverrides".utf8)[...], name, json.bytes(key)])
    }
  }

  private static let excludedKey = Array("excluded".utf8)

  private mutating func addRules(_ key: JSMember) {
    guard let place = members.left(key) else { return }
    var rules: [Int] = []
    switch json.kind(place) {
    case .array: rules += json.elements(place)
    case .null: break
    default: rules = [place]
    }
    var values: [[UInt8]] = []
    for rule in rules {
      guard let value = JSRecurrence.value(json, rule, on: clock) else { return }
      values.append(value)
    }
    members.take(key)
    for value in values {
      component.raw(key == .excludedRecurrenceRules ? .exrule : .rrule, value)
    }
  }
}
