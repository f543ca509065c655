internal import ICalendar
internal import ListoModel

/// A task of Org while its lines are read.
struct OrgDraft {
  let level: Int
  let line: Int
  private let parent: String?
  private let word: String
  private var entry: OrgEntry
  /// The lines of the property drawer, as iCalendar would have them.
  private var drawer: ComponentText
  private var last: (name: String, value: String)?
  private var uid: String?
  /// Lines, and whether one is known to belong to the text though it may be empty.
  private var body: [(text: String, isMarked: Bool)] = []
  /// Of its text, and what it may be: ``Limit/itemSize``.
  private var size = 0
  private let sizeLimit: Int
  /// A part of its text went beyond the limit.
  private(set) var isCut = false
  private var problems: [(code: Diagnostic.Code, reason: String)] = []
  /// The repeaters and warnings of each stamp.
  private var cookies: [(word: String, cookies: [String])] = []
  private var place = Place.planning

  private enum Place {
    /// Directly below the headline, where planning stands.
    case planning
    /// Where the property drawer may begin.
    case drawer
    case insideDrawer
    case body
  }

  init(
    level: Int, line: Int, parent: String?, keyword: String, word: String, rest: Substring,
    _ priorities: OrgPriorities, sizeLimit: Int
  ) {
    (self.level, self.line, self.parent, self.word) = (level, line, parent, word)
    self.sizeLimit = sizeLimit
    drawer = .reminder(line: line)
    var rest = rest
    var priority: Int?
    if rest.hasPrefix("[#"), let end = rest.prefix(6).firstIndex(of: "]"),
      let known = priorities.priority(rest[rest.index(rest.startIndex, offsetBy: 2)..<end])
    {
      priority = known
      rest = rest[rest.index(after: end)...].trimmed()
    }
    let tags = Self.takeTags(&rest)
    entry = OrgEntry(keyword: keyword, title: String(rest.trimmed()))
    (entry.priority, entry.tags) = (priority, tags)
  }

  /// `:home:errand:` at the end of a headline.
  static func takeTags(_ title: inout Substring) -> [String] {
    let word = title.suffix(while: { $0 != " " && $0 != "\t" })
    guard word.count > 2, word.first == ":", word.last == ":" else { return [] }
    let tags = word.dropFirst().dropLast().split(separator: ":", omittingEmptySubsequences: false)
    guard tags.allSatisfy({ !$0.isEmpty && $0.unicodeScalars.allSatisfy(OrgEntry.isTagCharacter) }) else {
      return []
    }
    title = title[..<word.startIndex]
    return tags.map(String.init)
  }

  // MARK: Lines

  mutating func take(_ text: String) {
    let content = text[...].trimmed()
    switch place {
    case .planning:
      place = .drawer
      if !takePlanning(content) { take(text) }
    case .drawer:
      if content.uppercased() == ":PROPERTIES:" {
        place = .insideDrawer
      } else {
        place = .body
        take(text)
      }
    case .insideDrawer:
      if content.uppercased() == ":END:" { place = .body } else { takeProperty(content) }
    case .body:
      let isMarked = text.hasPrefix("  ")
      append(OrgText.unescape(isMarked ? text.dropFirst(2) : text[...], .body), isMarked: isMarked)
    }
  }

  /// A headline below it that is no task.
  mutating func takeHeadline(_ text: String) {
    place = .body
    append(text)
  }

  private mutating func append(_ text: String, isMarked: Bool = true) {
    size += text.utf8.count + 16
    guard size <= sizeLimit else {
      isCut = true
      return
    }
    body.append((text, isMarked || !text.isEmpty))
  }

  // MARK: Planning

