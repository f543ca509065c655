package import ICalendar
internal import ListoModel

/// Reads tasks of Taskwarrior: an array of them, or one a line, in constant memory but for the templates of what repeats, and up to
/// 10,000 of their tasks that stand before them.
///
/// A template is a reminder with a rule, and the tasks that Taskwarrior made of it are its changed occurrences. A task's project is its list. Attributes that no field is, such as those that its user added, are kept:
/// `X-TASKWARRIOR;X-NAME=estimate:3h`.
package struct TaskwarriorReader: FormatReader {
  private var instances = TaskwarriorInstances()
  /// Tasks on their way.
  private var stage: JSONStage<Void, Entry>?

  package init() {}

  package mutating func read(
    _ input: inout TextFeed, into output: inout ICalendarOutput
  ) throws(ICalendarError) {
    stage = output.stage { node, _ in
      node.isObject
    } _: { (nodes, _: Void) in
      nodes.map(Entry.init)
    }
    try JSONReader.forEachText(in: &input, "a task, which is an object,") {
      (json, token) throws(ICalendarError) in
      switch token {
      case .beginArray:
        try json.forEachPiece { (json, piece) throws(ICalendarError) in try write(piece, &json, &output) }
      case .beginObject:
        if let node = try json.node(token) { _ = try write(.value(node), &json, &output) }
      default: return false
      }
      return true
    } passages: { (json, piece) throws(ICalendarError) in
      try write(piece, &json, &output)
    }
    let results = stage?.finish() ?? []
    _ = try results.forEachMade { (entry) throws(ICalendarError) in try write(entry, &output) }
    for entry in instances.finish() { try write(entry, nil, &output) }
  }

  /// - Returns: what is to be read token by token.
  private mutating func write(
    _ piece: JSONPiece, _ json: inout JSONReader, _ output: inout ICalendarOutput
  ) throws(ICalendarError) -> [JSONPassage] {
    if case .value(let node) = piece, !node.isObject {
      json.report(
        .badValue, line: node.line, "a task must be an object, not \(node.kind); this is left out")
      return []
    }
    let results = stage?.take(piece, size: json.takeSize(), in: ()) ?? []
    return try results.forEachMade { (entry) throws(ICalendarError) in try write(entry, &output) }
  }

  private mutating func write(_ entry: Entry, _ output: inout ICalendarOutput) throws(ICalendarError) {
    defer { output.tell(ofRecord: entry.problems) }
    guard let made = entry.made else { return }
    for whole in instances.take(made.task, made.reminder, line: entry.line) {
      // What is no occurrence comes back as it is.
      try write(whole, whole.instance == nil ? made.component : nil, &output)
    }
  }

  private func write(
    _ entry: TaskwarriorInstances.Entry, _ component: FinishedComponent?, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    let project = entry.reminder.project
    output.calendar(key: project ?? "", name: project)
    try output.write(component ?? FinishedComponent(entry.reminder.component(line: entry.line)))
  }

  /// An object as a task.
  private struct Entry {
    let made: (task: TaskwarriorTask, reminder: TaskwarriorReminder, component: FinishedComponent?)?
    let line: Int
    let problems: [Diagnostic]

    init(_ node: JSONNode) {
      line = node.line
      let task = TaskwarriorTask(node)
      guard task.names.contains(where: { TaskwarriorExtra.known.contains($0) }) else {
        made = nil
        problems = [
          Diagnostic(
            .warning, .badValue, line: node.line,
            "an object without any attribute of a task; it is left out")
        ]
        return
      }
      var words: [String] = []
      let reminder = task.reminder(problems: &words)
      // Of an occurrence it is made with its template.
      let component = task.instance == nil ? FinishedComponent(reminder.component(line: node.line)) : nil
      made = (task, reminder, component)
      problems = words.map { Diagnostic(.warning, .badValue, line: node.line, $0) }
    }
  }
}
