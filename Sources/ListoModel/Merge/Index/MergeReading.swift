internal import ICalendar

/// The first pass: every input from front to back, into the index and the properties of each list.
struct MergeReading {
  let options: MergeOptions
  private(set) var index = MergeIndex()
  private(set) var lists: [MergedList] = []
  private var log: DiagnosticLog
  var problems: [Diagnostic] { log.diagnostics }
  private(set) var refused: [MergeReport.RefusedInput] = []
  private(set) var strays: [MergeReport.StrayText] = []
  private(set) var messages: [MergeMessage] = []
  /// The rules for components of the base that a side lacks; nil without a base.
  private(set) var absence: SideAbsence?
  /// Those of the base are not counted.
  private(set) var componentCount = 0
  /// The bytes of the inputs that are not yet read to their end, as far as that is known.
  private var expected: Int
  private var held: HeldBytes
  /// There is room for the bytes of all inputs.
  private let holdsAll: Bool
  private var spellings: [Spelling: UInt32] = [:]
  private var homes: [String: UInt32] = [:]
  private var units: [ListGroups.Unit] = []
  private var unitNumbers: [UnitKey: UInt32] = [:]
  /// The calendars' own lines, by the numbers of ``MergeIndex/calendars``.
  private var lines: [(own: CalendarLines, beside: CalendarLines, input: String)] = []
  private var beside: [CollectionMetadata: CalendarLines] = [:]
  /// The last header, and what it says: the files of a folder say the same of themselves again and again.
  private var lastHeader: (bytes: [UInt8], lines: CalendarLines)?

  /// A definition of a zone by its bytes: where many files hold the same, one is kept.
  private struct Spelling: Hashable {
    /// Its list, or before the lists are known its unit.
    let list: UInt32
    let digest: ByteHash
  }

  private struct UnitKey: Hashable {
    let home: UInt32
    let side: Int
    /// The number of the calendar in its file.
    let ordinal: Int
  }

  /// - Parameters:
  ///   - absence: what sides lack counts.
  ///   - size: how many bytes all inputs have, as far as that is known.
  ///   - heldBytes: how many of them may stay in memory; of a small part of them none does.
  init(options: MergeOptions, absence: SideAbsence?, size: Int, heldBytes: Int) {
    (self.options, self.absence) = (options, absence)
    expected = size
    held = HeldBytes(room: size / 20 > heldBytes ? 0 : heldBytes)
    holdsAll = size <= heldBytes
    log = DiagnosticLog(limits: options.limits)
  }

  /// The content read from the current input; taken back if the input turns out to be a message.
  private struct Input {
    let number: UInt32
    let name: String
    var calendars: [CalendarLines] = []
    var firstCalendar: UInt32
    /// Where the reading stands among `calendars`.
    var cursor = CalendarCursor()
    var zones: [MergeIndex.ZoneDefinition] = []
    /// The first problem behind which components may be hidden.
    var damage: Diagnostic?
    /// The first component that is too large to be read.
    var oversize: Diagnostic?
    /// The last END that is missing.
    var missingEnd: Diagnostic?
    /// A calendar began before the end of the one before it.
    var isClosedLate = false
    /// Something that is no item is in it.
    var holdsText = false

    var content: MergeInputContent { calendars.isEmpty ? holdsText ? .text : .nothing : .calendar }

    /// Where it was cut off: in a calendar, or in components that stand in none. A component in the middle of
    /// a calendar whose END is missing is one broken item.
    var cut: Diagnostic? { cursor.isInside || isClosedLate ? missingEnd : nil }
  }

  /// An input, the side that it belongs to, and its size, where that is known before it is read.
  typealias Source = (input: any MergeInput, side: Int, size: Int?)

  /// Reads the inputs in their order.
  mutating func read(_ sources: [Source], on pipeline: any Pipeline)
    throws(MergeError)
  {
    var rest = sources.indices
    while let first = rest.first {
      let small = rest.prefix { sources[$0].size.map { $0 <= Self.smallSize } ?? false }
      if small.isEmpty {
        try readLarge(sources[first], number: first, on: pipeline)
        rest = rest.dropFirst()
      } else {
        try readSmall(sources, small, on: pipeline)
        rest = rest.dropFirst(small.count)
      }
    }
  }

  /// One whose batches are shared among threads.
  private mutating func readLarge(
    _ source: Source, number: Int, on pipeline: any Pipeline
  ) throws(MergeError) {
    try read(source, number: number) { take throws(ICalendarError) in
      try Part.read(source.input, on: pipeline, take: take)
    }
  }

