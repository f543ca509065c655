/// What a line of Markdown is, seen by itself.
enum MarkdownLine: Equatable {
  case blank
  case heading(level: Int, text: Substring)
  /// The beginning or end of a code block: the character and how many of it.
  case fence(Character, count: Int, isBare: Bool)
  /// The beginning of a passage of HTML that shows nothing, or as it stands (CommonMark §4.6, kinds 1 and 2), and is not closed on its
  /// line: a comment, or `pre`, `script`, `style` and `textarea`.
  case html(HTML)
  /// An item of a list.
  case item(Item)
  case text

  enum HTML {
    case comment, verbatim

    /// The passage ends with this line.
    func isClosed(by line: Substring) -> Bool {
      switch self {
      case .comment: line.contains("-->")
      case .verbatim:
        ["</pre>", "</script>", "</style>", "</textarea>"].contains { line.lowercased().contains($0) }
      }
    }
  }

  struct Item: Equatable, Sendable {
    /// The column in which its marker stands, and that in which its text does.
    var indent: Int
    var content: Int
    /// What stands in the box; nil for an item that is no task.
    var mark: Character?
    var text: Substring
  }

  /// - Parameter line: without its end.
  /// - Complexity: linear.
  init(_ line: Substring) {
    let (indent, rest) = Self.indentation(line)
    guard let first = rest.first else {
      self = .blank
      return
    }
    if first == "#", indent < 4, let heading = Self.heading(rest) {
      self = heading
    } else if first == "`" || first == "~", let fence = Self.fence(rest, first) {
      self = fence
    } else if first == "<", let html = Self.html(rest), !html.isClosed(by: rest) {
      self = .html(html)
    } else if let item = Self.item(rest, indent) {
      self = .item(item)
    } else {
      self = .text
    }
  }

  /// How many columns of white space stand before the text, tabs being to the next multiple of four, and the text.
  static func indentation(_ line: Substring) -> (columns: Int, rest: Substring) {
    var columns = 0
    var rest = line.utf8
    while let first = rest.first {
      if first == 0x20 { columns += 1 } else if first == 0x09 { columns += 4 - columns % 4 } else { break }
      rest.removeFirst()
    }
    return (columns, Substring(rest))
  }

  /// A line without the marks of the quotes and callouts that it stands in, blanks in their place so that columns stay as they are.
  ///
  /// - Returns: how many quotes, and the line; it is the same without one.
  static func unquoted(_ line: Substring) -> (quotes: Int, text: Substring) {
    var (columns, rest) = indentation(line)
    guard rest.utf8.first == 0x3E else { return (0, line) }
    var quotes = 0
    while rest.utf8.first == 0x3E {
      quotes += 1
      let (space, behind) = indentation(rest.dropFirst())
      // More than one blank belongs to what is quoted, unless that is another quote.
      (columns, rest) = (columns + 1 + space, behind)
    }
    return (quotes, Substring(String(repeating: " ", count: columns) + rest))
  }

  private static func html(_ rest: Substring) -> HTML? {
    if rest.hasPrefix("<!--") { return .comment }
    let name = rest.dropFirst().prefix { $0.isASCII && $0.isLetter }
    guard ["pre", "script", "style", "textarea"].contains(name.lowercased()) else { return nil }
    let next = rest[name.endIndex...].first
    return next == nil || next == ">" || next == " " || next == "\t" ? .verbatim : nil
  }

  private static func heading(_ rest: Substring) -> MarkdownLine? {
    let marks = rest.prefix { $0 == "#" }
    let behind = rest[marks.endIndex...]
    guard marks.count <= 6, behind.isEmpty || behind.first == " " || behind.first == "\t" else { return nil }
    var text = behind.trimmed()
    // A closing run, which belongs to the heading (CommonMark §4.2).
    let open = text.reversed().drop { $0 == "#" }
    if let last = open.first, last == " " || last == "\t" {
      text = text.dropLast(text.count - open.count).trimmed()
    } else if open.isEmpty {
      text = ""
    }
    return .heading(level: marks.count, text: text)
  }

  private static func fence(_ rest: Substring, _ mark: Character) -> MarkdownLine? {
    let count = rest.prefix { $0 == mark }.count
    guard count >= 3 else { return nil }
    let information = rest.dropFirst(count)
    if mark == "`", information.contains("`") { return nil }
    return .fence(mark, count: count, isBare: information.trimmed().isEmpty)
  }

  private static func item(_ rest: Substring, _ indent: Int) -> Item? {
    // By its first byte, since most lines that are none begin with a letter.
    guard rest.utf8.first.map({ "-*+0123456789".utf8.contains($0) }) == true, let first = rest.first else {
      return nil
    }
    var width = 1
    var behind = rest.dropFirst()
    if first.isASCII, first.isNumber {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      behind = rest[digits.endIndex...]
      guard digits.count < 10, let stop = behind.first, stop == "." || stop == ")" else { return nil }
      behind.removeFirst()
      width = digits.count + 1
    } else {
      guard first == "-" || first == "*" || first == "+" else { return nil }
    }
    guard behind.isEmpty || behind.first == " " || behind.first == "\t" else { return nil }
    let (space, text) = indentation(behind)
    let content = indent + width + (text.isEmpty || space > 4 ? 1 : space)
    var item = Item(indent: indent, content: content, mark: nil, text: text)
    // `[x]`, and white space behind it unless the line ends there.
    if text.first == "[", let mark = text.dropFirst().first {
      let end = text.dropFirst(2)
      if end.first == "]", end.dropFirst().first.map({ $0 == " " || $0 == "\t" }) ?? true {
        (item.mark, item.text) = (mark, end.dropFirst().trimmed())
      }
    }
    return item
  }
}
