internal import ICalendar
internal import ListoModel

/// The attributes of a task that a reminder has no field for, if they may be written back: those that make a
/// template of it, or one of the tasks of a template; when it was begun; when each of its annotations was
/// made.
///
/// All of it was kept as lines of ``TaskwarriorExtra`` and is true of the task that the reminder still is.
/// Attributes that no longer fit stay among the lines of the reminder.
struct TaskwarriorKept: Sendable {
  /// The attributes of a template or of one of its tasks, in their order.
  private(set) var machinery: [(name: String, value: TaskwarriorTask.Value)] = []
  /// It is a template, and its rule is said by `recur`, and `until`.
  private(set) var isTemplate = false
  /// The rule stands beside `recur`, since it is not one of Taskwarrior's.
  private(set) var keepsRule = false
  /// It is one of the tasks of a template, which says its UID and RECURRENCE-ID.
  private(set) var isInstance = false
  private(set) var start: DigitMoment?
  private(set) var entries: [DigitMoment] = []

  init() {}

  /// - Parameters:
  ///   - rest: the properties that no field holds.
  ///   - lines: gets the indices of those that are said by it.
  init(of rest: [Property], _ fields: ReminderFields, status: Status, _ lines: inout Set<Int>) {
    var found: [String: (line: Int, value: TaskwarriorTask.Value)] = [:]
    for (index, property) in rest.enumerated() {
      guard let (name, value) = TaskwarriorExtra.kept(property), found[name] == nil else { continue }
      found[name] = (index, value)
    }
    guard !found.isEmpty else { return }
    var said: Set<String> = []
    takeMachinery(found.mapValues(\.value), fields, status, &said)
    if status == .inProcess, case .text(let text)? = found["start"]?.value,
      let time = TaskwarriorDate.utc(text)
    {
      start = time
      said.insert("start")
    }
    if case .text(let text)? = found["annotations"]?.value, let notes = fields.text(.notes) {
      let times = text.split(separator: ",").compactMap { TaskwarriorDate.utc(String($0)) }
      let bytes = Array(notes.utf8)
      var (shown, count) = (TaskwarriorNotes(0..<bytes.count, isEscaped: false), 0)
      while shown.next(bytes.span) != nil { count += 1 }
      if times.count == count, Set(times.map(\.iCalendar.text)).count == count {
        entries = times
        said.insert("annotations")
      }
    }
    for name in said { if let line = found[name]?.line { lines.insert(line) } }
  }

  /// Makes a template of an open reminder with a rule from elsewhere that Taskwarrior has a word for, if the
  /// rule says all of its series.
  mutating func takeRule(of component: Component, _ fields: ReminderFields, status: Status) {
    guard machinery.isEmpty, status == .needsAction, fields.moment(.due) != nil,
      !fields.has(.recurrenceID), Self.apart.allSatisfy({ component.first($0) == nil }),
      let (word, until) = fields.text(.recurrence).flatMap(TaskwarriorRecurrence.task)
    else { return }
    machinery = [("recur", .text(word))]
    if let until { machinery.append(("until", .text(until.iCalendar.text))) }
    (isTemplate, keepsRule) = (true, true)
  }

  /// Properties that add or remove occurrences of the rule.
  private static let apart: [PropertyID] = [.exdate, .rdate, .exrule, .xListoRepeatFrom]

  private mutating func takeMachinery(
    _ found: [String: TaskwarriorTask.Value], _ fields: ReminderFields, _ status: Status,
    _ said: inout Set<String>
  ) {
    func add(_ name: String, _ value: TaskwarriorTask.Value? = nil) {
      guard let value = value ?? found[name] else { return }
      machinery.append((name, value))
      said.insert(name)
    }
    let isOpen = TaskwarriorTask.word(for: status) == "pending"
    if found["status"] == .text("recurring"), isOpen, fields.moment(.due) != nil,
      let rule = fields.text(.recurrence)
    {
      let parts = rule.split(separator: ";UNTIL=", maxSplits: 1).map(String.init)
      let until = parts.count == 2 ? TaskwarriorDate.utc(parts[1]) : nil
      guard let rule = parts.first, parts.count == 1 || until != nil else { return }
      if case .text(let word)? = found["recur"], TaskwarriorRecurrence.rule(word) == rule {
        add("recur")
        add("mask")
      } else {
        // It is another rule: the tasks that were made by the old one say nothing of it.
        guard let word = TaskwarriorRecurrence.word(rule) else { return }
        add("recur", .text(word))
        said.insert("mask")
      }
      if let until { add("until", .text(until.iCalendar.text)) }
      said.insert("until")
      isTemplate = true
    } else if found["parent"] != nil, found["imask"] != nil {
      for name in ["parent", "imask", "recur", "until", "mask"] { add(name) }
      isInstance = fields.has(.recurrenceID) && found["uuid"] != nil
    } else {
      return
    }
    for name in ["rtype", "last", "template"] { add(name) }
    said.insert("status")
  }
}
