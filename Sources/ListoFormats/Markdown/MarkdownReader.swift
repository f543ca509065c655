internal import ICalendar
internal import Listo

/// Reads checklists: GFM's, with the signs of Obsidian Tasks or the fields of Dataview at the ends of lines.
///
/// A task belongs to the list that the heading above it names, and is a subtask of the task it is indented below.
/// Indented text below a task is its notes. What belongs to no task is left out, with one Diagnostic for the file;
/// code blocks and front matter hold no tasks. In constant memory but for one task with all its subtasks.
struct MarkdownReader: FormatReader {
  private var place = OutlinePlace()
  private var tree = TaskTree()
  private var fence: (mark: Character, count: Int, isInTask: Bool)?
  private var strayLine: Int?
  private var strayCount = 0

  init() {}

  /// A task stands in the beginning of an input.
  static func hasTask(_ beginning: ArraySlice<UInt8>) -> Bool {
    String(decoding: beginning, as: UTF8.self).split(whereSeparator: \.isNewline).contains { line in
      if case .item(let item) = MarkdownLine(line) { return item.mark != nil }
      return false
    }
  }

  mutating func read(_ input: inout TextFeed, into output: inout ICalendarOutput) throws(ICalendarError) {
    var isFrontMatter = false
    while let line = try input.nextLine() {
      if line.number == 1, line.text == "---" {
        isFrontMatter = true
      } else if isFrontMatter {
        isFrontMatter = line.text != "---" && line.text != "..."
      } else {
        try take(line, &output)
      }
    }
    try tree.finish(&output)
    place.finish(&output)
    guard let strayLine else { return }
    output.diagnose(
      .notATask, line: strayLine, severity: .note,
      "\(strayCount == 1 ? "this line belongs" : "\(strayCount) lines, of which this is the first, belong") "
        + "to no task; what is no task is left out")
  }

  private mutating func take(_ line: TextFeed.Line, _ output: inout ICalendarOutput) throws(ICalendarError) {
    let text = line.text[...]
    if let open = fence {
      if case .fence(open.mark, let found, true) = MarkdownLine(text), found >= open.count { fence = nil }
      if open.isInTask { tree.code(text) } else { stray(line.number) }
      return
    }
    switch MarkdownLine(text) {
    case .blank: tree.blank()
    case .heading(let level, let title) where MarkdownLine.indentation(text).columns < tree.content:
      try tree.finish(&output)
      place.enter(level, MarkdownText.decode(title), &output)
    case .fence(let mark, let count, _):
      fence = (mark, count, note(text, line.number))
    case .item(let item):
      if item.mark != nil {
        place.choose(&output)
        try tree.add(item, line: line.number, &output)
      } else {
        // It may end tasks that are further in; within one it is a part of the notes.
        tree.leave(upTo: item.indent)
        note(text, line.number)
      }
    case .heading, .text: note(text, line.number)
    }
  }

  /// Takes a line that is no task as a part of one.
  @discardableResult
  private mutating func note(_ text: Substring, _ line: Int) -> Bool {
    if tree.note(text) { return true }
    tree.leave(upTo: 0)
    stray(line)
    return false
  }

  private mutating func stray(_ line: Int) {
    place.noteText()
    if strayLine == nil { strayLine = line }
    strayCount += 1
  }
}
