internal import ICalendar
internal import ListoModel

/// The content of the lines below a headline of Org, while they are read.
struct OrgDraft: Sendable {
  let line: Int
  let limits: ReadingLimits
  /// The dates of its planning.
  private(set) var due, start, completed: OrgStamp?
  /// The ends of `10:15-11:00` in DEADLINE and SCHEDULED.
  private(set) var dueEnd, startEnd: String?
  /// `+1w`, of the first stamp that has one.
  private(set) var repeater: String?
  /// The repeaters and warnings of each stamp.
  private var cookies: [(word: String, cookies: [String])] = []
  /// The lines of the property drawer, as iCalendar would have them.
  var drawer: ComponentText?
  private(set) var uid: [UInt8]?
  /// Planning that is no date, as it stands there.
  private(set) var undated: [String] = []
  /// Lines without the empty ones at both ends, unless they are marked by two blanks, as Listo writes them.
  private(set) var notes: [UInt8] = []
  private var hasNotes = false
  /// Empty lines behind them.
  private var emptyLines = 0
  /// How many bytes its text has; ``Limit/itemSize`` says how many it may have.
  private var size = 0
  /// A part of its text went beyond the limit.
  private(set) var isCut = false
  var problems: [(code: Diagnostic.Code, reason: String)] = []
  private var place = Place.planning

  private enum Place {
    /// Directly below the headline, where planning stands.
    case planning
    /// Where the property drawer may begin.
    case drawer
    case insideDrawer
    case body
  }

  init(line: Int, limits: ReadingLimits) { (self.line, self.limits) = (line, limits) }

  // MARK: Lines

  /// Takes lines, which are UTF-8 and have their ends.
  mutating func take(_ text: [UInt8], from start: Int) {
    let bytes = text.span
    var start = start
    while start < bytes.count {
      let end = bytes.endOfUnbrokenRun(from: start)
      take(bytes, start..<end)
      start = end + 1
      if start < bytes.count, bytes[end] == 0x0D, bytes[start] == 0x0A { start += 1 }
    }
  }

  private mutating func take(_ bytes: Span<UInt8>, _ line: Range<Int>) {
    // A headline below it that is no task.
    if OrgHeadline.level(bytes, line) != nil {
      place = .body
      return append(bytes, line)
    }
    if place == .planning {
      place = .drawer
      if takePlanning(bytes, bytes.trimmed(line)) { return }
    }
    switch place {
    case .planning, .drawer:
      place = .insideDrawer
      let content = bytes.trimmed(line)
      if Self.mayBeMark(bytes, content), Self.isWord(bytes, content, Self.drawerStart) { return }
      place = .body
      takeNote(bytes, line)
    case .insideDrawer:
      let content = bytes.trimmed(line)
      if Self.mayBeMark(bytes, content), Self.isWord(bytes, content, Self.drawerEnd) {
        place = .body
      } else {
        takeProperty(bytes, content)
      }
    case .body: takeNote(bytes, line)
    }
  }

  private static let drawerStart = Array(":PROPERTIES:".utf8)
  private static let drawerEnd = Array(":END:".utf8)

  /// It may begin or end a drawer: false for most lines, and without the words, of which all cores would
  /// count the references.
  private static func mayBeMark(_ bytes: Span<UInt8>, _ text: Range<Int>) -> Bool {
    guard let last = text.last, text.count <= 36 else { return false }
    return bytes[last] == 0x3A && bytes[text.lowerBound] == 0x3A
  }

  /// In any case, with letters of any script.
  private static func isWord(_ bytes: Span<UInt8>, _ text: Range<Int>, _ word: [UInt8]) -> Bool {
    // No letter in upper case has more bytes than in lower case, where it is one of ASCII.
    guard text.count >= word.count, text.count <= 3 * word.count, bytes[text.lowerBound] == 0x3A else {
      return false
    }
    for index in text where bytes[index] >= 0x80 {
      return bytes.text(text, isText: false).uppercased() == String(decoding: word, as: UTF8.self)
    }
    guard text.count == word.count else { return false }
    return zip(word, text).allSatisfy { $0 == bytes[$1].upper }
  }

  // MARK: Notes

  private mutating func takeNote(_ bytes: Span<UInt8>, _ line: Range<Int>) {
    let isMarked = line.count >= 2 && bytes[line.lowerBound] == 0x20 && bytes[line.lowerBound + 1] == 0x20
    let line = isMarked ? line.dropFirst(2) : line
    if notes.isEmpty { notes.reserveCapacity(bytes.count - line.lowerBound) }
    if let text = OrgText.unescaped(bytes, line, .body) {
      append(text.span, text.indices, isMarked: isMarked)
    } else {
      append(bytes, line, isMarked: isMarked)
    }
  }

  private mutating func append(_ bytes: Span<UInt8>, _ line: Range<Int>, isMarked: Bool = true) {
    size += line.count + 16
    guard size <= limits[.itemSize] else {
      isCut = true
      return
    }
    guard isMarked || !line.isEmpty else {
      if hasNotes { emptyLines += 1 }
      return
    }
    if hasNotes { notes.append(contentsOf: repeatElement(0x0A, count: emptyLines + 1)) }
    (hasNotes, emptyLines) = (true, 0)
    notes.append(addingCapacity: line.count) { $0.append(bytes, line) }
  }

  // MARK: Planning

  private enum Planning: String {
    case closed = "CLOSED"
    case deadline = "DEADLINE"
    case scheduled = "SCHEDULED"

