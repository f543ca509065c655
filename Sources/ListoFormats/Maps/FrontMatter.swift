internal import ListoModel

/// The properties before the text of a Markdown note, between two lines of three hyphens, as a value of JSON.
///
/// It reads the YAML that Obsidian and its plugins write: mappings, sequences and texts. Anchors and tags are
/// parts of texts, and other lines are reported. No package reads it, because Yams 6.2 loads Foundation,
/// which the command does without.
struct FrontMatter {
  private let lines: [(number: Int, text: Substring)]
  private var index = 0
  /// Lines that are not understood.
  private(set) var unread: [(number: Int, text: String)] = []

  /// Collections nest no deeper.
  private static let depthLimit = 32

  /// The members that hold the text below the properties, and the names of the file and of its folder.
  static let (text, fileName, folderName) = ("text", "file-name", "folder-name")

  private init(_ lines: [(number: Int, text: Substring)]) { self.lines = lines }

  /// The value of the lines between the hyphens.
  static func read(_ lines: [(number: Int, text: String)]) -> (
    node: JSONNode, unread: [(number: Int, text: String)]
  ) {
    let rows = lines.map { ($0.number, $0.text[...]) }.filter { row in
      // A comment may stand in a text of several lines, but not at the margin.
      !row.1.hasPrefix("#")
    }
    var reader = FrontMatter(rows)
    let members = reader.mapping(indent: 0, depth: 0)
    return (JSONNode(content: .object(members), line: lines.first?.number ?? 1), reader.unread)
  }

  // MARK: Lines

  private static func indent(_ text: Substring) -> Int { text.prefix { $0 == " " }.count }

  private static func isBlank(_ text: Substring) -> Bool { text.allSatisfy { $0 == " " || $0 == "\t" } }

  private mutating func skipBlanks() {
    while index < lines.count, Self.isBlank(lines[index].text) { index += 1 }
  }

  private mutating func giveUp() {
    unread.append((lines[index].number, String(lines[index].text.trimmed())))
    index += 1
  }

  // MARK: Collections

  /// The members of a mapping whose keys stand in this column.
  private mutating func mapping(indent: Int, depth: Int, first: Substring? = nil) -> [JSONNode.Member] {
    var members: [JSONNode.Member] = []
    var text = first
    while true {
      if text == nil {
        skipBlanks()
        guard index < lines.count else { return members }
        let column = Self.indent(lines[index].text)
        if column < indent { return members }
        guard column == indent else {
          giveUp()
          continue
        }
        text = lines[index].text.dropFirst(indent)
      }
      guard let line = text else { return members }
      text = nil
      guard let (key, rest) = Self.key(line) else {
        if depth > 0, line.hasPrefix("- ") || line == "-" { return members }
        giveUp()
        continue
      }
      let number = index
      let value = value(rest, indent: indent, depth: depth + 1)
      if members.contains(where: { $0.key == key }) {
        unread.append((lines[number].number, String(lines[number].text.trimmed())))
      } else {
        members.append(JSONNode.Member(key: key, value: value))
      }
    }
  }

  /// The key of a line, and the text behind its colon.
  private static func key(_ line: Substring) -> (key: String, rest: Substring)? {
    if let first = line.first, first == "\"" || first == "'" {
      guard let (text, rest) = quoted(line), case let rest = rest.trimmed(), rest.first == ":" else {
        return nil
      }
      return (text, rest.dropFirst().trimmed())
    }
    var index = line.startIndex
    while let colon = line[index...].firstIndex(of: ":") {
      let next = line.index(after: colon)
      if next == line.endIndex || line[next] == " " || line[next] == "\t" {
        let key = line[..<colon].trimmed()
        return key.isEmpty || key.first == "-" ? nil : (String(key), line[next...].trimmed())
      }
      index = next
    }
    return nil
  }

