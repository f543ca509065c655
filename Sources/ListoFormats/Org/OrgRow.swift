internal import ICalendar
internal import ListoModel

/// A reminder as Org shows it: its headline, its planning, a drawer with what these do not say, its notes.
struct OrgRow {
  let reminder: PlacedReminder
  /// Those of the file that it is written to.
  let settings: OrgSettings
  let lines: OrgLines
  /// The properties of which headline and planning say all, where they stand once.
  var said: PropertySet = []
  /// The ends of ranges that the planning says.
  private(set) var ends: [OrgRange] = []
  /// The headline has the keyword that it had.
  private(set) var saysKeyword = false
  /// The headline has the cookie that it had.
  private(set) var saysCookie = false
  /// Lines that the planning says.
  private(set) var saidLines: Set<Int> = []
  /// The planning says the cookies of its stamps.
  private(set) var saysCookies = false

  init(_ reminder: PlacedReminder, _ settings: OrgSettings = OrgSettings()) {
    (self.reminder, self.settings, lines) = (reminder, settings, OrgLines(reminder))
  }

  /// So many bytes are enough for most.
  var room: Int { reminder.component.byteCount + 640 }

  /// Writes it behind the stars, and counts what it says.
  mutating func write(_ losses: inout ReminderLosses, to output: inout OutputSpan<UInt8>) {
    writeHeadline(&output)
    writePlanning(&output)
    let start = output.count
    output.put(OrgDrawer.start)
    let empty = output.count
    writeDrawer(&losses, &output)
    let notes = reminder.first(.description)?.value ?? []
    guard output.count > empty || !notes.isEmpty else { return output.removeLast(output.count - start) }
    output.put(OrgDrawer.end)
    if !notes.isEmpty { write(notes: notes, to: &output) }
  }

  // MARK: The headline

  private mutating func writeHeadline(_ output: inout OutputSpan<UInt8>) {
    let keyword = OrgKeyword(reminder.status)
    let word = ownKeyword(keyword)
    saysKeyword = word != nil
    let start = output.count
    output.put(word ?? keyword.rawValue)
    if says(.status, keyword.status.word.utf8.lazy.map(\.upper)) { said.insert(.status) }
    if let priority = OrgEntry.priority(of: reminder) {
      let (cookie, shown) = cookie(priority)
      output.put(output.count > start ? " [#" : "[#")
      output.put(cookie)
      output.put(0x5D)
      if says(.priority, CollectionOfOne(0x30 + UInt8(shown))) { said.insert(.priority) }
    }
    if output.count > start { output.put(0x20) }
    if let title = reminder.first(.summary) { write(title: title.value, to: &output) }
    writeTags(&output)
    output.put(0x0A)
  }

  /// The word that the headline had, where it still means what the status is; empty for a task by its date.
  private func ownKeyword(_ keyword: OrgKeyword) -> String? {
    guard let line = lines.keyword, line.count == 1 else { return nil }
    let property = reminder.component.property(at: line.first)
    guard property.parameters.isEmpty else { return nil }
    let word = property.text
    guard word == OrgKeywords.none else { return settings.meaning(ofWritten: word) == keyword ? word : nil }
    let isTask =
      settings.isDated && keyword == .todo && isTitled
      && (OrgStamp(.due, of: reminder) != nil || OrgStamp(.dtstart, of: reminder) != nil)
    return isTask ? "" : nil
  }

  /// It has a title that does not begin with a keyword.
  private var isTitled: Bool {
    let title = OrgEntry.title(of: reminder)
    return !title.isEmpty && !settings.beginsWithOwnKeyword(title)
  }

  /// The cookie that the headline had, if it still means the priority, or else the one for the priority; and
  /// what it says.
  private mutating func cookie(_ priority: Int) -> (text: String, priority: Int) {
    let priorities = settings.writtenPriorities
    if let line = lines.cookie, line.count == 1 {
      let property = reminder.component.property(at: line.first)
      if property.parameters.isEmpty, priorities.priority(property.text) == priority {
        saysCookie = true
        return (property.text, priority)
      }
    }
    let cookie = priorities.cookie(priority)
    return (cookie, priorities.priority(cookie) ?? priority)
  }

  private mutating func write(title value: ArraySlice<UInt8>, to output: inout OutputSpan<UInt8>) {
    let bytes = value.span
    let start = output.count
    output.append(decoding: bytes, 0..<bytes.count)
    guard output.count > start else { return }
    let isPlain =
      OrgEntry.isPlainTitle(output.span, start..<output.count) && bytes.isUTF8
      && !OrgText.mayBeActive(output.span, start..<output.count, .title)
    if isPlain {
      if bytes.isEscapedText, hasNoParameters(.summary) { said.insert(.summary) }
      return
    }
    output.removeLast(output.count - start)
    let title = OrgEntry.title(of: reminder)
    output.put(Array(title.utf8))
    if !title.isEmpty, says(.summary, TextValue.encode(OrgText.unescape(title, .title))) {
      said.insert(.summary)
    }
  }

  func hasNoParameters(_ id: PropertyID) -> Bool {
    guard let place = reminder.place(of: id) else { return false }
    return !place.hasParameters || reminder.component.property(at: place).parameters.isEmpty
  }

  /// The first property has this value, and no parameters. Line ends count for nothing: no line is written
  /// with them.
  func says(_ id: PropertyID, _ value: some Collection<UInt8>) -> Bool {
    guard hasNoParameters(id), let kept = reminder.first(id)?.value else { return false }
    return kept.elementsEqual(value) || kept.lazy.filter { $0 != 0x0A && $0 != 0x0D }.elementsEqual(value)
  }

  // MARK: The planning

