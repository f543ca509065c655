/// The kind of a line of Markdown, seen by itself.
enum MarkdownLine {
  case blank
  case heading(level: Int, text: Substring)
  /// The beginning or end of a code block: the character and how many of it.
  case fence(Character, count: Int, isBare: Bool)
  /// The beginning of a passage that shows nothing, or as it stands (CommonMark §4.6, kinds 1 and 2), and is
  /// not closed on its line: a comment of HTML or of Obsidian, or `pre`, `script`, `style` and `textarea`.
  case html(HTML)
  /// An item of a list.
  case item(Item)
  case text

  enum HTML {
    case comment, verbatim
    /// Between lines with `%%`, as Obsidian has it.
    case hidden

    /// The passage ends with this line.
    func isClosed(by line: ArraySlice<UInt8>) -> Bool {
      isClosed(by: Substring(decoding: line, as: UTF8.self))
    }

    fileprivate func isClosed(by line: Substring) -> Bool {
      switch self {
      case .comment: line.contains("-->")
      case .hidden: line.contains("%%")
      case .verbatim:
        ["</pre>", "</script>", "</style>", "</textarea>"].contains { line.lowercased().contains($0) }
      }
    }
  }

  /// An item by its places in the line.
  struct Item: Sendable {
    /// The column in which its marker stands, and that in which its text does.
    var indent: Int
    var content: Int
    /// The character in the box; nil for an item that is no task.
    var mark: Range<Int>?
    var text: Range<Int>
  }

  /// - Parameter line: in UTF-8, without its end.
  /// - Complexity: linear.
  init(_ line: ArraySlice<UInt8>) {
    let bytes = line.span
    let (indent, rest) = Self.indentation(bytes, bytes.indices)
    guard let first = rest.first else {
      self = .blank
      return
    }
    // By its first byte, since most lines begin with a letter.
    switch bytes[first] {
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"), 0x30...0x39:
      guard let item = Self.item(bytes, rest, indent) else {
        self = .text
        return
      }
      self = .item(item)
    case UInt8(ascii: "#"), UInt8(ascii: "`"), UInt8(ascii: "~"), UInt8(ascii: "<"),
      UInt8(ascii: "%"):
      self.init(marked: bytes.text(rest, isText: false)[...], indent)
    default: self = .text
    }
  }

  /// A line that begins with a mark of something else than an item.
  private init(marked rest: Substring, _ indent: Int) {
    let first = rest.first
    if first == "#", indent < 4, let heading = Self.heading(rest) {
      self = heading
    } else if let first, first == "`" || first == "~", let fence = Self.fence(rest, first) {
      self = fence
    } else if rest.hasPrefix("%%"), !HTML.hidden.isClosed(by: rest.dropFirst(2)) {
      self = .html(.hidden)
    } else if first == "<", let html = Self.html(rest), !html.isClosed(by: rest) {
      self = .html(html)
    } else {
      self = .text
    }
  }

  /// How many columns of white space stand before the text, tabs being to the next multiple of four, and
  /// where the text stands.
  static func indentation(_ bytes: Span<UInt8>, _ line: Range<Int>) -> (columns: Int, rest: Range<Int>) {
    var (columns, index) = (0, line.lowerBound)
    while index < line.upperBound {
      if bytes[index] == 0x20 {
        columns += 1
      } else if bytes[index] == 0x09 {
        columns += 4 - columns % 4
      } else {
        break
      }
      index += 1
    }
    return (columns, index..<line.upperBound)
  }

  /// The column in which the text of a line begins.
  static func indent(of line: ArraySlice<UInt8>) -> Int {
    indentation(line.span, line.span.indices).columns
  }

  /// A line without the marks of the quotes and callouts that it stands in, blanks in their place so that
  /// columns stay as they are.
  ///
  /// - Returns: how many quotes, and the line; it is the same without one.
  static func unquoted(_ line: ArraySlice<UInt8>) -> (quotes: Int, text: ArraySlice<UInt8>) {
    let bytes = line.span
    var (columns, rest) = indentation(bytes, bytes.indices)
    var quotes = 0
    while let first = rest.first, bytes[first] == 0x3E {
      quotes += 1
      // With an accent upon it, it is another character, which is passed over whole.
      let length = bytes.startsWithCharacter(rest) ? 1 : bytes.firstCharacterLength(rest.prefix(256))
      let (space, behind) = indentation(bytes, rest.dropFirst(length))
      // More than one blank belongs to what is quoted, unless that is another quote.
      (columns, rest) = (columns + 1 + space, behind)
    }
    guard quotes > 0 else { return (0, line) }
    return (quotes, ([UInt8](repeating: 0x20, count: columns) + bytes.copy(rest))[...])
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

  /// - Parameter rest: begins with a digit, or with a mark of an item.
  private static func item(_ bytes: Span<UInt8>, _ rest: Range<Int>, _ indent: Int) -> Item? {
    let digits = rest.prefix { bytes[$0] &- 0x30 < 10 }.count
    var width = 1
    if digits > 0 {
      guard digits < 10, let stop = rest.dropFirst(digits).first, bytes[stop] == 0x2E || bytes[stop] == 0x29
      else { return nil }
      width = digits + 1
    }
    let behind = rest.dropFirst(width)
    guard behind.isEmpty || bytes.startsWithBlank(behind) else { return nil }
    let (space, text) = indentation(bytes, behind)
    let content = indent + width + (text.isEmpty || space > 4 ? 1 : space)
    var item = Item(indent: indent, content: content, mark: nil, text: text)
    // `[x]`, and white space behind it unless the line ends there.
    if let first = text.first, bytes[first] == UInt8(ascii: "["), let (mark, end) = box(bytes, text),
      end.isEmpty || bytes.startsWithBlank(end)
    {
      (item.mark, item.text) = (mark, bytes.trimmedText(end))
    }
    return item
  }

  /// The mark in a box that a text begins with, and the text behind the box; nil for a text without a box.
  private static func box(
    _ bytes: Span<UInt8>, _ text: Range<Int>
  ) -> (mark: Range<Int>, behind: Range<Int>)? {
    guard text.count >= 3 else { return nil }
    let start = text.lowerBound + 1
    var length = 1
    // Most are of one byte.
    if bytes[start] < 0x80, bytes[start + 1] < 0x80 {
      guard bytes[start + 1] == UInt8(ascii: "]") else { return nil }
    } else {
      let characters = bytes.text(text, isText: false)
      guard characters.first == "[", let mark = characters.dropFirst().first,
        characters.dropFirst(2).first == "]"
      else { return nil }
      length = mark.utf8.count
    }
    return (start..<start + length, text.dropFirst(length + 2))
  }
}
