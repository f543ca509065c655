internal import ICalendar
internal import ListoModel

/// Reads the fields of reminders, one after another in the same memory, and keeps account of all that no
/// field holds.
///
/// Most values are noted by their places in the component's bytes: no text, property or value is made of
/// them. A value that does not stand there as a field has it (a text that is not UTF-8, `+5`, a due date that
/// follows from DURATION) is written behind those bytes, so that who writes fields sees one form of all.
struct FieldReader: Sendable {
  /// The reason why a line is in no field.
  enum Reason: Sendable {
    /// No field is read from such a property.
    case foreign
    /// The field has a value already.
    case repeated
    /// The value is not of the field's type.
    case unreadable
    /// There is no value.
    case empty
  }

  /// A line that is in no field.
  struct Rest: Sendable {
    let line: LineParts
    let reason: Reason
  }

  private(set) var fields = FieldPlaces()
  /// The lines that are in no field, in their order.
  private(set) var rest: [Rest] = []
  /// The lines whose value a field has, and that have parameters which no field holds.
  private(set) var parameterized: [LineParts] = []
  /// The DURATION from which the due date follows: the field says when the reminder is due, and not that it
  /// was said so.
  private(set) var duration: LineParts?
  /// The lines of CATEGORIES that name a tag a second time.
  private(set) var doubledTags: [LineParts] = []
  /// The times in a zone, with its index in ``zones``.
  private(set) var zoned: [(id: FieldID, zone: Int)] = []

  private var own = PlacedLines()
  private var alarm = PlacedLines()
  /// The parameters and zones of the calendar.
  private(set) var place: ReminderPlace?
  /// The whole component is UTF-8.
  private(set) var isUTF8 = true
  /// A bit for each field whose first property was met, by its position: further ones are repeated, whatever
  /// that one says.
  private var met: UInt32 = 0
  /// The tags, or the words of alarms, that were met.
  private var known = QuickTexts()
  /// A tag is not known by its bytes alone.
  private var hasOddTags = false
  /// The values that stand in no line, and the place of the first of their bytes.
  private var made: [UInt8] = []
  private var madeStart = 0
  /// The number of lines in alarms that the words of the alarms do not say.
  private(set) var alarmDetails = 0
  /// The alarms that the fields have, where one of them had to be read as a value.
  private(set) var alarms: [Alarm] = []
  /// The components that are no alarm of a field.
  private(set) var components: [Component] = []

  /// The zones of the calendar whose reminder was read.
  var zones: [TravellingZone] { place?.zones ?? [] }

  /// The bytes in which the values of the fields stand, but for those in ``FieldPlaces/own``.
  func bytes(of component: Component) -> ArraySlice<UInt8> { own.bytes(of: component) }

  /// The fields as values.
  func values(of component: Component) -> ReminderFields {
    let bytes = bytes(of: component)
    return fields.values(bytes.span)
  }

  /// The fields of one reminder as values, with its alarms.
  static func values(of component: Component, in calendar: CalendarContext) -> ReminderFields {
    var reader = FieldReader()
    reader.read(component, in: calendar)
    return reader.values(of: component)
  }

  /// Writes bytes behind the component's: what stands beside the fields and in none of its lines.
  mutating func append(_ bytes: some Collection<UInt8>, behind component: Component) -> Range<Int> {
    own.append(bytes, behind: component)
  }

  /// The property of a line.
  mutating func property(_ line: LineParts, of component: Component) -> Property {
    own.property(line, of: component)
  }

  /// Reads a reminder in the place of the last one.
  ///
  /// - Parameters:
  ///   - component: a VTODO as ``Component/inGivenForm``.
  ///   - withAlarms: false for a format that has a place for whole alarms.
  /// - Complexity: one walk over the component's lines.
  mutating func read(_ component: Component, in calendar: CalendarContext, withAlarms: Bool = true) {
    readLines(of: component, in: calendar)
    if withAlarms { readAlarms(of: component) }
  }

  // MARK: Lines