  /// - Returns: false for a line that is none.
  private mutating func takePlanning(_ line: Substring) -> Bool {
    var rest = line
    var found = false
    while let colon = rest.firstIndex(of: ":") {
      let word = rest[..<colon]
      guard ["CLOSED", "DEADLINE", "SCHEDULED"].contains(String(word)) else { break }
      rest = rest[rest.index(after: colon)...].trimmed()
      guard let first = rest.first, first == "<" || first == "[",
        let end = rest.firstIndex(of: first == "<" ? ">" : "]")
      else { break }
      take(rest[rest.index(after: rest.startIndex)..<end], as: String(word))
      rest = rest[rest.index(after: end)...].trimmed()
      found = true
    }
    if found, !rest.isEmpty {
      problems.append((.badSyntax, "'\(rest.prefix(60))' behind the dates is left out"))
    }
    return found
  }

  private mutating func take(_ stamp: Substring, as word: String) {
    var words = stamp.split(separator: " ").map(String.init)
    let repeaters = words.filter { $0.hasPrefix("+") || $0.hasPrefix(".+") || $0.hasPrefix("-") }
    words.removeAll(where: repeaters.contains)
    var end: String?
    if words.count > 1, let last = words.last, last.contains(":"), let dash = last.firstIndex(of: "-") {
      end = String(last[last.index(after: dash)...])
      words[words.count - 1] = String(last[..<dash])
    }
    let text = words.joined(separator: " ")
    guard words.first.flatMap({ Day(iso: $0) }) != nil, OrgEntry.moment(text) != nil else {
      problems.append(
        (.badValue, "\(word) '\(stamp.prefix(60))' is no date such as 2026-12-01 Tue 10:15; it is left out"))
      return
    }
    switch word {
    case "CLOSED": entry.completed = text
    case "DEADLINE": (entry.due, entry.dueEnd) = (text, end)
    default: (entry.start, entry.startEnd) = (text, end)
    }
    if !repeaters.isEmpty, word != "CLOSED" { take(repeaters, of: word) }
  }

  /// `+1w`, `++1w`, `.+1w/2w`, a warning `-3d`. The rule is the first repeater.
  private mutating func take(_ found: [String], of word: String) {
    cookies.append((word, found))
    guard entry.repeater == nil, let rule = found.first(where: { !$0.hasPrefix("-") }) else { return }
    entry.repeater = "+" + rule.drop { $0 == "+" || $0 == "." }.prefix { $0 != "/" }
  }

  /// What the stamps say of repeating beyond what a rule can.
  private var moreThanARule: String? {
    guard cookies.count > 1 else {
      return cookies.first.flatMap {
        $0.cookies == [entry.repeater] ? nil : $0.cookies.joined(separator: " ")
      }
    }
    return cookies.map { "\($0.word) \($0.cookies.joined(separator: " "))" }.joined(separator: " ")
  }

  // MARK: The drawer

  private mutating func takeProperty(_ line: Substring) {
    guard line.first == ":", let end = line.dropFirst().firstIndex(where: { $0 == ":" }) else {
      if !line.isEmpty {
        problems.append((.badSyntax, "'\(line.prefix(60))' is no property; it is left out"))
      }
      return
    }
    var key = line[line.index(after: line.startIndex)..<end]
    let value = String(line[line.index(after: end)...].trimmed())
    if key.last == "+" { key.removeLast() }
    guard let name = OrgDrawer.name(for: String(key)) else {
      problems.append((.unknownKey, "no property can have the name '\(key.prefix(60))'; it is left out"))
      return
    }
    if name == "UID", key.uppercased() == "ID" {
      uid = value
    } else if !value.isEmpty {
      add(name, value)
    }
  }

  private mutating func add(_ name: String, _ value: String) {
    if value.hasPrefix("%:") || value.hasPrefix("%;"), let line = OrgDrawer.decode(value.dropFirst()) {
      return drawer.passage(
        ContentLineText.fold((Array(name.utf8) + line.filter { $0 != 0x0A && $0 != 0x0D })[...]))
    }
    guard value.hasPrefix(";") || value.hasPrefix(":") else {
      // Of another program, it is text.
      let bytes = name.hasPrefix("X-ORG-") ? TextValue.encode(value) : Array(value.utf8)
      drawer.raw(named: name, bytes)
      return
    }
    drawer.passage(ContentLineText.fold(Array((name + value).utf8)[...]))
  }

  // MARK: The component