    /// The word with its colon that a text begins with.
    init?(_ bytes: Span<UInt8>, _ text: Range<Int>) {
      guard let first = text.first else { return nil }
      switch bytes[first] {
      case 0x43 where Self.holds(Self.closedHead, bytes, text): self = .closed
      case 0x44 where Self.holds(Self.deadlineHead, bytes, text): self = .deadline
      case 0x53 where Self.holds(Self.scheduledHead, bytes, text): self = .scheduled
      default: return nil
      }
    }

    private static func holds(_ head: [UInt8], _ bytes: Span<UInt8>, _ text: Range<Int>) -> Bool {
      text.count >= head.count && bytes.holds(head, at: text.lowerBound)
    }

    private static let closedHead = Array("CLOSED:".utf8)
    private static let deadlineHead = Array("DEADLINE:".utf8)
    private static let scheduledHead = Array("SCHEDULED:".utf8)
  }

  /// The line directly below a headline says when it is scheduled or due.
  static func hasDate(_ line: ArraySlice<UInt8>) -> Bool {
    var draft = OrgDraft(line: 0, limits: ReadingLimits())
    let bytes = line.span
    return draft.takePlanning(bytes, bytes.trimmed(0..<bytes.count)) && (draft.due ?? draft.start) != nil
  }

  /// - Returns: false for a line that is none.
  private mutating func takePlanning(_ bytes: Span<UInt8>, _ line: Range<Int>) -> Bool {
    var rest = line
    var found = false
    while let word = Planning(bytes, rest) {
      rest = bytes.trimmed(rest.dropFirst(word.rawValue.utf8.count + 1))
      guard let start = rest.first, bytes[start] == 0x3C || bytes[start] == 0x5B,
        let end = bytes.first(bytes[start] == 0x3C ? 0x3E : 0x5D, in: rest)
      else { break }
      take(bytes, stamp: start + 1..<end, of: word)
      rest = bytes.trimmed(end + 1..<rest.upperBound)
      found = true
    }
    if found, !rest.isEmpty {
      problems.append((.badSyntax, "'\(Self.shown(bytes, rest))' after the dates is left out"))
    }
    return found
  }

  private static func shown(_ bytes: Span<UInt8>, _ text: Range<Int>) -> Substring {
    bytes.text(text, isText: false).prefix(60)
  }

  private mutating func take(_ bytes: Span<UInt8>, stamp text: Range<Int>, of word: Planning) {
    let said = OrgStampText(bytes, text)
    guard let stamp = said.stamp else {
      let told =
        "\(word.rawValue) '\(Self.shown(bytes, text))' is not a date such as 2026-12-01 Tue 10:15; it is kept as text"
      undated.append(
        "\(word.rawValue): \(bytes.text(text.lowerBound - 1..<text.upperBound + 1, isText: false))")
      return problems.append((.badValue, told))
    }
    switch word {
    case .closed:
      completed = stamp
      return
    case .deadline: (due, dueEnd) = (stamp, said.end)
    case .scheduled: (start, startEnd) = (stamp, said.end)
    }
    guard !said.cookies.isEmpty else { return }
    cookies.append((word.rawValue, said.cookies))
    // The rule is the first repeater; a warning is none.
    guard repeater == nil, let rule = said.cookies.first(where: { !$0.hasPrefix("-") }) else { return }
    repeater = "+" + rule.drop { $0 == "+" || $0 == "." }.prefix { $0 != "/" }
  }

  /// The cookies of the stamps that say more of repeating than a rule can; nil where a rule says all.
  var moreThanARule: String? {
    let isLater = cookies.count == 1 && due != nil && cookies[0].word == OrgRange.scheduled.word
    guard cookies.count > 1 || isLater else {
      return cookies.first.flatMap { $0.cookies == [repeater] ? nil : $0.cookies.joined(separator: " ") }
    }
    return cookies.map { "\($0.word) \($0.cookies.joined(separator: " "))" }.joined(separator: " ")
  }

  // MARK: The drawer

  private mutating func takeProperty(_ bytes: Span<UInt8>, _ line: Range<Int>) {
    guard !line.isEmpty else { return }
    guard bytes[line.lowerBound] == 0x3A, let end = bytes.first(0x3A, in: line.dropFirst()) else {
      return problems.append((.badSyntax, "'\(Self.shown(bytes, line))' is not a property; it is left out"))
    }
    var key = line.lowerBound + 1..<end
    let value = bytes.trimmed(end + 1..<line.upperBound)
    if let last = key.last, bytes[last] == 0x2B { key = key.dropLast() }
    switch OrgDrawer.meaning(bytes, key) {
    case .identifier: uid = bytes.copy(value)
    case .property(let name): if !value.isEmpty { add(name, bytes, value) }
    case nil:
      let told = "no property can have the name '\(Self.shown(bytes, key))'; it is left out"
      problems.append((.unknownKey, told))
    }
  }

  private mutating func add(_ name: OrgDrawer.Name, _ bytes: Span<UInt8>, _ value: Range<Int>) {
    if drawer == nil { drawer = .reminder(line: line) }
    let first = bytes[value.lowerBound]
    let sign = first == 0x25 && value.count > 1 ? bytes[value.lowerBound + 1] : first
    if sign == 0x3A || sign == 0x3B {
      if first != 0x25 {
        drawer?.passage(name.id, named: name.bytes, bytes, value)
        return
      }
      if let decoded = [UInt8](percentEncoded: bytes.copy(value.dropFirst())[...]) {
        let rest = decoded.filter { $0 != 0x0A && $0 != 0x0D }
        drawer?.passage(name.id, named: name.bytes, rest.span, rest.indices)
        return
      }
    }
    if name.isForeign {
      drawer?.text(name.id, named: name.bytes, bytes, value)
    } else {
      drawer?.raw(name.id, named: name.bytes, bytes, value)
    }
  }
}
