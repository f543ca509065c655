package import ICalendar
package import ListoModel

/// Writes the CSV template that Todoist imports as a project: a task a row, subtasks below what they are part of and indented,
/// each list a section where there are several.
///
/// It has no place for what is done: a row is a task to do, so that reminders that are completed or cancelled are left out, and
/// counted. All reminders are held in memory, since a subtask may stand before its parent; Todoist takes a few hundred.
package struct TodoistWriter: FormatWriter {
  package var losses: Losses
  private var lists: [List] = []
  private var places: [String: Int] = [:]
  private let recurrence: FormatOptions.Recurrence
  private let text = CSVText(delimiter: 0x2C)
  private var zones = ZoneLosses()

  /// A list, and its reminders in the order in which they came.
  private struct List {
    let title: String
    var tasks: [(task: TodoistTask, calendar: CalendarContext)] = []
  }

  /// - Parameter recurrence: what becomes of a rule that Todoist has no words for: the reminder stands without it, or its
  ///   occurrences do.
  package init(recurrence: FormatOptions.Recurrence = .text, losses: Losses = Losses()) {
    (self.recurrence, self.losses) = (recurrence, losses)
  }

  package mutating func begin(_ output: inout [UInt8]) {
    text.append(TodoistColumn.allCases.map(\.rawValue), to: &output)
  }

  package mutating func open(_ calendar: Survey.Calendar, _ output: inout [UInt8]) {
    guard let header = calendar.context.header else { return }
    losses.add(header.properties, besides: Self.held, in: calendar.context)
  }

  package mutating func write(
    _ component: Component, holder: Int, in calendar: Survey.Calendar, _ output: inout [UInt8]
  ) {
    let context = calendar.context
    guard component.kind == .vtodo else {
      if component.kind != .vtimezone { losses.add(component, in: context) }
      return
    }
    guard Reminder(component, in: context).isOpen else {
      return losses.add(
        Losses.Entry(
          kind: "completed reminder", file: context.file, uid: component.first(.uid)?.text,
          name: component.name))
    }
    var reminder = DividedReminder(component, in: context)
    var task = TodoistTask()
    task.fields = reminder.fields
    task.comments = reminder.takeComments()
    losses.add(restOf: reminder, without: Self.missing, in: context)
    zones.count(reminder, in: context, &losses)
    let key = ModelIdentifier(source: calendar.place.source.identifier, list: calendar.list).description
    let place = places[key] ?? lists.count
    if place == lists.count { lists.append(List(title: calendar.place.listTitle)) }
    places[key] = place
    guard case .expand(let count) = recurrence, let rule = task.fields.text(.recurrence),
      TodoistDate.words(rule) == nil, let occurrences = reminder.occurrences(count, in: context)
    else { return lists[place].tasks.append((task, context)) }
    losses.add(
      Losses.Entry(
        kind: Losses.word(for: .recurrence), file: context.file, uid: task.fields.text(.uid), name: "RRULE"))
    for fields in occurrences {
      task.fields = fields
      lists[place].tasks.append((task, context))
    }
  }

  package mutating func writeOther(_ item: Item, in calendar: Survey.Calendar?, _ output: inout [UInt8]) {
    losses.add(other: item, besides: Self.held, in: calendar)
  }

  package mutating func end(_ output: inout [UInt8]) {
    for list in lists {
      if lists.count > 1 {
        var row = TodoistRow()
        row[.type] = "section"
        row[.content] = list.title
        text.append(row.texts, to: &output)
      }
      for (index, indent) in Self.order(list.tasks.map(\.task.fields)) {
        var task = list.tasks[index].task
        task.indent = min(indent, Self.deepest)
        write(task, isTooDeep: indent > Self.deepest, in: list.tasks[index].calendar, &output)
      }
    }
    (lists, places) = ([], [:])
  }

  private mutating func write(
    _ task: TodoistTask, isTooDeep: Bool, in calendar: CalendarContext, _ output: inout [UInt8]
  ) {
    var lost: [(kind: String, id: FieldID)] = []
    text.append(task.row(lost: &lost).texts, to: &output)
    let isRoot = task.indent == 1 && task.fields[.parent] != nil
    if isTooDeep || isRoot { lost.append((Losses.word(for: .parent), .parent)) }
    if let status = task.fields.writtenStatus, status != .needsAction { lost.append(("status", .status)) }
    for comment in task.comments {
      var row = TodoistRow()
      row[.type] = "note"
      row[.content] = comment
      text.append(row.texts, to: &output)
    }
    for (kind, id) in lost {
      losses.add(
        Losses.Entry(
          kind: kind, file: calendar.file, uid: task.fields.text(.uid), name: Field[id].property.name))
    }
  }

  /// Children behind their parents; those whose parent is not there, or is their own descendant, stand by themselves.
  private static func order(_ tasks: [ReminderFields]) -> [(index: Int, indent: Int)] {
    var byUID: [String: Int] = [:]
    for (index, fields) in tasks.enumerated() {
      if let uid = fields.text(.uid), byUID[uid] == nil { byUID[uid] = index }
    }
    var children: [Int: [Int]] = [:]
    var roots: [Int] = []
    for (index, fields) in tasks.enumerated() {
      if let parent = fields.text(.parent).flatMap({ byUID[$0] }), parent != index {
        children[parent, default: []].append(index)
      } else {
        roots.append(index)
      }
    }
    var result: [(Int, Int)] = []
    var isPlaced = [Bool](repeating: false, count: tasks.count)
    var stack: [(Int, Int)] = []
    for root in roots + Array(tasks.indices) {
      stack.append((root, 1))
      while let (index, indent) = stack.popLast() {
        if isPlaced[index] { continue }
        isPlaced[index] = true
        result.append((index, indent))
        for child in (children[index] ?? []).reversed() { stack.append((child, indent + 1)) }
      }
    }
    return result
  }

  /// INDENT is 1 to 4.
  private static let deepest = 4

  private static let held: Set<PropertyID> = [.name, .xWrCalname]

  private static let missing: [FieldID] = [
    .uid, .location, .url, .alarms, .percent, .completed, .created, .modified, .stamp, .sequence, .order,
    .geo,
    .classification, .recurrenceID,
  ]
}
