internal import ICalendar
internal import ListoModel

/// Writes reminders as ``ReminderJSON`` says: one walk over the keys in their order, by the places of the
/// lines. Each kind of key takes its value from one line, and gives that line its place where the key says
/// all of it.
struct ReminderWalk: Sendable {
  private var lines = ObjectLines()
  private var alarm = AlarmJSON()
  /// Indices of the zones whose definitions must ride along.
  private var neededZones: [Int] = []
  /// How many strings of the reminder held bytes that are not UTF-8.
  private(set) var replacements = 0
  private let carriesZones: Bool
  /// ``ReminderKey/json``, as it is appended.
  private let keys = ReminderKey.json.compactMap { ShortText($0) }
  /// Of each byte, whether it stands for itself in an identifier.
  private let identifiers = InlineArray<256, Bool> { ModelIdentifier.standsForItself(UInt8($0)) }

  /// - Parameter carryingZones: a zone that the name does not tell rides along.
  init(carryingZones: Bool) { carriesZones = carryingZones }

  /// Takes a reminder in, in the place of the last one.
  mutating func take(_ component: Component) {
    lines.take(component)
    replacements = 0
    neededZones.removeAll(keepingCapacity: true)
  }

  /// It has an RRULE or an RDATE.
  var repeats: Bool { lines.own.first(.rrule) >= 0 || lines.own.first(.rdate) >= 0 }

  /// It is a master whose UID stands for itself in an identifier.
  mutating func hasPlainIdentifier(_ component: Component) -> Bool {
    let uid = lines.own.first(.uid)
    guard uid >= 0, lines.own.first(.recurrenceID) < 0 else { return false }
    let value = lines.own.lines[uid].value
    if lines.own.unfolded.isEmpty {
      let bytes = component.bytes
      return isPlainIdentifier(bytes.span, value)
    }
    let unfolded = lines.own.unfolded
    return isPlainIdentifier(unfolded.span, value)
  }

  /// Mutating, so that the table in it is not copied for each byte.
  private mutating func isPlainIdentifier(_ bytes: Span<UInt8>, _ value: Range<Int>) -> Bool {
    for index in value where !identifiers[Int(bytes[index])] { return false }
    return !value.isEmpty
  }

  /// Appends the object of the reminder that was taken in, but for the brace at its end.
  ///
  /// - Parameter identifier: nil where the place and the UID say it.
  mutating func write(
    _ component: Component, _ identifier: String?, _ place: inout ReminderPlace,
    to output: inout OutputSpan<UInt8>
  ) {
    let bytes = component.bytes
    if lines.own.unfolded.isEmpty {
      write(bytes.span, component, identifier, &place, &output)
    } else {
      let unfolded = lines.own.unfolded
      write(unfolded.span, component, identifier, &place, &output)
    }
    replacements += lines.replacements
  }

  private mutating func write(
    _ bytes: Span<UInt8>, _ component: Component, _ identifier: String?, _ place: inout ReminderPlace,
    _ output: inout OutputSpan<UInt8>
  ) {
    if let identifier {
      output.put(Array("{\"id\":\"\(identifier)\"".utf8))
    } else {
      output.put(place.head)
      output.append(bytes, lines.own.lines[lines.own.first(.uid)].value)
      output.put(0x22)
    }
    output.put(place.titles)
    string(.uid, .uid, .text, bytes, component, &place, &output)
    string(.title, .summary, .text, bytes, component, &place, &output)
    string(.notes, .description, .text, bytes, component, &place, &output)
    status(bytes, component, &place, &output)
    time(.completed, .completed, bytes, component, &place, &output)
    time(.due, .due, zone: (.dueZone, .dueInstant), bytes, component, &place, &output)
    time(.start, .dtstart, zone: (.startZone, .startInstant), bytes, component, &place, &output)
    integer(.priority, .priority, bytes, component, &place, &output)
    integer(.percent, .percentComplete, bytes, component, &place, &output)
    tags(bytes, component, &place, &output)
    parent(bytes, component, &place, &output)
    string(.url, .url, .uri, bytes, component, &place, &output)
    string(.location, .location, .text, bytes, component, &place, &output)
    position(bytes, component, &place, &output)
    string(.recurrence, .rrule, .recur, bytes, component, &place, &output)
    let children = component.hasChildren ? component.children : []
    let namesZones = alarms(children, &place, &output)
    integer(.order, .xAppleSortOrder, bytes, component, &place, &output)
    time(.created, .created, bytes, component, &place, &output)
    time(.modified, .lastModified, bytes, component, &place, &output)
    integer(.sequence, .sequence, bytes, component, &place, &output)
    if !lines.own.areAllPlaced {
      key(.properties, &output)
      lines.writeRest(bytes, component, to: &output)
      if lines.restHasParameters { noteZonesOfRest(bytes, component, &place) }
    }
    if namesZones { noteZones(of: children, &place) }
    if namesZones || !neededZones.isEmpty || !lines.own.malformed.isEmpty {
      writeEnd(component, children, place, &output)
    }
  }

