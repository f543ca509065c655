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
    while let line = try input.nextLine() {
      let bytes = Array(line.text.utf8)
      guard bytes.contains(where: { $0 > 0x20 }) else { continue }
      var problems: [(code: Diagnostic.Code, message: String)] = []
      let task = TodoTxtTask(TodoTxtLine(bytes[...]), problems: &problems)
      for (code, message) in problems { output.diagnose(code, line: line.number, message) }
      output.calendar(key: task.project ?? "", name: task.project)
      try output.write(task.fields.component(line: line.number))
    }
  }
}