  /// The value behind a key, or behind the hyphen of an element.
  ///
  /// - Parameter indent: the column of the key.
  private mutating func value(_ rest: Substring, indent: Int, depth: Int) -> JSONNode {
    let number = lines[index].number
    func node(_ content: JSONNode.Content) -> JSONNode { JSONNode(content: content, line: number) }
    guard depth < Self.depthLimit else {
      index += 1
      return node(.omitted)
    }
    if rest.isEmpty || rest.hasPrefix("#") {
      index += 1
      return nested(below: indent, depth: depth) ?? node(.null)
    }
    if let mark = rest.first, rest.wholeMatch(of: #/[|>][0-9+\-]*(?:\s+#.*)?/#) != nil {
      index += 1
      return node(.string(block(below: indent, isFolded: mark == ">")))
    }
    if rest.first == "[" || rest.first == "{" {
      if let value = joined(
        rest, below: indent,
        { text in
          var flow = Flow(text, line: number)
          return flow.whole()
        })
      {
        return value
      }
    }
    if let first = rest.first, first == "\"" || first == "'" {
      let value = joined(rest, below: indent) { text -> String? in
        guard let (value, behind) = Self.quoted(text), Self.uncommented(" " + behind).trimmed().isEmpty else {
          return nil
        }
        return value
      }
      if let value { return node(.string(value)) }
    }
    index += 1
    return node(Self.plain(Self.uncommented(rest)))
  }

  /// The value that a text and the lines below it make together, as few of them as are needed.
  private mutating func joined<Value>(
    _ first: Substring, below indent: Int, _ read: (Substring) -> Value?
  ) -> Value? {
    var text = String(first)
    var next = index + 1
    while true {
      if let value = read(text[...]) {
        index = next
        return value
      }
      guard next < lines.count, next - index < Self.joinedLimit,
        Self.isBlank(lines[next].text) || Self.indent(lines[next].text) > indent
      else { return nil }
      let line = lines[next].text
      text += Self.isBlank(line) ? "\n" : (text.hasSuffix("\n") ? "" : " ") + line.trimmed()
      next += 1
    }
  }

  /// The lines that one value in quotation marks or brackets may have.
  private static let joinedLimit = 100

  /// The collection in the lines below a key.
  private mutating func nested(below indent: Int, depth: Int) -> JSONNode? {
    skipBlanks()
    guard index < lines.count else { return nil }
    let (number, line) = lines[index]
    let column = Self.indent(line)
    let text = line.dropFirst(column)
    if text.hasPrefix("- ") || text == "-" {
      guard column >= indent else { return nil }
      return JSONNode(content: .array(elements(column, depth: depth)), line: number)
    }
    guard column > indent else { return nil }
    guard Self.key(text) != nil else {
      index += 1
      return JSONNode(content: Self.plain(Self.uncommented(text)), line: number)
    }
    return JSONNode(content: .object(mapping(indent: column, depth: depth)), line: number)
  }

  /// The elements of a sequence whose hyphens stand in this column.
  private mutating func elements(_ column: Int, depth: Int) -> [JSONNode] {
    var elements: [JSONNode] = []
    while true {
      skipBlanks()
      guard index < lines.count, Self.indent(lines[index].text) == column,
        case let text = lines[index].text.dropFirst(column), text == "-" || text.hasPrefix("- ")
      else { return elements }
      let rest = text.dropFirst()
      let content = rest.trimmed()
      let inner = column + 1 + Self.indent(rest)
      if depth < Self.depthLimit, content.first.map({ !"\"'[{".contains($0) }) ?? false,
        Self.key(content) != nil
      {
        let number = lines[index].number
        let members = mapping(indent: inner, depth: depth + 1, first: content)
        elements.append(JSONNode(content: .object(members), line: number))
      } else {
        elements.append(value(content, indent: column, depth: depth + 1))
      }
    }
  }

  // MARK: Texts

  /// A text of several lines (YAML 1.2 §8.1), which are joined by blanks where it is folded.
  private mutating func block(below indent: Int, isFolded: Bool) -> String {
    var rows: [Substring] = []
    var column: Int?
    while index < lines.count {
      let line = lines[index].text
      if Self.isBlank(line) {
        rows.append("")
      } else {
        let own = Self.indent(line)
        guard own > indent else { break }
        if column == nil { column = own }
        rows.append(line.dropFirst(min(column ?? own, own)))
      }
      index += 1
    }
    while rows.last?.isEmpty ?? false { rows.removeLast() }
    guard isFolded else { return rows.joined(separator: "\n") }
    var text = ""
    for row in rows {
      if row.isEmpty {
        text += "\n"
      } else {
        text += text.isEmpty || text.hasSuffix("\n") ? row : " " + row
      }
    }
    return text
  }

