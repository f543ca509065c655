internal import ICalendar
internal import ListoModel

/// Reads checklists: GFM's, with the signs of Obsidian Tasks or the fields of Dataview at the ends of lines.
///
/// A task belongs to the list that the heading above it names, and is a subtask of the task it is indented
/// below. Indented text below a task is its notes. What belongs to no task is left out, with one Diagnostic
/// for the file; code blocks, comments of HTML and Obsidian and front matter hold no tasks; quotes and
/// callouts do. In constant memory but for the tasks that are gathered, the last of them with all its
/// subtasks.
struct MarkdownReader: FormatReader {
  private var place = OutlinePlace()
  private var tree = TaskTree()
  private var stage: OutlineStage<MarkdownTask>?
  /// The quotes that the open tasks stand in.
  private var quotes = 0
  private var passage: Passage?
  private var strayLines = StrayLines()
  /// Blocks that begin with a marker of Logseq are tasks.
  private let isLogseq: Bool
  /// A block of Logseq was read; the properties of a page stand before all blocks.
  private var hasBlocks = false

  /// Lines that hold no task, whatever they look like.
  private struct Passage {
    enum Kind {
      case fence(Character, count: Int)
      case html(MarkdownLine.HTML)
    }

    let kind: Kind
    let line: Int
    /// It ends with the quote that it stands in.
    let quotes: Int
    /// It is a part of the notes of a task.
    let isInTask: Bool
    /// The quote belongs to the notes.
    var keepsQuotes = false

    func isClosed(by line: ArraySlice<UInt8>) -> Bool {
      switch kind {
      case .html(let html): return html.isClosed(by: line)
      case .fence(let mark, let count):
        if case .fence(mark, let found, true) = MarkdownLine(line) { return found >= count }
        return false
      }
    }
  }

  init(isLogseq: Bool = false) { self.isLogseq = isLogseq }

  /// A task stands in the beginning of an input.
  static func hasTask(_ beginning: ArraySlice<UInt8>) -> Bool {
    String(decoding: beginning, as: UTF8.self).split(whereSeparator: \.isNewline).contains { line in
      let text = MarkdownLine.unquoted(Array(line.utf8)[...]).text
      if case .item(let item) = MarkdownLine(text) { return item.mark != nil }
      return false
    }
  }

  mutating func read(_ input: inout TextFeed, into output: inout ICalendarOutput) throws(ICalendarError) {
    stage = OutlineStage(output)
    var isFrontMatter = false
    while let line = try input.nextLine() {
      if line.number == 1, line.bytes.elementsEqual("---".utf8) {
        isFrontMatter = true
      } else if isFrontMatter {
        isFrontMatter = line.text != "---" && line.text != "..."
      } else {
        try take(line, &output)
      }
    }
    if let passage, passage.quotes == 0 {
      try stage?.finish(&output)
      output.diagnose(
        .badSyntax, line: passage.line, "the block that begins here has no end; tasks after it are not read")
    }
    try stage?.take(tree.finish(), &output)
    try stage?.choose(place.finish(), &output)
    try stage?.finish(&output)
    strayLines.tell(&output)
  }

  private mutating func take(_ line: TextFeed.Line, _ output: inout ICalendarOutput) throws(ICalendarError) {
    let text = line.bytes
    let (quotes, inner) = MarkdownLine.unquoted(text)
    if let open = passage {
      if quotes >= open.quotes {
        let body = open.quotes == 0 ? text : inner
        if open.isClosed(by: body) { passage = nil }
        if open.isInTask { tree.code(open.keepsQuotes ? text : body) } else { stray(line.number) }
        return
      }
      passage = nil
    }
    if quotes > self.quotes, MarkdownLine.indent(of: text) >= tree.content {
      return try takeQuoted(text, inner, quotes, line.number, &output)
    }
    guard quotes != self.quotes else { return try take(inner, line.number, &output) }
    if quotes > 0, Self.isForTasks(MarkdownLine(inner)) {
      tree.leave(upTo: 0)
      self.quotes = quotes
      return try take(inner, line.number, &output)
    }
    guard self.quotes > 0 else { return try take(text, line.number, &output) }
    if quotes == 0, tree.isBehindBlank || !Self.isText(text) {
      tree.leave(upTo: 0)
      self.quotes = 0
    }
    try take(inner, line.number, &output)
  }

