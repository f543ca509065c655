internal import ICalendar
internal import ListoModel

/// The parts of a Logseq task that a checklist does not have: the marker before its text, and the planning,
/// properties and logbook below it.
struct LogseqBlock {
  /// The property that keeps a marker that does not follow from the status.
  private static let markerProperty = "X-LOGSEQ-MARKER"
  /// The property that keeps the lines of a logbook.
  private static let logbookProperty = "X-LOGSEQ-LOGBOOK"

  private let marker: String
  private let priority: Int?
  private var scheduled, deadline: Stamp?
  private var properties: [(key: String, value: String)] = []
  private var logbook: [String] = []
  /// The text without the tags of several words at its end, and the lines that stay notes.
  private(set) var text = ""
  private(set) var notes: [String] = []
  private(set) var tags: [String] = []
  private(set) var problems: [String] = []

  // MARK: Markers

  /// The status that a marker stands for.
  private static let markers: [String: Status] = [
    "TODO": .needsAction, "LATER": .needsAction, "WAITING": .needsAction, "WAIT": .needsAction,
    "DOING": .inProcess, "NOW": .inProcess, "IN-PROGRESS": .inProcess, "STARTED": .inProcess,
    "DONE": .completed, "CANCELED": .cancelled, "CANCELLED": .cancelled,
  ]

  /// The markers that follow from a status.
  private static let plainMarkers: Set<String> = ["TODO", "DOING", "DONE", "CANCELED"]

  /// The status of a task by the text before its title; nil for a box of a checklist.
  static func status(of mark: String) -> Status? { markers[String(mark.prefix { $0 != " " })] }

  /// Makes a task of an item whose text begins with a marker: `- TODO [#A] Pay the rent`.
  static func mark(_ item: inout MarkdownLine.Item, in bytes: Span<UInt8>) {
    var place = item.text
    // A block may be a heading.
    while let first = place.first, bytes[first] == UInt8(ascii: "#") { place = place.dropFirst() }
    let start = place.count < item.text.count ? bytes.trimmedText(place).lowerBound : place.lowerBound
    place = start..<item.text.upperBound
    let end = place.first { bytes[$0] == 0x20 } ?? place.upperBound
    guard end - start <= 11, markers[bytes.text(start..<end, isText: false)] != nil else { return }
    var text = bytes.trimmedText(end..<place.upperBound)
    var mark = start..<end
    if text.count >= 4, isPriority(bytes, text.prefix(4)),
      text.count == 4 || bytes[text.lowerBound + 4] == 0x20
    {
      mark = start..<text.lowerBound + 4
      text = bytes.trimmedText(text.dropFirst(4))
    }
    (item.mark, item.text) = (mark, text)
  }

  /// `[#A]`.
  private static func isPriority(_ bytes: Span<UInt8>, _ text: Range<Int>) -> Bool {
    let first = text.lowerBound
    return bytes[first] == UInt8(ascii: "[") && bytes[first + 1] == UInt8(ascii: "#")
      && (UInt8(ascii: "A")...UInt8(ascii: "C")).contains(bytes[first + 2])
      && bytes[first + 3] == UInt8(ascii: "]")
  }

  /// The degree to which the beginning of an input is a page of Logseq: it has a task, and no box of a
  /// checklist. Planning or a property below a task shows it.
  static func likelihood(_ beginning: ArraySlice<UInt8>) -> Likelihood {
    var (hasTask, hasSign) = (false, false)
    for line in String(decoding: beginning, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let bytes = Array(line.utf8)
      guard case .item(var item) = MarkdownLine(bytes[...]) else {
        hasSign = hasSign || hasTask && line.contains(/^\s+(?:SCHEDULED: <|DEADLINE: <|:LOGBOOK:|[a-z-]+:: )/)
        continue
      }
      if item.mark != nil { return .none }
      mark(&item, in: bytes.span)
      hasTask = hasTask || item.mark != nil
    }
    return !hasTask ? .none : hasSign ? .certain : .likely
  }