  private mutating func readLines(of component: Component, in calendar: CalendarContext) {
    // Taken out while it learns zones and parameters, so that it is not copied.
    var place = self.place.take() ?? ReminderPlace(calendar)
    if place.calendar !== calendar { place = ReminderPlace(calendar) }
    defer { self.place = place }
    clear()
    own.take(component)
    isUTF8 = component.bytes.span.isUTF8
    let bytes = own.bytes(of: component)
    madeStart = bytes.count
    for index in own.lines.indices { read(own.lines[index], bytes.span, component, &place) }
    if !own.malformed.isEmpty { addMalformed() }
    if hasOddTags { readOddTags(of: component) }
    if let duration { readDuration(duration, of: component, &place) }
    for (id, zone) in zoned { fields.set(id, zone: place.zones[zone].tzid) }
    if !made.isEmpty { _ = own.append(made, behind: component) }
    if !fields.has(.status) { setImpliedStatus(of: component) }
  }

  private mutating func clear() {
    fields.removeAll(isEscaped: true)
    rest.removeAll(keepingCapacity: true)
    zoned.removeAll(keepingCapacity: true)
    (met, alarmDetails, duration, hasOddTags) = (0, 0, nil, false)
    if !parameterized.isEmpty { parameterized = [] }
    if !doubledTags.isEmpty { doubledTags = [] }
    if !made.isEmpty { made.removeAll(keepingCapacity: true) }
    if !alarms.isEmpty { alarms = [] }
    if !components.isEmpty { components = [] }
  }

  private mutating func read(
    _ line: LineParts, _ bytes: Span<UInt8>, _ component: Component, _ place: inout ReminderPlace
  ) {
    guard let id = FieldID.of(line.id) else {
      if line.id == .duration, duration == nil {
        duration = line
      } else {
        rest.append(Rest(line: line, reason: .foreign))
      }
      return
    }
    let facts = place.facts(of: line, bytes, component, in: &own)
    if id == .tags { return readTags(line, facts, bytes) }
    if id == .parent, facts.relation == .other, isOfOtherRelation(line, component) {
      return rest.append(Rest(line: line, reason: .foreign))
    }
    guard meets(id) else { return rest.append(Rest(line: line, reason: .repeated)) }
    guard let isPlain = readPlain(id, line, facts, bytes) else { return readOdd(id, line, component, &place) }
    if !isPlain { parameterized.append(line) }
  }

  /// Notes that a field is there; false where it was there before.
  @inline(__always)
  private mutating func meets(_ id: FieldID) -> Bool {
    let bit: UInt32 = 1 << UInt32(id.position)
    defer { met |= bit }
    return met & bit == 0
  }

  /// RELTYPE names another relation than the parent.
  private mutating func isOfOtherRelation(_ line: LineParts, _ component: Component) -> Bool {
    let type = ParameterSection(own.property(line, of: component).parameters).reltype
    return type.map { $0 != "PARENT" } ?? false
  }

  /// Notes the place of a value that stands as the field has it.
  ///
  /// - Returns: false where the line has parameters that the field does not hold; nil, and nothing is noted,
  ///   where the value must be looked at as one.
  @inline(__always)
  private mutating func readPlain(
    _ id: FieldID, _ line: LineParts, _ facts: ParameterFacts, _ bytes: Span<UInt8>
  ) -> Bool? {
    let value = line.value
    guard isUTF8, !value.isEmpty, !facts.hasOthers else { return nil }
    switch id {
    case .status:
      fields.set(Status(bytes, value), isWritten: true)
      return facts.isPlain(.text)
    case .stamp, .created, .modified, .completed, .recurrenceID, .due, .start:
      guard let moment = facts.moment(bytes, value) else { return nil }
      if facts.hasZone {
        guard facts.zone >= 0, moment.hasTime, !moment.isUTC else { return nil }
        zoned.append((id, facts.zone))
      }
      fields.set(id, moment)
      return true
    case .uid, .title, .notes, .location, .classification:
      fields.set(id, value)
      return facts.isPlain(.text)
    case .parent:
      fields.set(id, value)
      return facts.isOfParent
    case .url:
      fields.set(id, value)
      return facts.isPlain(.uri)
    case .recurrence, .geo:
      guard FieldPlaces.isRaw(line.id, bytes, value) else { return nil }
      fields.set(id, value)
      return line.parameters.isEmpty || id == .recurrence && facts.isPlain(.recur)
    case .sequence, .percent, .priority, .order:
      guard bytes.isPlainInteger(value) else { return nil }
      fields.set(id, value)
      return facts.isPlain(.integer)
    case .tags, .alarms: return nil
    }
  }