  private static func isText(_ line: ArraySlice<UInt8>) -> Bool {
    if case .text = MarkdownLine(line) { return true }
    return false
  }

  /// A task, or what hides some.
  private static func isForTasks(_ line: MarkdownLine) -> Bool {
    switch line {
    case .item(let item): item.mark != nil
    case .fence, .html: true
    default: false
    }
  }

  /// Takes a line of a quote that stands within a task: a task in it is a subtask, and all else a part of the
  /// notes.
  private mutating func takeQuoted(
    _ text: ArraySlice<UInt8>, _ inner: ArraySlice<UInt8>, _ quotes: Int, _ line: Int,
    _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    let kind: Passage.Kind
    switch MarkdownLine(inner) {
    case .item(let item) where item.mark != nil:
      return try add(item, of: inner, line, &output)
    case .fence(let mark, let count, _): kind = .fence(mark, count: count)
    case .html(let html): kind = .html(html)
    default:
      note(text, line)
      return
    }
    passage = Passage(kind: kind, line: line, quotes: quotes, isInTask: note(text, line), keepsQuotes: true)
  }

  /// Takes a line without the marks of quotes.
  private mutating func take(
    _ text: ArraySlice<UInt8>, _ line: Int, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    switch MarkdownLine(text) {
    case .blank: tree.blank()
    // A quote has no sections.
    case .heading(let level, let title)
    where quotes == 0 && MarkdownLine.indent(of: text) < tree.content:
      try stage?.take(tree.finish(), &output)
      try stage?.choose(place.enter(level, MarkdownText.decode(title)), &output)
    case .fence(let mark, let count, _):
      passage = Passage(
        kind: .fence(mark, count: count), line: line, quotes: quotes, isInTask: note(text, line))
    case .html(let html):
      passage = Passage(kind: .html(html), line: line, quotes: quotes, isInTask: note(text, line))
    case .item(var item):
      hasBlocks = true
      if isLogseq, item.mark == nil {
        // Logseq begins a block of code behind the marker of the item.
        if case .fence(let mark, let count, _) = MarkdownLine(text.dropFirst(item.text.lowerBound)) {
          tree.leave(upTo: item.indent)
          passage = Passage(
            kind: .fence(mark, count: count), line: line, quotes: quotes, isInTask: note(text, line))
          return
        }
        LogseqBlock.mark(&item, in: text.span)
      }
      if item.mark != nil {
        try add(item, of: text, line, &output)
      } else {
        // It may end tasks that are further in; within one it is a part of the notes.
        tree.leave(upTo: item.indent)
        note(text, line)
      }
    case .heading, .text:
      if isLogseq, !hasBlocks, let title = LogseqBlock.pageTitle(text) {
        try stage?.take(tree.finish(), &output)
        try stage?.choose(place.enter(1, title), &output)
      } else {
        note(text, line)
      }
    }
  }

  private mutating func add(
    _ item: MarkdownLine.Item, of text: ArraySlice<UInt8>, _ line: Int, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    try stage?.choose(place.choose(), &output)
    try stage?.take(tree.add(item, of: text, line: line, &output), &output)
  }

  /// Takes a line that is no task as a part of one.
  @discardableResult
  private mutating func note(_ text: ArraySlice<UInt8>, _ line: Int) -> Bool {
    if tree.note(text) { return true }
    tree.leave(upTo: 0)
    stray(line)
    return false
  }

  private mutating func stray(_ line: Int) {
    place.noteText()
    strayLines.add(line)
  }
}
