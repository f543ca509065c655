package import ICalendar

/// Reads plain text, in constant memory: each line that has something on it is the title of a reminder.
///
/// Nothing is guessed. Indentation, `-`, `#` and `[x]` mean nothing: white space around a line is left out,
/// and the rest is the title as it stands. Lines that are the same are reminders of their own. Who wants more
/// of a list has Markdown, Org or todo.txt.
package struct PlainReader: FormatReader {
  package init() {}

  package mutating func read(
    _ input: inout TextFeed, into output: inout ICalendarOutput
  ) throws(ICalendarError) {
    var stage = output.stage(Self.component)
    while let line = try input.nextLine() {
      for component in stage.take(line, size: line.bytes.count) { try write(component, &output) }
    }
    for component in stage.finish() { try write(component, &output) }
  }

  private func write(
    _ component: FinishedComponent?, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    guard let component else { return }
    output.calendar(key: "", name: nil)
    try output.write(component)
  }

  /// A line as a reminder; nil for an empty one.
  @Sendable private static func component(_ line: TextFeed.Line) -> FinishedComponent? {
    let title = PlainTitle.line(line.text)
    guard !title.isEmpty else { return nil }
    var component = ComponentText.reminder(line: line.number)
    component.text(.summary, title)
    return FinishedComponent(component)
  }
}
