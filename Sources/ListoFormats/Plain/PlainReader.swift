package import ICalendar

/// Reads plain text, in constant memory: each line that has something on it is the title of a reminder.
///
/// Nothing is guessed. Indentation, `-`, `#` and `[x]` mean nothing: white space around a line is left out, and the rest is the title
/// as it stands. Lines that are the same are reminders of their own. Who wants more of a list has Markdown, Org or todo.txt.
package struct PlainReader: FormatReader {
  package init() {}

  package mutating func read(
    _ input: inout TextFeed, into output: inout ICalendarOutput
  ) throws(ICalendarError) {
    while let line = try input.nextLine() {
      let title = PlainTitle.line(line.text)
      guard !title.isEmpty else { continue }
      var component = ComponentText.reminder(line: line.number)
      component.text(.summary, title)
      output.calendar(key: "", name: nil)
      try output.write(component)
    }
  }
}
