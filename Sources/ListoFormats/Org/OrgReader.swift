internal import ICalendar
internal import ListoModel

/// Reads Org outlines: headlines with a keyword are tasks, the headline above them names their list, and what stands
/// deeper is their subtasks. In constant memory but for some headlines with their text, and the names of those above them.
struct OrgReader: FormatReader {
  private var keywords: OrgKeywords
  private var unknownKeywords = UnknownKeywords()
  private var priorities = OrgPriorities()
  private var place = OutlinePlace()
  /// The task that is read.
  private var open: OrgTask?
  /// Those before it.
  private var branch: OutlineBranch<OrgTask>?
  private var strayLines = StrayLines()

  private static let deepest = 1000

  /// - Parameter keywords: `TODO,NEXT|DONE`; nil for those that are well known.
  init(keywords: String? = nil) { self.keywords = OrgKeywords(option: keywords) }

  /// A headline with a keyword, or a setting of Org's, stands in the beginning of an input.
  static func hasTask(_ beginning: ArraySlice<UInt8>) -> Bool {
    String(decoding: beginning, as: UTF8.self).split(whereSeparator: \.isNewline).contains { line in
      let behind = line.drop { $0 == "*" }
      return
        (behind.startIndex > line.startIndex && (behind.hasPrefix(" TODO ") || behind.hasPrefix(" DONE ")))
        || line.hasPrefix("#+TODO:") || line.hasPrefix("#+SEQ_TODO:")
    }
  }

  mutating func read(_ input: inout TextFeed, into output: inout ICalendarOutput) throws(ICalendarError) {
    branch = OutlineBranch(output, gathering: 1 << 16)
    while true {
      // What stands below a task is taken in at once.
      if open != nil, let (lines, count) = input.nextLines(until: 0x2A) { open?.take(lines, count: count) }
      guard let line = try input.nextLine() else { break }
      try take(line, &output)
    }
    finishTask()
    try branch?.finish(&output)
    try branch?.choose(place.finish(), &output)
    try branch?.stage.finish(&output)
    strayLines.tell(&output)
    if let (line, text) = unknownKeywords.message { output.diagnose(.notATask, line: line, text) }
  }

  private mutating func take(_ line: TextFeed.Line, _ output: inout ICalendarOutput) throws(ICalendarError) {
    let bytes = line.bytes.span
    guard let stars = OrgHeadline.level(bytes, 0..<bytes.count) else { return text(line) }
    let rest = bytes.trimmed(stars..<bytes.count)
    let length = rest.prefix { bytes[$0] != 0x20 && bytes[$0] != 0x09 }.count
    let headline = line.bytes[(line.bytes.startIndex + rest.lowerBound)...].prefix(rest.count)
    guard let meaning = keywords.meaning(of: headline.prefix(length), hasTitle: length < rest.count) else {
      if length < rest.count, OrgKeywords.mayBe(headline.prefix(length)) {
        unknownKeywords.add(headline.prefix(length), line: line.number)
      }
      return try heading(rest, stars, line, &output)
    }
    finishTask()
    try branch?.leave(stars, &output)
    if branch?.depth == 0 { place.leave(stars) }
    try branch?.choose(place.choose(), &output)
    open = OrgTask(
      level: stars, line: line.number, headline: headline, keyword: (meaning, length), priorities,
      output.limits)
  }

  /// Text below a headline; before the first headline, the settings of the file.
  private mutating func text(_ line: TextFeed.Line) {
    if open != nil {
      open?.take(line.bytes)
      return
    }
    let bytes = line.bytes.span
    let content = bytes.copy(bytes.trimmed(0..<bytes.count))
    if content.isEmpty || content.starts(with: [0x23, 0x20]) || content == [0x23] { return }
    if content.starts(with: [0x23, 0x2B]) {
      let setting = Substring(decoding: content, as: UTF8.self)
      keywords.take(setting: setting)
      priorities.take(setting: setting)
      return
    }
    stray(line.number)
  }

  /// A headline without a keyword: below a task it belongs to its text, else it names a list.
  private mutating func heading(
    _ title: Range<Int>, _ level: Int, _ line: TextFeed.Line, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    if let above = open?.level, level > above {
      open?.take(line.bytes)
      return
    }
    finishTask()
    try branch?.leave(level, &output)
    // Between two subtasks: no list, and no part of a task that is read already.
    guard branch?.depth == 0 else { return stray(line.number) }
    let bytes = line.bytes.span
    var title = title
    _ = OrgHeadline.takeTags(bytes, &title)
    let name = OrgText.unescape(bytes.text(bytes.trimmed(title), isText: false), .title)
    try branch?.choose(place.enter(level, name), &output)
  }

  private mutating func stray(_ line: Int) {
    place.noteText()
    strayLines.add(line)
  }

  /// The task that was read has no more lines.
  private mutating func finishTask() {
    guard let depth = branch?.depth, let task = open.take() else { return }
    guard depth >= Self.deepest else {
      branch?.add(task, level: task.level, notes: [], size: task.size)
      return
    }
    let note = Diagnostic(
      .warning, .nestedTooDeep, line: task.line, "headlines deeper than 1000 levels are raised to that level")
    branch?.add(task, level: nil, notes: [note], size: task.size)
  }
}

/// What the cookies `[#A]` mean: by themselves A, B and C are high, medium and low; a file can name more.
struct OrgPriorities: Sendable {
  private var highest = 0
  private var lowest = 2

  /// `#+PRIORITIES: A I E`: highest, lowest and default.
  mutating func take(setting line: Substring) {
    guard line.prefix(13).uppercased() == "#+PRIORITIES:" else { return }
    let words = line.dropFirst(13).split { $0 == " " || $0 == "\t" }
    guard words.count >= 2, let first = Self.place(words[0]), let last = Self.place(words[1]), first < last
    else {
      return
    }
    (highest, lowest) = (first, last)
  }

  /// 1 to 9.
  func priority(_ cookie: String) -> Int? {
    if let number = Int(cookie), (1...9).contains(number) { return number }
    guard let place = Self.place(cookie[...]) else { return nil }
    // Three steps are those of iCalendar (RFC 5545 §3.8.1.9); more count from 1.
    if lowest - highest == 2 { return [1, 5, 9][min(max(place - highest, 0), 2)] }
    return min(max(place - highest, 0), 8) + 1
  }

  private static func place(_ cookie: Substring) -> Int? {
    guard cookie.utf8.count == 1, let byte = cookie.utf8.first, (0x41...0x5A).contains(byte) else {
      return nil
    }
    return Int(byte) - 0x41
  }
}
