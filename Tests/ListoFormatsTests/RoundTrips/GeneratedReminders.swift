import ICalendar
import Listo
import ListoTestSupport

/// Calendars with reminders that have everything that reminders have, or some of it.
struct GeneratedReminders {
  private var random: SplitMix64
  private(set) var text = ""

  init(seed: UInt64, count: Int = 40) {
    random = SplitMix64(seed: seed)
    text =
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//Tasks//EN\r\nNAME:House\r\nX-WR-CALNAME:House\r\n"
    text += "X-EXAMPLE-CALENDAR:kept\r\n"
    var uids: [String] = []
    for index in 0..<count {
      let uid = uid(index)
      text += reminder(uid, parents: uids)
      uids.append(uid)
    }
    text +=
      "BEGIN:VEVENT\r\nUID:event\r\nDTSTAMP:20261101T100000Z\r\nDTSTART:20261201T100000Z\r\nSUMMARY:Party\r\nEND:VEVENT\r\n"
    text += "BEGIN:VJOURNAL\r\nUID:journal\r\nDTSTAMP:20261101T100000Z\r\nSUMMARY:Notes\r\nEND:VJOURNAL\r\n"
    text += "END:VCALENDAR\r\n"
  }

  var bytes: [UInt8] { Array(text.utf8) }

  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  private mutating func uid(_ index: Int) -> String {
    let tail = String(format(index), radix: 16)
    return chance(50)
      ? "6F9619FF-8B86-D011-B42D-00CF4FC9\(String(repeating: "0", count: 4 - tail.count))\(tail)".uppercased()
      : "task \(index)/ä;,\\@example.com".replacing("\\", with: "\\\\").replacing(";", with: "\\;").replacing(
        ",", with: "\\,")
  }

  private func format(_ index: Int) -> Int { 0x1000 + index }

  private static let titles = [
    "Buy milk", "Pay the swimming club, and the tax; soon", "Geschenk für Oma: Fotobuch", "冬の旅行の準備をする ❄️",
    "=SUM(A1)", "-5 degrees", "+phone @home #tag", "(A) looks like todo.txt", "* TODO looks like Org",
    "- [ ] looks like a list",
    "x 2026-01-01 done?", "due:tomorrow key:value", "\"quoted\" <b>bold</b> & <script>alert(1)</script>",
    "back\\slash and |pipe|",
    "🛂 passport 📅 2026-01-01", "[x] {y} $z `code` _it_ *bold*", "trailing space ", "a\ttab",
    "[due:: 2026-01-01]", "100 % of it: done",
  ]

  private static let notes = [
    "One line", "Two lines\nof notes", "A paragraph\n\nand another; with, all\\kinds",
    "# heading?\n- [ ] item?\n* TODO org?",
    " indented\n\n\nthree", "\"quotes\", commas\nand \"more\"", ":PROPERTIES:\n:ID: x\n:END:", "=1+1",
  ]

  private mutating func moment() -> (parameters: String, value: String) {
    let day = 10 + Int.random(in: 0..<19, using: &random)
    let month = 10 + Int.random(in: 0..<3, using: &random)
    let time = ["091500", "000000", "235959", "120000"].pick(using: &random)
    return switch Int.random(in: 0..<4, using: &random) {
    case 0: (";VALUE=DATE", "2026\(month)\(day)")
    case 1: ("", "2026\(month)\(day)T\(time)")
    case 2: ("", "2026\(month)\(day)T\(time)Z")
    default: (";TZID=Europe/Berlin", "2026\(month)\(day)T\(time)")
    }
  }

  private mutating func utc(_ percent: Int, _ name: String) -> String {
    guard chance(percent) else { return "" }
    let day = 10 + Int.random(in: 0..<19, using: &random)
    return "\(name):202609\(day)T1\(Int.random(in: 0...9, using: &random))2030Z\r\n"
  }

  private mutating func reminder(_ uid: String, parents: [String]) -> String {
    func escaped(_ text: String) -> String { String(decoding: TextValue.encode(text), as: UTF8.self) }
    var text = "BEGIN:VTODO\r\nUID:\(uid)\r\n"
    text += "DTSTAMP:20261101T1\(Int.random(in: 0...9, using: &random))0000Z\r\n"
    text += utc(80, "CREATED") + utc(60, "LAST-MODIFIED")
    if chance(95) { text += "SUMMARY:\(escaped(Self.titles.pick(using: &random)))\r\n" }
    if chance(50) { text += "DESCRIPTION:\(escaped(Self.notes.pick(using: &random)))\r\n" }
    switch Int.random(in: 0..<6, using: &random) {
    case 0: text += "STATUS:COMPLETED\r\n" + utc(80, "COMPLETED") + "PERCENT-COMPLETE:100\r\n"
    case 1: text += "STATUS:IN-PROCESS\r\nPERCENT-COMPLETE:\(Int.random(in: 1...99, using: &random))\r\n"
    case 2: text += "STATUS:CANCELLED\r\n"
    case 3: text += "STATUS:NEEDS-ACTION\r\n"
    default: break
    }
    let due = moment()
    if chance(60) { text += "DUE\(due.parameters):\(due.value)\r\n" }
    if chance(40) {
      // RFC 5545 §3.8.2.3: of one type with DUE; sometimes it is not.
      let start = chance(80) ? (due.parameters, "2025" + due.value.dropFirst(4)) : moment()
      text += "DTSTART\(start.0):\(start.1)\r\n"
      if chance(30) { text += "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU\r\n" }
    }
    if chance(60) { text += "PRIORITY:\(Int.random(in: 0...9, using: &random))\r\n" }
    if chance(40) {
      text +=
        "CATEGORIES:\(["home", "home,garden", "with space,ümlaut", "a\\,b,c:d", "under_score"].pick(using: &random))\r\n"
    }
    if chance(30), !parents.isEmpty { text += "RELATED-TO:\(parents.pick(using: &random))\r\n" }
    if chance(30) { text += "URL:https://example.com/a?b=c&d=e,f\r\n" }
    if chance(30) {
      text += "LOCATION:\(escaped(["Home", "Main St. 5, Springfield", "Café"].pick(using: &random)))\r\n"
    }
    if chance(20) { text += "GEO:48.85299;2.36885\r\n" }
    if chance(20) { text += "CLASS:\(["PUBLIC", "PRIVATE", "CONFIDENTIAL"].pick(using: &random))\r\n" }
    if chance(30) { text += "X-APPLE-SORT-ORDER:\(Int.random(in: 0...999_999, using: &random))\r\n" }
    if chance(30) { text += "SEQUENCE:\(Int.random(in: 0...9, using: &random))\r\n" }
    if chance(20) { text += "X-EXAMPLE;X-FOO=\"a,b\":some, value\r\n" }
    if chance(20) { text += "ATTACH:https://example.com/file.pdf\r\n" }
    if chance(30) {
      text += "BEGIN:VALARM\r\nACTION:DISPLAY\r\nDESCRIPTION:Reminder\r\n"
      text += ["TRIGGER:-PT15M", "TRIGGER;RELATED=END:-P1D", "TRIGGER;VALUE=DATE-TIME:20261120T080000Z"].pick(
        using: &random)
      text += "\r\nEND:VALARM\r\n"
    }
    return text + "END:VTODO\r\n"
  }
}