  /// The name of the page, in its first lines: `title:: Household`.
  static func pageTitle(_ line: ArraySlice<UInt8>) -> String? {
    let text = String(decoding: line, as: UTF8.self)
    return text.wholeMatch(of: #/title::\s+(.*\S)\s*/#).map { String($0.output.1) }
  }

  // MARK: Reading

  /// - Parameters:
  ///   - mark: the marker, with the priority behind it.
  ///   - notes: the lines below the task.
  init?(mark: String, text: String, notes: [Substring]) {
    guard Self.status(of: mark) != nil else { return nil }
    let words = mark.split(separator: " ")
    marker = String(words[0])
    // A, B and C are high, medium and low.
    priority = words.count > 1 ? ["[#A]": 1, "[#B]": 5, "[#C]": 9][words[1]] : nil
    self.text = takeTags(text)
    var (isLogbook, fence) = (false, nil as Character?)
    for line in notes {
      let bare = line.trimmed()
      if isLogbook {
        if bare == ":END:" { isLogbook = false } else { logbook.append(String(bare)) }
      } else if fence == nil, bare == ":LOGBOOK:" {
        isLogbook = true
      } else if fence != nil || line.first == " " || !takePlanning(bare) && !takeProperty(bare) {
        if let mark = bare.first, bare.hasPrefix("```") || bare.hasPrefix("~~~") {
          fence = fence == nil ? mark : fence == mark ? nil : fence
        }
        self.notes.append(String(line))
      }
    }
    // A logbook without an end is no logbook.
    if isLogbook {
      self.notes += [":LOGBOOK:"] + logbook
      logbook = []
    }
  }

  /// The longest title in which tags of several words are looked for.
  private static let titleLimit = 2_000

  /// Takes the tags `#[[of several words]]`; those at the end are no part of the title.
  private mutating func takeTags(_ text: String) -> String {
    guard text.contains("#[["), text.utf8.count < Self.titleLimit else { return text }
    for found in text.matches(of: #/#\[\[([^\[\]]+)\]\]/#) { tags.append(String(found.output.1)) }
    var (rest, simple) = (text[...].trimmed(), [] as [Substring])
    while true {
      if let found = rest.firstMatch(of: #/(?:^|\s)#\[\[[^\[\]]+\]\]$/#) {
        rest = rest[..<found.range.lowerBound].trimmed()
      } else if let found = rest.firstMatch(of: #/(?:^|\s)(#[^\s\[\]#]+)$/#) {
        simple.insert(found.output.1, at: 0)
        rest = rest[..<found.range.lowerBound].trimmed()
      } else {
        return ([rest] + simple).joined(separator: " ")
      }
    }
  }

  /// Takes `SCHEDULED: <2026-12-01 Tue>` and `DEADLINE: <2026-12-01 Tue 09:00 .+1w>`.
  private mutating func takePlanning(_ line: Substring) -> Bool {
    guard let found = line.wholeMatch(of: #/(SCHEDULED|DEADLINE): <([^<>]*)>/#) else { return false }
    guard let stamp = Stamp(found.output.2) else {
      problems.append("'\(line)' has no date; it stays in the notes")
      return false
    }
    if found.output.1 == "DEADLINE" {
      guard deadline == nil else { return false }
      deadline = stamp
    } else {
      guard scheduled == nil else { return false }
      scheduled = stamp
    }
    // A line that says more than its date and its rule stays in the notes as well.
    return stamp.isWhole
  }

  /// Takes `key:: value`.
  private mutating func takeProperty(_ line: Substring) -> Bool {
    guard let found = line.wholeMatch(of: #/([A-Za-z][A-Za-z0-9_\-]{0,60})::(?:\s+(.*))?/#) else {
      return false
    }
    let (key, value) = (found.output.1.lowercased(), String(found.output.2 ?? ""))
    if key == "tags" {
      tags += value.split(separator: ",").map { tag in
        String(tag.trimmed().drop { $0 == "#" || $0 == "[" }.prefix { $0 != "]" })
      }.filter { !$0.isEmpty }
    } else {
      properties.append((key, value))
    }
    return true
  }

  // MARK: Writing

  /// Adds the fields to the component of the task's text.
  func write(to todo: inout ComponentText) {
    if !Self.plainMarkers.contains(marker) { todo.raw(named: Self.markerProperty, marker.utf8) }
    if let priority, !todo.has(.priority) { todo.integer(.priority, priority) }
    if let scheduled, !todo.has(.dtstart) { todo.moment(.dtstart, scheduled.moment) }
    if let deadline, !todo.has(.due) { todo.moment(.due, deadline.moment) }
    if let stamp = [scheduled, deadline].compactMap({ $0 }).first(where: { $0.rule != nil }),
      let rule = stamp.rule, !todo.has(.rrule)
    {
      todo.raw(.rrule, Array(rule.utf8)[...])
      if stamp.isFromCompletion { todo.raw(.xListoRepeatFrom, Array("COMPLETION".utf8)[...]) }
    }
    for (key, value) in properties {
      if key == "id", !value.isEmpty, !todo.has(.uid) {
        todo.text(.uid, value)
      } else {
        todo.raw(
          named: "X-LOGSEQ-" + key.uppercased().replacing("_", with: "-"), TextValue.encode(value))
      }
    }
    guard !logbook.isEmpty else { return }
    todo.raw(named: Self.logbookProperty, TextValue.encode(logbook.joined(separator: "\n")))
    let done = logbook.compactMap { $0.wholeMatch(of: #/\* State "DONE" .*\[([^\[\]]*)\]/#)?.output.1 }.last
    if Self.markers[marker] == .completed, let done, let stamp = Stamp(done), !todo.has(.completed) {
      todo.moment(.completed, stamp.moment)
    }
  }

  /// A date as Org writes it: `2026-12-01 Tue 09:00 .+1w`.
  private struct Stamp {
    let moment: Moment
    private(set) var rule: String?
    private(set) var isFromCompletion = false
    /// The date and the rule say all of it.
    private(set) var isWhole = true

    init?(_ text: Substring) {
      let words = text.split(separator: " ")
      guard let first = words.first, let day = Day(iso: String(first)) else { return nil }
      var moment = Moment.date(day)
      for word in words.dropFirst() {
        if let clock = word.wholeMatch(of: #/(\d{1,2}):(\d\d)/#),
          let hour = Int(clock.output.1),
          let minute = Int(clock.output.2),
          let local = LocalDateTime(day: day, hour: hour, minute: minute, second: 0)
        {
          moment = .floating(local)
        } else if let repeater = word.wholeMatch(of: #/([.+]?)\+(\d{1,4})([hdwmy])/#),
          let count = Int(repeater.output.2), count > 0
        {
          let units = ["h": "HOURLY", "d": "DAILY", "w": "WEEKLY", "m": "MONTHLY", "y": "YEARLY"]
          rule =
            "FREQ=\(units[String(repeater.output.3)] ?? "DAILY")" + (count > 1 ? ";INTERVAL=\(count)" : "")
          isFromCompletion = repeater.output.1 == "."
        } else if !word.allSatisfy(\.isLetter) {
          isWhole = false
        }
      }
      if case .date = moment, rule?.hasPrefix("FREQ=HOURLY") ?? false { (rule, isWhole) = (nil, false) }
      self.moment = moment
    }
  }
}
