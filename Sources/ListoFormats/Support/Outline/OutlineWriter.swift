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

  mutating func begin(_ output: inout [UInt8])
  /// - Parameter isNewSource: the list before it belonged to another source, or there was none.
  mutating func open(_ list: OutlineList, isNewSource: Bool, _ output: inout [UInt8])
  /// What is written for a reminder, to be put in place later: it depends on the reminder alone.
  ///
  /// - Parameters:
  ///   - identifier: of the reminder.
  ///   - losses: to be told what the syntax does not say of it.
  func row(
    _ reminder: Reminder, _ identifier: @autoclosure () -> ModelIdentifier, _ losses: inout ReminderLosses
  ) -> [UInt8]
  /// A row as it stands in the list that is open.
  func placed(_ row: [UInt8]) -> [UInt8]
  mutating func write(_ row: [UInt8], depth: Int, _ output: inout [UInt8])
  /// What says in a row which reminder this one is a part of, where its place does not; empty where the syntax has nothing for it.
  func relation(of reminder: Reminder) -> [UInt8]
  /// A row with its ``relation(of:)``.
  func row(_ row: [UInt8], with relation: [UInt8]) -> [UInt8]
  mutating func close(_ list: OutlineList, _ output: inout [UInt8])
  mutating func end(_ output: inout [UInt8])
}

extension OutlineSyntax {
  func placed(_ row: [UInt8]) -> [UInt8] { row }
  func relation(of reminder: Reminder) -> [UInt8] { [] }
  func row(_ row: [UInt8], with relation: [UInt8]) -> [UInt8] { row }
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
/// Memory is bounded: where the text of one list passes ``bound``, what was gathered is written, and later subtasks of
/// reminders that are out already stand at the top, which is counted.
struct OutlineWriter<Syntax: OutlineSyntax>: StagedFormatWriter {
  var losses: Losses
  private var syntax: Syntax
  private var list: OutlineList?
  private var outline = Outline()

  private let recurrence: FormatOptions.Recurrence

  /// The bytes of one list that are held at once: some 20,000 reminders.
  private let bound: Int

  init(
    _ syntax: Syntax, recurrence: FormatOptions.Recurrence = .text, losses: Losses, bound: Int = 8 << 20
  ) {
    (self.syntax, self.recurrence, self.losses, self.bound) = (syntax, recurrence, losses, bound)
  }

  mutating func begin(_ output: inout [UInt8]) { syntax.begin(&output) }

  mutating func open(_ calendar: Survey.Calendar, _ output: inout [UInt8]) {
    enter(calendar, &output)
    let properties = ([calendar.context.header].compactMap { $0 } + calendar.context.trailing).flatMap {
      Array($0.properties)
    }
    for property in properties where !Losses.isUsual(property) && !Self.isHeld(property, in: calendar) {
      let kind = property.id == .malformed ? "unreadable line" : "calendar property"
      losses.add(Losses.Entry(kind: kind, file: calendar.context.file, name: property.name))
    }
  }

  /// - Returns: the reminder's row, those of its occurrences, or none for what is no reminder.
  mutating func make(_ component: Component, holder: Int, in calendar: Survey.Calendar) -> [Outline.Row] {
    guard component.kind == .vtodo else {
      if component.kind != .vtimezone || losesZone(component, calendar) {
        losses.add(component, in: calendar.context)
      }
      return []
    }
    return occurrences(of: component, in: calendar).map { row($0, holder: holder, in: calendar) }
  }

  mutating func place(_ made: [Outline.Row], in calendar: Survey.Calendar, _ output: inout [UInt8]) {
    enter(calendar, &output)
    for var row in made {
      row.bytes = syntax.placed(row.bytes)
      outline.add(row)
    }
    if outline.size > bound { flush(&output) }
  }

  /// Programs that know the name of the zone would take it for another, or for none.
  private func losesZone(_ component: Component, _ calendar: Survey.Calendar) -> Bool {
    guard syntax.namesZones, let tzid = component.first(.tzid)?.text else { return false }
    return TravellingZone(tzid, in: calendar.context.zones).isNeededForAny
  }

  /// The reminder; where the syntax has no rules, and it was asked for, without its rule, or its occurrences instead.
  private mutating func occurrences(of component: Component, in calendar: Survey.Calendar) -> [Component] {
    guard !syntax.holdsRules, recurrence != .text, component.first(.rrule) != nil else { return [component] }
    var count = 1
    if case .expand(let wanted) = recurrence { count = wanted }
    guard let found = RecurringReminder(component, in: calendar.context).occurrences(count) else {
      return [component]
    }
    losses.add(
      Losses.Entry(
        kind: Losses.word(for: FieldID.recurrence), file: calendar.context.file,
        uid: component.first(.uid)?.rawText, name: "RRULE"))
    return found
  }

  private mutating func row(
    _ component: Component, holder: Int, in calendar: Survey.Calendar
  ) -> Outline.Row {
    let reminder = Reminder(component, in: calendar.context)
    var account = ReminderLosses(component, file: calendar.context.file)
    let bytes = syntax.row(reminder, ModelIdentifier(component, holder: holder, in: calendar), &account)
    let isOccurrence = component.first(.recurrenceID) != nil
    account.finish(&losses)
    return Outline.Row(
      bytes: bytes, name: isOccurrence ? nil : reminder.uid,
      parent: isOccurrence && syntax.nestsOccurrences ? reminder.uid : reminder.parent,
      order: reminder.order, file: calendar.context.file, uid: reminder.uid,
      relation: reminder.parent == nil ? [] : syntax.relation(of: reminder))
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
      guard row.parent != nil, !isInPlace else { return syntax.write(row.bytes, depth: depth, &output) }
      guard row.relation.isEmpty else {
        return syntax.write(syntax.row(row.bytes, with: row.relation), depth: depth, &output)
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
