import ICalendar
import ListoModel
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
      if chance(10) { text += occurrence(uid, parents: uids) }
      uids.append(uid)
    }
    text +=
      "BEGIN:VEVENT\r\nUID:event\r\nDTSTAMP:20261101T100000Z\r\nDTSTART:20261201T100000Z\r\nSUMMARY:Party\r\nEND:VEVENT\r\n"
    text += "BEGIN:VJOURNAL\r\nUID:journal\r\nDTSTAMP:20261101T100000Z\r\nSUMMARY:Notes\r\nEND:VJOURNAL\r\n"
    text += "END:VCALENDAR\r\n"
  }

  /// The text, with a byte that is no UTF-8 in the place of each U+E000.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == 0xEE, rest.starts(with: [0x80, 0x80]) {
        bytes.append(0xFF)
        rest.removeFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }

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
    "[due:: 2026-01-01]", "100 % of it: done", "rent @{2026-12-01} @@{09:00}", "call Bo @[[2026-12-01]]",
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

  /// The relations of a reminder: to targets that exist, and to some that do not.
  private mutating func relations(_ uids: [String]) -> String {
    let targets = uids + ["gone", "gone away/1"]
    var text = chance(30) ? "RELATED-TO:\(targets.pick(using: &random))\r\n" : ""
    if chance(15) { text += "RELATED-TO;RELTYPE=DEPENDS-ON:\(targets.pick(using: &random))\r\n" }
    if chance(5) { text += "RELATED-TO;RELTYPE=SIBLING:\(targets.pick(using: &random))\r\n" }
    return text
  }

  /// A changed occurrence.
  private mutating func occurrence(_ uid: String, parents: [String]) -> String {
    "BEGIN:VTODO\r\nUID:\(uid)\r\nRECURRENCE-ID:20261210T100000Z\r\nDTSTAMP:20261101T100000Z\r\nSTATUS:NEEDS-ACTION\r\n"
      + "SUMMARY:Moved\r\nDUE:20261211T100000Z\r\n" + relations(parents) + "END:VTODO\r\n"
  }

  /// Lines that are rare, and legal or not: repeated properties, empty texts, doubled tags, values out of
  /// range or of no type, names that no standard has, bytes that are no UTF-8.
  private static let odd = [
    "SUMMARY:Again", "DESCRIPTION:Once more\\nin two lines", "DESCRIPTION:Twice\r\nDESCRIPTION:Thrice",
    "LOCATION:Here\r\nLOCATION:There", "URL:https://example.com/1\r\nURL:https://example.com/2",
    "PRIORITY:3\r\nPRIORITY:4",
    "SUMMARY:", "DESCRIPTION:", "LOCATION:", "CATEGORIES:", "URL:", "COMMENT:", "RELATED-TO:", "CLASS:",
    "CATEGORIES:twice,other,twice", "CATEGORIES:twice\r\nCATEGORIES:twice", "CATEGORIES:a,,b",
    "PRIORITY:42", "PRIORITY:-1", "PRIORITY:high", "PERCENT-COMPLETE:101", "PERCENT-COMPLETE:-5",
    "GEO:95;200",
    "GEO:north", "SEQUENCE:-1", "X-APPLE-SORT-ORDER:-7", "X-APPLE-SORT-ORDER:first",
    "COMPLETED:20260231T101010Z",
    "RRULE:nonsense", "RRULE:FREQ=NEVER", "DURATION:long", "STATUS:NEEDS MORE",
    "FOO-BAR:1", "FOO-BAR;X=1:a\\,b", "X-ORG-DUE:soon", "X-ORG-FOO:1", "ICAL-DUE:x", "EFFORT:1:00",
    "BEGINNING:x",
    "X-DATAVIEW-DUE:soon", "URL:https://example.com/a b", "URL:not an address",
    "LOCATION: in front and behind ",
    "SUMMARY;LANGUAGE=en:Of a language", "DESCRIPTION;ALTREP=\"cid:1\":With a parameter",
    "LOCATION:caf\u{E000}", "DESCRIPTION:\u{E000}\u{E000}", "X-EXAMPLE-BYTES:\u{E000}",
    "COMMENT:a\r\nCOMMENT:b",
    "DUE;TZID=No/Such:20261201T101500", "DTSTART;TZID=No/Such:20261101T101500",
    "RECURRENCE-ID:20261201T101500Z",
  ]

  private mutating func odd() -> String {
    (0..<Int.random(in: 1...3, using: &random)).map { _ in Self.odd.pick(using: &random) + "\r\n" }.joined()
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
    case 4 where chance(30): text += "PERCENT-COMPLETE:\([0, 50, 100, 101].pick(using: &random))\r\n"
    case 4 where chance(30): text += utc(100, "COMPLETED")
    default: break
    }
    let due = moment()
    if chance(10) {
      // It is due when it has lasted so long.
      text += "DTSTART\(due.parameters):\(due.value)\r\nDURATION:\(["P2D", "P1W"].pick(using: &random))\r\n"
    } else if chance(60) {
      text += "DUE\(due.parameters):\(due.value)\r\n"
    }
    if chance(40), !text.contains("DTSTART") {
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
    text += relations(parents)
    if chance(30) { text += odd() }
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