  @inline(__always)
  private func key(_ key: ReminderKey, _ output: inout OutputSpan<UInt8>) {
    output.append(keys[key.rawValue])
  }

  // MARK: Kinds of keys

  /// Gives a line its place if its key says all of it: the line has no other parameters, and is the only one
  /// of its name.
  @inline(__always)
  private mutating func place(_ index: Int, _ id: PropertyID, if isWhole: Bool) {
    if isWhole, !lines.own.repeats(id) { lines.place(index) }
  }

  /// A text, an address or a rule.
  private mutating func string(
    _ key: ReminderKey, _ id: PropertyID, _ type: ParameterFacts.Value, _ bytes: Span<UInt8>,
    _ component: Component, _ place: inout ReminderPlace, _ output: inout OutputSpan<UInt8>
  ) {
    let index = lines.own.first(id)
    guard index >= 0 else { return }
    let value = lines.own.lines[index].value
    guard type != .recur || bytes.isRecurrence(value) else { return }
    self.place(index, id, if: lines.facts(index, bytes, component, &place).isPlain(type))
    self.key(key, &output)
    lines.write(value, isText: type == .text, bytes, to: &output)
  }

  private mutating func integer(
    _ key: ReminderKey, _ id: PropertyID, _ bytes: Span<UInt8>, _ component: Component,
    _ place: inout ReminderPlace, _ output: inout OutputSpan<UInt8>
  ) {
    let index = lines.own.first(id)
    guard index >= 0 else { return }
    let value = lines.own.lines[index].value
    let field = FieldID.of(id)
    if bytes.isPlainInteger(value) {
      if let field, !FieldCodec.fits(field, bytes, value) { return }
      self.key(key, &output)
      output.append(bytes, value)
    } else {
      guard let number = try? IntegerValue.parse(lines.octets(index, of: component)),
        field.map({ FieldCodec.fits($0, number) }) ?? true
      else { return }
      self.key(key, &output)
      output.put(Array(String(number).utf8))
    }
    self.place(index, id, if: lines.facts(index, bytes, component, &place).isPlain(.integer))
  }

  /// GEO: an array of latitude and longitude.
  private mutating func position(
    _ bytes: Span<UInt8>, _ component: Component, _ place: inout ReminderPlace,
    _ output: inout OutputSpan<UInt8>
  ) {
    let index = lines.own.first(.geo)
    guard index >= 0, case let value = lines.octets(index, of: component),
      (try? GeoPosition.parse(value)) != nil, let (latitude, longitude) = JCalValue.position(value)
    else { return }
    self.place(index, .geo, if: lines.facts(index, bytes, component, &place).isPlain(.none))
    self.key(.geo, &output)
    output.put([0x5B] + latitude + [0x2C] + longitude + [0x5D])
  }

  private mutating func status(
    _ bytes: Span<UInt8>, _ component: Component, _ place: inout ReminderPlace,
    _ output: inout OutputSpan<UInt8>
  ) {
    let index = lines.own.first(.status)
    guard index >= 0 else { return }
    let value = lines.own.lines[index].value
    let status = Status(lines.octets(index, of: component))
    // Another word stands in `properties`: under the key it would be read as the status that it means.
    guard status.isStandard else { return }
    self.place(index, .status, if: lines.facts(index, bytes, component, &place).isPlain(.text))
    self.key(.status, &output)
    for status in Self.statuses
    where status.value.count == value.count && bytes.holds(status.value, at: value.lowerBound) {
      return output.put(status.json)
    }
    output.put(Array("\"\(status.word)\"".utf8))
  }

