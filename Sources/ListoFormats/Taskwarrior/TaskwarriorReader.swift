package import ICalendar
internal import ListoModel

/// Reads tasks of Taskwarrior: an array of them, or one a line, in constant memory but for the templates of
/// what repeats, and up to 10,000 of their tasks that stand before them.
///
/// A template is a reminder with a rule, and the tasks that Taskwarrior made of it are its changed
/// occurrences. A task's project is its list. Attributes that no field is, such as those that its user added,
/// are kept: `X-TASKWARRIOR;X-NAME=estimate:3h`.
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
      nodes.map { Entry($0) }
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
    for entry in instances.finish() { try write(entry, &output) }
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

  private mutating func write(_ entry: Entry, _ output: inout ICalendarOutput)
    throws(ICalendarError)
  {
    defer { output.tell(ofRecord: entry.problems) }
    switch entry.made {
    case .whole(let component, let project)?: try write(component, project, &output)
    case .part(let task, let reminder)?:
      for whole in instances.take(task, reminder, line: entry.line) { try write(whole, &output) }
    case nil: break
    }
  }

  private func write(
    _ entry: TaskwarriorInstances.Entry, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    let component = FinishedComponent(entry.reminder.component(line: entry.line))
    try write(component, entry.reminder.project, &output)
  }

  private func write(
    _ component: FinishedComponent, _ project: String?, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    output.calendar(key: project ?? "", name: project)
    try output.write(component)
  }

  /// An object as a task: one object as well, so that to hand it on copies a reference.
  private final class Entry: Sendable {
    enum Made: Sendable {
      case whole(FinishedComponent, project: String?)
      /// Of what repeats: what becomes of it depends on others.
      case part(TaskwarriorTask, TaskwarriorReminder)
    }

    let made: Made?
    let line: Int
    let problems: [Diagnostic]

    init(_ node: JSONNode) {
      line = node.line
      let task = TaskwarriorTask(node)
      guard task.isTask else {
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
      made =
        task.instance != nil || task.isTemplate
        ? .part(task, reminder)
        : .whole(FinishedComponent(reminder.component(line: node.line)), project: reminder.project)
      problems = words.map { Diagnostic(.warning, .badValue, line: node.line, $0) }
    }
  }
}
