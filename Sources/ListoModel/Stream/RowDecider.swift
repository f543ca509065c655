internal import ICalendar

/// Decides which reminders of a batch a view shows: what ``SelectedReading`` has done on all cores.
struct RowDecider: Sendable {
  let selection: CatalogSelection
  private let query: ByteQuery
  private let counted: ByteQuery?
  private let isOpen: ByteQuery
  private let isOverdue: ByteQuery
  private let isCompleted: ByteQuery
  private let walked: PropertySelection
  private let order: ByteOrder?
  private let firstPlaces: FirstPlaces

  init(_ selection: CatalogSelection) {
    self.selection = selection
    let looksForRules = selection.query.asksForRules || selection.counted?.asksForRules ?? false
    query = ByteQuery(selection.query, in: selection.context, looksForRules: looksForRules)
    counted = selection.counted.map { query in
      ByteQuery(query, in: selection.context, looksForRules: looksForRules)
    }
    isOpen = ByteQuery(.isOpen, in: selection.context)
    isOverdue = ByteQuery(.isOverdue, in: selection.context)
    isCompleted = ByteQuery(.test(.status, .equal, .text(Status.completed.word)), in: selection.context)
    walked = PropertySelection(Self.walked + (looksForRules ? [.rrule] : []))
    order = selection.best.flatMap { ByteOrder($0.order) }
    firstPlaces = FirstPlaces(selection.best?.count ?? 0)
  }

  /// The facts about a reminder that are counted if it is not held.
  struct Row: Sendable {
    var isMatching: Bool
    var state: ReminderCounts.State
    /// It is one of ``CatalogSelection/counted``.
    var isCounted = false
    /// ``ShortNames/key(of:in:)``; nil where it is not asked for.
    var shortName: UInt64?
    /// ``CatalogSelection/group`` of what is shown but for the limit; nil where it is not asked for.
    var group: Int?
  }

  /// A reminder that is held.
  struct Kept: Sendable {
    /// The index of the reminder in the batch.
    let row: Int
    let name: IdentityInList
    /// The reminders that it belongs to and its parts, where these are shown.
    let link: ParentLink?
    /// With bytes of its own, of the lines that are needed.
    let component: Component
  }

  /// One that may be held, and stands in the batch. It holds no reference, so that none is counted for each.
  private struct Candidate {
    /// Its place among the items.
    let index: Int
    /// Which of the batch's calendars it stands in.
    let calendar: Int
    let row: Int
    let link: ParentLink?
    /// It is held whatever is asked for.
    let isNeeded: Bool
  }

  /// The links of a reminder to others, which may have to be held because of it, or it because of them.
  struct Link: Sendable {
    /// The index of the reminder in the batch.
    let row: Int
    /// The hash of its UID.
    let name: UInt64
    let link: ParentLink
  }

  /// A reminder that is held for the sake of others.
  struct Parent: Sendable {
    let kept: Kept
    let row: Row
    let isOverride: Bool
  }

  struct Batch: Sendable {
    let notes: BatchNotes
    /// Of each VTODO that stands directly in a calendar or in none, in their order.
    var rows: [Row] = []
    /// Where the rows stand.
    var places: [RowShare.Place] = []
    /// The rows that are held.
    var kept: [Kept] = []
    /// How many of the rows are held whatever is asked for.
    var needed = 0
    /// The rows that belong to others; only overrides where these are not shown.
    var links: [Link] = []
    /// The other components but zones: their names.
    var others: [Component] = []
  }

  private static let walked: [PropertyID] =
    [
      .status, .completed, .percentComplete, .due, .dtstart, .duration, .priority, .categories, .uid,
      .relatedTo,
      .summary,
    ] + SeriesLines.ids
  private static let noLines = PropertySelection([])