  /// Reads a line by its property.
  private mutating func readOdd(
    _ id: FieldID, _ line: LineParts, _ component: Component, _ place: inout ReminderPlace
  ) {
    let property = own.property(line, of: component)
    let parameters = ParameterSection(property.parameters)
    let isPlain: Bool
    switch id.type {
    case .moment:
      guard let moment = parameters.moment(of: property) else {
        return rest.append(Rest(line: line, reason: .unreadable))
      }
      set(id, moment, &place)
      isPlain = parameters.isOfMoment
    case .integer:
      guard let number = try? IntegerValue.parse(property.value) else {
        return rest.append(Rest(line: line, reason: .unreadable))
      }
      fields.set(id, make(String(number).utf8))
      isPlain = parameters.isPlain("INTEGER")
    case .text, .texts:
      let text = id == .status ? Status(property.value).word : Self.text(property, id)
      guard !text.isEmpty, ContentValue.wanted(by: property.id, property.value, []) == nil else {
        let isEmpty = text.isEmpty && line.parameters.isEmpty
        return rest.append(Rest(line: line, reason: isEmpty ? .empty : .unreadable))
      }
      if id == .status {
        fields.set(Status(Array(text.utf8)[...]), isWritten: true)
      } else {
        fields.set(id, make(ReminderFields.isDecoded(id) ? TextValue.encode(text) : Array(text.utf8)))
      }
      isPlain = id == .parent ? parameters.facts.isOfParent : parameters.isPlain(Self.type(of: id))
    }
    if !isPlain { parameterized.append(line) }
  }

  private static func text(_ property: Property, _ id: FieldID) -> String {
    ReminderFields.isDecoded(id) ? property.text : property.rawText
  }

  /// The type that VALUE may name.
  private static func type(of id: FieldID) -> String {
    switch id {
    case .url: "URI"
    case .recurrence: "RECUR"
    case .geo: "FLOAT"
    default: "TEXT"
    }
  }

  private mutating func set(_ id: FieldID, _ moment: Moment, _ place: inout ReminderPlace) {
    fields.set(id, DigitMoment(moment))
    if case .zoned(_, let tzid) = moment, let zone = place.zoneIndex(tzid) { zoned.append((id, zone)) }
  }

  /// Writes a value behind the component's bytes.
  private mutating func make(_ value: some Collection<UInt8>) -> Range<Int> {
    let start = madeStart + made.count
    made += value
    return start..<madeStart + made.count
  }

  private mutating func addMalformed() {
    for number in own.malformed {
      rest.append(
        Rest(
          line: LineParts(.malformed, line: number, nameEnd: 0, valueStart: 0, valueEnd: 0), reason: .foreign)
      )
    }
    rest.sort { $0.line.line < $1.line.line }
  }

  /// Without DUE, DTSTART and DURATION say when the reminder is due (RFC 5545 §3.8.2.3).
  private mutating func readDuration(
    _ line: LineParts, of component: Component, _ place: inout ReminderPlace
  ) {
    duration = nil
    guard meets(.due) else { return rest.append(Rest(line: line, reason: .repeated)) }
    guard let due = Reminder(component, in: place.calendar).due else {
      return rest.append(Rest(line: line, reason: .unreadable))
    }
    set(.due, due, &place)
    duration = line
    if !line.parameters.isEmpty { parameterized.append(line) }
  }

  // MARK: Status and numbers

  /// Without STATUS, other lines say it, those too whose value no field has.
  private mutating func setImpliedStatus(of component: Component) {
    let isOdd = rest.contains { entry in
      entry.reason != .foreign && [.status, .completed, .percentComplete].contains(entry.line.id)
    }
    if isOdd {
      fields.set(Reminder(component, in: .none).status, isWritten: false)
    } else {
      let bytes = bytes(of: component)
      fields.set(fields.impliedStatus(bytes.span), isWritten: false)
    }
  }

