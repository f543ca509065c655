internal import ICalendar
internal import ListoModel

/// A syntax for people, in which lists are headings and subtasks stand below what they are part of.
protocol OutlineSyntax: Sendable {
  /// Deeper subtasks are put at this depth: the deepest that has depth in the syntax. 0 is the top.
  var deepest: Int { get }
  /// It writes the names of time zones, but not their definitions.
  var namesZones: Bool { get }
  /// It can write a rule of recurrence as it is.
  var holdsRules: Bool { get }
  /// An occurrence that was changed stands below the reminder that repeats, as subtasks do.
  var nestsOccurrences: Bool { get }

  /// Is told of all calendars before the first is written, unless there is only one.
  mutating func expect(_ calendars: [CalendarContext])
  /// ``expect(_:)`` does something.
  static var needsCalendars: Bool { get }
  /// The rows and headings that follow belong to this calendar.
  mutating func enter(_ calendar: CalendarContext)
  /// It writes a property of the calendar that was entered.
  func holds(_ property: Property) -> Bool
  mutating func begin(_ output: inout [UInt8])
  /// - Parameter isNewSource: the list before it belonged to another source, or there was none.
  mutating func open(_ list: OutlineList, isNewSource: Bool, _ output: inout [UInt8])
  /// Appends what is written for a reminder, to be put in place later: it depends on the reminder alone.
  ///
  /// - Parameters:
  ///   - identifier: of the reminder.
  ///   - losses: to be told what the syntax does not say of it.
  func appendRow(
    of reminder: PlacedReminder, _ identifier: @autoclosure () -> ModelIdentifier,
    _ losses: inout ReminderLosses, to bytes: inout [UInt8]
  )
  /// Rows as they stand in the list that is open.
  func placed(_ rows: Outline.Rows) -> Outline.Rows
  mutating func write(_ row: ArraySlice<UInt8>, depth: Int, _ output: inout [UInt8])
  /// Appends what says in a row which reminder this one is a part of, where its place does not; nothing where
  /// the syntax has nothing for it.
  func appendRelation(of reminder: PlacedReminder, to bytes: inout [UInt8])
  /// A row with what ``appendRelation(of:to:)`` appended.
  func row(_ row: ArraySlice<UInt8>, with relation: ArraySlice<UInt8>) -> [UInt8]
  mutating func close(_ list: OutlineList, _ output: inout [UInt8])
  mutating func end(_ output: inout [UInt8])
}

extension OutlineSyntax {
  mutating func expect(_ calendars: [CalendarContext]) {}
  static var needsCalendars: Bool { false }
  mutating func enter(_ calendar: CalendarContext) {}
  func holds(_ property: Property) -> Bool { false }
  func placed(_ rows: Outline.Rows) -> Outline.Rows { rows }
  func appendRelation(of reminder: PlacedReminder, to bytes: inout [UInt8]) {}
  func row(_ row: ArraySlice<UInt8>, with relation: ArraySlice<UInt8>) -> [UInt8] { Array(row) }
}

/// A list that is written: one calendar, or all those of a collection.
struct OutlineList: Sendable {
  let source: Source
  let title: String
  let identifier: ModelIdentifier
  let color: ListColor?
  let summary: String?

  init(_ calendar: Survey.Calendar) {
    source = calendar.place.source
    title = calendar.place.listTitle
    identifier = ModelIdentifier(source: calendar.place.source.identifier, list: calendar.list)
    color = calendar.color
    summary = calendar.context.summary
  }
}

/// Writes outlines: gathers a list's reminders, and puts them out as a tree.
///
/// Memory is bounded: where the text of one list passes ``bound``, what was gathered is written, and later
/// subtasks of reminders that are out already stand at the top, which is counted.
struct OutlineWriter<Syntax: OutlineSyntax>: StagedFormatWriter {
  var losses: Losses
  private var syntax: Syntax
  private var list: OutlineList?
  private var outline = Outline()
  /// The reminder that a row was made of last, in whose memory the next one is taken apart.
  private var last: PlacedReminder?

