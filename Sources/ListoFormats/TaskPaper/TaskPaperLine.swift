internal import ICalendar

/// A line of TaskPaper: a task begins with a hyphen and a blank, a project ends with a colon, and any other
/// line is a note.
struct TaskPaperLine {
  enum Kind { case task, project, note, blank }

  let kind: Kind
  /// The columns of white space before it; a tab goes to the next multiple of four.
  let level: Int
  /// All of it but the indentation.
  let content: String
  /// The text, without the hyphen or the colon.
  let text: String
  /// The tags of a project.
  let tags: [TaskPaperTag]

  /// The columns of a tab.
  static let tab = 4

  init(_ line: ArraySlice<UInt8>) {
    var (rest, columns) = (line, 0)
    while let byte = rest.first, byte == 0x20 || byte == 0x09 {
      columns = byte == 0x09 ? (columns / Self.tab + 1) * Self.tab : columns + 1
      rest.removeFirst()
    }
    level = columns
    content = String(decoding: rest, as: UTF8.self)
    if content.isEmpty {
      (kind, text, tags) = (.blank, "", [])
    } else if content.hasPrefix("- ") || content == "-" {
      (kind, text, tags) = (.task, String(content.dropFirst(2)), [])
    } else {
      let (title, tags) = TaskPaperTag.trailing(content)
      if title.hasSuffix(":"), title.count > 1 {
        (kind, text, self.tags) = (.project, String(title.dropLast()), tags)
      } else {
        (kind, text, self.tags) = (.note, content, [])
      }
    }
  }

  /// The line as a note of a task, with the white space that is more than its indentation.
  func note(below task: Int) -> String {
    String(repeating: " ", count: max(0, level - task - Self.tab)) + TaskPaperEscape.hyphen.read(content)
  }
}

/// Listo's backslash before a sign that would mean something at the beginning of a word or line. TaskPaper
/// has no such escape, and takes the text for what it is.
enum TaskPaperEscape {
  /// Before a tag.
  case at
  /// Before a task.
  case hyphen

  private var sign: String { self == .at ? "@" : "- " }

  /// The word begins with the sign, behind any number of backslashes.
  private func isMet(_ word: some StringProtocol) -> Bool {
    let rest = word.drop { $0 == "\\" }
    return rest.hasPrefix(sign) || self == .hyphen && rest == "-"
  }

  func write(_ word: String) -> String { isMet(word) ? "\\" + word : word }

  func read(_ word: String) -> String { word.first == "\\" && isMet(word) ? String(word.dropFirst()) : word }

  /// Each word of a text is changed, and the white space stays.
  static func words(of text: String, _ change: (String) -> String) -> String {
    guard text.utf8.contains(0x40) else { return text }
    var (result, word) = ("", "")
    for character in text {
      if character.isWhitespace {
        result += change(word) + String(character)
        word = ""
      } else {
        word.append(character)
      }
    }
    return result + change(word)
  }
}

/// A tag of TaskPaper: `@name` or `@name(value)`.
struct TaskPaperTag: Sendable, Hashable {
  let name: String
  /// Without the backslashes before parentheses.
  let value: String?

  init(_ name: String, _ value: String? = nil) { (self.name, self.value) = (name, value) }

  /// The tag as it is written.
  var text: String {
    guard let value else { return "@" + name }
    return "@\(name)(\(value.replacing("(", with: "\\(").replacing(")", with: "\\)")))"
  }

  /// A name of letters, digits, hyphens, full stops and underscores.
  static func isName(_ text: some StringProtocol) -> Bool {
    !text.isEmpty
      && text.unicodeScalars.allSatisfy { scalar in
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
          || "-._".unicodeScalars.contains(scalar)
      }
  }

  /// The text before the tags at the end of a line, and these in their order.
  static func trailing(_ line: String) -> (text: String, tags: [TaskPaperTag]) {
    var rest = Substring(line)
    var tags: [TaskPaperTag] = []
    while true {
      while let last = rest.last, last.isWhitespace { rest.removeLast() }
      guard let (tag, start) = last(rest) else { break }
      tags.append(tag)
      rest = rest[..<start]
    }
    return (String(rest), tags.reversed())
  }

  /// The tag with which a text ends, at its beginning or behind white space.
  private static func last(_ text: Substring) -> (tag: TaskPaperTag, start: Substring.Index)? {
    // Only the last @ behind white space can begin it: a value may hold others, but no unescaped parenthesis.
    var end = text.endIndex
    for _ in 0..<limit {
      guard let start = text[..<end].lastIndex(of: "@") else { return nil }
      end = start
      guard start == text.startIndex || text[text.index(before: start)].isWhitespace else { continue }
      if let tag = whole(text[text.index(after: start)...]) { return (tag, start) }
    }
    return nil
  }

  /// So many signs in a value are looked at.
  private static let limit = 20

  /// A text that is one tag, behind its @.
  static func whole(_ text: Substring) -> TaskPaperTag? {
    guard let open = text.firstIndex(of: "(") else {
      return isName(text) ? TaskPaperTag(String(text)) : nil
    }
    guard isName(text[..<open]), text.last == ")" else { return nil }
    let inside = text[text.index(after: open)...].dropLast()
    var value = ""
    var isEscaped = false
    for character in inside {
      if isEscaped {
        if character != "(" && character != ")" { value.append("\\") }
        value.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "(" || character == ")" {
        return nil
      } else {
        value.append(character)
      }
    }
    // A backslash before the last parenthesis means that the value goes on.
    return isEscaped ? nil : TaskPaperTag(String(text[..<open]), value)
  }

  /// The names of tags without a value that stand within a text, in their order.
  static func inner(_ text: String) -> [String] {
    guard text.utf8.contains(0x40) else { return [] }
    return text.split(whereSeparator: \.isWhitespace).compactMap { word in
      word.first == "@" && isName(word.dropFirst()) ? String(word.dropFirst()) : nil
    }
  }
}