  // MARK: Small inputs

  /// It takes longer to hand its batches to other threads than to read it.
  private static let smallSize = 64 << 10

  /// Several that are shared among threads one by one: the files of a vdir.
  private mutating func readSmall(
    _ sources: [Source], _ numbers: Range<Int>, on pipeline: any Pipeline
  ) throws(MergeError) {
    try pipeline.shared(numbers, share: 32) { number in
      (number: number, input: SmallInput(sources[number].input))
    } consume: { (number, input) throws(MergeError) in
      try read(sources[number], number: number) { take throws(ICalendarError) in
        for part in input.parts { try take(part) }
        if let error = input.error { throw error }
      }
    }
  }

  /// A batch, and what the index has of it.
  private struct Part: Sendable {
    let batch: ItemBatch
    let components: MergeIndex

    /// Hands on the parts of an input in their order.
    static func read(
      _ input: any MergeInput, on pipeline: any Pipeline, take: (Part) throws(ICalendarError) -> Void
    ) throws(ICalendarError) {
      let end = try pipeline.read(input.open(), NoOrder(), limits: input.limits) { batch in
        Part(batch: batch, components: MergeIndex(batch))
      } consume: { part throws(ICalendarError) in
        try take(part)
        return true
      }
      if let error = end.error { throw error }
    }
  }

  /// An input that was read, as far as it could be.
  private struct SmallInput: Sendable {
    private(set) var parts: [Part] = []
    private(set) var error: ICalendarError?

    init(_ input: any MergeInput) {
      do throws(ICalendarError) {
        var parts: [Part] = []
        defer { self.parts = parts }
        try Part.read(input, on: SerialPipeline()) { parts.append($0) }
      } catch {
        self.error = error
      }
    }
  }

  // MARK: One input

  /// - Parameter hand: hands out the input's parts in their order.
  private mutating func read(
    _ entry: Source, number: Int,
    _ hand: ((Part) throws(ICalendarError) -> Void) throws(ICalendarError) -> Void
  ) throws(MergeError) {
    let (source, side) = (entry.input, entry.side)
    let before = (index.entries.count, index.keys.count, index.recurrences.count, strays.count)
    var input = Input(
      number: UInt32(number), name: source.name,
      firstCalendar: UInt32(index.calendars.count))
    do throws(ICalendarError) {
      var count = 0
      try hand { part throws(ICalendarError) in
        let (batch, components) = (part.batch, part.components)
        try options.limits.count(batch.componentCount, in: &count)
        guard index.hasRoom(for: components) else { throw .unreadable(reason: MergeIndex.full) }
        if batch.offset == 0 { index.reserve(components, of: batch.content.count, among: expected) }
        take(batch, components, &input)
        // Little of the base is asked for again: it takes no room from the sides.
        if side >= 0 || holdsAll { held.take(batch, ofInput: number) }
      }
    } catch {
      throw .unreadable(input: source.name, error)
    }
    source.wasRead(input.content)
    expected -= entry.size ?? 0
    if let oversize = input.oversize, !input.calendars.isEmpty { throw .oversize(oversize) }
    try absence?.take(
      source, side: side, refusal: input.calendars.lazy.compactMap(\.absenceRefusal).first,
      isMessage: options.appliesMessages && input.calendars.contains { $0.message != nil },
      isEmpty: input.calendars.isEmpty && !source.isEmptyCollection, damage: input.damage,
      cut: input.cut)
    if let reason = input.calendars.lazy.compactMap(\.refusal).first {
      if options.appliesMessages, let method = input.calendars.lazy.compactMap(\.message).first {
        try takeMessages(method, source, index.entries[before.0...], input)
      } else {
        refused.append(MergeReport.RefusedInput(input: source.name, reason: reason))
        log.append(Diagnostic(.error, .message, file: source.name, "\(reason); the input is left out"))
      }
      index.entries.removeSubrange(before.0...)
      index.keys.removeSubrange(before.1...)
      index.recurrences.removeSubrange(before.2...)
      strays.removeSubrange(before.3...)
      held.drop(input: number)
      return
    }
    if side >= 0 { componentCount += index.entries.count - before.0 }
    let isItem = isItem(input, from: before.0)
    let beside = isItem ? linesBeside(source) : CalendarLines()
    let collection = source.collection.flatMap { isItem ? "folder " + $0 : nil }
    let file = "file " + source.name
    // A file that was named itself may be a copy of another in its folder.
    let home = self.home(source.namedFolder == nil ? file : collection ?? file)
    let unitHome = self.home(collection ?? file)
    var identifiers: [String?: Int] = [:]
    for (ordinal, calendar) in input.calendars.enumerated() {
      identifiers[calendar.identifier, default: 0] += 1
      let holder = identifiers[calendar.identifier] ?? 1
      let key = UnitKey(home: unitHome, side: side, ordinal: ordinal)
      let unit = unitNumbers[key] ?? UInt32(units.count)
      if unit == units.count {
        unitNumbers[key] = unit
        units.append(
          isItem && source.collection != nil && source.namedFolder != nil
            ? ListGroups.Unit(collection: source, side: side, home: unitHome, title: beside.title)
            : ListGroups.Unit(
              calendar, of: source, side: side, home: unitHome, title: calendar.title ?? beside.title,
              isAlone: input.calendars.count == 1, suffix: holder > 1 ? "~\(holder)" : ""))
      }
      index.calendars.append(
        MergeIndex.Calendar(list: unit, input: input.number, side: Int32(side), home: home))
      lines.append((calendar, beside, input.name))
    }
    for zone in input.zones { add(zone) }
  }

