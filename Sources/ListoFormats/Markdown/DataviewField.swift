internal import ICalendar

/// Dataview's notation: `[due:: 2026-12-01]` or `(due:: 2026-12-01)` at the end of a line.
enum DataviewField {
  private static let priorities = ["highest": 1, "high": 3, "medium": 5, "low": 7, "lowest": 9]
  /// The longest field.
  private static let reach = 4096

  /// Takes a field off the end of a text in UTF-8.
  static func take(_ bytes: Span<UInt8>, _ text: inout Range<Int>, _ fields: inout TaskFields) -> Bool {
    guard let last = text.last, bytes[last] == 0x5D || bytes[last] == 0x29,
      !bytes.isJoined(last..<last + 1, in: text), let start = opening(bytes, text)
    else { return false }
    let body = bytes.text(start + 1..<last, isText: false)[...]
    guard body.utf8.count < reach || body.count < reach, let colons = separator(body) else { return false }
    let key = body[..<colons].trimmed()
    let value = body[body.index(colons, offsetBy: 2)...].trimmed()
    guard isKey(key), set(String(key), value, &fields) else { return false }
    text = text.lowerBound..<start
    return true
  }

  /// Where the last bracket stands that is like the one at the end, unless that is escaped: as characters.
  private static func opening(_ bytes: Span<UInt8>, _ text: Range<Int>) -> Int? {
    let inside = text.dropLast()
    let open: UInt8 = bytes[inside.upperBound] == 0x5D ? 0x5B : 0x28
    let start = inside.last { index in
      bytes[index] == open && !bytes.isJoined(index..<index + 1, in: text)
        && bytes.startsWithCharacter(index..<inside.upperBound)
    }
    guard let start, start > text.lowerBound, bytes[start - 1] == 0x5C else { return start }
    return bytes.isJoined(start - 1..<start, in: text) ? start : nil
  }

  /// A key that Listo, or Obsidian Tasks, gives a meaning.
  static func isOwn(_ key: String) -> Bool {
    ["priority", "uid", "location", "url", "percent", "implied"].contains(key)
      || TaskFields.Key(rawValue: key) != nil
  }

  private static func separator(_ body: Substring) -> Substring.Index? {
    var index = body.startIndex
    while index < body.endIndex {
      let next = body.index(after: index)
      if body[index] == ":", next < body.endIndex, body[next] == ":" { return index }
      index = next
    }
    return nil
  }

  private static func isKey(_ key: Substring) -> Bool {
    !key.isEmpty && key.utf8.count < 64
      && key.unicodeScalars.allSatisfy { $0 == "-" || $0 == "_" || $0 == " " || $0.properties.isAlphabetic }
  }

  private static func set(_ key: String, _ value: Substring, _ fields: inout TaskFields) -> Bool {
    if key == "priority" {
      guard let priority = priorities[value.lowercased()] else { return false }
      fields.set(priority: priority)
      return true
    }
    if let known = TaskFields.Key(rawValue: key) { return fields.set(known, value) }
    guard !fields.others.contains(where: { $0.key == key }) else { return false }
    fields.others.append(TaskFields.Other(key: key, value: MarkdownText.decode(value)))
    return true
  }

  /// The fields as Obsidian Tasks writes them in this notation, two spaces before each.
  static func text(_ fields: TaskFields) -> String {
    var text = fields.tags.map { " #" + $0 }.joined()
    func add(_ key: String, _ value: String?) { if let value { text += "  [\(key):: \(value)]" } }
    add("id", fields.id)
    add("dependsOn", fields.dependsOn.isEmpty ? nil : fields.dependsOn.joined(separator: ","))
    add("priority", fields.priority.map(word))
    add("repeat", fields.recurrence)
    add("onCompletion", fields.onCompletion)
    add("created", fields.created?.description)
    add("start", fields.start?.description)
    add("scheduled", fields.scheduled?.description)
    add("due", fields.due?.description)
    add("cancelled", fields.cancelled?.description)
    add("completion", fields.done?.description)
    for other in fields.others { add(other.key, value(other.value)) }
    if let block = fields.block { text += " ^" + block }
    return text
  }

  /// A text as the value of a field: brackets, which would end it, are character references.
  private static func value(_ text: String) -> String {
    // The title and other fields, on the same line, may have a `$` too.
    MarkdownText.escape(text, isMathematics: true).map { character in
      switch character {
      case "[", "]", "(", ")": "&#\(character.asciiValue ?? 0);"
      default: String(character)
      }
    }.joined().replacing("\\&#", with: "&#")
  }

  private static func word(_ priority: Int) -> String {
    switch priority {
    case 1: "highest"
    case 2...4: "high"
    case 5: "medium"
    case 6...8: "low"
    default: "lowest"
    }
  }
}