  private mutating func writePlanning(_ output: inout OutputSpan<UInt8>) {
    let start = output.count
    if let stamp = OrgStamp(.completed, of: reminder) {
      output.put("CLOSED: [")
      stamp.append(to: &output)
      output.put(0x5D)
      if says(.completed, stamp) { said.insert(.completed) }
    }
    writeUndated(from: start, &output)
    let (due, begin) = (OrgStamp(.due, of: reminder), OrgStamp(.dtstart, of: reminder))
    let repeater = due == nil && begin == nil ? nil : reminder.recurrence.flatMap(OrgEntry.repeater)
    if let repeater, let rule = OrgEntry.rule(repeater), says(.rrule, rule.utf8) { said.insert(.rrule) }
    let cookies = due == nil && begin == nil ? nil : cookies(repeater, hasDue: due != nil)
    saysCookies = cookies != nil
    let dueCookies = cookies.map { $0.text(.deadline) } ?? repeater ?? ""
    let beginCookies = cookies.map { $0.text(.scheduled) } ?? (due == nil ? repeater : nil) ?? ""
    let isFirst = cookies?.startIsFirst ?? false
    if isFirst, let begin {
      write(begin, .dtstart, .scheduled, beginCookies, blank: output.count > start, &output)
    }
    if let due { write(due, .due, .deadline, dueCookies, blank: output.count > start, &output) }
    if !isFirst, let begin {
      write(begin, .dtstart, .scheduled, beginCookies, blank: output.count > start, &output)
    }
    if output.count > start { output.put(0x0A) }
  }

  /// Writes planning that is no date, one of each kind, where the reminder has no such date.
  private mutating func writeUndated(from start: Int, _ output: inout OutputSpan<UInt8>) {
    var seen: PropertySet = []
    for place in lines.undated {
      let property = reminder.component.property(at: place)
      guard property.parameters.isEmpty, let id = OrgPlanningText.meaning(property.text),
        !reminder.has(id), !seen.contains(id)
      else { continue }
      seen.insert(id)
      saidLines.insert(place.lineNumber)
      if output.count > start { output.put(0x20) }
      output.put(property.text)
    }
  }

  /// The repeaters and warnings of the stamps, if the rule still agrees with them and both stamps are there.
  private func cookies(_ repeater: String?, hasDue: Bool) -> OrgCookies? {
    guard let line = lines.cookies, line.count == 1 else { return nil }
    let property = reminder.component.property(at: line.first)
    guard property.parameters.isEmpty,
      let cookies = OrgCookies(property.text, repeater: repeater, hasDue: hasDue),
      repeater != nil || reminder.recurrence == nil,
      cookies.text(.deadline).isEmpty || hasDue,
      cookies.text(.scheduled).isEmpty || OrgStamp(.dtstart, of: reminder) != nil
    else { return nil }
    return cookies
  }

  private mutating func write(
    _ stamp: OrgStamp, _ id: PropertyID, _ range: OrgRange, _ cookies: String, blank: Bool,
    _ output: inout OutputSpan<UInt8>
  ) {
    if blank { output.put(0x20) }
    output.put(range.word)
    output.put(": <")
    stamp.append(to: &output)
    if stamp.local != nil, let end = end(range) {
      output.put(0x2D)
      output.put(end)
      ends.append(range)
    }
    if !cookies.isEmpty {
      output.put(0x20)
      output.put(cookies)
    }
    output.put(0x3E)
    if says(id, stamp) { said.insert(id) }
  }

  /// The end of a stamp's range, if it is kept.
  private func end(_ range: OrgRange) -> [UInt8]? {
    guard let place = lines.end(range) else { return nil }
    let property = reminder.component.property(at: place)
    let text = Array(property.text.utf8)
    return property.parameters.isEmpty && OrgStampText.clock(text.span, text.indices) != nil ? text : nil
  }

  /// A stamp says all that the property does of which it was made.
  private func says(_ id: PropertyID, _ stamp: OrgStamp) -> Bool {
    guard let place = reminder.place(of: id) else { return false }
    let moment = stamp.moment()
    let bytes = reminder.component.placedBytes
    if let value = place.valueOfMoment(in: bytes.span) {
      return place.hasParameters == (stamp.local == nil)
        && DigitMoment(bytes.span, value) == DigitMoment(moment)
    }
    let property = reminder.component.property(at: place)
    var value: [UInt8] = []
    moment.appendICalendar(to: &value)
    return property.parameters == moment.parameters
      && property.value.filter { $0 != 0x0A && $0 != 0x0D } == value
  }

  // MARK: The notes

  /// Two blanks before each line, so that none is a headline: before an empty line too, so that those at the
  /// end count.
  private func write(notes value: ArraySlice<UInt8>, to output: inout OutputSpan<UInt8>) {
    let value = value.span.isUTF8 ? value : Array(String(decoding: value, as: UTF8.self).utf8)[...]
    let bytes = value.span
    var runs = TextRuns(0..<bytes.count)
    output.put("  ")
    var start = output.count
    while let (run, endsLine) = runs.next(bytes) {
      output.append(bytes, run)
      guard endsLine else { continue }
      output.escape(from: start, .body)
      output.put("\n  ")
      start = output.count
    }
    output.escape(from: start, .body)
    output.put(0x0A)
  }
}

extension Span<UInt8> {
  /// A TEXT value that is escaped as Listo escapes one: no sign stands for itself that need not (RFC 5545
  /// §3.3.11).
  fileprivate var isEscapedText: Bool {
    var index = 0
    while index < count {
      switch self[index] {
      case 0x2C, 0x3B: return false
      case 0x5C:
        guard index + 1 < count, self[index + 1] == 0x2C || self[index + 1] == 0x3B || self[index + 1] == 0x5C
        else { return false }
        index += 2
      default: index += 1
      }
    }
    return true
  }
}