  /// The number of a file or folder.
  private mutating func home(_ place: String) -> UInt32 {
    let number = homes[place] ?? UInt32(homes.count)
    homes[place] = number
    return number
  }

  /// Takes note of a definition of a zone; of one spelling in one list the first is kept.
  private mutating func add(_ zone: MergeIndex.ZoneDefinition) {
    let list = index.calendars[Int(zone.calendar)].list
    let spelling = Spelling(list: list, digest: ByteHash(zone.component.bytes))
    let number = spellings[spelling] ?? UInt32(index.zones.count)
    if number == index.zones.count {
      spellings[spelling] = number
      index.zones.append(zone)
    }
    index.definedZones.append((zone.calendar, number))
  }

  /// Keeps the components of a message, whole: they are few.
  private mutating func takeMessages(
    _ method: MergeMessage.Method, _ source: any MergeInput, _ entries: ArraySlice<MergeIndex.Entry>,
    _ input: Input
  ) throws(MergeError) {
    let zones = ZoneTable(input.zones.map(\.component))
    for entry in entries where entry.flags.contains(.reminder) {
      var bytes: [UInt8] = []
      do throws(ICalendarError) {
        try source.read(Int(entry.length), at: entry.offset, into: &bytes)
      } catch {
        throw .unreadable(input: source.name, error)
      }
      guard let component = Component(bytes, returnsEndLines: entry.flags.contains(.returnsEndLines)) else {
        throw .changed(input: source.name)
      }
      let recurrence = RecurrenceKey(component.first(.recurrenceID)).resolved { zones.zone($0) }
      messages.append(
        MergeMessage(
          method: method, component: component.standingAlone(), input: source.name, recurrence: recurrence))
    }
  }

  /// Joins the calendars to lists, and sorts these by identifier, so that their order is not that of the
  /// inputs.
  mutating func finish() {
    let groups = ListGroups(units, options.lists)
    let order = groups.lists.indices.sorted {
      groups.lists[$0].identifier < groups.lists[$1].identifier
    }
    var places = [Int](repeating: 0, count: order.count)
    for (place, old) in order.enumerated() { places[old] = place }
    lists = order.map { MergedList(groups.lists[$0]) }
    for (number, lines) in lines.enumerated() {
      let list = places[groups.places[Int(index.calendars[number].list)]]
      index.calendars[number].list = UInt32(list)
      lists[list].add(
        lines.own, beside: lines.beside, input: lines.input, side: Int(index.calendars[number].side))
    }
    lines = []
    let (zones, defined) = (index.zones, index.definedZones)
    (index.zones, index.definedZones, spellings) = ([], [], [:])
    var numbers: [UInt32: UInt32] = [:]
    for (calendar, zone) in defined {
      guard let number = numbers[zone] else {
        add(zones[Int(zone)])
        if let last = index.definedZones.indices.last {
          index.definedZones[last].calendar = calendar
          numbers[zone] = index.definedZones[last].zone
        }
        continue
      }
      index.definedZones.append((calendar, number))
    }
  }

  /// Hands out the index and keeps none.
  mutating func takeIndex() -> MergeIndex {
    defer { index = MergeIndex() }
    return index
  }

  /// Hands out the bytes that were held and keeps none.
  mutating func takeHeld() -> HeldBytes {
    defer { held = HeldBytes(room: 0) }
    return held
  }

  // MARK: A batch