  /// The calendar that the syntax was told of last.
  private var calendar: Survey.Calendar?

  private let recurrence: FormatOptions.Recurrence

  /// The bytes of one list that are held at once: some 20,000 reminders.
  private let bound: Int

  init(
    _ syntax: Syntax, recurrence: FormatOptions.Recurrence = .text, losses: Losses, bound: Int = 8 << 20
  ) {
    (self.syntax, self.recurrence, self.losses, self.bound) = (syntax, recurrence, losses, bound)
  }

  var needsCalendars: Bool { Syntax.needsCalendars }

  mutating func expect(_ surveys: [Survey]) {
    syntax.expect(surveys.flatMap { $0.calendars.map(\.context) })
  }

  mutating func begin(_ output: inout [UInt8]) { syntax.begin(&output) }

  mutating func open(_ calendar: Survey.Calendar, _ output: inout [UInt8]) {
    tellSyntax(of: calendar)
    enter(calendar, &output)
    let properties = ([calendar.context.header].compactMap { $0 } + calendar.context.trailing).flatMap {
      Array($0.properties)
    }
    for property in properties
    where !Losses.isUsual(property) && !Self.isHeld(property, in: calendar) && !syntax.holds(property) {
      let kind = property.id == .malformed ? "unreadable line" : "calendar property"
      losses.add(Losses.Entry(kind: kind, file: calendar.context.file, name: property.name))
    }
  }

  mutating func make(_ component: Component, holder: Int, in calendar: Survey.Calendar) -> Outline.Rows {
    var rows = Outline.Rows()
    rows.file = calendar.context.file
    add(component, holder: holder, in: calendar, to: &rows)
    return rows
  }

  mutating func make(
    _ component: Component, holder: Int, in calendar: Survey.Calendar, behind made: inout Outline.Rows
  ) -> Bool {
    add(component, holder: holder, in: calendar, to: &made)
    return true
  }

  /// Adds the reminder's row, those of its occurrences, or none for what is no reminder.
  private mutating func add(
    _ component: Component, holder: Int, in calendar: Survey.Calendar, to rows: inout Outline.Rows
  ) {
    guard component.kind == .vtodo else {
      if component.kind != .vtimezone || losesZone(component, calendar) {
        losses.add(component, in: calendar.context)
      }
      return
    }
    let component = component.inGivenForm
    guard let occurrences = occurrences(of: component, in: calendar) else {
      return addRow(of: component, holder: holder, in: calendar, isFollowed: false, to: &rows)
    }
    for (index, occurrence) in occurrences.enumerated() {
      let isFollowed = index < occurrences.count - 1
      addRow(of: occurrence, holder: holder, in: calendar, isFollowed: isFollowed, to: &rows)
    }
  }

  mutating func place(_ made: Outline.Rows, in calendar: Survey.Calendar, _ output: inout [UInt8]) {
    enter(calendar, &output)
    let made = syntax.placed(made)
    var (first, size) = (0, outline.size)
    for index in made.rows.indices {
      size += Outline.size(of: made.rows[index])
      guard size > bound, !made.rows[index].isFollowed else { continue }
      outline.add(first..<index + 1, of: made)
      flush(&output)
      (first, size) = (index + 1, 0)
    }
    if first < made.rows.count { outline.add(first..<made.rows.count, of: made) }
  }

  /// Programs that know the name of the zone would take it for another, or for none.
  private func losesZone(_ component: Component, _ calendar: Survey.Calendar) -> Bool {
    guard syntax.namesZones, let tzid = component.first(.tzid)?.text else { return false }
    return TravellingZone(tzid, in: calendar.context.zones).isNeededForAny
  }

