internal import ICalendar
internal import Listo

/// One walk over a reminder's lines, and what of them stands under which key. Its arrays are used again for the next reminder.
struct ReminderWalk: Sendable {
  private var lines: [ContentLineParts] = []
  /// Of each line: it stands under a typed key.
  private var placed: [Bool] = []
  private var malformed: [Property] = []
  private var children: [Component] = []
  /// The first line by property; -1 for none.
  private var slots = [Int](repeating: -1, count: PropertyID.allCases.count)
  /// Indices of the zones whose definitions must ride along.
  private(set) var neededZones: [Int] = []

  var hasChildren: Bool { !children.isEmpty }

  /// Takes a reminder in, in the place of the last one.
  mutating func take(_ component: Component) {
    for line in lines { slots[Int(line.id.rawValue)] = -1 }
    lines.removeAll(keepingCapacity: true)
    placed.removeAll(keepingCapacity: true)
    malformed.removeAll(keepingCapacity: true)
    neededZones.removeAll(keepingCapacity: true)
    for property in component.properties {
      let id = property.id
      guard id != .malformed else {
        malformed.append(property)
        continue
      }
      let slot = Int(id.rawValue)
      if slots[slot] < 0 { slots[slot] = lines.count }
      lines.append(ContentLineParts(property, id: id))
      placed.append(false)
    }
    children = component.children
  }

  /// The first line of a property.
  func first(_ id: PropertyID) -> ContentLineParts? {
    let index = slots[Int(id.rawValue)]
    return index < 0 ? nil : lines[index]
  }

  /// Appends the typed keys in their order, each with a comma before it.
  mutating func write(to json: inout JSONText, _ place: inout ReminderPlace) {
    text(.uid, .uid, &json, &place)
    text(.title, .summary, &json, &place)
    text(.notes, .description, &json, &place)
    status(&json, &place)
    moment(.completed, .completed, &json, &place)
    moment(.due, .due, zone: .dueZone, instant: .dueInstant, &json, &place)
    moment(.start, .dtstart, zone: .startZone, instant: .startInstant, &json, &place)
    integer(.priority, .priority, &json, &place)
    integer(.percent, .percentComplete, &json, &place)
    tags(&json, &place)
    parent(&json, &place)
    raw(.url, .url, "URI", &json, &place)
    raw(.recurrence, .rrule, "RECUR", &json, &place)
    alarms(&json)
    integer(.order, .xAppleSortOrder, &json, &place)
    moment(.created, .created, &json, &place)
    moment(.modified, .lastModified, &json, &place)
  }

  /// Appends `properties`: what stands under no typed key.
  mutating func writeRest(
    to json: inout JSONText, _ place: inout ReminderPlace, unparsed: inout [ArraySlice<UInt8>]
  ) {
    var isFirst = true
    for index in lines.indices where !placed[index] {
      if isFirst { key(.properties, &json) }
      json.bytes.append(isFirst ? 0x5B : 0x2C)
      isFirst = false
      JCal.write(lines[index], to: &json)
      if let zone = place.section(lines[index]).zone { noteZone(zone, of: lines[index].property, place) }
    }
    if !isFirst { json.bytes.append(0x5D) }
    for property in malformed { unparsed.append(property.unfolded) }
  }

  // MARK: Zones

  private mutating func noteZone(_ zone: Int, at local: LocalDateTime, _ place: ReminderPlace) {
    guard place.zones[zone].isNeeded(for: local, recurs: slots[Int(PropertyID.rrule.rawValue)] >= 0) else { return }
    if !neededZones.contains(zone) { neededZones.append(zone) }
  }

  private mutating func noteZone(_ zone: Int, of property: Property, _ place: ReminderPlace) {
    guard let moments = try? property.moments() else {
      if place.zones[zone].isNeededForAny, !neededZones.contains(zone) { neededZones.append(zone) }
      return
    }
    for moment in moments {
      if case .zoned(let local, _) = moment { noteZone(zone, at: local, place) }
    }
  }

  /// Zones that sub-components name: rare, so that they are looked for only where their bytes say TZID.
  mutating func noteZones(ofChildren component: Component, _ place: inout ReminderPlace) {
    for child in component.children where Self.namesZone(child.bytes) {
      for property in child.properties {
        guard let tzid = property.tzid, let zone = place.zoneIndex(tzid) else { continue }
        noteZone(zone, of: property, place)
      }
      noteZones(ofChildren: child, &place)
    }
  }

  private static func namesZone(_ bytes: ArraySlice<UInt8>) -> Bool {
    var index = bytes.startIndex
    while index + 4 < bytes.endIndex {
      if bytes[index] & 0xDF == 0x54, bytes[index + 1] & 0xDF == 0x5A, bytes[index + 2] & 0xDF == 0x49,
        bytes[index + 3] & 0xDF == 0x44
      {
        return true
      }
      index += 1
    }
    return false
  }

  // MARK: Kinds of keys

  @inline(__always)
  private func key(_ key: ReminderKey, _ json: inout JSONText) { json.raw(ReminderKey.json[key.rawValue]) }

  /// The index of a property's first line, if its parameters say nothing but the default type.
  @inline(__always)
  private func plain(_ id: PropertyID, _ type: String, _ place: inout ReminderPlace) -> Int? {
    let index = slots[Int(id.rawValue)]
    guard index >= 0 else { return nil }
    if lines[index].parameters.isEmpty { return index }
    return place.section(lines[index]).section.isPlain(type) ? index : nil
  }