  /// - Complexity: linear in the batch's bytes.
  func decide(_ live: LiveBatch) -> Batch {
    let batch = live.batch
    let lines = batch.walk(walked)
    var result = Batch(notes: BatchNotes(batch, lines))
    var held: [Candidate] = []
    var others: [Int] = []
    var contexts: [CalendarContext] = []
    // Taken once for all of the batch: counts of references are shared by all cores.
    let (query, counted, isCounting) = (query, self.counted ?? query, self.counted != nil)
    live.forEach { index, calendar in
      guard case .component(let kind) = batch.kind(at: index) else { return }
      guard kind == .vtodo, let component = batch.component(at: index) else {
        if kind != .vtimezone { others.append(index) }
        return
      }
      let number = result.rows.count
      if contexts.last !== calendar.context { contexts.append(calendar.context) }
      // Of most the bytes tell all that is asked.
      func reminder() -> WalkedReminder {
        WalkedReminder(component, in: calendar.context, lines, row: number)
      }
      var problems: [Diagnostic] = []
      var row = Row(
        isMatching: query.matches(lines, row: number, in: batch.bytes)
          ?? matches(selection.query, reminder(), calendar, &problems),
        state: state(lines, number, batch.bytes)
          ?? ReminderCounts.State(reminder(), selection.context))
      let note = result.notes.reminders[number]
      let link =
        selection.needsParents || note.isOverride
        ? self.link(of: reminder, note, lines, number) : nil
      if let link { result.links.append(link) }
      result.places.append(
        RowShare.Place(
          start: UInt32(batch.extent(at: index).lowerBound - batch.content.lowerBound),
          line: UInt32(component.lineNumber)))
      if isCounting {
        row.isCounted =
          counted.matches(lines, row: number, in: batch.bytes)
          ?? selection.counted.map { matches($0, reminder(), calendar, &problems) } ?? false
      }
      let isNeeded = !note.standsAlone || link.map { !$0.link.children.isEmpty } ?? false
      if isNeeded { result.needed += 1 }
      // A reminder with problems is held: evaluating the query again reports them.
      let isHeld =
        isNeeded || row.isMatching && (selection.isForFinished || row.state.isOpen) || !problems.isEmpty
      if isHeld {
        held.append(
          Candidate(
            index: index, calendar: contexts.count - 1, row: number, link: link?.link, isNeeded: isNeeded))
      }
      if selection.needsShortNames, !isNeeded, !isHeld || selection.best != nil {
        row.shortName = shortName(reminder, in: calendar.list, lines, number, batch.bytes)
      }
      result.rows.append(row)
    }
    func reminder(_ candidate: Candidate) -> WalkedReminder? {
      batch.component(at: candidate.index).map {
        WalkedReminder($0, in: contexts[candidate.calendar], lines, row: candidate.row)
      }
    }
    let best = best(of: held, reminder, result.rows, lines, batch.bytes)
    if let group = selection.group, best.count < held.count {
      var rest = best[...]
      for candidate in held {
        if candidate.row == rest.first?.row {
          rest.removeFirst()
        } else if let reminder = reminder(candidate) {
          result.rows[candidate.row].group = group(reminder)
        }
      }
    }
    result.kept = detached(best, batch, result.notes)
    result.others = batch.excerpt(of: others, lines: Self.noLines) { _ in false }
    return result
  }

  /// Returns a reminder that is held because of others, with its row.
  func parent(_ reminder: Reminder, at place: Query.Place) -> Parent {
    var problems: [Diagnostic] = []
    func matches(_ query: Query) -> Bool {
      query.matches(reminder, at: place, in: selection.context, relations: .none, &problems)
    }
    var row = Row(
      isMatching: matches(selection.query), state: ReminderCounts.State(reminder, selection.context),
      isCounted: selection.counted.map(matches) ?? false)
    if row.isMatching, selection.isForFinished || row.state.isOpen { row.group = selection.group?(reminder) }
    return Parent(
      kept: Kept(row: 0, name: IdentityInList(reminder), link: nil, component: reminder.component), row: row,
      isOverride: reminder.first(.recurrenceID) != nil)
  }

  private func matches(
    _ query: Query, _ reminder: WalkedReminder, _ calendar: Survey.Calendar, _ problems: inout [Diagnostic]
  ) -> Bool {
    query.matches(reminder, at: calendar.place, in: selection.context, relations: .none, &problems)
  }

