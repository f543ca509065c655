internal import ICalendar

/// What a task says beside its text, in whichever of the two notations.
struct TaskFields: Equatable {
  /// 1, 3, 7 or 9, as many as Obsidian's signs tell apart beside 5.
  var priority: Int?
  var due, start, scheduled, created, done, cancelled: Day?
  /// In words.
  var recurrence: String?
  var id: String?
  var dependsOn: [String] = []
  var onCompletion: String?
  var tags: [String] = []
  /// `^name`, by which other notes link to it.
  var block: String?
  /// Fields of Dataview that have no other place: `[location:: Town hall]`.
  var others: [Other] = []

  struct Other: Equatable {
    var key: String
    var value: String
  }

  var isEmpty: Bool { self == TaskFields() }

  /// Takes the fields off the end of a line, from the last to the first, in either notation.
  ///
  /// - Parameter text: what is left is the task's text.
  init(takenFrom text: inout Substring) {
    while true {
      text.trimEnd()
      guard Self.mayEnd(text) else { break }
      guard
        takeTag(&text) || takeBlock(&text) || DataviewField.take(&text, &self) || TaskSign.take(&text, &self)
      else { break }
    }
    tags.reverse()
    others.reverse()
  }

  init() {}

  /// A field may stand at the end, by the bytes of the text: false for most texts.
  static func mayEnd(_ text: Substring) -> Bool {
    // A tag, a link, and what signs begin with.
    text.utf8.last == 0x5D || text.utf8.last == 0x29
      || text.utf8.contains(where: mayBegin)
  }

  /// A tag, a link to a block or a sign may begin with this byte.
  static func mayBegin(_ byte: UInt8) -> Bool {
    byte == 0x23 || byte == 0x5E || byte == TaskSign.leads.0 || byte == TaskSign.leads.1
  }

  // MARK: Tags and links

  /// A word at the end; nil where the text is one word with something escaped before it.
  private static func lastWord(_ text: Substring) -> Substring? {
    let word = asciiWord(text) ?? text.suffix(while: { !$0.isWhitespace })
    return word.isEmpty ? nil : word
  }

  /// The same where it is ASCII, in which each byte is a character; nil where it is not.
  private static func asciiWord(_ text: Substring) -> Substring? {
    var start = text.utf8.endIndex
    while start > text.utf8.startIndex {
      let before = text.utf8.index(before: start)
      let byte = text.utf8[before]
      if byte >= 0x80 { return nil }
      if byte == 0x20 || (0x09...0x0D).contains(byte) { break }
      start = before
    }
    return text[start...]
  }

  private mutating func takeTag(_ text: inout Substring) -> Bool {
    guard let word = Self.lastWord(text), word.first == "#", Self.isTag(word.dropFirst()) else {
      return false
    }
    tags.append(String(word.dropFirst()))
    text = text[..<word.startIndex]
    return true
  }

  /// Obsidian's tags: letters, digits, `_`, `-` and `/`, not all of them digits.
  static func isTag(_ text: Substring) -> Bool {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else {
      return text.utf8.allSatisfy { isLetterOrDigit($0) || $0 == 0x5F || $0 == 0x2D || $0 == 0x2F }
        && text.utf8.contains { $0 &- 0x30 > 9 }
    }
    return !text.isEmpty
      && text.unicodeScalars.allSatisfy {
        $0 == "_" || $0 == "-" || $0 == "/" || ("a"..."z").contains($0) || $0.properties.isAlphabetic
          || $0.properties.numericType != nil
          || $0.properties.generalCategory == .nonspacingMark || $0.properties.generalCategory == .spacingMark
          || $0.properties.isEmojiPresentation
      } && !text.allSatisfy { $0.isNumber }
  }

  private mutating func takeBlock(_ text: inout Substring) -> Bool {
    guard block == nil, let word = Self.lastWord(text), word.first == "^", word.startIndex > text.startIndex,
      Self.isIdentifier(word.dropFirst())
    else { return false }
    block = String(word.dropFirst())
    text = text[..<word.startIndex]
    return true
  }

  /// Letters, digits, `-` and `_` of ASCII: what 🆔 and ⛔ allow.
  static func isIdentifier(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
        default: false
        }
      }
  }

  // MARK: Values

  /// Takes a value as the field of this name.
  ///
  /// - Returns: false for a value that the field cannot have, or a field that has one already.
  mutating func set(_ key: Key, _ value: Substring) -> Bool {
    switch key {
    case .due: return Self.set(&due, value)
    case .start: return Self.set(&start, value)
    case .scheduled: return Self.set(&scheduled, value)
    case .created: return Self.set(&created, value)
    case .done: return Self.set(&done, value)
    case .cancelled: return Self.set(&cancelled, value)
    case .recurrence:
      guard recurrence == nil, !value.isEmpty, value.utf8.count < 256,
        value.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x2C || $0 == 0x21 || Self.isLetterOrDigit($0) })
      else { return false }
      recurrence = String(value)
    case .id:
      guard id == nil, Self.isIdentifier(value) else { return false }
      id = String(value)
    case .dependsOn:
      let names = value.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmed() }
      guard dependsOn.isEmpty, names.allSatisfy(Self.isIdentifier) else { return false }
      dependsOn = names.map(String.init)
    case .onCompletion:
      guard onCompletion == nil, value.lowercased() == "keep" || value.lowercased() == "delete" else {
        return false
      }
      onCompletion = value.lowercased()
    }
    return true
  }

  enum Key: String, CaseIterable {
    case due, start, scheduled, created, done = "completion", cancelled, recurrence = "repeat", id, dependsOn,
      onCompletion
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }

  private static func set(_ field: inout Day?, _ value: Substring) -> Bool {
    guard field == nil, let day = Day(iso: String(value)) else { return false }
    field = day
    return true
  }
}

extension Substring {
  /// Blanks, tabs and line ends, as characters: one with an accent upon it is another.
  mutating func trimEnd() {
    while let byte = utf8.last {
      guard byte >= 0x80 || Self.isWhite(byte) else { return }
      if byte < 0x80, utf8.dropLast().last ?? 0 < 0x80 {
        self = Substring(utf8.dropLast())
      } else {
        guard let last, Self.isWhite(last) else { return }
        removeLast()
      }
    }
  }

  func trimmed() -> Substring {
    var rest = self
    rest.trimEnd()
    while let byte = rest.utf8.first {
      guard byte >= 0x80 || Self.isWhite(byte) else { return rest }
      if byte < 0x80, rest.utf8.dropFirst().first ?? 0 < 0x80 {
        rest = Substring(rest.utf8.dropFirst())
      } else {
        guard let first = rest.first, Self.isWhite(first) else { return rest }
        rest.removeFirst()
      }
    }
    return rest
  }

  private static func isWhite(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  private static func isWhite(_ character: Character) -> Bool {
    character == " " || character == "\t" || character.isNewline
  }

  /// The longest end all of whose characters satisfy a condition.
  func suffix(while condition: (Character) -> Bool) -> Substring {
    var start = endIndex
    while start > startIndex, condition(self[index(before: start)]) { start = index(before: start) }
    return self[start...]
  }
}
