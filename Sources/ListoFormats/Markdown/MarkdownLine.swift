/// What a line of Markdown is, seen by itself.
enum MarkdownLine {
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
    func isClosed(by line: ArraySlice<UInt8>) -> Bool {
      isClosed(by: Substring(decoding: line, as: UTF8.self))
    }

    fileprivate func isClosed(by line: Substring) -> Bool {
      switch self {
      case .comment: line.contains("-->")
      case .verbatim:
        ["</pre>", "</script>", "</style>", "</textarea>"].contains { line.lowercased().contains($0) }
      }
    }
  }

  struct Item: Sendable {
    /// The column in which its marker stands, and that in which its text does.
    var indent: Int
    var content: Int
    /// What stands in the box; nil for an item that is no task.
    var mark: Character?
    var text: ArraySlice<UInt8>
  }

  /// - Parameter line: in UTF-8, without its end.
  /// - Complexity: linear.
  init(_ line: ArraySlice<UInt8>) {
    let (indent, rest) = Self.indentation(line)
    guard let first = rest.first else {
      self = .blank
      return
    }
    // By its first byte, since most lines begin with a letter.
    switch first {
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"), 0x30...0x39:
      guard let item = Self.item(rest, indent) else {
        self = .text
        return
      }
      self = .item(item)
    case UInt8(ascii: "#"), UInt8(ascii: "`"), UInt8(ascii: "~"), UInt8(ascii: "<"):
      self.init(marked: Substring(decoding: rest, as: UTF8.self), indent)
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
    } else if first == "<", let html = Self.html(rest), !html.isClosed(by: rest) {
      self = .html(html)
    } else {
      self = .text
    }
  }

  /// How many columns of white space stand before the text, tabs being to the next multiple of four, and the text.
  static func indentation(_ line: ArraySlice<UInt8>) -> (columns: Int, rest: ArraySlice<UInt8>) {
    let bytes = line.span
    var (columns, index) = (0, 0)
    while index < bytes.count {
      if bytes[index] == 0x20 {
        columns += 1
      } else if bytes[index] == 0x09 {
        columns += 4 - columns % 4
      } else {
        break
      }
      index += 1
    }
    return (columns, line.dropFirst(index))
  }

  /// A line without the marks of the quotes and callouts that it stands in, blanks in their place so that columns stay as they are.
  ///
  /// - Returns: how many quotes, and the line; it is the same without one.
  static func unquoted(_ line: ArraySlice<UInt8>) -> (quotes: Int, text: ArraySlice<UInt8>) {
    var (columns, rest) = indentation(line)
    guard rest.first == 0x3E else { return (0, line) }
    var quotes = 0
    while rest.first == 0x3E {
      quotes += 1
      // With an accent upon it, it is another character, which is passed over whole.
      let length = rest.startsWithCharacter ? 1 : rest.firstCharacterLength
      let (space, behind) = indentation(rest.dropFirst(length))
      // More than one blank belongs to what is quoted, unless that is another quote.
      (columns, rest) = (columns + 1 + space, behind)
    }
    return (quotes, [UInt8](repeating: 0x20, count: columns) + rest)
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
  private static func item(_ rest: ArraySlice<UInt8>, _ indent: Int) -> Item? {
    let digits = rest.prefix { $0 &- 0x30 < 10 }.count
    var width = 1
    if digits > 0 {
      guard digits < 10, let stop = rest.dropFirst(digits).first, stop == 0x2E || stop == 0x29 else {
        return nil
      }
      width = digits + 1
    }
    let behind = rest.dropFirst(width)
    guard behind.isEmpty || behind.startsWithBlank else { return nil }
    let (space, text) = indentation(behind)
    let content = indent + width + (text.isEmpty || space > 4 ? 1 : space)
    var item = Item(indent: indent, content: content, mark: nil, text: text)
    // `[x]`, and white space behind it unless the line ends there.
    if text.first == UInt8(ascii: "["), let (mark, end) = box(text),
      end.isEmpty || end.startsWithBlank
    {
      (item.mark, item.text) = (mark, end.trimmedText())
    }
    return item
  }

  /// What stands in a box that a text begins with, and the text behind it.
  private static func box(_ text: ArraySlice<UInt8>) -> (mark: Character, behind: ArraySlice<UInt8>)? {
    guard text.count >= 3 else { return nil }
    let start = text.startIndex
    // Most are of one byte.
    if text[start + 1] < 0x80, text[start + 2] < 0x80 {
      guard text[start + 2] == UInt8(ascii: "]") else { return nil }
      return (Character(Unicode.Scalar(text[start + 1])), text.dropFirst(3))
    }
    let characters = Substring(decoding: text, as: UTF8.self)
    guard characters.first == "[", let mark = characters.dropFirst().first,
      characters.dropFirst(2).first == "]"
    else { return nil }
    return (mark, text.dropFirst(mark.utf8.count + 2))
  }
}

/// Text in UTF-8 by its characters: an ASCII character with an accent upon it is another one.
extension ArraySlice<UInt8> {
  /// The first byte, which is ASCII, is a character by itself.
  fileprivate var startsWithCharacter: Bool {
    count < 2 || self[startIndex + 1] < 0x80 || firstCharacterLength == 1
  }

  fileprivate var firstCharacterLength: Int {
    Substring(decoding: prefix(256), as: UTF8.self).first?.utf8.count ?? 0
  }

  /// The first character is a blank or a tab.
  fileprivate var startsWithBlank: Bool {
    guard let first, first == 0x20 || first == 0x09 else { return false }
    return startsWithCharacter
  }

  /// Without the blanks, tabs and line ends at its ends, as `Substring.trimmed` has it.
  func trimmedText() -> ArraySlice<UInt8> {
    var text = self
    while let last = text.last, Self.isWhite(last), text.count < 2 || text[text.endIndex - 2] < 0x80 {
      text.removeLast()
    }
    while let first = text.first, Self.isWhite(first), text.startsWithByte { text.removeFirst() }
    guard let first = text.first, let last = text.last, Self.mayBeWhite(first) || Self.mayBeWhite(last) else {
      return text
    }
    // What is white beyond ASCII, or stands beside a byte beyond it.
    return ArraySlice(Substring(decoding: text, as: UTF8.self).trimmed().utf8)
  }

  private var startsWithByte: Bool { count < 2 || self[startIndex + 1] < 0x80 }

  private static func isWhite(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  /// White space, or what white space beyond ASCII begins or ends with.
  private static func mayBeWhite(_ byte: UInt8) -> Bool {
    isWhite(byte) || byte == 0xC2 || byte == 0xE2 || byte == 0x85 || byte == 0xA8 || byte == 0xA9
  }
}
