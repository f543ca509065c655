package import ICalendar
internal import ListoModel

/// Reads the CSV template that Todoist exports: tasks, the comments and subtasks below them, sections as lists.
///
/// It has no identifiers: a task is named by its content, so that it has the same name each time.
package struct TodoistReader: FormatReader {
  private var columns: [TodoistColumn?]?
  /// The task whose comments may follow.
  private var pending: (task: TodoistTask, line: Int)?
  /// The tasks that the next may be part of.
  private var parents: [(indent: Int, uid: String)] = []
  private var uids = ContentUIDs()
  private var hasDescription = false

  package init() {}

  static func isHeader(_ line: ArraySlice<UInt8>) -> Bool {
    let names = line.split(separator: 0x2C).map { String(decoding: $0, as: UTF8.self).uppercased() }
    return names.first == "TYPE" && names.contains("CONTENT")
  }

  package mutating func read(
    _ input: inout TextFeed, into output: inout ICalendarOutput
  ) throws(ICalendarError) {
    var records = CSVRecords(delimiter: 0x2C)
    while let line = try input.nextLine() {
      var found: [CSVRecords.Record] = []
      records.take(Array(line.text.utf8)[...], line: line.number) { found.append($0) }
      for record in found { try take(record, &output) }
    }
    var found: [CSVRecords.Record] = []
    records.finish { found.append($0) }
    for record in found { try take(record, &output) }
    try writePending(&output)
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
    let row = TodoistRow(record.cells, columns: columns)
    switch row[.type].lowercased() {
    case "task": try take(task: row, line: record.line, &output)
    case "note": try take(note: row, line: record.line, &output)
    case "section":
      try writePending(&output)
      parents = []
      output.calendar(key: "section " + row[.content], name: row[.content])
    case "meta": output.property(named: "X-TODOIST-META", TextValue.encode(row[.content]))
    default:
      output.diagnose(
        .badValue, line: record.line,
        "a row is a task, a section, a note or meta, not \"\(row[.type])\"; it is left out")
    }
  }

  private mutating func take(
    task row: TodoistRow, line: Int, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    try writePending(&output)
    var problems: [String] = []
    var task = TodoistTask(row, problems: &problems)
    for problem in problems { output.diagnose(.badValue, line: line, problem) }
    while let last = parents.last, last.indent >= task.indent { parents.removeLast() }
    task.fields.set(.parent, parents.last?.uid)
    pending = (task, line)
  }

  private mutating func take(
    note row: TodoistRow, line: Int, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    guard pending == nil else {
      pending?.task.comments.append(row[.content])
      return
    }
    // A comment on the project.
    if hasDescription {
      output.property(named: "X-TODOIST-NOTE", TextValue.encode(row[.content]))
    } else {
      hasDescription = true
      output.property(named: "DESCRIPTION", TextValue.encode(row[.content]))
    }
  }

  /// Its parents are known by their names, so that it needs one before its children come.
  private mutating func writePending(_ output: inout ICalendarOutput) throws(ICalendarError) {
    guard let (task, line) = pending else { return }
    pending = nil
    var component = task.fields.component(line: line)
    for comment in task.comments { component.text(.comment, comment) }
    if !task.rest.isEmpty { component.passage(task.rest) }
    guard let content = Component(component.bytes) else { return }
    let uid = uids.uid(of: content)
    component.text(.uid, uid)
    parents.append((task.indent, uid))
    try output.write(component)
  }
}
