internal import ICalendar

/// Decides which reminders of a batch a view shows: what ``SelectedReading`` has done on all cores.
struct RowDecider: Sendable {
  let selection: CatalogSelection
  private let query: ByteQuery
  private let isOpen: ByteQuery
  private let isOverdue: ByteQuery
  private let isCompleted: ByteQuery

  init(_ selection: CatalogSelection) {
    self.selection = selection
    query = ByteQuery(selection.query, in: selection.context)
    isOpen = ByteQuery(.isOpen, in: selection.context)
    isOverdue = ByteQuery(.isOverdue, in: selection.context)
    isCompleted = ByteQuery(.test(.status, .equal, .text(Status.completed.word)), in: selection.context)
  }

  /// What is known of a reminder that is not held.
  struct Row: Sendable {
    var isMatching: Bool
    var state: ReminderCounts.State
    /// ``ShortNames/key(of:)``
    var shortName: UInt64
  }

  /// A reminder that is held.
  struct Kept: Sendable {
    /// Which of the batch's reminders it is.
    let row: Int
    let state: Row
    /// It is shown; else it is there for the sake of those that are.
    var isAskedFor: Bool
    let name: ReminderName
    /// The UID of what it is a part of.
    let parent: String?
    var component: Component
    let calendar: CalendarContext
  }

  struct Batch: Sendable {
    let notes: BatchNotes
    /// Of each VTODO that stands directly in a calendar or in none, in their order.
    var rows: [Row] = []
    /// Of these, those that are held.
    var kept: [Kept] = []
    /// The other components but zones: their names.
    var others: [Component] = []
    /// A reminder has no UID.
    var isDoubtful = false
  }

  private static let walked = PropertySelection([
    .status, .completed, .percentComplete, .due, .dtstart, .duration, .priority, .recurrenceID, .categories,
    .uid, .relatedTo, .summary,
  ])
  private static let noLines = PropertySelection([])

  /// - Complexity: linear in the batch's bytes.
  func decide(_ live: LiveBatch) -> Batch {
    let batch = live.batch
    let lines = batch.walk(Self.walked)
    var result = Batch(notes: BatchNotes(batch, lines))
    var positions: [Int] = []
    var others: [Int] = []
    live.forEach { index, calendar in
      guard case .component(let kind) = batch.kind(at: index) else { return }
      guard kind == .vtodo, let component = batch.component(at: index) else {
        if kind != .vtimezone { others.append(index) }
        return
      }
      let number = result.rows.count
      let row = self.row(component, in: calendar, lines, number, batch.bytes)
      result.rows.append(row.row)
      if !row.name.hasUID { result.isDoubtful = true }
      let isAskedFor = row.row.isMatching && (selection.isForFinished || row.row.state.isOpen)
      let isRelative =
        selection.needsParents
        && (lines.place(.relatedTo, row: number) != nil || lines.place(.recurrenceID, row: number) != nil)
      guard isAskedFor || isRelative || row.isUndecided else { return }
      positions.append(index)
      result.kept.append(
        Kept(
          row: number, state: row.row, isAskedFor: isAskedFor || row.isUndecided, name: row.name,
          parent: isRelative ? Reminder(component, in: calendar.context).parent : nil, component: component,
          calendar: calendar.context))
    }
    leaveBest(&result, &positions)
    detach(&result, positions)
    result.others = batch.excerpt(of: others, lines: Self.noLines) { _ in false }
    return result
  }

  /// The reminders of a batch that have one of these UIDs.
  func parents(in live: LiveBatch, _ uids: Set<String>) -> Batch {
    let batch = live.batch
    let lines = batch.walk(Self.walked)
    var result = Batch(notes: BatchNotes(batch, lines))
    var positions: [Int] = []
    var number = 0
    live.forEach { index, calendar in
      guard batch.kind(at: index) == .component(.vtodo), let component = batch.component(at: index) else {
        return
      }
      defer { number += 1 }
      guard let uid = (lines.first(.uid, row: number, of: component) ?? nil)?.text, uids.contains(uid) else {
        return
      }
      let row = self.row(component, in: calendar, lines, number, batch.bytes)
      positions.append(index)
      result.kept.append(
        Kept(
          row: number, state: row.row, isAskedFor: false, name: row.name, parent: nil, component: component,
          calendar: calendar.context))
    }
    detach(&result, positions)
    return result
  }

  private func row(
    _ component: Component, in calendar: Survey.Calendar, _ lines: WalkedLines, _ row: Int, _ bytes: [UInt8]
  ) -> (row: Row, name: ReminderName, isUndecided: Bool) {
    let reminder = WalkedReminder(component, in: calendar.context, lines, row: row)
    var problems: [Diagnostic] = []
    let isMatching =
      query.matches(lines, row: row, in: bytes)
      ?? selection.query.matches(
        reminder, at: calendar.place, in: selection.context, relations: .none, &problems)
    let name = ReminderName(reminder)
    let identifier = ModelIdentifier(
      source: "", list: calendar.list, uid: ModelIdentifier.Name(name.uid), recurrenceID: name.recurrenceID)
    let decided = Row(
      isMatching: isMatching, state: state(reminder, lines, row, bytes),
      shortName: ShortNames.key(of: identifier))
    // What could not be told is told by who asks again.
    return (decided, name, !problems.isEmpty)
  }

  private func state(
    _ reminder: WalkedReminder, _ lines: WalkedLines, _ row: Int, _ bytes: [UInt8]
  ) -> ReminderCounts.State {
    if let isOverdue = isOverdue.matches(lines, row: row, in: bytes) {
      if isOverdue { return .overdue }
      if isOpen.matches(lines, row: row, in: bytes) == true { return .open }
      if isCompleted.matches(lines, row: row, in: bytes) == true { return .done }
    }
    return ReminderCounts.State(reminder, selection.context)
  }

  /// Of those that are asked for, the first by the order: those of all batches together are among them.
  private func leaveBest(_ batch: inout Batch, _ positions: inout [Int]) {
    guard let best = selection.best else { return }
    let asked = batch.kept.indices.filter {
      batch.kept[$0].isAskedFor && batch.rows[batch.kept[$0].row].isMatching
    }
    guard asked.count > best.count else { return }
    var isLeft = [Bool](repeating: true, count: batch.kept.count)
    for index in asked { isLeft[index] = false }
    if best.count > 0 {
      let reminders = batch.kept.map { Reminder($0.component, in: $0.calendar) }
      for index in best.order.sorted(asked, of: reminders, selection.context).prefix(best.count) {
        isLeft[index] = true
      }
    }
    // What others may be a part of stays until it is known whether they are.
    for index in asked where !isLeft[index] {
      batch.kept[index].isAskedFor = false
      isLeft[index] = batch.kept[index].parent != nil || batch.kept[index].name.isOverride
    }
    batch.kept = batch.kept.indices.filter { isLeft[$0] }.map { batch.kept[$0] }
    positions = positions.indices.filter { isLeft[$0] }.map { positions[$0] }
  }

  /// Gives what is held bytes of its own, of the lines that are needed.
  private func detach(_ batch: inout Batch, _ positions: [Int]) {
    let components = batch.notes.batch.excerpt(of: positions, lines: selection.lines) { child in
      child.first(.proximity) != nil || child.first(.xAppleProximity) != nil
    }
    for (index, component) in components.enumerated() { batch.kept[index].component = component }
  }
}

extension ReminderName {
  /// It is a changed occurrence of another.
  var isOverride: Bool { recurrenceID != nil }
}