  /// Where the syntax has no rules, and it was asked for, the reminder without its rule, or its occurrences
  /// instead; nil for the reminder as it is.
  private mutating func occurrences(of component: Component, in calendar: Survey.Calendar) -> [Component]? {
    guard !syntax.holdsRules, recurrence != .text, component.first(.rrule) != nil else { return nil }
    var count = 1
    if case .expand(let wanted) = recurrence { count = wanted }
    guard let found = RecurringReminder(component, in: calendar.context).occurrences(count) else {
      return nil
    }
    losses.add(
      Losses.Entry(
        kind: Losses.word(for: FieldID.recurrence), file: calendar.context.file,
        uid: component.first(.uid)?.rawText, name: "RRULE"))
    return found
  }

  private mutating func addRow(
    of component: Component, holder: Int, in calendar: Survey.Calendar, isFollowed: Bool,
    to rows: inout Outline.Rows
  ) {
    tellSyntax(of: calendar)
    last?.move(to: component, in: calendar.context)
    let reminder = last ?? PlacedReminder(component, in: calendar.context)
    if last == nil { last = reminder }
    var account = ReminderLosses(reminder, file: calendar.context.file)
    let start = rows.bytes.count
    syntax.appendRow(
      of: reminder, ModelIdentifier(component, holder: holder, in: calendar), &account, to: &rows.bytes)
    let end = rows.bytes.count
    account.finish(&losses)
    var (room, parentRoom): ([UInt8], [UInt8]) = ([], [])
    let uid = reminder.text(.uid, in: &room)
    let parent = reminder.parent(in: &parentRoom)
    if parent != nil { syntax.appendRelation(of: reminder, to: &rows.bytes) }
    let isOccurrence = reminder.has(.recurrenceID)
    rows.add(
      from: start, to: end,
      Outline.Rows.Place(
        uid: uid, isNamed: !isOccurrence, parent: isOccurrence && syntax.nestsOccurrences ? uid : parent,
        order: reminder.order, isFollowed: isFollowed))
  }

  mutating func writeOther(_ item: Item, in calendar: Survey.Calendar?, _ output: inout [UInt8]) {
    // A calendar's properties were all counted when it was opened.
    losses.addPassage(item, of: calendar)
  }

  // A collection is one list of many calendars: it ends where another list begins.
  mutating func end(_ output: inout [UInt8]) {
    leave(&output)
    syntax.end(&output)
  }

  private mutating func tellSyntax(of calendar: Survey.Calendar) {
    guard self.calendar !== calendar else { return }
    self.calendar = calendar
    syntax.enter(calendar.context)
  }

  private mutating func enter(_ calendar: Survey.Calendar, _ output: inout [UInt8]) {
    let next = OutlineList(calendar)
    guard next.identifier != list?.identifier else { return }
    let isNewSource = next.source != list?.source
    leave(&output)
    syntax.open(next, isNewSource: isNewSource, &output)
    list = next
  }

  private mutating func leave(_ output: inout [UInt8]) {
    guard let list else { return }
    flush(&output)
    syntax.close(list, &output)
    self.list = nil
  }

  private mutating func flush(_ output: inout [UInt8]) {
    var gathered = Outline()
    swap(&gathered, &outline)
    gathered.drain(deepest: syntax.deepest) { row, depth, isInPlace in
      guard row.hasParent, !isInPlace else { return syntax.write(row.bytes, depth: depth, &output) }
      guard row.relation.isEmpty else {
        return syntax.write(syntax.row(row.bytes, with: row.relation)[...], depth: depth, &output)
      }
      syntax.write(row.bytes, depth: depth, &output)
      losses.add(Losses.Entry(kind: "parent", file: row.file, uid: row.uid, name: "RELATED-TO"))
    }
  }

  /// A heading says it.
  private static func isHeld(_ property: Property, in calendar: Survey.Calendar) -> Bool {
    switch property.id {
    case .name, .xWrCalname: property.text == calendar.place.listTitle && property.parameters.isEmpty
    default: false
    }
  }
}
