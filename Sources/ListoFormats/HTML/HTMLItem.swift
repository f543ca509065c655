internal import ICalendar
internal import ListoModel

/// One reminder of the page: its item without the end tag, so that subtasks can follow inside it.
struct HTMLItem {
  private let reminder: PlacedReminder
  private let anchor: String
  private var bytes: [UInt8] = []

  init(_ reminder: PlacedReminder, anchor: String) { (self.reminder, self.anchor) = (reminder, anchor) }

  /// The item; what the page does not show of the reminder is counted.
  func bytes(_ losses: inout ReminderLosses) -> [UInt8] {
    var copy = self
    copy.write()
    losses.place(Self.shown)
    losses.placeAll(.categories)
    losses.placeChildren(.valarm)
    return copy.bytes
  }

  /// What can be seen on the page, or is in the address of the item.
  private static let shown: PropertySet = [
    .summary, .status, .due, .duration, .dtstart, .completed, .priority, .percentComplete, .description,
    .location, .url,
    .rrule, .relatedTo, .recurrenceID, .uid, .xAppleSortOrder,
  ]

  private mutating func write() {
    let title = reminder.title ?? "(without a title)"
    let anchor = HTMLText.escaped(anchor)
    bytes += Self.item
    bytes.markup("\(anchor)\"")
    switch reminder.status {
    case .completed, .cancelled, .failed: bytes.markup(" class=\"done\"")
    case .inProcess: bytes.markup(" class=\"doing\"")
    default: break
    }
    bytes.markup(">\n<div class=\"row\"><input class=\"box\" type=\"checkbox\" autocomplete=\"off\"")
    if reminder.isCompleted { bytes.markup(" checked") }
    bytes.markup(" aria-label=\"Done: ")
    HTMLText.append(title, to: &bytes)
    bytes.markup("\">\n<div>")
    writePriority()
    bytes += Self.title
    bytes.markup("\(anchor)\">")
    HTMLText.append(title, to: &bytes)
    bytes.markup("</a>")
    writeMore()
    if let notes = reminder.notes {
      bytes.markup("\n<p class=\"note\" dir=\"auto\">")
      HTMLText.append(linking: notes, to: &bytes)
      bytes.markup("</p>")
    }
    bytes.markup("</div></div>\n")
  }

  /// What the anchor stands behind: text of reminders has neither, since it is escaped.
  private static let item = Array("<li id=\"".utf8)
  private static let title = Array("<a class=\"title\" dir=\"auto\" href=\"#".utf8)

  /// An item with more before its anchors.
  static func row(_ row: ArraySlice<UInt8>, anchorStart: String) -> [UInt8] {
    var bytes = Array(row)
    guard let title = bytes.firstRange(of: title) else { return bytes }
    // From the back, so that the place in front stays where it is.
    bytes.insert(contentsOf: anchorStart.utf8, at: title.upperBound)
    bytes.insert(contentsOf: anchorStart.utf8, at: item.count)
    return bytes
  }

  private mutating func writePriority() {
    let rank: (marks: String, words: String, kind: String)? =
      switch reminder.priorityBucket {
      case .high: ("!!!", "High", "")
      case .medium: ("!!", "Medium", " medium")
      case .low: ("!", "Low", " low")
      case .none: nil
      }
    guard let rank else { return }
    bytes.markup(
      "<span class=\"rank\(rank.kind)\" role=\"img\" aria-label=\"\(rank.words) priority\">\(rank.marks)</span>"
    )
  }

  /// The line of small print.
  private mutating func writeMore() {
    let start = bytes.count
    bytes.markup("\n<p class=\"more\">")
    let empty = bytes.count
    if let due = reminder.due { time(due, "due", "") }
    if let start = reminder.start, start != reminder.due { time(start, "start", "from ") }
    switch reminder.status {
    case .completed: if let completed = reminder.completed { time(completed, "completed", "done ") }
    case .cancelled: span("cancelled")
    case .failed: span("failed")
    case .pending: span("pending")
    case .other(let status): span(status)
    default: break
    }
    if let percent = reminder.percent, (1...99).contains(percent) { span("\(percent)%") }
    if let recurrence = reminder.recurrence { span("↻ " + RepeatWords.forPeople(recurrence)) }
    if let occurrence = reminder.recurrenceID { time(occurrence, "occurrence", "in place of ") }
    for alarm in reminder.alarms {
      if case .absolute(let utc)? = alarm.trigger, !alarm.isPlaceholder, alarm.proximity == nil {
        time(.utc(utc), "alarm", "◷ ")
      } else if let words = alarm.words {
        span("◷ " + words)
      }
    }
    if let location = reminder.location { span("@ " + location) }
    for tag in reminder.tags { span("#" + tag) }
    if let url = reminder.url { link(url) }
    if bytes.count == empty { bytes.removeLast(empty - start) } else { bytes.markup("</p>") }
  }

  private mutating func time(_ moment: Moment, _ name: String, _ word: String) {
    if !word.isEmpty { bytes.markup("<span>\(word)") }
    bytes.markup("<time class=\"\(name)\" datetime=\"")
    HTMLText.append(PageWords.machine(moment, reminder.calendar.zones), to: &bytes)
    bytes.markup("\">")
    HTMLText.append(PageWords.date(moment), to: &bytes)
    bytes.markup(word.isEmpty ? "</time>" : "</time></span>")
  }

  private mutating func span(_ text: String) {
    bytes.markup("<span dir=\"auto\">")
    HTMLText.append(text, to: &bytes)
    bytes.markup("</span>")
  }

  private mutating func link(_ address: String) {
    guard HTMLText.isHarmless(address) else { return span(address) }
    bytes.markup("<a rel=\"noreferrer noopener\" href=\"")
    HTMLText.append(address, to: &bytes)
    bytes.markup("\">")
    HTMLText.append(address, to: &bytes)
    bytes.markup("</a>")
  }
}
