internal import ICalendar
internal import ListoModel

/// A reminder as a line of todo.txt: its fields, what became of it, and the list it is in.
struct TodoTxtTask: Hashable {
  var fields = ReminderFields()
  /// Done, or given up: the line begins with `x`.
  var isDone = false
  /// The list.
  var project: String?
  /// Parts of the line that no field holds.
  var kept = TodoTxtKept()

  init() {}

  /// - Parameter status: STATUS, or what other fields say where there is none.
  init(_ fields: ReminderFields, status: Status, project: String?) {
    (self.fields, self.project) = (fields, project)
    isDone = Self.isDone(status)
  }

  static func isDone(_ status: Status) -> Bool {
    switch status {
    case .completed, .cancelled, .failed: true
    default: false
    }
  }

  /// The dates of a plain line.
  static let plainDates: [FieldID] = [.due, .start, .completed, .created]

  /// Leaves what other programs know: title, list, tags, priority, `rec`, and dates without their time.
  ///
  /// - Parameter hasWords: a rule that `rec` cannot say stands in words behind the title.
  /// - Returns: the fields that are left out.
  mutating func makePlain(hasWords: Bool = true) -> [FieldID] {
    let words = hasWords ? wordsBehindTitle : nil
    var missing = FieldID.allCases.filter {
      ![.title, .tags, .priority].contains($0) && !Self.plainDates.contains($0)
    }
    for id in Self.plainDates {
      if let moment = fields.moment(id) { fields[id] = .moment(.date(moment.day)) }
    }
    // Behind `x` the date it was made must follow the one it was done; on an open line none was done.
    if !isDone || fields[.completed] == nil {
      let gone: FieldID = isDone ? .created : .completed
      if fields[gone] != nil { missing.append(gone) }
      fields[gone] = nil
    }
    if fields.text(.recurrence).map({ TodoTxtRecurrence.word($0) != nil }) == true {
      missing.removeAll { $0 == .recurrence }
    }
    // The line itself says that the task is done, or open.
    let status = fields.writtenStatus
    if status == nil || status == .needsAction || status == .completed { missing.removeAll { $0 == .status } }
    for id in missing { fields[id] = nil }
    if words != nil { missing.removeAll { $0 == .recurrence } }
    fields[.status] = .text(isDone ? "completed" : "needs-action")
    if let title = fields.text(.title) {
      let plain = TodoTxtTitle(title, tags: fields.texts(.tags), project: project).text
      fields.set(.title, plain + (words.map { " (\($0))" } ?? ""))
    }
    return missing
  }

  /// The rule in words, where there is a title that they can stand behind and `rec` has no word for it.
  private var wordsBehindTitle: String? {
    guard let rule = fields.text(.recurrence), TodoTxtRecurrence.word(rule) == nil,
      let title = fields.text(.title), !TodoTxtTitle(title).text.isEmpty
    else { return nil }
    return RepeatWords.behindTitle(rule)
  }
}