  /// Takes the values out of the fields that would not come back as they are: see ``FieldCodec``.
  mutating func dropUnfit(of component: Component) {
    let bytes = bytes(of: component)
    let unfit = Self.limited.filter { !fits($0, bytes.span) }
    guard !unfit.isEmpty else { return }
    let implied = fields.impliedStatus(bytes.span)
    for id in unfit {
      fields.remove(id)
      parameterized.removeAll { $0.id == id.property }
      rest.append(Rest(line: own.lines[own.first(id.property)], reason: .unreadable))
    }
    guard !fields.has(.status) else { return }
    let remaining = fields.impliedStatus(bytes.span)
    if own.first(.status) < 0, remaining != implied {
      // A status says what followed from the number that is dropped.
      fields.set(implied, isWritten: true)
    } else if unfit.contains(.status), !remaining.isOpen {
      // A status that no program knows shows as open.
      fields.set(.needsAction, isWritten: true)
    } else {
      setImpliedStatus(of: component)
    }
  }

  private static let limited: [FieldID] = [.status, .priority, .percent, .sequence]

  private func fits(_ id: FieldID, _ bytes: Span<UInt8>) -> Bool {
    guard fields.has(id) else { return true }
    if id == .status { return fields.status.isStandard }
    return fields.integer(id, bytes).map { FieldCodec.fits(id, $0) } ?? false
  }

  /// Takes lines that no field is read from out of the rest, since a format has a place for them.
  mutating func takeRest(of component: Component, where isTaken: (Property) -> Bool) -> [Property] {
    var taken: [Property] = []
    rest.removeAll { entry in
      guard entry.reason == .foreign else { return false }
      let property = own.property(entry.line, of: component)
      guard isTaken(property) else { return false }
      taken.append(property)
      return true
    }
    return taken
  }

  // MARK: Tags

  /// The lines of CATEGORIES are one set (RFC 5545 §3.8.1.2).
  private mutating func readTags(_ line: LineParts, _ facts: ParameterFacts, _ bytes: Span<UInt8>) {
    if !facts.isPlain(.text) { parameterized.append(line) }
    guard !hasOddTags else { return }
    hasOddTags = !isUTF8 || facts.hasOthers || !readPlainTags(bytes, line.value)
  }

  /// The texts of a line, without escapes, none of them empty or there already.
  private mutating func readPlainTags(_ bytes: Span<UInt8>, _ value: Range<Int>) -> Bool {
    if fields.tags.isEmpty { known = QuickTexts() }
    var start = value.lowerBound
    while start <= value.upperBound {
      var end = start
      while end < value.upperBound, bytes[end] != 0x2C {
        guard bytes[end] != 0x5C else { return false }
        end += 1
      }
      guard start < end, known.add(bytes, start..<end), known.count > fields.tags.count else { return false }
      fields.add(tag: start..<end)
      start = end + 1
    }
    return true
  }

  /// Reads all tags by their texts.
  private mutating func readOddTags(of component: Component) {
    fields.remove(.tags)
    var tags: [String] = []
    var seen: Set<String> = []
    for line in own.lines where line.id == .categories {
      let (texts, before) = (own.property(line, of: component).texts, tags.count)
      for text in texts where seen.insert(text).inserted { tags.append(text) }
      if tags.count - before < texts.count { doubledTags.append(line) }
    }
    for tag in tags { fields.add(tag: make(tag.utf8)) }
  }

  // MARK: Alarms

  private mutating func readAlarms(of component: Component) {
    guard component.hasChildren, var place = place.take() else { return }
    defer { self.place = place }
    let bytes = bytes(of: component)
    for child in component.children {
      guard isUTF8, child.kind == .valarm, !child.hasChildren, readAlarm(child, bytes.span, &place) else {
        return readOddAlarms(of: component)
      }
    }
  }

  /// Reads all alarms as values.
  mutating func readOddAlarms(of component: Component) {
    fields.remove(.alarms)
    (alarms, components, alarmDetails) = ([], [], 0)
    var seen: Set<String> = []
    for child in component.children {
      let alarm = Alarm(child)
      if child.kind == .valarm, let word = AlarmText.text(of: alarm), seen.insert(word).inserted {
        fields.add(alarm: fields.keep(word.utf8))
        alarms.append(alarm)
      } else {
        components.append(child)
      }
    }
  }

