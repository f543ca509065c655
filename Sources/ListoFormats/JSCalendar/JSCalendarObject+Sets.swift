internal import ICalendar
internal import ListoModel

extension JSCalendarObject {
  // MARK: Sets

  mutating func addWords(_ property: Property, _ key: String, _ words: [String]) -> Bool {
    guard property.parameters.allSatisfy({ $0.name == "VALUE" }), !words.contains(where: \.isEmpty),
      !property.value.contains(0x0D)
    else { return false }
    // A set has each once.
    guard Set(words).count == words.count else { return false }
    for word in words where object.has(key, word) { return false }
    for word in words { object.set(.bool(true), at: [key, word]) }
    return true
  }

  mutating func addRelation(_ property: Property) -> Bool {
    guard let parameters = parameters(property, without: ["VALUE", "RELTYPE"]), !property.text.isEmpty,
      property.parameter("VALUE").map({ $0.value.uppercased() == "TEXT" }) ?? true,
      property.parameter("RELTYPE").map({ $0.values.count == 1 && !$0.value.isEmpty }) ?? true
    else { return false }
    let other = property.text
    let type = property.parameter("RELTYPE")?.value.lowercased()
    // A relation without a type beside others of the same reminder would be lost among them.
    if object.has("relatedTo", other) {
      guard let type, object.has("relatedTo", other, "relation"),
        !object.has("relatedTo", other, "relation", type), parameters.isEmpty
      else { return false }
    } else {
      object.set(.text("Relation"), at: ["relatedTo", other, "@type"])
    }
    if let type { object.set(.bool(true), at: ["relatedTo", other, "relation", type]) }
    convert("relatedTo/" + JSObject.escaped(other), nil, parameters)
    return true
  }

  // MARK: Recurrence

  mutating func addRule(_ property: Property) -> Bool {
    guard property.parameters.isEmpty, clock.kind != .none,
      let rule = Self.rule(property.value, on: clock)
    else { return false }
    if isBis {
      guard object["recurrenceRule"] == nil else { return false }
      object["recurrenceRule"] = rule
    } else {
      object.append(rule, toArray: "recurrenceRules")
    }
    return true
  }

  /// The value of RRULE as a rule of an object that has a clock; nil where it stays as it is.
  static func rule(_ value: ArraySlice<UInt8>, on clock: Clock) -> JSONNode? {
    JSRecurrence.rule(
      value,
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
  }

  /// EXDATE and RDATE as overrides (RFC 8984 §4.3.5); false where one of the dates has no place.
  mutating func addDates(_ property: Property) -> Bool {
    guard let parameters = parameters(property, without: ["VALUE", "TZID"]), parameters.isEmpty,
      property.parameter("VALUE")?.value.uppercased() != "PERIOD", let moments = try? property.moments(),
      !moments.isEmpty, moments.allSatisfy({ isSound(property, $0) })
    else { return false }
    var overrides: [(key: String, patch: JSObject)] = []
    var seen: Set<LocalDateTime> = []
    var paths: [(String, JSObject)] = []
    for moment in moments {
      guard let local = clock.local(moment), returns(moment, local), seen.insert(local).inserted,
        !object.has("recurrenceOverrides", JSTime.text(local))
      else {
        return false
      }
      var patch = JSObject()
      if property.id == .exdate { patch["excluded"] = .bool(true) }
      overrides.append((JSTime.text(local), patch))
      if let own = Clock(moment), own.kind == .zoned, (own.tzid.isEmpty ? own.zone : own.tzid) != clock.zone {
        var parameters = JSObject()
        parameters["tzid"] = .text(own.tzid.isEmpty ? "Etc/UTC" : own.tzid)
        paths.append(("recurrenceOverrides/" + JSTime.text(local), parameters))
      }
    }
    for (key, patch) in overrides { object.set(patch.node, at: ["recurrenceOverrides", key]) }
    for (path, parameters) in paths { convert(path, nil, parameters) }
    return true
  }

  mutating func setRecurrenceID(_ property: Property) -> Bool {
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
}
