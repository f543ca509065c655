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

/// One reminder as a task of TaskPaper: its line, and its notes below.
struct TaskPaperRow {
  private let reminder: PlacedReminder

  init(_ reminder: PlacedReminder) { self.reminder = reminder }

  /// Appends the lines, without their indentation.
  func append(to bytes: inout [UInt8], _ losses: inout ReminderLosses) {
    var names = tagNames(&losses)
    var words = ["-"]
    let title = title(&names, &losses)
    if !title.isEmpty { words.append(title) }
    words += tags(names, &losses).map(\.text)
    // A task has a blank behind its hyphen.
    bytes += (words.count == 1 ? "- " : words.joined(separator: " ")).utf8
    bytes.append(0x0A)
    if reminder.first(.relatedTo) != nil,
      let parent = reminder.all(.relatedTo).first(where: \.namesParent)
    {
      losses.place(parent)
    }
    appendNotes(to: &bytes, &losses)
  }

  // MARK: The title

  /// The title on one line. Of the words in it that look like tags only those remain that are tags of the
  /// reminder, and these are not written again.
  private func title(_ names: inout [String], _ losses: inout ReminderLosses) -> String {
    losses.place(.summary)
    let title = reminder.title ?? ""
    var line = PlainTitle.line(title)
    if line != title { losses.lose("exact title", "SUMMARY") }
    if line.utf8.contains(0x40) {
      let kept = Set(TaskPaperTag.inner(TaskPaperTag.trailing(line).text)).intersection(names)
      let all = TaskPaperTag.trailing(line).tags + TaskPaperTag.inner(line).map { TaskPaperTag($0) }
      let isHarmless = TaskPaperTag.trailing(line).tags.isEmpty && all.allSatisfy { kept.contains($0.name) }
      if isHarmless {
        names.removeAll(where: kept.contains)
      } else {
        line = TaskPaperEscape.words(of: line) { TaskPaperEscape.at.write($0) }
      }
    }
    return line
  }

  // MARK: Tags

  private func tagNames(_ losses: inout ReminderLosses) -> [String] {
    guard reminder.first(.categories) != nil else { return [] }
    losses.placeAll(.categories)
    let texts = reminder.all(.categories).flatMap(\.texts)
    if texts.count > reminder.tags.count { losses.lose("repeated tag", "CATEGORIES") }
    return reminder.tags.filter { tag in
      let isHeld =
        !tag.isEmpty && tag == CSVCell.trimmed(tag) && !tag.contains { ",\\".contains($0) || $0.isNewline }
      if !isHeld { losses.lose("tag", "CATEGORIES") }
      return isHeld
    }
  }

  /// The names of tags that mean something else.
  private static let meanings: Set<String> = ["done", "cancelled", "canceled", "dropped", "flagged"]

  private func tags(_ names: [String], _ losses: inout ReminderLosses) -> [TaskPaperTag] {
    func isBare(_ name: String) -> Bool {
      TaskPaperTag.isName(name) && !Self.meanings.contains(name.lowercased())
    }
    var tags = names.filter(isBare).map { TaskPaperTag($0) }
    let others = names.filter { !isBare($0) }
    if !others.isEmpty { tags.append(TaskPaperTag("tags", others.joined(separator: ", "))) }
    if let priority = reminder.priority, (0...9).contains(priority) {
      losses.place(.priority)
      tags.append(TaskPaperTag("priority", "\(priority)"))
    }
    for (name, id) in [("start", PropertyID.dtstart), ("due", .due)] {
      if let date = date(id, &losses) { tags.append(TaskPaperTag(name, date)) }
    }
    if let rule = reminder.recurrence, CSVCell.value(rule, of: .recurrence) == .text(rule) {
      losses.place(.rrule)
      tags.append(TaskPaperTag("repeat-rule", rule))
    }
    if let status = status(&losses) { tags.append(status) }
    return tags + kept(&losses)
  }

  private func status(_ losses: inout ReminderLosses) -> TaskPaperTag? {
    losses.place(.status)
    func ended(_ name: String) -> TaskPaperTag {
      if reminder.writtenStatus == nil { losses.lose("missing status", "STATUS") }
      return TaskPaperTag(name, date(.completed, &losses))
    }
    switch reminder.status {
    case .completed: return ended("done")
    case .cancelled: return ended("cancelled")
    case .needsAction: return nil
    default:
      losses.lose("status", "STATUS")
      return reminder.isOpen ? nil : TaskPaperTag("cancelled")
    }
  }

  /// A date, or a date and time with the name of its zone, as it is written in a tag.
  private func date(_ id: PropertyID, _ losses: inout ReminderLosses) -> String? {
    guard let moment = try? reminder.first(id)?.moment() else { return nil }
    losses.place(id)
    guard let local = moment.local else { return moment.day.description }
    if case .utc = moment { return moment.description }
    let clock = local.description.replacing("T", with: " ")
    let text = local.second == 0 ? String(clock.prefix(16)) : clock
    guard case .zoned(_, let tzid) = moment else { return text }
    let whole = "\(text) \(tzid)"
    if CSVCell.value(whole, of: .due) == .moment(moment),
      !whole.contains(where: { $0 == "\\" || $0.isNewline })
    {
      return whole
    }
    losses.lose("time zone", id.name)
    return text
  }

  /// The tags that were read and that no field holds.
  private func kept(_ losses: inout ReminderLosses) -> [TaskPaperTag] {
    var tags: [TaskPaperTag] = []
    for property in reminder.component.all(named: TaskPaperTask.property) {
      guard property.parameters.count == 1, property.parameters[0].name == "X-NAME",
        let name = property.parameters[0].values.first
      else { continue }
      let tag = TaskPaperTag(name, property.text)
      guard TaskPaperTag.whole(tag.text.dropFirst()) == tag, !tag.text.contains(where: \.isNewline) else {
        continue
      }
      losses.place(property)
      tags.append(tag)
    }
    return tags
  }

  // MARK: Notes

  private func appendNotes(to bytes: inout [UInt8], _ losses: inout ReminderLosses) {
    var room: [UInt8] = []
    let text = reminder.text(.description, in: &room).map { String(decoding: $0, as: UTF8.self) } ?? ""
    losses.place(.description)
    guard !text.isEmpty else { return }
    var lines = text.split(separator: "\n" as Unicode.Scalar, omittingEmptySubsequences: false).map(Self.line)
    let end = lines.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
    lines.removeLast(lines.count - end)
    for line in lines { bytes += "\(line)\n".utf8 }
    let given = text.split(separator: "\n" as Unicode.Scalar, omittingEmptySubsequences: false)
    let isExact =
      given.count == lines.count && zip(given, lines).allSatisfy { Self.line($0) == $1 }
      && !text.utf8.contains { $0 == 0x09 || $0 == 0x0D }
      && !given.contains { !$0.isEmpty && Self.line($0).isEmpty }
    if !isExact { losses.lose("exact note", "DESCRIPTION") }
  }

  /// A line of notes that is neither a task nor white space alone.
  private static func line(_ text: Substring) -> String {
    let text = String(text).replacing("\r", with: " ").replacing("\t", with: " ")
    let content = text.drop { $0 == " " }
    return content.isEmpty ? "" : text.prefix { $0 == " " } + TaskPaperEscape.hyphen.write(String(content))
  }
}
