internal import ICalendar
internal import ListoModel

/// How tasks say more than their text.
enum MarkdownFlavour: Sendable {
  /// GitHub's task lists: done or not.
  case plain
  /// The signs of Obsidian Tasks.
  case obsidian
  /// The fields of Dataview.
  case dataview
}

/// Writes checklists: headings are sources and lists, indentation is subtasks, paragraphs below a task its
/// notes.
struct MarkdownPage: OutlineSyntax {
  /// Of plain GFM; the options hold more.
  static let capabilities = Capabilities(
    fields: [
      .title: .exact, .notes: .exact, .parent: .exact, .recurrence: .exact,
      .status: .approximate("done or not; the rest with +obsidian"),
      .tags: .approximate("letters, digits, - _ and /"), .order: .approximate("by position"),
      .due: .approximate("with +obsidian, a date without time"),
      .start: .approximate("with +obsidian, a date without time"),
      .completed: .approximate("with +obsidian, a date without time"),
      .created: .approximate("with +obsidian, a date without time"),
      .priority: .approximate("with +obsidian, five steps"),
      .uid: .approximate("with +obsidian, letters, digits, - and _"),
      .location: .approximate("with +dataview"), .url: .approximate("with +dataview"),
      .percent: .approximate("with +dataview"),
    ],
    aspects: [.lists: .approximate("their titles"), .sources: .approximate("as the first heading")])

  // Deeper, readers of Markdown differ, and every line begins with that many blanks.
  let deepest = 40
  let nestsOccurrences = false
  let namesZones = false
  var holdsRules: Bool { flavour != .plain }
  private let flavour: MarkdownFlavour
  private var isFirst = true

  init(_ flavour: MarkdownFlavour) { self.flavour = flavour }

  mutating func begin(_ output: inout [UInt8]) {}

  mutating func open(_ list: OutlineList, isNewSource: Bool, _ output: inout [UInt8]) {
    if isNewSource { heading("#", list.source.title, &output) }
    heading("##", list.title, &output)
    output.append(0x0A)
  }

  private mutating func heading(_ level: String, _ title: String, _ output: inout [UInt8]) {
    output += "\(isFirst ? "" : "\n")\(level) \(MarkdownText.escape(title))\n".utf8
    isFirst = false
  }

  func appendRow(
    of reminder: PlacedReminder, _ identifier: @autoclosure () -> ModelIdentifier,
    _ losses: inout ReminderLosses, to bytes: inout [UInt8]
  ) {
    MarkdownItem(reminder, flavour).append(to: &bytes, &losses)
  }

  mutating func write(_ row: ArraySlice<UInt8>, depth: Int, _ output: inout [UInt8]) {
    guard depth > 0 else { return output += row }
    let indent = [UInt8](repeating: 0x20, count: 2 * depth)
    for line in row.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
      if !line.isEmpty { output += indent }
      output += line
      output.append(0x0A)
    }
  }

  mutating func close(_ list: OutlineList, _ output: inout [UInt8]) {}

  mutating func end(_ output: inout [UInt8]) {}
}
