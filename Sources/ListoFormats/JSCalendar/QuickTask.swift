internal import ICalendar
internal import ListoModel

/// Writes a VTODO in the common case as ``JSCalendarObject`` makes it, byte for byte, in a quarter of the time: from the places of its
/// lines, each member in its turn, with no value made of it.
///
/// The common case has no line that cannot be read, none of a name that Listo does not know, no parameter but of times and relations,
/// no place, no attachment, no changed occurrence, no component but plain alarms with a UID, and only UTF-8; any other is left to
/// ``JSCalendarObject``. A test holds the two to be the same.
struct QuickTask: Sendable {
  private let isBis: Bool
  private var own = QuickLines()
  private var alert = QuickAlert()
  private var calendar: Survey.Calendar?
  private var place: ReminderPlace?
  /// Of each zone of the place, whether tzdata has it under the name by which the calendar calls it.
  private var isSystemZone: [Bool] = []
  /// `,"method":"publish"}`
  private var end: [UInt8] = []
  /// It recurs, so that changed occurrences may follow.
  private(set) var isRecurring = false
  /// ``JCal/plainHeads``.
  private let heads = JCal.plainHeads.map { ShortText($0) }

  init(isBis: Bool) { self.isBis = isBis }

  /// What the local times of an object are; of one in a zone its place among those of the calendar, and -1 for UTC.
  private enum Clock: Equatable {
    case none, date, floating
    case zoned(Int)
  }

  /// Appends the object; false in any case but the common one: then what was appended means nothing.
  ///
  /// - Parameter method: what each entry of the calendar says of it.
  mutating func write(
    _ component: Component, in calendar: Survey.Calendar, method: () -> String?,
    to output: inout OutputSpan<UInt8>
  ) -> Bool {
    let bytes = component.bytes
    guard own.take(component, bytes) else { return false }
    for line in own.lines where Self.isLeft[Int(line.id.rawValue)] { return false }
    let children = component.hasChildren ? component.children : []
    guard children.allSatisfy({ $0.kind == .valarm && !$0.hasChildren }) else { return false }
    if self.calendar !== calendar { enter(calendar, method()) }
    if own.unfolded.isEmpty { return write(bytes.span, component, children, to: &output) && !output.isFull }
    let unfolded = own.unfolded
    return write(unfolded.span, component, children, to: &output) && !output.isFull
  }

  private mutating func enter(_ calendar: Survey.Calendar, _ method: String?) {
    self.calendar = calendar
    place = ReminderPlace(
      calendar.context, source: calendar.place.source, list: calendar.list,
      listTitle: calendar.place.listTitle)
    isSystemZone = []
    var json = JSONText()
    if let method {
      json.raw(",\"method\":")
      json.string(method.lowercased())
    }
    json.raw("}")
    end = json.bytes
  }

  /// By id, the properties that are left to ``JSCalendarObject`` wherever they stand.
  private static let isLeft: [Bool] = PropertyID.allCases.map { id in
    switch id {
    case .other, .malformed, .styledDescription, .color, .concept, .location, .geo, .attach, .link, .image,
      .conference, .exdate, .rdate, .recurrenceID, .estimatedDuration, .class:
      true
    default: false
    }
  }

  /// The keys in the order in which they are written, that of ``JSCalendarObject``.
  private enum Key: Int, CaseIterable {
    case uid, created, updated, sequence, title, description, showWithoutTime, start, due, timeZone, progress
    case percentComplete, priority, keywords, relatedTo, links, recurrenceRule, recurrenceRules, alerts
    case iCalendar
  }

  /// `,"uid":`
  private let keys = Key.allCases.compactMap { ShortText(Array(",\"\($0)\":".utf8)) }

  private mutating func write(
    _ bytes: Span<UInt8>, _ component: Component, _ children: [Component],
    to output: inout OutputSpan<UInt8>
  ) -> Bool {
    output.put(Self.begin)
    guard text(.uid, .uid, bytes, &output), utc(.created, .created, bytes, &output),
      utc(.updated, .dtstamp, bytes, &output),
      integer(.sequence, .sequence, most: .max, bytes, &output),
      text(.title, .summary, bytes, &output), text(.description, .description, bytes, &output),
      let start = time(.dtstart, bytes, component), let due = time(.due, bytes, component),
      let clock = times(start, due, &output), status(bytes, &output),
      integer(.percentComplete, .percentComplete, most: 100, bytes, &output),
      integer(.priority, .priority, most: 9, bytes, &output), keywords(bytes, &output),
      relation(bytes, component, &output), link(bytes, &output),
      rule(bytes, clock, start.moment ?? due.moment, &output), alerts(children, &output),
      rest(bytes, &output)
    else { return false }
    output.put(end)
    return true
  }

