internal import ICalendar
internal import ListoModel

/// One walk over a reminder's lines, and what of them stands under which key. Its arrays are used again for
/// the next reminder.
struct ReminderWalk: Sendable {
  /// A line by the places of its parts. It holds no reference: counting those of every line took a third of
  /// the time.
  private struct Line: Sendable {
    let parts: ContentLineParts
    /// Its index in `unfolded`; -1 for a line that stands in one piece in `bytes`.
    let piece: Int
    /// Its index in `properties`; -1 for a line whose id and value say everything.
    let property: Int
    /// It stands under a typed key.
    var isPlaced = false

    var id: PropertyID { parts.id }
  }

  private var bytes: ArraySlice<UInt8> = []
  private var unfolded: [ArraySlice<UInt8>] = []
  private var places: [LinePlace] = []
  private var lines: [Line] = []
  /// Those with parameters, or without a ``PropertyID``.
  private var properties: [Property] = []
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
    properties.removeAll(keepingCapacity: true)
    unfolded.removeAll(keepingCapacity: true)
    malformed.removeAll(keepingCapacity: true)
    neededZones.removeAll(keepingCapacity: true)
    bytes = component.bytes
    component.places(into: &places)
    for place in places {
      let id = place.id
      if id != .other, let value = place.plainValue {
        let slot = Int(id.rawValue)
        if slots[slot] < 0 { slots[slot] = lines.count }
        lines.append(Line(parts: ContentLineParts(id, plainValue: value), piece: -1, property: -1))
        continue
      }
      let property = component.property(at: place)
      guard id != .malformed else {
        malformed.append(property)
        continue
      }
      let line = property.unfolded
      // What was folded is a copy that begins at 0, where in the component's own bytes `BEGIN` stands.
      let isCopy = line.startIndex == 0
      let slot = Int(id.rawValue)
      if slots[slot] < 0 { slots[slot] = lines.count }
      let parts = ContentLineParts(property, id: id, line: line)
      let isKept = id == .other || !parts.parameters.isEmpty
      lines.append(
        Line(parts: parts, piece: isCopy ? unfolded.count : -1, property: isKept ? properties.count : -1))
      if isKept { properties.append(property) }
      if isCopy { unfolded.append(line) }
    }
    children = component.children
  }

  /// The value of a property's first line, as raw octets.
  func value(_ id: PropertyID) -> ArraySlice<UInt8>? {
    let index = slots[Int(id.rawValue)]
    return index < 0 ? nil : value(index)
  }

  @inline(__always)
  private func value(_ index: Int) -> ArraySlice<UInt8> { bytes(of: lines[index], lines[index].parts.value) }

  @inline(__always)
  private func bytes(of line: Line, _ range: Range<Int>) -> ArraySlice<UInt8> {
    line.piece < 0 ? bytes[range] : unfolded[line.piece][range]
  }

  @inline(__always)
  private func section(_ index: Int, _ place: inout ReminderPlace) -> (section: ParameterSection, zone: Int?)
  {
    let line = lines[index]
    if line.parts.parameters.isEmpty { return (.empty, nil) }
    return place.section(properties[line.property], bytes(of: line, line.parts.parameters))
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
    for index in lines.indices where !lines[index].isPlaced {
      if isFirst { key(.properties, &json) }
      json.bytes.append(isFirst ? 0x5B : 0x2C)
      isFirst = false
      let line = lines[index]
      guard line.property >= 0 else {
        JCal.write(line.id, value(index), to: &json)
        continue
      }
      JCal.write(properties[line.property], to: &json)
      if let zone = section(index, &place).zone { noteZone(zone, of: properties[line.property], place) }
    }
    if !isFirst { json.bytes.append(0x5D) }
    for property in malformed { unparsed.append(property.unfolded) }
  }

  // MARK: Zones

  private mutating func noteZone(_ zone: Int, at local: LocalDateTime, _ place: ReminderPlace) {
    guard place.zones[zone].isNeeded(for: local, recurs: slots[Int(PropertyID.rrule.rawValue)] >= 0) else {
      return
    }
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
    if lines[index].parts.parameters.isEmpty { return index }
    return section(index, &place).section.isPlain(type) ? index : nil
  }

  private mutating func text(
    _ key: ReminderKey, _ id: PropertyID, _ json: inout JSONText, _ place: inout ReminderPlace
  ) {
    guard let index = plain(id, "TEXT", &place) else { return }
    self.key(key, &json)
    json.text(value(index))
    lines[index].isPlaced = true
  }

  private mutating func raw(
    _ key: ReminderKey, _ id: PropertyID, _ type: String, _ json: inout JSONText, _ place: inout ReminderPlace
  ) {
    guard let index = plain(id, type, &place) else { return }
    // What is none stands in `properties`, where no type is said.
    guard id != .rrule || ContentValue.fits(value(index), .recur, JCalShape.of(id), id) else { return }
    self.key(key, &json)
    json.string(value(index))
    lines[index].isPlaced = true
  }

  private mutating func integer(
    _ key: ReminderKey, _ id: PropertyID, _ json: inout JSONText, _ place: inout ReminderPlace
  ) {
    guard let index = plain(id, "INTEGER", &place), let number = try? IntegerValue.parse(value(index))
    else { return }
    self.key(key, &json)
    json.number(number)
    lines[index].isPlaced = true
  }

  private mutating func status(_ json: inout JSONText, _ place: inout ReminderPlace) {
    guard let index = plain(.status, "TEXT", &place) else { return }
    key(.status, &json)
    switch Status(value(index)) {
    case .other: json.string(value(index))
    case let status:
      json.bytes.append(0x22)
      json.raw(status.word)
      json.bytes.append(0x22)
    }
    lines[index].isPlaced = true
  }

  /// A time that has no key for its zone.
  private mutating func moment(
    _ key: ReminderKey, _ id: PropertyID, _ json: inout JSONText, _ place: inout ReminderPlace
  ) {
    let index = slots[Int(id.rawValue)]
    guard index >= 0 else { return }
    let section = section(index, &place).section
    guard section.isOfMoment, section.tzid == nil, !hasLeapSecond(index),
      let moment = try? Moment.decode(value(index), valueIsDate: section.valueIsDate)
    else { return }
    write(moment, key, index, &json)
  }

  private mutating func moment(
    _ key: ReminderKey, _ id: PropertyID, zone zoneKey: ReminderKey, instant instantKey: ReminderKey,
    _ json: inout JSONText, _ place: inout ReminderPlace
  ) {
    let index = slots[Int(id.rawValue)]
    guard index >= 0 else { return }
    let (section, zone) = section(index, &place)
    guard section.isOfMoment, !hasLeapSecond(index),
      let moment = try? Moment.decode(value(index), valueIsDate: section.valueIsDate)
    else { return }
    // UTC has no zone, whatever TZID says: no key could say both.
    if section.tzid != nil, case .utc = moment { return }
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

  /// Second 60, which is read as 59 (RFC 5545 §3.3.12) and must come back as it was.
  private func hasLeapSecond(_ index: Int) -> Bool {
    let text = value(index)
    return text.count >= 15 && text.dropFirst(13).prefix(2).elementsEqual([0x36, 0x30])
  }

  private mutating func write(_ moment: Moment, _ key: ReminderKey, _ index: Int, _ json: inout JSONText) {
    self.key(key, &json)
    json.bytes.append(0x22)
    moment.appendISO(to: &json.bytes)
    json.bytes.append(0x22)
    lines[index].isPlaced = true
  }

  /// CATEGORIES of all lines, which are one set (RFC 5545 §3.8.1.2). A line with an empty category, or with
  /// LANGUAGE, says more than texts can.
  private mutating func tags(_ json: inout JSONText, _ place: inout ReminderPlace) {
    guard slots[Int(PropertyID.categories.rawValue)] >= 0 else { return }
    var isFirst = true
    for index in lines.indices where lines[index].id == .categories {
      guard section(index, &place).section.isPlain("TEXT") else { continue }
      let texts = TextValue.split(value(index))
      guard !texts.contains(where: \.isEmpty) else { continue }
      if isFirst { key(.tags, &json) }
      for text in texts {
        json.bytes.append(isFirst ? 0x5B : 0x2C)
        isFirst = false
        json.text(text)
      }
      lines[index].isPlaced = true
    }
    if !isFirst { json.bytes.append(0x5D) }
  }

  /// The first RELATED-TO whose RELTYPE is PARENT, which is the default (RFC 5545 §3.2.15).
  private mutating func parent(_ json: inout JSONText, _ place: inout ReminderPlace) {
    guard slots[Int(PropertyID.relatedTo.rawValue)] >= 0 else { return }
    for index in lines.indices where lines[index].id == .relatedTo {
      let section = section(index, &place).section
      guard section.reltype == nil || section.reltype == "PARENT" else { continue }
      guard !section.hasOthers, section.tzid == nil, section.related == nil,
        section.value == nil || section.value == "TEXT"
      else { return }
      key(.parent, &json)
      json.text(value(index))
      lines[index].isPlaced = true
      return
    }
  }

  private mutating func alarms(_ json: inout JSONText) {
    guard children.contains(where: { $0.kind == .valarm }) else { return }
    key(.alarms, &json)
    json.array(children.lazy.filter { $0.kind == .valarm }) { AlarmJSON.write($1, to: &$0) }
  }
}
