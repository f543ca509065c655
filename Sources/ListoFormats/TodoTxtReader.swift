public import ICalendar
internal import ListoModel

extension Format {
  /// A line a reminder: ``TodoTxtReader``, ``TodoTxtWriter``.
  public static let todoTxt = Format(
    name: "todotxt", title: "todo.txt", extensions: ["txt"],
    holds: "every field, one reminder a line",
    options: [
      FormatOption("plain", "only what other programs know: no times of day, no uid:, note: and the like")
    ],
    capabilities: .fieldsAlone,
    recognise: { name, beginning in
      let name = name.lowercased()
      guard !Recognition.hasLine(beginning, startingWith: "BEGIN:VCALENDAR") else { return .none }
      if ["todo.txt", "done.txt"].contains(where: { name == $0 || name.hasSuffix("." + $0) }) {
        return .certain
      }
      // Any other text may be one, where it is asked for by its name.
      return Recognition.has(name, ["txt"]) && !beginning.contains(0) ? .possible : .none
    },
    makeReader: { _ in TodoTxtReader() },
    makeWriter: { TodoTxtWriter(isPlain: $0.contains("plain"), recurrence: $0.recurrence, losses: $1) })
}

extension Capabilities {
  /// Every field of reminders, in values that are read back as they were, and nothing else.
  static let fieldsAlone = Capabilities(
    .none,
    fields: Dictionary(
      uniqueKeysWithValues: FieldID.allCases.map { id in
        (id, id == .alarms ? .approximate("when they sound") : .exact)
      }),
    aspects: [
      .overrides: .exact, .lists: .approximate("their titles"), .timeZones: .approximate("their names"),
    ])
}

/// Reads todo.txt (github.com/todotxt/todo.txt): todo.txt, done.txt and what ``TodoTxtWriter`` writes, in constant memory.
///
/// Each line that is not empty is a reminder; a `+project` is its list. What cannot be understood stays in the text.
public struct TodoTxtReader: FormatReader {
  public init() {}

  public mutating func read(
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