  /// The usual ones, as they are usually written.
  private static let statuses = [Status.needsAction, .completed, .inProcess, .cancelled].map {
    (value: Array($0.word.uppercased().utf8), json: Array("\"\($0.word)\"".utf8))
  }

  /// A time, and, where it has keys for them, its zone and the instant that the two make.
  private mutating func time(
    _ key: ReminderKey, _ id: PropertyID, zone zoneKeys: (name: ReminderKey, instant: ReminderKey)? = nil,
    _ bytes: Span<UInt8>, _ component: Component, _ place: inout ReminderPlace,
    _ output: inout OutputSpan<UInt8>
  ) {
    let index = lines.own.first(id)
    guard index >= 0 else { return }
    let facts = lines.facts(index, bytes, component, &place)
    var (zone, hasZone) = (facts.zone, facts.hasZone)
    let read: DigitMoment
    let isWhole: Bool
    if facts.hasOthers {
      let property = lines.property(index, of: component)
      guard let moment = try? property.moment() else { return }
      read = DigitMoment(moment)
      isWhole = StandardForm.day(property) != nil
      if case .zoned(_, let tzid) = moment {
        (zone, hasZone) = (place.zoneIndex(tzid) ?? -1, true)
      } else {
        hasZone = false
      }
    } else {
      guard let moment = DigitMoment(bytes, lines.own.lines[index].value, lastSecond: 60),
        facts.isTyped(moment)
      else { return }
      read = moment
      isWhole = facts.isOfMoment && (moment.hasTime || !StandardForm.isUTC(id))
    }
    // Second 60 is read as 59 (RFC 5545 §3.3.12), and UTC has no zone, whatever TZID says: from the key alone
    // neither would come back.
    let time = read.withoutLeapSecond
    let namesZone = hasZone && zoneKeys != nil && !time.isUTC
    self.place(index, id, if: isWhole && hasZone == namesZone && time == read)
    self.key(key, &output)
    output.append(time.quotedISO)
    guard namesZone, let zoneKeys else { return }
    self.key(zoneKeys.name, &output)
    // An empty TZID names none.
    guard zone >= 0 else { return output.put([0x22, 0x22]) }
    output.put(place.zones[zone].name)
    guard time.hasTime, let local = time.local else { return }
    noteZone(zone, at: local, place)
    guard let known = place.zones[zone].zone else { return }
    self.key(zoneKeys.instant, &output)
    output.append(known.instant(of: local).quotedISO)
  }

  /// CATEGORIES of all lines, which are one set (RFC 5545 §3.8.1.2). If a line has an empty category, or
  /// LANGUAGE, all of them stand in `properties` too.
  private mutating func tags(
    _ bytes: Span<UInt8>, _ component: Component, _ place: inout ReminderPlace,
    _ output: inout OutputSpan<UInt8>
  ) {
    let first = lines.own.first(.categories)
    guard first >= 0 else { return }
    var (isFirst, isWhole) = (true, true)
    for index in first..<lines.own.lines.count where lines.own.lines[index].id == .categories {
      let value = lines.own.lines[index].value
      isWhole = isWhole && lines.facts(index, bytes, component, &place).isPlain(.text)
      var start = value.lowerBound
      while start <= value.upperBound {
        let end = Self.endOfText(bytes, from: start, to: value.upperBound)
        if end == start {
          isWhole = false
        } else {
          if isFirst { key(.tags, &output) }
          output.put(isFirst ? 0x5B : 0x2C)
          isFirst = false
          lines.write(start..<end, isText: true, bytes, to: &output)
        }
        start = end + 1
      }
    }
    if !isFirst { output.put(0x5D) }
    guard isWhole else { return }
    for index in first..<lines.own.lines.count where lines.own.lines[index].id == .categories {
      lines.place(index)
    }
  }

  /// The first comma that no backslash escapes, else the end, as ``ICalendar/TextValue/split(_:separator:)``
  /// has it.
  @inline(__always)
  private static func endOfText(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
    var index = start
    while index < end, bytes[index] != 0x2C { index += bytes[index] == 0x5C ? 2 : 1 }
    return min(index, end)
  }