  /// The text in quotation marks at the beginning, and what follows it.
  private static func quoted(_ text: Substring) -> (text: String, rest: Substring)? {
    guard let mark = text.first else { return nil }
    var result = ""
    var rest = text.dropFirst()
    while let character = rest.popFirst() {
      if character == mark {
        guard mark == "'", rest.first == "'" else { return (result, rest) }
        rest.removeFirst()
        result.append("'")
      } else if character == "\\", mark == "\"" {
        guard let escape = rest.popFirst() else { return nil }
        let lengths: [Character: Int] = ["x": 2, "u": 4, "U": 8]
        if let length = lengths[escape] {
          guard rest.count >= length, let code = UInt32(rest.prefix(length), radix: 16) else { return nil }
          result.unicodeScalars.append(Unicode.Scalar(code) ?? "\u{FFFD}")
          rest = rest.dropFirst(length)
        } else {
          let named: [Character: Character] = ["n": "\n", "t": "\t", "r": "\r", "0": "\u{0}"]
          result.append(named[escape] ?? escape)
        }
      } else {
        result.append(character)
      }
    }
    return nil
  }

  /// A text without the comment behind it.
  private static func uncommented(_ text: Substring) -> Substring {
    text.firstRange(of: " #").map { text[..<$0.lowerBound].trimmed() } ?? text
  }

  /// The value of a text without quotation marks.
  private static func plain(_ text: Substring) -> JSONNode.Content {
    switch text {
    case "", "~", "null", "Null", "NULL": .null
    case "true", "True", "TRUE": .bool(true)
    case "false", "False", "FALSE": .bool(false)
    default: .string(String(text))
    }
  }

  /// The note that a text links to, if it is nothing but a link of Obsidian: `[[Note]]`, `[[Note|name]]`.
  static func linked(_ text: String) -> String {
    guard text.hasPrefix("[["), text.hasSuffix("]]"), text.count > 4 else { return text }
    let inner = text.dropFirst(2).dropLast(2)
    return inner.contains("[[") ? text : String(inner.prefix { $0 != "|" && $0 != "#" })
  }

  /// A collection on one line: `[home, "work"]` or `{id: a}`.
  private struct Flow {
    private var rest: Substring
    private let line: Int

    init(_ text: Substring, line: Int) { (rest, self.line) = (text, line) }

    /// The collection; nil if the line does not end behind it.
    mutating func whole() -> JSONNode? {
      guard let node = value(depth: 0), FrontMatter.uncommented(" " + rest).trimmed().isEmpty else {
        return nil
      }
      return node
    }

    private mutating func value(depth: Int) -> JSONNode? {
      rest = rest.trimmed()
      guard depth < FrontMatter.depthLimit, let first = rest.first else { return nil }
      switch first {
      case "[" where rest.hasPrefix("[["):
        // A link of Obsidian without quotation marks.
        guard let end = rest.firstRange(of: "]]") else { return nil }
        let link = rest[..<end.upperBound]
        rest = rest[end.upperBound...]
        return JSONNode(content: .string(String(link)), line: line)
      case "[": return sequence(depth: depth)
      case "{": return mapping(depth: depth)
      case "\"", "'":
        guard let (text, behind) = FrontMatter.quoted(rest) else { return nil }
        rest = behind
        return JSONNode(content: .string(text), line: line)
      default:
        let text = rest.prefix { !",]}".contains($0) }
        rest = rest[text.endIndex...]
        return JSONNode(content: FrontMatter.plain(text.trimmed()), line: line)
      }
    }

    private mutating func sequence(depth: Int) -> JSONNode? {
      rest.removeFirst()
      var elements: [JSONNode] = []
      while true {
        rest = rest.trimmed()
        if rest.first == "]" {
          rest.removeFirst()
          return JSONNode(content: .array(elements), line: line)
        }
        guard let element = value(depth: depth + 1) else { return nil }
        elements.append(element)
        guard takeComma(before: "]") else { return nil }
      }
    }

    private mutating func mapping(depth: Int) -> JSONNode? {
      rest.removeFirst()
      var members: [JSONNode.Member] = []
      while true {
        rest = rest.trimmed()
        if rest.first == "}" {
          rest.removeFirst()
          return JSONNode(content: .object(members), line: line)
        }
        guard let (key, behind) = FrontMatter.key(rest) else { return nil }
        rest = behind
        guard let value = value(depth: depth + 1) else { return nil }
        members.append(JSONNode.Member(key: key, value: value))
        guard takeComma(before: "}") else { return nil }
      }
    }

    private mutating func takeComma(before end: Character) -> Bool {
      rest = rest.trimmed()
      if rest.first == "," {
        rest.removeFirst()
        return true
      }
      return rest.first == end
    }
  }
}