  private mutating func take(_ batch: ItemBatch, _ components: MergeIndex, _ input: inout Input) {
    // The calendar of each component, as runs: nearly always one.
    var calendars: [(calendar: UInt32, count: Int)] = []
    var entry = 0
    for position in batch.indices {
      let kind = batch.kind(at: position)
      if kind == .open, input.cursor.isOpen { input.isClosedLate = true }
      let place = input.cursor.step(kind)
      if place.isFirst { input.calendars.append(CalendarLines()) }
      if case .component(let kind) = kind, kind != .vtimezone {
        let calendar = input.firstCalendar + UInt32(place.calendar)
        if components.entries[entry].flags.contains(.lacksUID) { reportMissingUID(batch[position], input) }
        Self.count(calendar, &calendars)
        entry += 1
        continue
      }
      switch batch[position] {
      case .open(let header): addLines(header, place.calendar, &input)
      case .properties(let lines): if input.cursor.isOpen { addLines(lines, place.calendar, &input) }
      case .component(let component):
        let calendar = input.firstCalendar + UInt32(place.calendar)
        if let tzid = component.zoneName {
          let zone = component.standingAlone().detached()
          input.zones.append(
            MergeIndex.ZoneDefinition(
              tzid: Array(tzid.utf8), component: zone, input: input.number, calendar: calendar))
        } else {
          Self.count(calendar, &calendars)
          entry += 1
        }
      case .close: break
      case .other(let bytes): takeOther(bytes, &input)
      case .problem(var problem):
        problem.file = input.name
        log.append(problem)
        if problem.code.mayHideComponents, input.damage == nil { input.damage = problem }
        if problem.code == .tooLarge, input.oversize == nil { input.oversize = problem }
        if problem.code == .missingEnd { input.missingEnd = problem }
      }
    }
    index.append(components, calendars: calendars)
  }

  private static func count(_ calendar: UInt32, _ calendars: inout [(calendar: UInt32, count: Int)]) {
    if calendars.last?.calendar == calendar {
      calendars[calendars.count - 1].count += 1
    } else {
      calendars.append((calendar, 1))
    }
  }

  /// The calendar's own lines.
  private mutating func addLines(_ header: Component, _ calendar: Int, _ input: inout Input) {
    // The same bytes say the same where line feeds end lines, and none of them goes beyond a limit.
    let mayBeKnown =
      input.calendars[calendar].lines.isEmpty && !header.returnsEndLines && !header.hasUnreadLines
    if mayBeKnown, let lastHeader, header.bytes.elementsEqual(lastHeader.bytes) {
      input.calendars[calendar] = lastHeader.lines
      return
    }
    var hasStrays = false
    for property in header.properties {
      if property.id == .malformed {
        hasStrays = true
        strays.append(
          MergeReport.StrayText(input: input.name, line: property.lineNumber, property.unfolded))
      } else {
        input.calendars[calendar].add(property)
      }
    }
    if mayBeKnown && !hasStrays { lastHeader = (Array(header.bytes), input.calendars[calendar]) }
  }

  private mutating func reportMissingUID(_ item: Item, _ input: Input) {
    guard case .component(let component) = item else { return }
    log.append(
      Diagnostic(
        .warning, .missingUID, file: input.name, line: component.lineNumber,
        "a reminder without UID; it gets a UID derived from its content"))
  }

  /// Bytes that are no item. Empty lines are nothing; anything else is a loss that is named.
  private mutating func takeOther(_ bytes: ArraySlice<UInt8>, _ input: inout Input) {
    guard bytes.contains(where: { $0 > 0x20 }) else { return }
    input.holdsText = true
    strays.append(MergeReport.StrayText(input: input.name, line: nil, bytes))
  }

  /// The input is one item, and does not say of itself which list it is: see ``CalendarFile/isListOfItsOwn``.
  private func isItem(_ input: Input, from first: Int) -> Bool {
    guard input.calendars.count == 1, let calendar = input.calendars.first, calendar.identifier == nil,
      calendar.first(.name) == nil, calendar.first(.xWrCalname) == nil
    else { return false }
    return index.entries[first...].allSatisfy { index.key($0) == index.key(index.entries[first]) }
  }

  /// The values of `displayname` and `color`, as lines, for an input that is one item of its list.
  private mutating func linesBeside(_ source: any MergeInput) -> CalendarLines {
    guard let metadata = source.metadata else { return CalendarLines() }
    if let known = beside[metadata] { return known }
    var lines = CalendarLines()
    CollectionMetadata.header(metadata.lines)?.properties.forEach { lines.add($0) }
    beside[metadata] = lines
    return lines
  }
}