  /// The first RELATED-TO whose RELTYPE is PARENT, which is the default (RFC 5545 §3.2.15).
  private mutating func parent(
    _ bytes: Span<UInt8>, _ component: Component, _ place: inout ReminderPlace,
    _ output: inout OutputSpan<UInt8>
  ) {
    let first = lines.own.first(.relatedTo)
    guard first >= 0 else { return }
    var (parent, isWhole) = (-1, false)
    for index in first..<lines.own.lines.count where lines.own.lines[index].id == .relatedTo {
      let facts = lines.facts(index, bytes, component, &place)
      guard facts.relation != .other else { continue }
      (parent, isWhole) = parent < 0 ? (index, facts.isOfParent) : (parent, false)
    }
    guard parent >= 0 else { return }
    if isWhole { lines.place(parent) }
    self.key(.parent, &output)
    lines.write(lines.own.lines[parent].value, isText: true, bytes, to: &output)
  }

  /// - Returns: whether a zone may be named inside of the components.
  private mutating func alarms(
    _ children: [Component], _ place: inout ReminderPlace, _ output: inout OutputSpan<UInt8>
  ) -> Bool {
    var isFirst = true
    var namesZones = false
    for child in children {
      guard child.kind == .valarm else {
        namesZones = true
        continue
      }
      if isFirst { key(.alarms, &output) }
      output.put(isFirst ? 0x5B : 0x2C)
      isFirst = false
      alarm.write(child, &place, to: &output)
      replacements += alarm.replacements
      namesZones = namesZones || alarm.namesZones
    }
    if !isFirst { output.put(0x5D) }
    return namesZones
  }

  // MARK: What stands behind the properties

  private mutating func writeEnd(
    _ component: Component, _ children: [Component], _ place: ReminderPlace,
    _ output: inout OutputSpan<UInt8>
  ) {
    var unparsed = lines.unparsed(of: component)
    let others = children.filter { $0.kind != .valarm }
    if !others.isEmpty {
      key(.components, &output)
      lines.append(to: &output) { $0.array(others) { JCal.write($1, to: &$0, unparsed: &unparsed) } }
    }
    if !unparsed.isEmpty {
      key(.unparsed, &output)
      lines.append(to: &output) { $0.array(unparsed) { $0.string($1) } }
    }
    guard carriesZones, !neededZones.isEmpty else { return }
    key(.zones, &output)
    let zones = neededZones
    lines.append(to: &output) { $0.array(zones) { $0.raw(place.zones[$1].definition ?? []) } }
  }

  // MARK: Zones

  private mutating func noteZone(_ zone: Int, at local: LocalDateTime, _ place: ReminderPlace) {
    guard place.zones[zone].isNeeded(for: local, recurs: lines.own.first(.rrule) >= 0) else { return }
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

  /// Zones that lines name which stand under no typed key.
  private mutating func noteZonesOfRest(
    _ bytes: Span<UInt8>, _ component: Component, _ place: inout ReminderPlace
  ) {
    for index in lines.own.lines.indices where !lines.own.isPlaced(index) {
      let zone = lines.facts(index, bytes, component, &place).zone
      if zone >= 0 { noteZone(zone, of: lines.property(index, of: component), place) }
    }
  }

  /// Zones that components name: rare, so that they are looked for only where their bytes say TZID.
  private mutating func noteZones(of components: [Component], _ place: inout ReminderPlace) {
    for component in components where Self.namesZone(component.bytes) {
      for property in component.properties {
        guard let tzid = property.tzid, let zone = place.zoneIndex(tzid) else { continue }
        noteZone(zone, of: property, place)
      }
      noteZones(of: component.children, &place)
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
}

extension ReminderPlace {
  /// Appends the reminder that a walk took in, but for its end. Here, so that neither the place nor the walk
  /// is copied.
  mutating func write(
    _ component: Component, _ identifier: String?, with walk: inout ReminderWalk,
    to output: inout OutputSpan<UInt8>
  ) {
    walk.write(component, identifier, &self, to: &output)
  }
}