  private static let begin = Array("{\"@type\":\"Task\"".utf8)

  @inline(__always)
  private func key(_ key: Key, _ output: inout OutputSpan<UInt8>) { output.append(keys[key.rawValue]) }

  /// The first line of a property that has no parameters; -1 for none, nil where it has some.
  @inline(__always)
  private mutating func plain(_ id: PropertyID) -> Int? {
    let index = own.first(id)
    guard index >= 0 else { return -1 }
    guard own.lines[index].parameters.isEmpty else { return nil }
    own.place(index)
    return index
  }

  // MARK: Kinds of members: each false where the line is left to JSCalendarObject

  private mutating func text(
    _ key: Key, _ id: PropertyID, _ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>
  ) -> Bool {
    guard let index = plain(id) else { return false }
    guard index >= 0 else { return true }
    let value = own.lines[index].value
    guard bytes.first(0x0D, from: value.lowerBound, to: value.upperBound) == nil else { return false }
    self.key(key, &output)
    return output.putString(bytes, value, isText: true)
  }

  private mutating func utc(
    _ key: Key, _ id: PropertyID, _ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>
  ) -> Bool {
    guard let index = plain(id) else { return false }
    guard index >= 0 else { return true }
    guard let moment = DigitMoment(bytes, own.lines[index].value), moment.isUTC else { return false }
    self.key(key, &output)
    output.append(moment.quotedISO)
    return true
  }

  private mutating func integer(
    _ key: Key, _ id: PropertyID, most: Int, _ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>
  ) -> Bool {
    guard let index = plain(id) else { return false }
    guard index >= 0 else { return true }
    let value = own.lines[index].value
    guard QuickReminder.isPlainInteger(bytes, value) else { return false }
    var number = 0
    for place in value { number = number * 10 + Int(bytes[place] & 15) }
    guard number <= most else { return false }
    self.key(key, &output)
    output.append(bytes, value)
    return true
  }

  private mutating func status(_ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>) -> Bool {
    guard let index = plain(.status) else { return false }
    guard index >= 0 else { return true }
    let value = own.lines[index].value
    for word in Self.words where word.count == value.count && bytes.holds(word, at: value.lowerBound) {
      key(.progress, &output)
      output.put(0x22)
      for byte in word { output.put(byte == 0x2D ? byte : byte | 0x20) }
      output.put(0x22)
      return true
    }
    return false
  }

  private static let words = ["NEEDS-ACTION", "COMPLETED", "IN-PROCESS", "CANCELLED", "FAILED"].map {
    Array($0.utf8)
  }

  // MARK: Times

  /// DTSTART or DUE; nil in any case but the common one.
  private mutating func time(
    _ id: PropertyID, _ bytes: Span<UInt8>, _ component: Component
  ) -> (moment: DigitMoment?, clock: Clock)? {
    let index = own.first(id)
    guard index >= 0 else { return (nil, .none) }
    let line = own.lines[index]
    var facts = ParameterFacts.none
    if !line.parameters.isEmpty {
      guard let found = place?.facts(of: bytes, line.parameters, component, line.line) else { return nil }
      facts = found
    }
    guard facts.isOfMoment, let moment = DigitMoment(bytes, line.value),
      facts.value == .none || (facts.value == .date) != moment.hasTime
    else { return nil }
    own.place(index)
    guard facts.hasZone else {
      return (moment, !moment.hasTime ? .date : moment.isUTC ? .zoned(-1) : .floating)
    }
    guard facts.zone >= 0, moment.hasTime, !moment.isUTC, isSystem(facts.zone) else { return nil }
    return (moment, .zoned(facts.zone))
  }

  private mutating func isSystem(_ zone: Int) -> Bool {
    while isSystemZone.count <= zone {
      let tzid = place?.zones[isSystemZone.count].tzid ?? ""
      isSystemZone.append(JSTime.name(tzid) == tzid && !JSTime.isUTC(tzid))
    }
    return isSystemZone[zone]
  }

