internal import ICalendar
internal import ListoModel

/// A task of a checklist as it stands in the input: what it says is found out later, on any thread.
struct MarkdownTask: OutlineTask {
  let line: Int
  /// The mark in its box, behind that its text, and its notes: lines with line feeds between them.
  private var bytes: [UInt8] = []
  private let mark: Range<Int>
  private let text: Range<Int>
  private(set) var hasNotes = false

  /// - Parameter bytes: of the line, in UTF-8.
  init(_ item: MarkdownLine.Item, _ bytes: Span<UInt8>, line: Int) {
    self.line = line
    let place = item.mark ?? 0..<0
    mark = 0..<place.count
    text = place.count..<place.count + item.text.count
    self.bytes.append(addingCapacity: text.upperBound) { output in
      output.append(bytes, place)
      output.append(bytes, item.text)
    }
  }

  /// Adds a line to its notes, with so many blanks before it.
  mutating func note(_ bytes: Span<UInt8>, _ line: Range<Int>, blanks: Int) {
    let isFirst = !hasNotes
    hasNotes = true
    self.bytes.append(addingCapacity: blanks + line.count + 1) { output in
      if !isFirst { output.append(0x0A) }
      output.append(repeating: 0x20, count: blanks)
      output.append(bytes, line)
    }
  }

  func component(parent: String?) -> (todo: ComponentText, problems: [Diagnostic]) {
    let place = text
    if mark.count > 2, let block = logseqBlock {
      var task = self
      task.bytes = Array(bytes[mark]) + block.text.utf8
      let end = task.bytes.count
      task.bytes += block.notes.joined(separator: "\n").utf8
      return task.component(parent: parent, text: place.lowerBound..<end, block)
    }
    return component(parent: parent, text: place, nil)
  }

  /// The parts that only a task of Logseq has; nil for one of a checklist.
  private var logseqBlock: LogseqBlock? {
    let bytes = self.bytes.span
    let notes = bytes.text(text.upperBound..<bytes.count, isText: false)
    return LogseqBlock(
      mark: bytes.text(mark, isText: false), text: bytes.text(text, isText: false),
      notes: hasNotes ? notes.split(separator: "\n" as Unicode.Scalar, omittingEmptySubsequences: false) : [])
  }

  private func component(
    parent: String?, text: Range<Int>, _ block: LogseqBlock?
  ) -> (todo: ComponentText, problems: [Diagnostic]) {
    let bytes = self.bytes.span
    let reading = MarkdownTaskReading(bytes, mark: mark, text: text, tags: block?.tags ?? [])
    let problems = (block?.problems ?? []) + reading.problems(bytes)
    var todo = reading.component(bytes, notes: text.upperBound..<bytes.count, line: line, parent: parent)
    block?.write(to: &todo)
    return (todo, problems.map { Diagnostic(.warning, .badValue, line: line, $0) })
  }
}

/// The character in a task's box.
enum MarkdownMark {
  /// Keeps a character that is none of those below, as themes of Obsidian have them, for as long as the
  /// status is the one it was read as.
  static let property = "X-OBSIDIAN-STATUS"

  /// The status for a character; nil for an unknown one, which is read as an open box.
  static func status(of mark: UInt8) -> Status? {
    switch mark {
    case UInt8(ascii: " "): .needsAction
    case UInt8(ascii: "x"), UInt8(ascii: "X"): .completed
    case UInt8(ascii: "/"): .inProcess
    case UInt8(ascii: "-"): .cancelled
    default: nil
    }
  }

  /// The text is one character that a box can have, and that says nothing else.
  static func isCustom(_ text: String) -> Bool {
    guard text.count == 1, let first = text.unicodeScalars.first else { return false }
    return !"[]<`{\\".unicodeScalars.contains(first) && !first.properties.isWhitespace
      && first.value > 0x20 && first.value != 0x7F
      && (text.utf8.count > 1 || status(of: text.utf8.first ?? 0) == nil)
  }
}
