package import ICalendar
internal import ListoModel

/// Reads the CSV template that Todoist exports: tasks, the comments and subtasks below them, sections as lists.
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

  package init() {}

  static func isHeader(_ line: ArraySlice<UInt8>) -> Bool {
    let names = line.split(separator: 0x2C).map { String(decoding: $0, as: UTF8.self).uppercased() }
    return names.first == "TYPE" && names.contains("CONTENT")
  }

  package mutating func read(
    _ input: inout TextFeed, into output: inout ICalendarOutput
  ) throws(ICalendarError) {
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
    case "task": try take(task: TodoistDraft(record, columns), &output)
    case "note": try take(note: content(record, columns), &output)
    case "section":
      finishTask()
      try branch?.finish(&output)
      let name = content(record, columns)
      try branch?.stage.take(&output) { $0.calendar(key: "section " + name, name: name) }
    case "meta": try take(property: "X-TODOIST-META", content(record, columns), &output)
    default:
      let problem = Diagnostic(
        .warning, .badValue, line: record.line,
        "a row is a task, a section, a note or meta, not \"\(type)\"; it is left out")
      guard open == nil else { return notes.append(problem) }
      try branch?.stage.take(&output) { $0.tell([problem]) }
    }
  }

  private func content(_ record: CSVRecords.Record, _ columns: [TodoistColumn?]) -> String {
    TodoistRow.cell(.content, of: record.cells, columns)
  }

  private mutating func take(
    property name: String, _ text: String, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    try branch?.stage.take(&output) { $0.property(named: name, TextValue.encode(text)) }
  }

  private mutating func take(
    task: TodoistDraft, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    finishTask()
    try branch?.leave(task.indent, &output)
    open = task
  }

  private mutating func take(
    note text: String, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    guard open == nil else {
      open?.add(comment: text)
      return
    }
    // A comment on the project.
    try take(property: hasDescription ? "X-TODOIST-NOTE" : "DESCRIPTION", text, &output)
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
  private var comments: [String] = []
  /// 1 for a task that is part of no other.
  let indent: Int
  /// The bytes of the input that it holds.
  private(set) var size: Int

  init(_ record: CSVRecords.Record, _ columns: [TodoistColumn?]) {
    (line, cells, self.columns, size) = (record.line, record.cells, columns, record.size)
    indent = max(1, Int(TodoistRow.cell(.indent, of: cells, columns)) ?? 1)
  }

  mutating func add(comment: String) {
    comments.append(comment)
    size += comment.utf8.count + 64
  }

  func component(parent: String?) -> (todo: ComponentText, problems: [Diagnostic]) {
    var problems: [String] = []
    var task = TodoistTask(TodoistRow(cells, columns: columns), problems: &problems)
    task.fields.set(.parent, parent)
    var component = task.fields.component(line: line)
    for comment in comments { component.text(.comment, comment) }
    if !task.rest.isEmpty { component.passage(task.rest) }
    return (component, problems.map { Diagnostic(.warning, .badValue, line: line, $0) })
  }
}