  /// The times, which share a clock.
  private func times(
    _ start: (moment: DigitMoment?, clock: Clock), _ due: (moment: DigitMoment?, clock: Clock),
    _ output: inout OutputSpan<UInt8>
  ) -> Clock? {
    guard start.moment == nil || due.moment == nil || start.clock == due.clock else { return nil }
    let clock = start.moment == nil ? due.clock : start.clock
    if clock == .date {
      key(.showWithoutTime, &output)
      output.put(Self.yes)
    }
    if let moment = start.moment {
      key(.start, &output)
      output.append(moment.quotedLocal)
    }
    if let moment = due.moment {
      key(.due, &output)
      output.append(moment.quotedLocal)
    }
    if case .zoned(let zone) = clock {
      key(.timeZone, &output)
      if zone < 0 { output.put(Self.utc) } else { output.put(place?.zones[zone].name ?? []) }
    }
    return clock
  }

  private static let yes = Array("true".utf8)
  private static let utc = Array("\"Etc/UTC\"".utf8)

  // MARK: Sets

  /// CATEGORIES of all lines, each word once.
  private mutating func keywords(_ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>) -> Bool {
    let first = own.first(.categories)
    guard first >= 0 else { return true }
    words.removeAll(keepingCapacity: true)
    var isSimple = true
    for index in first..<own.lines.count where own.lines[index].id == .categories {
      guard own.lines[index].parameters.isEmpty else { return false }
      let value = own.lines[index].value
      var start = value.lowerBound
      for place in value {
        // What an escape, or a letter that can be written in two ways, says is not looked into.
        if bytes[place] == 0x5C || bytes[place] >= 0x80 { isSimple = false }
        guard bytes[place] != 0x0D else { return false }
        guard bytes[place] == 0x2C else { continue }
        words.append(start..<place)
        start = place + 1
      }
      words.append(start..<value.upperBound)
      own.place(index)
    }
    guard isSimple || words.count == 1, words.count <= 16 else { return false }
    if !isSimple {
      for place in words[0] where bytes[place] == 0x5C { return false }
    }
    key(.keywords, &output)
    for (number, word) in words.enumerated() {
      guard !word.isEmpty else { return false }
      for other in words[..<number] where Self.areSame(bytes, word, other) { return false }
      output.put(number == 0 ? 0x7B : 0x2C)
      guard output.putString(bytes, word, isText: true) else { return false }
      output.put(0x3A)
      output.put(Self.yes)
    }
    output.put(0x7D)
    return true
  }

  private var words: [Range<Int>] = []

  private static func areSame(_ bytes: Span<UInt8>, _ left: Range<Int>, _ right: Range<Int>) -> Bool {
    guard left.count == right.count else { return false }
    for offset in 0..<left.count
    where bytes[left.lowerBound + offset] != bytes[right.lowerBound + offset] {
      return false
    }
    return true
  }

  /// One RELATED-TO, to a parent.
  private mutating func relation(
    _ bytes: Span<UInt8>, _ component: Component, _ output: inout OutputSpan<UInt8>
  ) -> Bool {
    let index = own.first(.relatedTo)
    guard index >= 0 else { return true }
    let line = own.lines[index]
    var facts = ParameterFacts.none
    if !line.parameters.isEmpty {
      guard let found = place?.facts(of: bytes, line.parameters, component, line.line) else { return false }
      facts = found
    }
    guard !facts.hasOthers, !facts.hasZone, facts.related == .none, facts.relation != .other,
      facts.value == .none || facts.value == .text, !line.value.isEmpty, isAlone(index)
    else { return false }
    own.place(index)
    key(.relatedTo, &output)
    output.put(0x7B)
    guard output.putString(bytes, line.value, isText: true) else { return false }
    output.put(facts.relation == .parent ? Self.parent : Self.related)
    return true
  }

  private static let related = Array(":{\"@type\":\"Relation\"}}".utf8)
  private static let parent = Array(":{\"@type\":\"Relation\",\"relation\":{\"parent\":true}}}".utf8)

  /// No line behind it is of its property.
  private func isAlone(_ index: Int) -> Bool {
    let id = own.lines[index].id
    for other in own.lines[(index + 1)...] where other.id == id { return false }
    return true
  }