  func component() -> (todo: ComponentText, problems: [(code: Diagnostic.Code, reason: String)]) {
    var todo = ComponentText.reminder(line: line)
    todo.take(problemsOf: drawer)
    var problems = problems
    let kept = Component(drawer.bytes)
    let shown = kept.map { OrgEntry(Reminder(Self.keepingStamps($0, entry), in: .none)) }
    if let uid { todo.text(.uid, uid) }
    // The text repeats the drawer's DESCRIPTION where that says more than a text can; else it is one of its own, and the first.
    let notes = Self.text(body)
    let repeated = kept?.first(.description).flatMap { property in
      !property.parameters.isEmpty || Losses.isReplaced(property) ? property.text : nil
    }
    if !notes.isEmpty, notes != repeated { todo.text(.description, notes) }
    // The first counts: that of the place, but for one that stands deeper than places go.
    let isNamed = kept.map { Reminder($0, in: .none).parent != nil } ?? false
    if let parent, !isNamed { todo.text(.relatedTo, parent) }
    var edited: Set<PropertyID> = []
    for piece in OrgEntry.pieces {
      if let shown, kept?.first(piece.id) != nil, piece.isSame(shown, entry) { continue }
      if piece.id == .status, let kept, hasNoStatus(kept) { continue }
      edited.insert(piece.id)
      entry.write(piece.id, to: &todo, inZoneOf: kept?.first(piece.id))
    }
    let stamps = stampProperties
    if let kept {
      for property in kept.properties
      where !edited.contains(property.id) && !(property.id == .uid && uid != nil)
        && property.name != OrgDrawer.implied
        && !stamps.contains(where: { $0.name == property.name })
      {
        if property.id == .malformed {
          problems.append(
            (.badSyntax, "'\(property.rawText.prefix(60))' in the drawer is no property; it is left out"))
        } else {
          todo.copy(property)
        }
      }
    }
    if OrgKeywords().meaning(of: word[...]) == nil && !OrgEntry.words.contains(word) {
      todo.raw(named: "X-ORG-KEYWORD", TextValue.encode(word))
    }
    for property in stamps { todo.raw(named: property.name, TextValue.encode(property.text)) }
    if let parent, isNamed { todo.text(.relatedTo, parent) }
    return (todo, problems)
  }

  /// The keyword says what only other properties did, and these still say it.
  private func hasNoStatus(_ kept: Component) -> Bool {
    guard let word = kept.all(named: OrgDrawer.implied).first?.text else { return false }
    let implied = Quirks.status(
      hasCompleted: entry.completed != nil || Reminder(kept, in: .none).completed != nil,
      percent: Reminder(kept, in: .none).percent)
    return implied.word == word && OrgEntry.status(entry.keyword).lowercased() == word
  }

  /// What stands in the stamps and has no place in a date or a rule.
  private var stampProperties: [(name: String, text: String)] {
    var found = OrgEntry.ends.compactMap { end in entry[keyPath: end.end].map { (name: end.name, text: $0) } }
    if let text = moreThanARule { found.append(("X-ORG-REPEATER", text)) }
    return found
  }

  /// A repeater shows only beside a date.
  private static func keepingStamps(_ component: Component, _ entry: OrgEntry) -> Component {
    guard component.first(.rrule) != nil, component.first(.due) == nil, component.first(.dtstart) == nil
    else {
      return component
    }
    var text = ComponentText.reminder(line: 0)
    entry.write(.due, to: &text)
    entry.write(.dtstart, to: &text)
    for property in component.properties { text.passage(property.bytes) }
    return Component(text.bytes) ?? component
  }

  /// Lines without the empty ones at both ends, unless they are marked by two blanks, as Listo writes them.
  private static func text(_ lines: [(text: String, isMarked: Bool)]) -> String {
    let first = lines.firstIndex(where: \.isMarked) ?? lines.count
    let last = lines.lastIndex(where: \.isMarked) ?? -1
    return first <= last ? lines[first...last].map(\.text).joined(separator: "\n") : ""
  }
}