  private mutating func text(
    _ key: ReminderKey, _ id: PropertyID, _ json: inout JSONText, _ place: inout ReminderPlace
  ) {
    guard let index = plain(id, "TEXT", &place) else { return }
    self.key(key, &json)
    json.text(lines[index].value)
    placed[index] = true
  }

  private mutating func raw(
    _ key: ReminderKey, _ id: PropertyID, _ type: String, _ json: inout JSONText, _ place: inout ReminderPlace
  ) {
    guard let index = plain(id, type, &place) else { return }
    self.key(key, &json)
    json.string(lines[index].value)
    placed[index] = true
  }

  private mutating func integer(
    _ key: ReminderKey, _ id: PropertyID, _ json: inout JSONText, _ place: inout ReminderPlace
  ) {
    guard let index = plain(id, "INTEGER", &place), let number = try? IntegerValue.parse(lines[index].value)
    else { return }
    self.key(key, &json)
    json.number(number)
    placed[index] = true
  }

  private mutating func status(_ json: inout JSONText, _ place: inout ReminderPlace) {
    guard let index = plain(.status, "TEXT", &place) else { return }
    key(.status, &json)
    switch Status(lines[index].value) {
    case .other: json.string(lines[index].value)
    case let status:
      json.bytes.append(0x22)
      json.raw(status.word)
      json.bytes.append(0x22)
    }
    placed[index] = true
  }

  /// A time that has no key for its zone.
  private mutating func moment(
    _ key: ReminderKey, _ id: PropertyID, _ json: inout JSONText, _ place: inout ReminderPlace
  ) {
    let index = slots[Int(id.rawValue)]
    guard index >= 0 else { return }
    let section = place.section(lines[index]).section
    guard section.isOfMoment, section.tzid == nil,
      let moment = try? Moment.decode(lines[index].value, valueIsDate: section.valueIsDate)
    else { return }
    write(moment, key, index, &json)
  }

  private mutating func moment(
    _ key: ReminderKey, _ id: PropertyID, zone zoneKey: ReminderKey, instant instantKey: ReminderKey,
    _ json: inout JSONText, _ place: inout ReminderPlace
  ) {
    let index = slots[Int(id.rawValue)]
    guard index >= 0 else { return }
    let (section, zone) = place.section(lines[index])
    guard section.isOfMoment,
      let moment = try? Moment.decode(lines[index].value, valueIsDate: section.valueIsDate)
    else { return }
    write(moment, key, index, &json)
    guard let tzid = section.tzid else { return }
    self.key(zoneKey, &json)
    guard let zone else { return json.string(tzid) }
    json.raw(place.zones[zone].name)
    guard case .floating(let local) = moment else { return }
    noteZone(zone, at: local, place)
    guard let known = place.zones[zone].zone else { return }
    self.key(instantKey, &json)
    json.bytes.append(0x22)
    known.instant(of: local).appendISO(to: &json.bytes)
    json.bytes.append(0x22)
  }

  private mutating func write(_ moment: Moment, _ key: ReminderKey, _ index: Int, _ json: inout JSONText) {
    self.key(key, &json)
    json.bytes.append(0x22)
    moment.appendISO(to: &json.bytes)
    json.bytes.append(0x22)
    placed[index] = true
  }

  /// CATEGORIES of all lines, which are one set (RFC 5545 §3.8.1.2). A line with an empty category, or with LANGUAGE, says more than
  /// texts can.
  private mutating func tags(_ json: inout JSONText, _ place: inout ReminderPlace) {
    guard slots[Int(PropertyID.categories.rawValue)] >= 0 else { return }
    var isFirst = true
    for index in lines.indices where lines[index].id == .categories {
      guard place.section(lines[index]).section.isPlain("TEXT") else { continue }
      let texts = TextValue.split(lines[index].value)
      guard !texts.contains(where: \.isEmpty) else { continue }
      if isFirst { key(.tags, &json) }
      for text in texts {
        json.bytes.append(isFirst ? 0x5B : 0x2C)
        isFirst = false
        json.text(text)
      }
      placed[index] = true
    }
    if !isFirst { json.bytes.append(0x5D) }
  }

  /// The first RELATED-TO whose RELTYPE is PARENT, which is the default (RFC 5545 §3.2.15).
  private mutating func parent(_ json: inout JSONText, _ place: inout ReminderPlace) {
    guard slots[Int(PropertyID.relatedTo.rawValue)] >= 0 else { return }
    for index in lines.indices where lines[index].id == .relatedTo {
      let section = place.section(lines[index]).section
      guard section.reltype == nil || section.reltype == "PARENT" else { continue }
      guard !section.hasOthers, section.tzid == nil, section.related == nil,
        section.value == nil || section.value == "TEXT"
      else { return }
      key(.parent, &json)
      json.text(lines[index].value)
      placed[index] = true
      return
    }
  }

  private mutating func alarms(_ json: inout JSONText) {
    guard children.contains(where: { $0.kind == .valarm }) else { return }
    key(.alarms, &json)
    json.array(children.lazy.filter { $0.kind == .valarm }) { AlarmJSON.write($1, to: &$0) }
  }
}
