internal import ICalendar
internal import ListoModel

/// Writes TaskPaper: lists are projects, subtasks stand below their tasks, and notes are lines below those.
struct TaskPaperPage: OutlineSyntax {
  static let capabilities = Capabilities(
    fields: [
      .title: .approximate("on one line"), .notes: .approximate("without tabs and empty lines at the end"),
      .status: .approximate("done, cancelled or open"),
      .tags: .approximate("without commas, line ends and backslashes"), .parent: .exact,
      .priority: .approximate("from 0 to 9"),
      .recurrence: .exact,
      .due: .approximate("with the name of the zone"), .start: .approximate("with the name of the zone"),
      .completed: .approximate("with the name of the zone"), .order: .approximate("by position"),
    ],
    aspects: [.lists: .approximate("their titles"), .sources: .none])

  let deepest = 100
  let nestsOccurrences = false
  let namesZones = true
  let holdsRules = true
  private var isFirst = true

  mutating func begin(_ output: inout [UInt8]) {}

  mutating func open(_ list: OutlineList, isNewSource: Bool, _ output: inout [UInt8]) {
    if !isFirst { output.append(0x0A) }
    isFirst = false
    let title = PlainTitle.line(list.title)
    output += "\(title.isEmpty ? "-" : title):\n".utf8
  }

  func appendRow(
    of reminder: PlacedReminder, _ identifier: @autoclosure () -> ModelIdentifier,
    _ losses: inout ReminderLosses, to bytes: inout [UInt8]
  ) {
    TaskPaperRow(reminder).append(to: &bytes, &losses)
  }

  mutating func write(_ row: ArraySlice<UInt8>, depth: Int, _ output: inout [UInt8]) {
    for (index, line) in row.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast().enumerated()
    {
      if !line.isEmpty {
        output.append(contentsOf: repeatElement(0x09, count: depth + (index == 0 ? 1 : 2)))
      }
      output += line
      output.append(0x0A)
    }
  }

  mutating func close(_ list: OutlineList, _ output: inout [UInt8]) {}

  mutating func end(_ output: inout [UInt8]) {}
}
