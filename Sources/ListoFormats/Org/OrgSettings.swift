internal import ICalendar
internal import ListoModel

/// The lines of an Org file such as `#+TODO:` that Listo understands and writes back.
///
/// Each calendar of the file keeps them, as X-ORG-SETTING. They may come from any calendar, so only lines
/// that cannot run anything count.
struct OrgSettings: Sendable, Equatable {
  /// The calendar property that keeps a line.
  static let property = "X-ORG-SETTING"

  /// Makes headlines tasks that have a date but no keyword; Emacs ignores it.
  static let dated = "#+LISTO: dated"

  /// The lines as they are in the file, in their order, without those that Listo writes by itself.
  private(set) var lines: [String] = []
  private(set) var keywords = OrgKeywords()
  /// Nil where no line names them.
  private(set) var priorities: OrgPriorities?
  /// `#+FILETAGS`: the tags that every headline inherits.
  private(set) var tags: [String] = []
  /// ``dated`` is set.
  private(set) var isDated = false

  init() {}

  /// The settings that a calendar keeps.
  init(_ calendar: CalendarContext) {
    guard let header = calendar.header else { return }
    for property in header.properties where property.id == .other {
      if property.name == Self.property, property.parameters.isEmpty { take(property.text) }
    }
  }

  static func == (one: OrgSettings, other: OrgSettings) -> Bool { one.lines == other.lines }

  /// Takes a line.
  ///
  /// - Returns: false for a line that means nothing to Listo, or is not written back.
  @discardableResult
  mutating func take(_ line: String) -> Bool {
    guard let colon = line.firstIndex(of: ":"), line.hasPrefix("#+"), Self.isSafe(line) else { return false }
    let value = line[line.index(after: colon)...]
    let words = value.split { $0 == " " || $0 == "\t" }
    // The line that is written for the keywords that are missing so far.
    let isOwn = Self.ownKeywords.contains(line) || line == Self.ownPriorities || line == missingKeywords
    switch line[..<colon].uppercased() {
    case "#+TODO", "#+SEQ_TODO", "#+TYP_TODO":
      var known = keywords
      known.declare(words)
      guard known.meanWhatListoWrites else { return false }
      keywords = known
    case "#+PRIORITIES":
      guard let found = OrgPriorities(words) else { return false }
      priorities = found
    case "#+FILETAGS":
      let found = value.split { $0 == ":" || $0 == " " || $0 == "\t" }.map(String.init)
      guard found.allSatisfy({ $0.unicodeScalars.allSatisfy(OrgEntry.isTagCharacter) }) else { return false }
      for tag in found where !tags.contains(tag) { tags.append(tag) }
    case "#+CATEGORY", "#+TITLE": break
    case "#+LISTO":
      guard line == Self.dated else { return false }
      isDated = true
    default: return false
    }
    if !isOwn { lines.append(line) }
    return true
  }

  /// One line without anything that Emacs would run.
  private static func isSafe(_ line: String) -> Bool {
    line.utf8.count <= 2000 && !line.utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }
      && !OrgText.isActive(String(line.dropFirst(2)), .body)
  }

  // MARK: Writing

  private static let ownKeywords = ["#+TODO: TODO STARTED | DONE CANCELLED", OrgKeywords.settings]
  private static let ownPriorities = "#+PRIORITIES: A I E"

  /// The range that cookies are written in.
  var writtenPriorities: OrgPriorities { priorities ?? .written }

  /// The lines before the first headline of a file with these settings.
  var text: String {
    var all = keywords.isDeclared ? [] : Self.ownKeywords
    all += lines + [missingKeywords].compactMap { $0 }
    if priorities == nil { all.append(Self.ownPriorities) }
    return all.map { $0 + "\n" }.joined()
  }

  /// A line for those of Listo's keywords that the declared ones lack.
  private var missingKeywords: String? {
    guard keywords.isDeclared else { return nil }
    let missing = OrgKeyword.allCases.filter { keywords.declared($0.rawValue) == nil }
    guard !missing.isEmpty else { return nil }
    func words(_ isDone: Bool) -> String {
      missing.filter { $0.isDone == isDone }.map { " " + $0.rawValue }.joined()
    }
    return "#+TODO:\(words(false)) |\(words(true))"
  }

  /// The meaning of a headline's word in a file with these settings; nil if it is no keyword there.
  func meaning(ofWritten word: String) -> OrgKeyword? {
    keywords.isDeclared ? keywords.declared(word) : OrgKeywords.written[word]
  }

  // MARK: Headings

  /// The name of a list or source as a headline that has no keyword.
  func heading(_ name: String) -> String { beginsWithOwnKeyword(name) ? "\u{200B}" + name : name }

  /// The name that such a headline says.
  func name(ofHeading text: String) -> String {
    text.hasPrefix("\u{200B}") && beginsWithOwnKeyword(text) ? String(text.unicodeScalars.dropFirst()) : text
  }

  /// A keyword that the file declares is its first word, escaped or not: ``OrgText`` escapes those that are
  /// known without.
  func beginsWithOwnKeyword(_ title: String) -> Bool {
    let word = String(String.UnicodeScalarView(title.unicodeScalars.drop { $0 == "\u{200B}" }))
      .prefix { $0 != " " && $0 != "\t" }
    return OrgKeyword(rawValue: String(word)) == nil && OrgKeywords.written[String(word)] == nil
      && keywords.declared(String(word)) != nil
  }
}

