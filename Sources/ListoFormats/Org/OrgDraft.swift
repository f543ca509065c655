internal import ICalendar
internal import ListoModel

/// A task of Org while its lines are read.
struct OrgDraft: Sendable {
  let line: Int
  /// The word that its headline begins with, and what stands behind it.
  let word: ArraySlice<UInt8>
  private let headline: ArraySlice<UInt8>
  private let priorities: OrgPriorities
  /// What its planning says; the headline is read in the end.
  private(set) var entry: OrgEntry
  /// The lines of the property drawer, as iCalendar would have them.
  private(set) var drawer: ComponentText?
  private(set) var uid: String?
  /// Lines, and whether one is known to belong to the text though it may be empty.
  private(set) var body: [(text: ArraySlice<UInt8>, isMarked: Bool)] = []
  /// How many bytes its text has; ``Limit/itemSize`` says how many it may have.
  private var size = 0
  let limits: ReadingLimits
  /// A part of its text went beyond the limit.
  private(set) var isCut = false
  var problems: [(code: Diagnostic.Code, reason: String)] = []
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

  /// - Parameters:
  ///   - keyword: what `word` means.
  ///   - rest: what stands behind it.
  init(
    line: Int, keyword: String, word: ArraySlice<UInt8>, rest: ArraySlice<UInt8>,
    _ priorities: OrgPriorities, limits: ReadingLimits
  ) {
    (self.line, self.word, headline, self.priorities, self.limits) = (line, word, rest, priorities, limits)
    entry = OrgEntry(keyword: keyword, title: "")
  }

  /// What the headline says behind its keyword.
  mutating func takeHeadline() {
    var rest = headline.trimmedText()
    if rest.starts(with: [0x5B, 0x23]), let end = rest.prefix(6).firstIndex(of: 0x5D),
      let known = priorities.priority(rest[(rest.startIndex + 2)..<end])
    {
      entry.priority = known
      rest = rest[(end + 1)...].trimmedText()
    }
    entry.tags = Self.takeTags(&rest).map { String(decoding: $0, as: UTF8.self) }
    entry.title = String(decoding: rest.trimmedText(), as: UTF8.self)
  }

  /// `:home:errand:` at the end of a headline.
  static func takeTags(_ title: inout ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    guard title.last == 0x3A else { return [] }
    let start = title.lastIndex { $0 == 0x20 || $0 == 0x09 }.map { $0 + 1 } ?? title.startIndex
    let word = title[start...]
    guard word.count > 2, word.first == 0x3A else { return [] }
    let tags = word.dropFirst().dropLast().split(separator: 0x3A, omittingEmptySubsequences: false)
    guard tags.allSatisfy(isTag) else { return [] }
    title = title[..<start]
    return tags
  }

  private static func isTag(_ tag: ArraySlice<UInt8>) -> Bool {
    !tag.isEmpty && String(decoding: tag, as: UTF8.self).unicodeScalars.allSatisfy(OrgEntry.isTagCharacter)
  }

  // MARK: Lines

  mutating func take(_ text: ArraySlice<UInt8>) {
    switch place {
    case .planning:
      place = .drawer
      if !takePlanning(text.trimmedText()) { take(text) }
    case .drawer:
      if Self.isWord(text.trimmedText(), ":PROPERTIES:") {
        place = .insideDrawer
      } else {
        place = .body
        take(text)
      }
    case .insideDrawer:
      let content = text.trimmedText()
      if Self.isWord(content, ":END:") { place = .body } else { takeProperty(content) }
    case .body:
      let isMarked = text.starts(with: [0x20, 0x20])
      append(OrgText.unescape(isMarked ? text.dropFirst(2) : text, .body), isMarked: isMarked)
    }
  }

  /// In any case.
  private static func isWord(_ text: ArraySlice<UInt8>, _ word: String) -> Bool {
    guard text.first == 0x3A, text.count <= 3 * word.utf8.count else { return false }
    return String(decoding: text, as: UTF8.self).uppercased() == word
  }

  /// A headline below it that is no task.
  mutating func takeHeadline(_ text: ArraySlice<UInt8>) {
    place = .body
    append(text)
  }

  private mutating func append(_ text: ArraySlice<UInt8>, isMarked: Bool = true) {
    size += text.count + 16
    guard size <= limits[.itemSize] else {
      isCut = true
      return
    }
    body.append((text, isMarked || !text.isEmpty))
  }

  // MARK: Planning

  private static let planning = ["CLOSED", "DEADLINE", "SCHEDULED"].map { (name: $0, bytes: Array($0.utf8)) }

