import ICalendar
import ListoModel
import ListoTestSupport

/// Reminders with everything that trips a format: markup, emoji, signs of other notations, blanks at the
/// ends, several lines.
struct AwkwardReminders {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  private static let pieces = [
    "a", "word", "*", "_", "`", "``", "[x]", "[", "]", "(", ")", "<i>", "&amp;", "&", "#", "#tag", " #b",
    "##", "\\", "\\*",
    "~~", "|", "- ", "+ ", "1. ", "2) ", "> ", "=", "==", "---", "***", "```", ":smile:", "::",
    "[due:: 2026-01-01]",
    "(a:: b)", " @{2026-12-01}", " @@{09:00}", " @[[2026-12-01]]", "📅 2026-12-01", " 🔼", "🔁 every day",
    "🆔 abc", "^abc", " ^x1", "$1$", "%%",
    "https://example.org/a_b?c=~d",
    "é", "京都", "🧘🏽‍♀️", " ", "  ", "\t", ".", "!", "TODO", "[#A]", ":tag:", ":a:b:", "<2026-12-01 Tue>",
    "COMMENT", "* ", "** x",
    "#+TODO: X", "CLOSED: [2026-01-01]", ":PROPERTIES:", ":END:", "*(every day)*", "{", "}", "@", "\u{200B}",
    "\u{A0}", "'", "\"",
  ]

  mutating func text(lines: Bool = false) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      text += Self.pieces.pick(using: &random)
      if Bool.random(using: &random) { text += " " }
      if lines, Int.random(in: 0..<3, using: &random) == 0 {
        text += String(repeating: "\n", count: Int.random(in: 1...3, using: &random))
      }
    }
    return text
  }

  private static let rules = [
    "FREQ=DAILY", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
    "FREQ=MONTHLY;BYMONTHDAY=1,-1",
    "FREQ=MONTHLY;BYDAY=-1FR", "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24", "FREQ=DAILY;COUNT=3",
    "FREQ=WEEKLY;UNTIL=20270101",
    "FREQ=WEEKLY;UNTIL=20270101T120000Z", "FREQ=YEARLY;BYYEARDAY=100", "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1",
  ]

  /// A calendar of one list, `House`; half of the reminders are subtasks of another.
  mutating func calendar(_ count: Int) -> String {
    var text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//Tasks//EN\r\nX-WR-CALNAME:House\r\n"
    for index in 0..<count { text += reminder(index) }
    return text + "END:VCALENDAR\r\n"
  }

  mutating func reminder(_ index: Int) -> String {
    var lines = ["BEGIN:VTODO", "UID:uid-\(index)"]
    func add(_ name: String, _ text: String) {
      let line = ContentLineText.line(name, value: TextValue.encode(text))
      lines.append(String(decoding: line.dropLast(2), as: UTF8.self))
    }
    let title = text()
    if !title.isEmpty { add("SUMMARY", title) }
    if Bool.random(using: &random) { add("DESCRIPTION", text(lines: true)) }
    let status = ["NEEDS-ACTION", "IN-PROCESS", "COMPLETED", "CANCELLED"].pick(using: &random)
    lines.append("STATUS:\(status)")
    if status == "COMPLETED" { lines.append("COMPLETED:20261130T101500Z") }
    if Bool.random(using: &random) { lines.append("PRIORITY:\(Int.random(in: 0...9, using: &random))") }
    let due = [
      "DUE;VALUE=DATE:20261201", "DUE:20261201T101500", "DUE:20261201T101500Z",
      "DUE;TZID=Europe/Berlin:20261201T101530", "",
    ].pick(using: &random)
    if !due.isEmpty { lines.append(due) }
    if Bool.random(using: &random) { lines.append("DTSTART;VALUE=DATE:20261120") }
    if Int.random(in: 0..<3, using: &random) == 0 { lines.append("RRULE:" + Self.rules.pick(using: &random)) }
    if Bool.random(using: &random) {
      add("CATEGORIES", ["home", "two words", "a/b", "京都", "x_1", "7"].pick(using: &random))
    }
    if Bool.random(using: &random) { add("LOCATION", text()) }
    if index > 0, Bool.random(using: &random) {
      lines.append("RELATED-TO:uid-\(Int.random(in: 0..<index, using: &random))")
    }
    lines += [
      "CREATED:20261101T080000Z", "LAST-MODIFIED:20261102T080000Z", "DTSTAMP:20261103T080000Z", "END:VTODO",
    ]
    return lines.joined(separator: "\r\n") + "\r\n"
  }
}
