internal import ICalendar
internal import ListoModel

/// Reads Org outlines: headlines with a keyword are tasks, the headline above them names their list, and what stands
/// deeper is their subtasks. In constant memory but for one headline with its text, and the names of those above it.
struct OrgReader: FormatReader {
  private struct Open {
    let level: Int
    let uid: String
  }

  private var keywords = OrgKeywords()
  private var priorities = OrgPriorities()
  private var place = OutlinePlace()
  /// The tasks that are written and may have subtasks yet, the outermost first.
  private var path: [Open] = []
  private var draft: OrgDraft?
  private var strayLine: Int?
  private var strayCount = 0

  init() {}

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
    while let line = try input.nextLine() { try take(line, &output) }
    try finish(&output)
    place.finish(&output)
    guard let strayLine else { return }
    output.diagnose(
      .notATask, line: strayLine, severity: .note,
      "\(strayCount == 1 ? "this line belongs" : "\(strayCount) lines, of which this is the first, belong") "
        + "to no task; what is no task is left out")
  }

  private mutating func take(_ line: TextFeed.Line, _ output: inout ICalendarOutput) throws(ICalendarError) {
    let stars = line.text.utf8.prefix { $0 == 0x2A }.count
    let behind = line.text.utf8.dropFirst(stars).first
    guard stars > 0, behind == 0x20 || behind == 0x09 || (behind == nil && stars > 1) else {
      return text(line)
    }
    let rest = Substring(line.text.utf8.dropFirst(stars)).trimmed()
    let word = rest.prefix { $0 != " " && $0 != "\t" }
    guard let keyword = keywords.meaning(of: word) else { return try heading(rest, stars, line, &output) }
    try finish(&output)
    path.removeAll { $0.level >= stars }
    if path.isEmpty { place.leave(stars) }
    place.choose(&output)
    draft = OrgDraft(
      level: stars, line: line.number, parent: path.last?.uid, keyword: keyword, word: String(word),
      rest: rest[word.endIndex...].trimmed(), priorities,
      sizeLimit: output.limits[.itemSize])
  }

  /// Text below a headline; before the first headline, the settings of the file.
  private mutating func text(_ line: TextFeed.Line) {
    if draft != nil {
      draft?.take(line.text)
      return
    }
    let content = line.text[...].trimmed()
    if content.isEmpty || content.hasPrefix("# ") || content == "#" { return }
    if content.hasPrefix("#+") {
      keywords.take(setting: content)
      priorities.take(setting: content)
      return
    }
    stray(line.number)
  }

  /// A headline without a keyword: below a task it belongs to its text, else it names a list.
  private mutating func heading(
    _ title: Substring, _ level: Int, _ line: TextFeed.Line, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    if let open = draft, level > open.level {
      draft?.takeHeadline(line.text)
      return
    }
    try finish(&output)
    path.removeAll { $0.level >= level }
    // Between two subtasks: no list, and no part of a task that is written already.
    guard path.isEmpty else { return stray(line.number) }
    var title = title
    _ = OrgDraft.takeTags(&title)
    place.enter(level, OrgText.unescape(title.trimmed(), .title), &output)
  }

  private mutating func stray(_ line: Int) {
    place.noteText()
    if strayLine == nil { strayLine = line }
    strayCount += 1
  }

  /// Writes the task that was read.
  private mutating func finish(_ output: inout ICalendarOutput) throws(ICalendarError) {
    guard let done = draft else { return }
    draft = nil
    let component = done.component()
    if done.isCut {
      output.diagnose(beyond: .itemSize, line: done.line, "the rest of this task's text is left out")
    }
    for problem in component.problems { output.diagnose(problem.code, line: done.line, problem.reason) }
    let uid = try output.writeNamed(component.todo)
    guard path.count < 1000 else {
      return output.diagnose(
        .nestedTooDeep, line: done.line, "headlines deeper than 1000 levels are put at that level")
    }
    path.append(Open(level: done.level, uid: uid))
  }
}

/// The words that make a headline a task: TODO and DONE, and those that the file names.
struct OrgKeywords {
  enum Meaning { case open, done }

  private var words: [String: Meaning] = ["TODO": .open, "DONE": .done]

  /// `#+TODO: TODO STARTED(s!) | DONE CANCELLED`.
  mutating func take(setting line: Substring) {
    let upper = line.prefix(12).uppercased()
    guard ["#+TODO:", "#+SEQ_TODO:", "#+TYP_TODO:"].contains(where: upper.hasPrefix) else { return }
    var names = line.drop { $0 != ":" }.dropFirst().split { $0 == " " || $0 == "\t" }
    // Without a bar the last one is done.
    if !names.contains("|"), let last = names.popLast() { names += ["|", last] }
    var meaning = Meaning.open
    for name in names.prefix(100) {
      if name == "|" {
        meaning = .done
      } else {
        words[String(name.prefix { $0 != "(" })] = meaning
      }
    }
  }

  /// The word of ours that means the same; nil for a word that is no keyword.
  func meaning(of word: Substring) -> String? {
    guard let meaning = words[String(word)] else { return nil }
    switch (meaning, word.uppercased()) {
    case (.open, "STARTED"), (.open, "DOING"), (.open, "INPROGRESS"), (.open, "IN-PROGRESS"), (.open, "STRT"):
      return "STARTED"
    case (.open, _): return "TODO"
    case (.done, "CANCELLED"), (.done, "CANCELED"), (.done, "KILL"), (.done, "KILLED"): return "CANCELLED"
    case (.done, _): return "DONE"
    }
  }
}

/// What the cookies `[#A]` mean: by themselves A, B and C are high, medium and low; a file can name more.
struct OrgPriorities {
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
  func priority(_ cookie: Substring) -> Int? {
    if let number = Int(cookie), (1...9).contains(number) { return number }
    guard let place = Self.place(cookie) else { return nil }
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