  /// - Returns: false for a line that is none.
  private mutating func takePlanning(_ line: ArraySlice<UInt8>) -> Bool {
    var rest = line
    var found = false
    while let colon = rest.firstIndex(of: 0x3A) {
      let word = rest[..<colon]
      guard let (name, _) = Self.planning.first(where: { $0.bytes.elementsEqual(word) }) else { break }
      rest = rest[(colon + 1)...].trimmedText()
      guard let first = rest.first, first == 0x3C || first == 0x5B,
        let end = rest.firstIndex(of: first == 0x3C ? 0x3E : 0x5D)
      else { break }
      take(rest[(rest.startIndex + 1)..<end], as: name)
      rest = rest[(end + 1)...].trimmedText()
      found = true
    }
    if found, !rest.isEmpty {
      problems.append((.badSyntax, "'\(Self.shown(rest))' behind the dates is left out"))
    }
    return found
  }

  private static func shown(_ text: ArraySlice<UInt8>) -> Substring {
    String(decoding: text, as: UTF8.self).prefix(60)
  }

  private mutating func take(_ stamp: ArraySlice<UInt8>, as word: String) {
    let all = stamp.split(separator: 0x20)
    var words = all.filter { !Self.isRepeater($0) }
    let repeaters = words.count == all.count ? [] : all.filter(Self.isRepeater)
    var end: String?
    if words.count > 1, let last = words.last, last.contains(0x3A), let dash = last.firstIndex(of: 0x2D) {
      end = String(decoding: last[(dash + 1)...], as: UTF8.self)
      words[words.count - 1] = last[..<dash]
    }
    let text = String(decoding: Array(words.joined(separator: [0x20])), as: UTF8.self)
    guard words.first.flatMap({ Day(iso: String(decoding: $0, as: UTF8.self)) }) != nil,
      OrgEntry.moment(text) != nil
    else {
      let told = "\(word) '\(Self.shown(stamp))' is no date such as 2026-12-01 Tue 10:15; it is left out"
      return problems.append((.badValue, told))
    }
    switch word {
    case "CLOSED": entry.completed = text
    case "DEADLINE": (entry.due, entry.dueEnd) = (text, end)
    default: (entry.start, entry.startEnd) = (text, end)
    }
    if !repeaters.isEmpty, word != "CLOSED" {
      take(repeaters.map { String(decoding: $0, as: UTF8.self) }, of: word)
    }
  }

  private static func isRepeater(_ word: ArraySlice<UInt8>) -> Bool {
    word.first == 0x2B || word.first == 0x2D || word.starts(with: [0x2E, 0x2B])
  }

  /// `+1w`, `++1w`, `.+1w/2w`, a warning `-3d`. The rule is the first repeater.
  private mutating func take(_ found: [String], of word: String) {
    cookies.append((word, found))
    guard entry.repeater == nil, let rule = found.first(where: { !$0.hasPrefix("-") }) else { return }
    entry.repeater = "+" + rule.drop { $0 == "+" || $0 == "." }.prefix { $0 != "/" }
  }

  /// What the stamps say of repeating beyond what a rule can.
  var moreThanARule: String? {
    guard cookies.count > 1 else {
      return cookies.first.flatMap {
        $0.cookies == [entry.repeater] ? nil : $0.cookies.joined(separator: " ")
      }
    }
    return cookies.map { "\($0.word) \($0.cookies.joined(separator: " "))" }.joined(separator: " ")
  }

  // MARK: The drawer

  private mutating func takeProperty(_ line: ArraySlice<UInt8>) {
    guard line.first == 0x3A, let end = line.dropFirst().firstIndex(of: 0x3A) else {
      if !line.isEmpty {
        problems.append((.badSyntax, "'\(Self.shown(line))' is no property; it is left out"))
      }
      return
    }
    var key = line[(line.startIndex + 1)..<end]
    let value = line[(end + 1)...].trimmedText()
    if key.last == 0x2B { key.removeLast() }
    guard let name = OrgDrawer.name(for: key) else {
      problems.append((.unknownKey, "no property can have the name '\(Self.shown(key))'; it is left out"))
      return
    }
    if name == "UID", String(decoding: key, as: UTF8.self).uppercased() == "ID" {
      uid = String(decoding: value, as: UTF8.self)
    } else if !value.isEmpty {
      add(name, value)
    }
  }

  private mutating func add(_ name: String, _ value: ArraySlice<UInt8>) {
    var drawer = self.drawer.take() ?? .reminder(line: line)
    defer { self.drawer = drawer }
    let sign = value.first == 0x25 ? value.dropFirst().first : nil
    if sign == 0x3A || sign == 0x3B, let line = [UInt8](percentEncoded: value.dropFirst()) {
      return drawer.passage(
        ContentLineText.fold((Array(name.utf8) + line.filter { $0 != 0x0A && $0 != 0x0D })[...]))
    }
    guard value.first == 0x3B || value.first == 0x3A else {
      // Of another program, it is text.
      let isText = name.hasPrefix("X-ORG-")
      drawer.raw(named: name, isText ? TextValue.encode(String(decoding: value, as: UTF8.self))[...] : value)
      return
    }
    drawer.passage(ContentLineText.fold((Array(name.utf8) + value)[...]))
  }
}
