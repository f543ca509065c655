internal import ICalendar

/// The notes of a task: paragraphs below its line.
enum MarkdownNotes {
  /// Writes lines that were read. Where they have markup they stay Markdown, else they are what they say.
  static func write(_ bytes: Span<UInt8>, _ notes: Range<Int>, to todo: inout ComponentText) {
    var hasEscapes = false
    var start = notes.lowerBound
    while start <= notes.upperBound {
      let end = bytes.first(0x0A, from: start, to: notes.upperBound) ?? notes.upperBound
      if isMarkup(bytes, start..<end) {
        return todo.text(
          .description, bytes.copy(notes)[...], parameters: MarkdownMarkup.parameters)
      }
      hasEscapes = hasEscapes || MarkdownText.hasEscapes(bytes, start..<end)
      start = end + 1
    }
    guard hasEscapes else { return todo.text(.description, bytes, notes) }
    let lines = bytes.text(notes, isText: false).split(
      separator: "\n" as Unicode.Scalar, omittingEmptySubsequences: false
    ).map { line -> String in
      let needsDecoding = line.utf8.contains { $0 == 0x5C || $0 == 0x26 }
      return needsDecoding ? MarkdownText.decode(line) : String(line)
    }
    todo.text(.description, lines.joined(separator: "\n"))
  }

  /// A line of notes has markup, or begins or ends a block of code.
  private static func isMarkup(_ bytes: Span<UInt8>, _ line: Range<Int>) -> Bool {
    guard beginsBlock(bytes, line) || MarkdownMarkup.mayBe(in: bytes, line) else { return false }
    let text = bytes.text(line, isText: false)
    switch MarkdownLine(Array(text.utf8)[...]) {
    case .fence, .html(.hidden): return true
    default: break
    }
    return MarkdownMarkup(text.unicodeScalars, isNote: true).isFound
  }

  /// It may begin with the marker of a list, a quote or a comment.
  private static func beginsBlock(_ bytes: Span<UInt8>, _ line: Range<Int>) -> Bool {
    for index in line where bytes[index] != 0x20 {
      return isMarker[Int(bytes[index])]
    }
    return false
  }

  private static let isMarker: [Bool] = (0..<256).map { "-+>*%0123456789".utf8.contains(UInt8($0)) }

  // MARK: Writing

  /// Appends notes that are Markdown, indented: what is no harmless markup is escaped.
  ///
  /// - Returns: false where some of it is.
  static func append(markup notes: String, to bytes: inout [UInt8]) -> Bool {
    let lines = notes.split(separator: "\n" as Unicode.Scalar, omittingEmptySubsequences: false)
    // A list or a quote can follow a line, a paragraph would be a part of it.
    let isList = lines.first.map { line in
      line.utf8.first.map { "-*+>0123456789".utf8.contains($0) } ?? false
        && MarkdownMarkup(line.unicodeScalars, isNote: true).isLive.first == true
    }
    var isWhole = true
    if isList != true { bytes.append(0x0A) }
    let isMathematics = MarkdownText.isMathematics(notes)
    let code = Self.code(lines) + comments(lines)
    for (index, line) in lines.enumerated() {
      let isCode = code.contains { $0.contains(index) }
      let text =
        isCode
        ? String(line)
        : MarkdownText.escape(
          byCharacters: String(line), isMathematics: isMathematics,
          keeping: MarkdownMarkup(line.unicodeScalars, isNote: true))
      if text != line { isWhole = false }
      if !text.isEmpty { bytes += "  \(text)".utf8 }
      bytes.append(0x0A)
    }
    return isWhole
  }

  /// The lines of blocks of code that end, run nowhere, and hold nothing that a program looks for in all
  /// text.
  private static func code(_ lines: [Substring]) -> [ClosedRange<Int>] {
    var blocks: [ClosedRange<Int>] = []
    var open: (start: Int, mark: Character, count: Int)?
    for (index, line) in lines.enumerated() {
      guard case .fence(let mark, let count, let isBare) = MarkdownLine(Array(line.utf8)[...]) else {
        continue
      }
      if let block = open {
        guard isBare, mark == block.mark, count >= block.count else { continue }
        let language = lines[block.start].drop { $0 == " " || $0 == mark }.trimmed()
        let text = lines[block.start...index].joined(separator: "\n")
        if languages.contains(language.lowercased()), !isActive(text) { blocks.append(block.start...index) }
        open = nil
      } else {
        open = (index, mark, count)
      }
    }
    return blocks
  }

  /// The lines of Obsidian's comments that end, and are harmless in a program that does not know such
  /// comments.
  private static func comments(_ lines: [Substring]) -> [ClosedRange<Int>] {
    var comments: [ClosedRange<Int>] = []
    var (open, fence) = (nil as Int?, nil as Character?)
    for (index, line) in lines.enumerated() {
      if let start = open {
        guard line.contains("%%") else { continue }
        let first = lines[start].trimmed().dropFirst(2)
        let isEnd = line.trimmed().hasSuffix("%%") && line.ranges(of: "%%").count == 1
        if isEnd, ([first] + lines[(start + 1)...index]).allSatisfy(isHarmless) {
          comments.append(start...index)
        }
        open = nil
        continue
      }
      switch MarkdownLine(Array(line.utf8)[...]) {
      case .fence(let mark, _, _): fence = fence == nil ? mark : fence == mark ? nil : fence
      case .html(.hidden) where fence == nil: open = index
      default: continue
      }
    }
    return comments
  }

  /// The line needs no escape, or is a task of which the text needs none.
  private static func isHarmless(_ line: Substring) -> Bool {
    var text = line.trimmed()
    if text.hasSuffix("%%") { text = text.dropLast(2) }
    let bytes = Array(text.utf8)
    if case .item(let item) = MarkdownLine(bytes[...]), item.mark != nil {
      text = bytes.span.text(item.text, isText: false)[...]
    }
    text = text.trimmed()
    let escaped = MarkdownText.escape(
      byCharacters: String(text), keeping: MarkdownMarkup(text.unicodeScalars, isNote: true))
    return escaped == text && !isActive(String(text))
  }

  private static func isActive(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    return ["<%", "{{", "{%", "-*-"].contains(where: text.contains)
      || scalars.indices.contains { scalars[$0] == ":" && EditorSetting.ends(scalars[..<$0]) }
  }

  /// Those of which no program runs the code when it shows it.
  private static let languages: Set<String> = [
    "", "bash", "c", "cpp", "css", "diff", "html", "ini", "java", "json", "md", "sh", "sql", "swift", "text",
    "toml", "txt", "xml", "yaml", "zsh",
  ]
}
