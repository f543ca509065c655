package import ICalendar
internal import ListoModel

/// Reads the CSV template that Todoist exports: tasks, the comments and subtasks below them, sections as
/// lists.
///
/// It has no identifiers: a task is named by its content, so that it has the same name each time.
package struct TodoistReader: FormatReader {
  private var columns: [TodoistColumn?]?
  /// The task whose comments may follow.
  private var open: TodoistDraft?
  private var notes: [Diagnostic] = []
  /// Those before it.
  private var branch: OutlineBranch<TodoistDraft>?
  private var hasDescription = false
  /// How many sections have each name, and the keys of all.
  private var sections: [String: Int] = [:]
  private var sectionKeys: Set<String> = []
  /// The day on which dates in words were written; nil if that is not known.
  private let today: Day?
  /// The value of the option that is no day.
  private let badToday: String?

  /// - Parameter today: an ISO date; nil if it is not known.
  package init(today: String? = nil) {
    self.today = today.flatMap { Day(iso: $0) }
    badToday = self.today == nil ? today : nil
  }

  package mutating func read(
    _ input: inout TextFeed, into output: inout ICalendarOutput
  ) throws(ICalendarError) {
    if let badToday {
      output.diagnose(.badValue, "today=\(badToday) is not a date such as 2026-12-01; it is ignored")
    }
    branch = OutlineBranch(output)
    input.encoding = nil
    var records = CSVRecords(delimiter: 0x2C)
    var found: [CSVRecords.Record] = []
    while let line = try input.nextLine() {
      records.take(line.bytes, line: line.number) { found.append($0) }
      for record in found { try take(record, &output) }
      found.removeAll(keepingCapacity: true)
    }
    records.finish { found.append($0) }
    for record in found { try take(record, &output) }
    finishTask()
    try branch?.finish(&output)
    try branch?.stage.finish(&output)
    if let note = input.encodingNote(nil) { output.tell(ofRecord: [note]) }
  }

  private mutating func take(
    _ record: CSVRecords.Record, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    if let problem = record.problem { output.diagnose(.badSyntax, line: record.line, problem) }
    guard !record.isEmpty else { return }
    guard let columns else {
      columns = record.cells.map { TodoistColumn(rawValue: String(decoding: $0, as: UTF8.self).uppercased()) }
      if columns?.contains(.content) != true {
        output.diagnose(
          .badSyntax, line: record.line, "the first row is not the header of Todoist's template")
      }
      return
    }
    if record.cells.count != columns.count {
      output.diagnose(
        .badSyntax, line: record.line, "this row has \(record.cells.count) cells, the header \(columns.count)"
      )
    }
    let type = TodoistRow.cell(.type, of: record.cells, columns)
    switch type.lowercased() {
    case "task": try take(task: TodoistDraft(record, columns, today), &output)
    case "note": try take(note: TodoistComment(TodoistRow(record.cells, columns: columns)), &output)
    case "section":
      finishTask()
      try branch?.finish(&output)
      let name = content(record, columns)
      let key = sectionKey(name)
      try branch?.stage.take(&output) {
        $0.calendar(key: key, name: name)
        $0.propertyOnce(named: TodoistWriter.section, "TRUE".utf8)
      }
      hasDescription = false
    case "meta":
      try take(
        property: TodoistWriter.meta, TodoistComment(TodoistRow(record.cells, columns: columns)), &output)
    default:
      let problem = Diagnostic(
        .warning, .badValue, line: record.line,
        "a row is a task, a section, a note or meta, not \"\(type)\"; it is left out")
      guard open == nil else { return notes.append(problem) }
      try branch?.stage.take(&output) { $0.tell([problem]) }
    }
  }

  /// The key of a section's list. A second section of the same name has a list of its own.
  private mutating func sectionKey(_ name: String) -> String {
    var key: String
    repeat {
      let number = sections[name, default: 0] + 1
      sections[name] = number
      key = "section " + name + (number > 1 ? " \(number)" : "")
    } while !sectionKeys.insert(key).inserted
    return key
  }

  private func content(_ record: CSVRecords.Record, _ columns: [TodoistColumn?]) -> String {
    TodoistRow.cell(.content, of: record.cells, columns)
  }

  private mutating func take(
    property name: String, _ row: TodoistComment, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    try branch?.stage.take(&output) {
      $0.property(named: name, TextValue.encode(row.text), parameters: row.parameters)
    }
  }

  private mutating func take(
    task: TodoistDraft, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    finishTask()
    try branch?.leave(task.indent, &output)
    open = task
  }

  private mutating func take(
    note: TodoistComment, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    guard open == nil else {
      open?.add(comment: note)
      return
    }
    // A comment on the project.
    try take(property: hasDescription ? TodoistWriter.note : "DESCRIPTION", note, &output)
    hasDescription = true
  }

  private mutating func finishTask() {
    guard let task = open else { return }
    branch?.add(task, level: task.indent, notes: notes, size: task.size)
    (open, notes) = (nil, [])
  }
}

/// A row of a task, with the comments behind it.
struct TodoistDraft: OutlineTask {
  let line: Int
  private let cells: [ArraySlice<UInt8>]
  private let columns: [TodoistColumn?]
  private var comments: [TodoistComment] = []
  private let today: Day?
  /// 1 for a task that is part of no other.
  let indent: Int
  /// The bytes of the input that it holds.
  private(set) var size: Int

  init(_ record: CSVRecords.Record, _ columns: [TodoistColumn?], _ today: Day?) {
    self.today = today
    (line, cells, self.columns, size) = (record.line, record.cells, columns, record.size)
    indent = max(1, Int(TodoistRow.cell(.indent, of: cells, columns)) ?? 1)
  }

  mutating func add(comment: TodoistComment) {
    comments.append(comment)
    size += comment.text.utf8.count + 64
  }

  func component(parent: String?) -> (todo: ComponentText, problems: [Diagnostic]) {
    var problems: [String] = []
    var task = TodoistTask(TodoistRow(cells, columns: columns), today: today, problems: &problems)
    task.fields.set(.parent, parent)
    task.comments = comments
    var component = task.fields.component(line: line)
    task.append(to: &component)
    return (component, problems.map { Diagnostic(.warning, .badValue, line: line, $0) })
  }
}