  /// URL: a link whose identifier follows from it.
  private mutating func link(_ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>) -> Bool {
    linkID.removeAll(keepingCapacity: true)
    guard let index = plain(.url) else { return false }
    guard index >= 0 else { return true }
    let value = own.lines[index].value
    guard !value.isEmpty, value.count < Self.data.count || !bytes.holds(Self.data, at: value.lowerBound)
    else { return false }
    for place in value { linkID.append(bytes[place]) }
    linkID = Array(UUIDv5.string(name: linkID).utf8)
    key(.links, &output)
    output.put(Self.linkBegin)
    output.put(linkID)
    output.put(Self.linkMiddle)
    guard output.putString(bytes, value, isText: false) else { return false }
    output.put(Self.linkEnd)
    return true
  }

  /// That of the link; empty where there is none.
  private var linkID: [UInt8] = []
  private static let data = Array("data:".utf8)
  private static let linkBegin = Array("{\"".utf8)
  private static let linkMiddle = Array("\":{\"@type\":\"Link\",\"href\":".utf8)
  private static let linkEnd = Array(",\"rel\":\"describedby\"}}".utf8)

  // MARK: Recurrence

  /// One RRULE: few recur, so that the rule is made as ``JSCalendarObject`` does.
  private mutating func rule(
    _ bytes: Span<UInt8>, _ clock: Clock, _ anchor: DigitMoment?, _ output: inout OutputSpan<UInt8>
  ) -> Bool {
    isRecurring = false
    guard let index = plain(.rrule) else { return false }
    guard index >= 0 else { return true }
    guard isAlone(index), let local = anchor?.local, let full = JSCalendarObject.Clock(moment(local, clock))
    else { return false }
    var value: [UInt8] = []
    for place in own.lines[index].value { value.append(bytes[place]) }
    guard let rule = JSCalendarObject.rule(value[...], on: full) else { return false }
    var json = JSONText()
    if isBis { json.node(rule) } else { json.array(CollectionOfOne(rule)) { $0.node($1) } }
    key(isBis ? .recurrenceRule : .recurrenceRules, &output)
    output.put(json.bytes)
    isRecurring = true
    return true
  }

  private func moment(_ local: LocalDateTime, _ clock: Clock) -> Moment {
    switch clock {
    case .date: .date(local.day)
    case .none, .floating: .floating(local)
    case .zoned(let zone): zone < 0 ? .utc(local) : .zoned(local, tzid: place?.zones[zone].tzid ?? "")
    }
  }

  // MARK: Components, and the rest

  private mutating func alerts(_ children: [Component], _ output: inout OutputSpan<UInt8>) -> Bool {
    guard !children.isEmpty else { return true }
    if children.count > 1, Set(children.map { $0.first(.uid)?.text }).count < children.count { return false }
    key(.alerts, &output)
    var isFirst = true
    for child in children {
      output.put(isFirst ? 0x7B : 0x2C)
      isFirst = false
      guard place?.write(child, with: &alert, heads, to: &output) ?? false else { return false }
    }
    output.put(0x7D)
    return true
  }

  /// `iCalendar`: how a link was written, and what stands under no key.
  private func rest(_ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>) -> Bool {
    var isOpen = false
    if !linkID.isEmpty {
      key(.iCalendar, &output)
      output.put(Self.restBegin)
      output.put(Self.convertedBegin)
      output.put(linkID)
      output.put(Self.convertedEnd)
      isOpen = true
    }
    var isFirst = true
    for index in own.lines.indices where !own.isPlaced(index) {
      if !isOpen {
        key(.iCalendar, &output)
        output.put(Self.restBegin)
        isOpen = true
      }
      if isFirst { output.put(Self.properties) } else { output.put(0x2C) }
      isFirst = false
      let line = own.lines[index]
      guard line.parameters.isEmpty, JCal.write(line.id, heads, bytes, line.value, to: &output) else {
        return false
      }
    }
    if !isFirst { output.put(0x5D) }
    if isOpen { output.put(0x7D) }
    return true
  }

  private static let restBegin = Array("{\"name\":\"vtodo\"".utf8)
  private static let convertedBegin = Array(",\"convertedProperties\":{\"links/".utf8)
  private static let convertedEnd = Array("/href\":{\"name\":\"url\"}}".utf8)
  private static let properties = Array(",\"properties\":[".utf8)
}

extension ReminderPlace {
  /// Appends the alert of an alarm in the common case; false in any other. Here, so that neither the place nor the writer is copied.
  fileprivate mutating func write(
    _ alarm: Component, with quick: inout QuickAlert, _ heads: [ShortText?],
    to output: inout OutputSpan<UInt8>
  ) -> Bool {
    quick.write(alarm, heads, &self, to: &output)
  }
}