/// The settings of a file, and of the headings above a task, that apply to the task.
struct OrgSurroundings: Sendable {
  var priorities = OrgPriorities()
  /// The tags of the file, and those of the headings above.
  var fileTags: [String] = []
  var headingTags: [String] = []

  var hasTags: Bool { !fileTags.isEmpty || !headingTags.isEmpty }

  /// The tags of a headline, and those that it inherits.
  func tags(_ own: [String]) -> [String] {
    var tags = own
    for tag in fileTags + headingTags where !tags.contains(tag) { tags.append(tag) }
    return tags
  }
}

/// The meaning of the cookies `[#A]`: the range of a file has equal steps from the highest priority to the
/// lowest.
struct OrgPriorities: Sendable {
  /// The property that keeps a cookie that does not follow from the priority.
  static let property = "X-ORG-COOKIE"

  /// The range that Listo writes if the file declares none.
  static let written = OrgPriorities(highest: 0x41, lowest: 0x49)

  /// Letters by their codes in ASCII, numbers as they are.
  private let highest, lowest: Int

  /// Those of a file that declares none: A, B and C.
  init() { self.init(highest: 0x41, lowest: 0x43) }

  private init(highest: Int, lowest: Int) { (self.highest, self.lowest) = (highest, lowest) }

  /// - Parameter words: the highest, the lowest and the default one, as in `#+PRIORITIES: A I E`.
  init?(_ words: [Substring]) {
    guard words.count >= 2, let first = Self.value(words[0]), let last = Self.value(words[1]), first < last,
      (first < Self.firstLetter) == (last < Self.firstLetter)
    else { return nil }
    self.init(highest: first, lowest: last)
  }

  /// 1 to 9; nil for a text that is no priority.
  func priority(_ cookie: String) -> Int? {
    guard let value = Self.value(cookie[...]) else { return nil }
    // A number among letters is one of iCalendar's.
    if value < Self.firstLetter, highest >= Self.firstLetter { return (1...9).contains(value) ? value : nil }
    let place = min(max(value - highest, 0), steps)
    return 1 + (16 * place + steps) / (2 * steps)
  }

  /// The cookie for a priority from 1 to 9.
  func cookie(_ priority: Int) -> String {
    let value = highest + ((priority - 1) * 2 * steps + 8) / 16
    return value < Self.firstLetter ? String(value) : String(UnicodeScalar(UInt8(value)))
  }

  private var steps: Int { lowest - highest }

  private static let firstLetter = 0x41

  private static func value(_ cookie: Substring) -> Int? {
    if let number = Int(cookie), (0...64).contains(number), cookie.utf8.allSatisfy({ $0 &- 0x30 < 10 }) {
      return number
    }
    guard cookie.utf8.count == 1, let byte = cookie.utf8.first, (0x41...0x5A).contains(byte) else {
      return nil
    }
    return Int(byte)
  }
}
