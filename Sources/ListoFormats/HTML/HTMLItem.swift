internal import ICalendar
internal import ListoModel
internal import ListoWords

/// One reminder of the page: its item without the end tag, so that subtasks can follow inside it.
struct HTMLItem {
  private let reminder: PlacedReminder
  private let anchor: [UInt8]
  private let status: Status

  /// - Parameter anchor: in ASCII.
  init(_ reminder: PlacedReminder, anchor: [UInt8]) {
    (self.reminder, self.anchor, status) = (reminder, anchor, reminder.status)
  }

  /// So many bytes are enough for most.
  var room: Int { 2 * reminder.component.byteCount + 1024 }

  /// Counts what the page does not show of the reminder.
  func count(_ losses: inout ReminderLosses) {
    losses.place(Self.shown)
    losses.placeAll(.categories)
    losses.placeChildren(.valarm)
  }

  /// The properties that the page shows, or that are in the address of the item.
  private static let shown: PropertySet = [
    .summary, .status, .due, .duration, .dtstart, .completed, .priority, .percentComplete, .description,
    .location, .url,
    .rrule, .relatedTo, .recurrenceID, .uid, .xAppleSortOrder,
  ]

  func write(to output: inout OutputSpan<UInt8>) {
    var room: [UInt8] = []
    let title = reminder.text(.summary, in: &room) ?? Self.noTitle
    output.put(Self.item)
    HTMLText.append(anchor.span, anchor.indices, to: &output)
    output.put(0x22)
    switch status {
    case .completed, .cancelled, .failed: output.put(" class=\"done\"")
    case .inProcess: output.put(" class=\"doing\"")
    default: break
    }
    output.put(Self.box)
    if status == .completed { output.put(" checked") }
    output.put(Self.boxLabel)
    HTMLText.append(title.span, 0..<title.count, to: &output)
    output.put("\"><div>")
    writePriority(to: &output)
    output.put(Self.title)
    HTMLText.append(anchor.span, anchor.indices, to: &output)
    output.put("\">")
    HTMLText.append(title.span, 0..<title.count, to: &output)
    output.put("</a>")
    writeMore(to: &output)
    if let notes = reminder.text(.description, in: &room) {
      output.put(Self.notes)
      HTMLText.append(linking: notes.span, 0..<notes.count, to: &output)
      output.put("</p>")
    }
    output.put("</div></div>\n")
  }

  private static let noTitle = Array("(untitled)".utf8)[...]
  /// The two texts that precede an anchor: text of reminders has neither, since it is escaped.
  private static let item = Array("<li id=\"".utf8)
  private static let title = Array("<a class=\"title\" dir=\"auto\" href=\"#".utf8)
  private static let box = Array(
    "><div class=\"row\"><input class=\"box\" type=\"checkbox\" autocomplete=\"off\"".utf8)
  private static let boxLabel = Array(" aria-label=\"Done: ".utf8)
  private static let notes = Array("<p class=\"note\" dir=\"auto\">".utf8)

  /// An item with more before its anchors.
  static func row(_ row: ArraySlice<UInt8>, anchorStart: String) -> [UInt8] {
    var bytes = Array(row)
    guard let title = bytes.firstRange(of: title) else { return bytes }
    // From the back, so that the place in front stays where it is.
    bytes.insert(contentsOf: anchorStart.utf8, at: title.upperBound)
    bytes.insert(contentsOf: anchorStart.utf8, at: item.count)
    return bytes
  }

  private func writePriority(to output: inout OutputSpan<UInt8>) {
    switch reminder.priorityBucket {
    case .high: output.put(Self.ranks.high)
    case .medium: output.put(Self.ranks.medium)
    case .low: output.put(Self.ranks.low)
    case .none: break
    }
  }

  private static let ranks = (
    high: rank("!!!", "High", ""), medium: rank("!!", "Medium", " medium"), low: rank("!", "Low", " low")
  )

  private static func rank(_ marks: String, _ words: String, _ kind: String) -> [UInt8] {
    Array(
      "<span class=\"rank\(kind)\" role=\"img\" aria-label=\"\(words) priority\">\(marks)</span>".utf8)
  }

