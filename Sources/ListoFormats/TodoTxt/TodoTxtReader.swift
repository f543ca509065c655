package import ICalendar
internal import ListoModel

/// Reads todo.txt (github.com/todotxt/todo.txt): todo.txt, done.txt and what ``TodoTxtWriter`` writes, in constant memory.
///
/// Each line that is not empty is a reminder; a `+project` is its list. What cannot be understood stays in the text.
package struct TodoTxtReader: FormatReader {
  package init() {}

  package mutating func read(
    _ input: inout TextFeed, into output: inout ICalendarOutput
  ) throws(ICalendarError) {
    var stage = output.stage { Entry($0) }
    while let line = try input.nextLine() {
      guard line.bytes.contains(where: { $0 > 0x20 }) else { continue }
      for entry in stage.take(line, size: line.bytes.count) { try write(entry, &output) }
    }
    for entry in stage.finish() { try write(entry, &output) }
  }

  private func write(_ entry: Entry, _ output: inout ICalendarOutput) throws(ICalendarError) {
    output.tell(entry.problems)
    output.calendar(key: entry.project ?? "", name: entry.project)
    try output.write(entry.component)
  }

  /// A line as a reminder: one object, so that to hand it on copies a reference.
  private final class Entry: Sendable {
    let project: String?
    let component: FinishedComponent
    let problems: [Diagnostic]

    init(_ line: TextFeed.Line) {
      var problems: [(code: Diagnostic.Code, message: String)] = []
      let task = TodoTxtTask(TodoTxtLine(line.bytes), problems: &problems)
      project = task.project
      component = FinishedComponent(task.fields.component(line: line.number))
      self.problems = problems.map { Diagnostic(.warning, $0.code, line: line.number, $0.message) }
    }
  }
}
