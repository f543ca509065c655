internal import ICalendar
internal import ListoModel

/// A task of TaskPaper as it was read, with its notes.
struct TaskPaperTask: OutlineTask {
  let level: Int
  let line: Int
  private let text: String
  private var notes: [String] = []
  /// The bytes of the input that it holds.
  private(set) var size: Int

  init(_ line: TaskPaperLine, number: Int) {
    (level, self.line, text) = (line.level, number, line.text)
    size = line.text.utf8.count + 128
  }

  /// Adds a line to its notes.
  mutating func note(_ text: String) {
    notes.append(text)
    size += text.utf8.count + 32
  }

  /// The property that keeps a tag with a value that no field has.
  static let property = "X-TASKPAPER"

  func component(parent: String?) -> (todo: ComponentText, problems: [Diagnostic]) {
    let (title, tags) = TaskPaperTag.trailing(text)
    var fields = ReminderFields()
    fields.set(.title, TaskPaperEscape.words(of: title) { TaskPaperEscape.at.read($0) })
    var names = TaskPaperTag.inner(title)
    var kept: [TaskPaperTag] = []
    var problems: [Diagnostic] = []
    for tag in tags {
      guard let value = tag.value else {
        switch tag.name.lowercased() {
        case "done": fields[.status] = .text(Status.completed.word)
        case "cancelled", "canceled", "dropped": fields[.status] = .text(Status.cancelled.word)
        case "flagged": if !fields.has(.priority) { fields[.priority] = .integer(1) }
        default: names.append(tag.name)
        }
        continue
      }
      if Self.take(tag.name.lowercased(), value, &fields, &names) { continue }
      kept.append(tag)
      if Self.dates[tag.name.lowercased()] != nil {
        problems.append(
          Diagnostic(
            .warning, .badValue, line: line,
            "\(tag.text) is not a date or time; it is kept as \(Self.property)"))
      }
    }
    if !fields.has(.status) { fields[.status] = .text(Status.needsAction.word) }
    fields.set(.tags, texts: names)
    let end = notes.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
    fields.set(.notes, notes[..<end].joined(separator: "\n"))
    if let parent { fields[.parent] = .text(parent) }
    var todo = fields.component(line: line)
    for tag in kept {
      todo.raw(
        named: Self.property, TextValue.encode(tag.value ?? ""),
        parameters: [Parameter(name: "X-NAME", values: [tag.name])])
    }
    return (todo, problems)
  }

  /// The tags with dates, of TaskPaper and of OmniFocus.
  private static let dates: [String: FieldID] = [
    "due": .due, "start": .start, "defer": .start, "done": .completed, "cancelled": .completed,
    "dropped": .completed,
  ]

  /// Takes a tag with a value as a field; false for one that no field has.
  private static func take(
    _ name: String, _ value: String, _ fields: inout ReminderFields, _ names: inout [String]
  ) -> Bool {
    if let id = dates[name] {
      guard !fields.has(id), let date = CSVCell.value(value, of: id) else { return false }
      fields[id] = date
      if id == .completed {
        fields[.status] = .text((name == "done" ? Status.completed : .cancelled).word)
      }
      return true
    }
    switch name {
    case "priority":
      guard !fields.has(.priority), let priority = CSVCell.value(value, of: .priority) else { return false }
      fields[.priority] = priority
    case "repeat-rule", "repeat":
      guard !fields.has(.recurrence), let rule = CSVCell.value(value, of: .recurrence) else { return false }
      fields[.recurrence] = rule
    case "tags", "context":
      names += value.split(separator: ",").map { CSVCell.trimmed(String($0)) }.filter { !$0.isEmpty }
    default: return false
    }
    return true
  }
}