  private mutating func readAlarm(
    _ component: Component, _ own: Span<UInt8>, _ place: inout ReminderPlace
  ) -> Bool {
    alarm.take(component)
    guard alarm.malformed.isEmpty else { return false }
    let bytes = alarm.bytes(of: component)
    return readAlarm(bytes.span, component, own, &place)
  }

  private mutating func readAlarm(
    _ bytes: Span<UInt8>, _ component: Component, _ own: Span<UInt8>, _ place: inout ReminderPlace
  ) -> Bool {
    let index = alarm.first(.trigger)
    guard index >= 0, alarm.first(.proximity) < 0, alarm.first(.xAppleProximity) < 0 else { return false }
    let line = alarm.lines[index]
    let facts = place.facts(of: line, bytes, component, in: &alarm)
    guard !facts.hasOthers, !facts.hasZone, facts.relation == .none, facts.related != .other else {
      return false
    }
    if facts.value == .dateTime || facts.value == .none, let moment = DigitMoment(bytes, line.value) {
      guard moment.isUTC, !bytes.holds(Self.noAlarm, at: line.value.lowerBound) else { return false }
    } else {
      guard facts.value == .none || facts.value == .duration,
        AlarmText.isPlainDuration(bytes, line.value)
      else { return false }
    }
    if fields.alarms.isEmpty { known = QuickTexts() }
    var word = fields.keep(bytes, line.value)
    if facts.related == .end { word = word.lowerBound..<fields.keep(Self.end).upperBound }
    guard isNew(word) else { return false }
    fields.add(alarm: word)
    return countDetails(bytes, own, title: fields.has(.title) ? fields[.title] : nil)
  }

  /// No alarm has this word; false too where the bytes do not tell.
  private mutating func isNew(_ word: Range<Int>) -> Bool {
    let words = fields.own
    return known.add(words.span, word) && known.count > fields.alarms.count
  }

  private static let noAlarm = Array(Quirks.appleNoAlarm.iCalendarText.utf8)
  private static let end = Array("/end".utf8)
  private static let display = Array("DISPLAY".utf8)
  private static let defaultTitle = Array(AlarmText.defaultText.utf8)

  /// Counts those lines of an alarm that ``AlarmText/lost(of:title:)`` finds; false where it must be asked.
  private mutating func countDetails(
    _ bytes: Span<UInt8>, _ own: Span<UInt8>, title: Range<Int>?
  ) -> Bool {
    for line in alarm.lines {
      switch line.id {
      case .trigger: continue
      case .action:
        // The same word may be written in lower case.
        guard line.value.count == Self.display.count, bytes.holds(Self.display, at: line.value.lowerBound)
        else { return false }
      case .description:
        let isSame =
          if let title {
            Self.isSame(bytes, line.value, own, title)
          } else {
            Self.isSame(bytes, line.value, Self.defaultTitle.span, 0..<Self.defaultTitle.count)
          }
        guard let isSame else { return false }
        if !isSame { alarmDetails += 1 }
      default: alarmDetails += 1
      }
    }
    return true
  }

  /// Two values are the same TEXT; nil where only the texts tell.
  private static func isSame(
    _ left: Span<UInt8>, _ leftRange: Range<Int>, _ right: Span<UInt8>, _ rightRange: Range<Int>
  ) -> Bool? {
    if leftRange.count == rightRange.count,
      left.isSame(leftRange.count, from: leftRange.lowerBound, as: right, from: rightRange.lowerBound)
    {
      return true
    }
    // No other text is equal to one of letters and blanks alone, and with an escape it has another sign.
    return isOfLetters(left, leftRange) || isOfLetters(right, rightRange) ? false : nil
  }

  private static func isOfLetters(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    for index in range {
      let byte = bytes[index]
      // The sign of kelvin is a K.
      guard byte == 0x20 || (byte | 0x20) &- 0x61 < 26 && byte != 0x4B else { return false }
    }
    return true
  }
}