  /// The line of small print.
  private func writeMore(to output: inout OutputSpan<UInt8>) {
    let start = output.count
    output.put(Self.more)
    let empty = output.count
    writeTimes(to: &output)
    if let percent = reminder.percent, (1...99).contains(percent) { span("", "\(percent)%", &output) }
    if let recurrence = reminder.recurrence {
      let words = RecurrenceRule.words(recurrence) { DateStyle().date($0.day, hasYear: true) }
      span("↻ ", words, &output)
    }
    if let occurrence = reminder.recurrenceID { time(occurrence, "occurrence", "in place of ", &output) }
    if reminder.component.hasChildren { writeAlarms(to: &output) }
    if let location = reminder.location { span("@ ", location, &output) }
    for tag in reminder.tags { self.tag(tag, &output) }
    if let url = reminder.url {
      if HTMLText.isHarmless(url) { HTMLText.append(link: url, to: &output) } else { span("", url, &output) }
    }
    if output.count == empty { output.removeLast(empty - start) } else { output.put("</p>") }
  }

  private static let more = Array("<p class=\"more\">".utf8)

  private func writeTimes(to output: inout OutputSpan<UInt8>) {
    let due = reminder.due
    if let due { time(due, "due", "", &output) }
    if let start = reminder.start, start != due { time(start, "start", "from ", &output) }
    switch status {
    case .completed:
      if let completed = reminder.completed { time(completed, "completed", "done ", &output) }
    case .cancelled: span("", "cancelled", &output)
    case .failed: span("", "failed", &output)
    case .pending: span("", "pending", &output)
    case .other(let word): span("", word, &output)
    default: break
    }
  }

  private func writeAlarms(to output: inout OutputSpan<UInt8>) {
    for alarm in reminder.alarms {
      if let moment = alarm.time, !alarm.isPlaceholder, alarm.proximity == nil {
        time(moment, "alarm", "◷ ", &output)
      } else if let words = alarm.words {
        span("◷ ", words, &output)
      }
    }
  }

  private func time(_ moment: Moment, _ name: String, _ word: String, _ output: inout OutputSpan<UInt8>) {
    if !word.isEmpty {
      output.put("<span>")
      output.put(word)
    }
    output.put("<time class=\"")
    output.put(name)
    output.put("\" datetime=\"")
    PageWords.append(machine: moment, reminder.calendar.zones, to: &output)
    output.put("\">")
    PageWords.append(moment, to: &output)
    output.put(word.isEmpty ? "</time>" : "</time></span>")
  }

  /// - Parameter sign: HTML already.
  private func span(_ sign: String, _ text: String, _ output: inout OutputSpan<UInt8>) {
    output.put(Self.spanStart)
    output.put(sign)
    HTMLText.append(text, to: &output)
    output.put("</span>")
  }

  private static let spanStart = Array("<span dir=\"auto\">".utf8)

  /// The page's script makes it a button.
  private func tag(_ tag: String, _ output: inout OutputSpan<UInt8>) {
    output.put(Self.tagStart)
    HTMLText.append(tag, to: &output)
    output.put("</span>")
  }

  private static let tagStart = Array("<span class=\"tag\" dir=\"auto\">#".utf8)
}

/// Dates as the page says them where no script runs: as they are written, without a clock.
enum PageWords {
  /// `Tue 1 Dec 2026`, `Tue 1 Dec 2026, 10:15 Europe/Berlin`.
  static func append(_ moment: Moment, to output: inout OutputSpan<UInt8>) {
    let day = moment.day
    output.put(EnglishNames.name(day.weekday))
    output.put(0x20)
    output.put(decimal: day.day)
    output.put(0x20)
    output.put(EnglishNames.months[day.month - 1])
    output.put(0x20)
    output.put(decimal: day.year)
    guard let local = moment.local else { return }
    output.put(local.hour < 10 ? ", 0" : ", ")
    output.put(decimal: local.hour)
    output.put(local.minute < 10 ? ":0" : ":")
    output.put(decimal: local.minute)
    switch moment {
    case .utc: output.put(" UTC")
    case .zoned(_, let tzid):
      output.put(0x20)
      HTMLText.append(tzid, to: &output)
    case .date, .floating: break
    }
  }

  /// For a `datetime` attribute: a date, a local time, or an instant where its zone is known.
  static func append(
    machine moment: Moment, _ zones: ZoneTable, to output: inout OutputSpan<UInt8>
  ) {
    if case .zoned(let local, let tzid) = moment, let zone = zones.zone(tzid) {
      output.append(DigitMoment(.utc(zone.instant(of: local).utc)).iso)
    } else {
      output.append(DigitMoment(moment).iso)
    }
  }
}

extension OutputSpan where Element == UInt8 {
  /// Appends a number from 0 to 9999.
  fileprivate mutating func put(decimal number: Int) {
    var isBehindDigit = false
    for unit in [1000, 100, 10, 1] where isBehindDigit || number >= unit || unit == 1 {
      put(0x30 + UInt8(number / unit % 10))
      isBehindDigit = true
    }
  }
}
