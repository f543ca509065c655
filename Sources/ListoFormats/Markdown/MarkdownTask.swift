internal import ICalendar
internal import ListoModel

/// A task of a checklist as it stands in the input: what it says is found out later, on any thread.
struct MarkdownTask: OutlineTask {
  let line: Int
  /// What stands in its box, behind that its text, and its notes: lines with line feeds between them.
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
    let bytes = self.bytes.span
    let reading = MarkdownTaskReading(bytes, mark: mark, text: text)
    let problems = reading.problems(bytes).map { Diagnostic(.warning, .badValue, line: line, $0) }
    return (
      reading.component(bytes, notes: text.upperBound..<bytes.count, line: line, parent: parent), problems
    )
  }
}
