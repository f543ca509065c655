internal import ICalendar
internal import ListoModel

/// Reads Org outlines: headlines with a keyword are tasks, the headline above them names their list, and what
/// stands deeper is their subtasks. In constant memory but for some headlines with their text, and the names
/// of those above them.
struct OrgReader: FormatReader {
  private var keywords = OrgKeywords()
  private var unknownKeywords = UnknownKeywords()
  /// The line of settings for the keywords that the user named.
  private let option: String?
  /// Headlines with a date are tasks even without a keyword.
  private var isDated: Bool { settings.isDated }
  /// The settings of the file so far.
  private var settings = OrgSettings()
  private var surroundings = OrgSurroundings()
  /// The tags of the headings above, by their levels.
  private var headingTags: [(level: Int, tags: [String])] = []
  /// A headline had a priority.
  private var hasPriority = false
  /// A headline without a keyword, of which the next line says whether it is a task.
  private var undecided: Undecided?
  private var place = OutlinePlace()
  /// The task that is read.
  private var open: OrgTask?
  /// Those before it.
  private var branch: OutlineBranch<OrgTask>?
  private var strayLines = StrayLines()

  private static let deepest = 1000

  private struct Undecided {
    let line: TextFeed.Line
    /// Behind the stars.
    let title: Range<Int>
    let stars: Int
  }

  /// - Parameters:
  ///   - keywords: `TODO,NEXT|DONE`; nil for those that are well known.
  ///   - isDated: headlines with a date are tasks even without a keyword.
  init(keywords: String? = nil, isDated: Bool = false) {
    option = keywords.map(OrgKeywords.line)
    if let option { self.keywords.take(setting: option[...]) }
    if isDated { settings.take(OrgSettings.dated) }
  }

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
      // The lines below a task are taken in at once.
      if open != nil, undecided == nil, let (lines, count) = input.nextLines(until: 0x2A) {
        open?.take(lines, count: count)
      }
      guard let line = try input.nextLine() else { break }
      try decide(with: line, &output)
      try take(line, &output)
    }
    try decide(with: nil, &output)
    finishTask()
    try branch?.finish(&output)
    try branch?.choose(place.finish(), &output)
    try branch?.stage.finish(&output)
    writeSettings(&output)
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
      let head = Undecided(line: line, title: rest, stars: stars)
      guard !isDated else { return undecided = head }
      return try heading(head, &output)
    }
    try begin(headline, (meaning, length), stars, line.number, &output)
  }

  /// A task begins, which ends the one before.
  private mutating func begin(
    _ headline: ArraySlice<UInt8>, _ keyword: (meaning: OrgKeyword, length: Int), _ stars: Int, _ line: Int,
    _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    finishTask()
    try branch?.leave(stars, &output)
    if branch?.depth == 0 {
      place.leave(stars)
      leaveTags(stars)
    }
    try branch?.choose(place.choose(), &output)
    if !hasPriority {
      let rest = headline.dropFirst(keyword.length).drop { $0 == 0x20 || $0 == 0x09 }
      hasPriority = rest.starts(with: [0x5B, 0x23])
    }
    open = OrgTask(
      level: stars, line: line, headline: headline, keyword: keyword, surroundings, output.limits)
  }

  /// A headline without a keyword is a task if the next line has its date, or else a heading.
  private mutating func decide(
    with line: TextFeed.Line?, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    guard let head = undecided.take() else { return }
    guard let line, OrgDraft.hasDate(line.bytes) else { return try heading(head, &output) }
    let bytes = head.line.bytes
    let headline = bytes[(bytes.startIndex + head.title.lowerBound)...].prefix(head.title.count)
    try begin(headline, (.todo, 0), head.stars, head.line.number, &output)
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
      let setting = String(decoding: content, as: UTF8.self)
      keywords.take(setting: setting[...])
      if settings.take(setting) {
        surroundings.priorities = settings.priorities ?? OrgPriorities()
        surroundings.fileTags = settings.tags
      }
      return
    }
    stray(line.number)
  }

  /// Each list of the file keeps its settings.
  private func writeSettings(_ output: inout ICalendarOutput) {
    var lines = settings.lines
    if let option, !settings.keywords.declares(option) { lines.insert(option, at: 0) }
    // Elsewhere the cookies would mean something else.
    if hasPriority, settings.priorities == nil { lines.append("#+PRIORITIES: A C B") }
    for line in lines { output.propertyOfAll(named: OrgSettings.property, TextValue.encode(line)) }
  }

  /// A headline without a keyword: below a task it belongs to its text, else it names a list.
  private mutating func heading(
    _ head: Undecided, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    let (line, level) = (head.line, head.stars)
    let word = head.title.prefix { line.bytes[line.bytes.startIndex + $0] > 0x20 }
    let first = line.bytes[(line.bytes.startIndex + word.lowerBound)...].prefix(word.count)
    if word.count < head.title.count, OrgKeywords.mayBe(first) {
      unknownKeywords.add(first, line: line.number)
    }
    if let above = open?.level, level > above {
      open?.take(line.bytes)
      return
    }
    finishTask()
    try branch?.leave(level, &output)
    // Between two subtasks: no list, and no part of a task that is read already.
    guard branch?.depth == 0 else { return stray(line.number) }
    let bytes = line.bytes.span
    var title = head.title
    let tags = OrgHeadline.takeTags(bytes, &title).map { bytes.text($0, isText: false) }
    leaveTags(level)
    if !tags.isEmpty { headingTags.append((level, tags)) }
    surroundings.headingTags = headingTags.flatMap(\.tags)
    let name = settings.name(
      ofHeading: OrgText.unescape(bytes.text(bytes.trimmed(title), isText: false), .title))
    try branch?.choose(place.enter(level, name), &output)
  }

  /// The headings of this level and deeper end.
  private mutating func leaveTags(_ level: Int) {
    guard !headingTags.isEmpty else { return }
    headingTags.removeAll { $0.level >= level }
    surroundings.headingTags = headingTags.flatMap(\.tags)
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