  private func link(
    of reminder: () -> WalkedReminder, _ note: BatchNotes.Reminder, _ lines: WalkedLines, _ row: Int
  ) -> Link? {
    guard lines.place(.relatedTo, row: row) != nil || note.isOverride, let link = ParentLink(reminder())
    else { return nil }
    return Link(row: row, name: link.overridden ?? note.name, link: link)
  }

  /// The octets of a UID that are sure to be those of its text.
  private func plainUID(_ lines: WalkedLines, _ row: Int, _ bytes: [UInt8]) -> Range<Int>? {
    guard let uid = lines.place(.uid, row: row)?.plainValue, !uid.isEmpty,
      bytes.span.endOfPlainRun(from: uid.lowerBound, to: uid.upperBound) == uid.upperBound
    else { return nil }
    return uid
  }

  private func shortName(
    _ reminder: () -> WalkedReminder, in list: ModelIdentifier.Name, _ lines: WalkedLines, _ row: Int,
    _ bytes: [UInt8]
  ) -> UInt64 {
    if lines.place(.recurrenceID, row: row) == nil, let uid = plainUID(lines, row, bytes) {
      return ShortNames.key(uid: bytes[uid], in: list)
    }
    return ShortNames.key(of: IdentityInList(reminder()), in: list)
  }

  /// Nil where the bytes do not say.
  private func state(_ lines: WalkedLines, _ row: Int, _ bytes: [UInt8]) -> ReminderCounts.State? {
    guard let isOverdue = isOverdue.matches(lines, row: row, in: bytes) else { return nil }
    if isOverdue { return .overdue }
    if isOpen.matches(lines, row: row, in: bytes) == true { return .open }
    return isCompleted.matches(lines, row: row, in: bytes) == true ? .done : nil
  }

  /// Of those that match, the first by the order: those of all batches together are among them.
  ///
  /// - Parameter reminder: makes a reminder of a candidate.
  private func best(
    of held: [Candidate], _ reminder: (Candidate) -> WalkedReminder?, _ rows: [Row], _ lines: WalkedLines,
    _ bytes: [UInt8]
  ) -> [Candidate] {
    guard let best = selection.best else { return held }
    let matching = held.indices.filter { rows[held[$0].row].isMatching && !held[$0].isNeeded }
    var first = matching
    if let order {
      let places = matching.map { index in
        let row = held[index].row
        return order.places(rows[row].state, lines, row: row, in: bytes)
      }
      let last = firstPlaces.last(with: places.lazy.map(\.upperBound))
      first = zip(matching, places).filter { $1.lowerBound <= last }.map(\.0)
    }
    if first.count > best.count {
      let reminders = first.compactMap { reminder(held[$0]) }
      first = best.order.first(best.count, of: reminders, selection.context).map { first[$0] }
    }
    guard first.count < matching.count else { return held }
    var isLeft = [Bool](repeating: true, count: held.count)
    for index in matching { isLeft[index] = false }
    for index in first { isLeft[index] = true }
    return held.indices.filter { isLeft[$0] }.map { held[$0] }
  }

  /// Gives what is held bytes of its own, of the lines that are needed.
  private func detached(_ held: [Candidate], _ batch: ItemBatch, _ notes: BatchNotes) -> [Kept] {
    let components = batch.rows(at: held.map(\.index), selection.lines)
    let bytes = batch.bytes
    return held.indices.map { index in
      let candidate = held[index]
      // Most are known from the walk over all lines. What has no UID is named by all that it says.
      let uid = notes.reminders[candidate.row].uid.map { String(decoding: bytes[$0], as: UTF8.self) }
      let name =
        uid.map { IdentityInList(uid: $0) }
        ?? IdentityInList(Reminder(batch.component(at: candidate.index) ?? components[index], in: .none))
      return Kept(row: candidate.row, name: name, link: candidate.link, component: components[index])
    }
  }
}
