import ListoTestSupport

/// Calendars of reminders with usual lines, and some with one that is odd.
enum OddReminders {
  static let usual = [
    "SUMMARY:Water the plants", "SUMMARY:a\\, b\\; c\\n\\\\ \\x \"q\" ünï 🛒", "STATUS:COMPLETED",
    "DESCRIPTION:folded li\r\n ne and\r\n\tanother", "DUE:20261201T101500Z", "DUE;VALUE=DATE:20261231",
    "DUE;TZID=Europe/Berlin:20260701T101500", "DTSTART;TZID=America/New_York:20261101T013000", "PRIORITY:5",
    "PERCENT-COMPLETE:40", "CATEGORIES:Home,Gar\\,den", "RELATED-TO:parent", "RELATED-TO;RELTYPE=PARENT:p",
    "RELATED-TO;RELTYPE=SIBLING:s", "URL:https://example.com/a?b=\"c\"", "RRULE:FREQ=DAILY;COUNT=3",
    "X-APPLE-SORT-ORDER:799955603", "CREATED:20240229T000000Z", "LAST-MODIFIED:20260131T235959Z",
    "DTSTAMP:20260101T000000Z", "SEQUENCE:7", "LOCATION:Kitchen", "COMPLETED:20260228T101500Z",
    "BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT15M\r\nDESCRIPTION:Now\r\nEND:VALARM",
    "BEGIN:VALARM\r\nTRIGGER;RELATED=END:PT0S\r\nX-WR-ALARMUID:A\r\nUID:A\r\nEND:VALARM",
    "BEGIN:VALARM\r\nTRIGGER;VALUE=DATE-TIME:20260131T101500Z\r\nACKNOWLEDGED:20260131T101501Z\r\nEND:VALARM",
  ]
  static let odd = [
    "SUMMARY;LANGUAGE=de:Blumen", "SUMMARY:", "SUMMARY", "STATUS:completed", "STATUS:DOING",
    "STATUS;X-A=1:COMPLETED",
    "due:20261201", "DUE:20260229", "DUE:20260431T101500Z", "DUE:2026-12-01",
    "DUE;VALUE=DATE:20261201T101500",
    "DUE;VALUE=DATE-TIME:20261201", "DUE;TZID=Nowhere:20261201T101500",
    "DUE;TZID=\"Europe/Berlin\":20261201T101500Z",
    "DUE;TZID=Europe/Berlin:20261201", "DUE:20261201T101560Z", "RRULE:nonsense", "RRULE:FREQ=NEVER",
    "RRULE:count=2;freq=daily;", "RRULE:FREQ=DAILY;X", "GEO:north",
    "PRIORITY:05", "PRIORITY:+5", "PRIORITY:five",
    "PRIORITY:99999999999", "CATEGORIES:a,,b", "CATEGORIES:a\\", "CATEGORIES;LANGUAGE=en:a", "CATEGORIES:",
    "RELATED-TO;RELTYPE=parent:p", "RELATED-TO;RELTYPE=CHILD,PARENT:p", "X-UNKNOWN:1",
    "x-unknown;A=\"b:c\":2",
    "GEO:48.1;11.5", "DESCRIPTION:caf\u{E9}\u{301}", "DESCR\r\n IPTION:name folded", "SUMMARY:bell \u{7}",
    "RECURRENCE-ID:20261201T101500Z", "EXDATE:20261201T101500Z,20261202T101500Z",
    "ATTACH;VALUE=BINARY;ENCODING=BASE64:AA==",
    "BEGIN:VALARM\r\nEND:VALARM", "BEGIN:VALARM\r\nTRIGGER:P\r\nACTION:display\r\nEND:VALARM",
    "BEGIN:VALARM\r\nACTION:AUDIO\r\nACTION:AUDIO\r\nEND:VALARM",
    "BEGIN:VLOCATION\r\nNAME:Home\r\nEND:VLOCATION",
    "BEGIN:VALARM\r\nTRIGGER;VALUE=DATE-TIME:20260131\r\nbroken\r\nEND:VALARM",
    "BEGIN:VALARM\r\nTRIGGER:-P1DT2H\r\nATTACH;VALUE=URI:x\r\nEND:VALARM", "UID:second",
  ]

  static func calendar(_ random: inout SplitMix64) -> String {
    var text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"
    for number in 0..<12 {
      var lines = (0..<Int.random(in: 0...9, using: &random)).map { _ in usual.pick(using: &random) }
      if Int.random(in: 0..<3, using: &random) == 0 { lines.append(odd.pick(using: &random)) }
      let uid = ["UID:\(number)@example.com", "UID:\(number)", "UID:a b\(number)", "UID:"].pick(
        using: &random)
      if Int.random(in: 0..<20, using: &random) > 0 { lines.append(uid) }
      lines.shuffle(using: &random)
      text += "BEGIN:VTODO\r\n" + lines.map { $0 + "\r\n" }.joined() + "END:VTODO\r\n"
    }
    return text + "END:VCALENDAR\r\n"
  }
}

extension OddReminders {
  /// A calendar that is folded anywhere, also within characters.
  struct Folded {
    /// As it is read.
    private(set) var bytes: [UInt8] = []
    /// Unfolded, with U+FFFD for what is not UTF-8.
    private(set) var text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"
    /// How many reminders have a value that is not UTF-8.
    private(set) var brokenCount = 0
    /// The lines from which no property can be read.
    private(set) var malformed: [String] = []

    init(_ random: inout SplitMix64) {
      bytes = Array(text.utf8)
      add(Array(OddReminders.zone.utf8), &random)
      for number in 0..<6 { addReminder(number, &random) }
      add("END:VCALENDAR")
    }

    private mutating func addReminder(_ number: Int, _ random: inout SplitMix64) {
      // Some have more lines than most writers hold in one word.
      let isLong = Int.random(in: 0..<4, using: &random) == 0
      var lines = (0..<Int.random(in: isLong ? 60...150 : 0...9, using: &random)).map { _ in
        OddReminders.usual.pick(using: &random)
      }
      if Bool.random(using: &random) { lines.append(OddReminders.odd.pick(using: &random)) }
      if Bool.random(using: &random) { lines.append(OddReminders.rare.pick(using: &random)) }
      lines.append("UID:\(number)")
      lines.shuffle(using: &random)
      add("BEGIN:VTODO")
      var isBroken = false
      for line in lines {
        for part in line.split(separator: "\r\n") where !part.hasPrefix(" ") && !part.hasPrefix("\t") {
          var bytes = Array(part.utf8)
          if part.hasPrefix("SUMMARY:"), Int.random(in: 0..<8, using: &random) == 0 {
            bytes += OddReminders.broken.pick(using: &random)
            isBroken = true
          }
          add(bytes, &random)
        }
      }
      if Int.random(in: 0..<5, using: &random) == 0 { add(Array("no property".utf8), &random) }
      if isBroken { brokenCount += 1 }
      add("END:VTODO")
    }

    private mutating func add(_ line: String) {
      bytes += (line + "\r\n").utf8
      text += line + "\r\n"
    }

    /// Adds a line, in half of the cases folded somewhere behind its name.
    private mutating func add(_ line: [UInt8], _ random: inout SplitMix64) {
      let unfolded = String(decoding: line, as: UTF8.self)
      text += unfolded + "\r\n"
      if unfolded == "no property" { malformed.append(unfolded) }
      let name = (line.firstIndex { $0 == 0x3A || $0 == 0x3B } ?? line.count) + 1
      let place =
        name < line.count && Bool.random(using: &random)
        ? Int.random(in: name..<line.count, using: &random) : nil
      if let place, !unfolded.hasPrefix("BEGIN"), !unfolded.hasPrefix("END") {
        bytes += line[..<place] + Array("\r\n ".utf8) + line[place...]
      } else {
        bytes += line
      }
      bytes += "\r\n".utf8
    }
  }

  private static let zone = """
    BEGIN:VTIMEZONE\r
    TZID:Own\r
    BEGIN:STANDARD\r
    DTSTART:19700101T000000\r
    TZOFFSETFROM:+0130\r
    TZOFFSETTO:+0130\r
    END:STANDARD\r
    END:VTIMEZONE
    """
  private static let broken: [[UInt8]] = [
    [0xFF], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x61], [0xED, 0xA0, 0x80], [0x5C, 0x6E, 0xC0, 0x80],
  ]
  private static let rare = [
    "DUE;TZID=Own:20260701T101500", "EXDATE;TZID=Own:20260701T101500", "DUE;TZID=:20260701T101500",
    "DTSTART;TZID=\"Nowhere, City\":20260701T101500", "DUE:20240229", "DUE:20230229T101500Z",
    "SUMMARY:\u{80}\u{9F}\u{A0}\u{7F}\u{1}", "DESCRIPTION;VALUE=TEXT:a", "STATUS;VALUE=TEXT:pending",
    "PRIORITY:-0", "PRIORITY:+12", "X-APPLE-SORT-ORDER:2147483648", "CATEGORIES:a\\,b,c\\", "CATEGORIES:,",
    "RELATED-TO;RELTYPE=PARENT;X=1:p", "RELATED-TO;RELATED=START:p", "URL;VALUE=TEXT:x",
    "RRULE;VALUE=RECUR:FREQ=DAILY",
    "X-UNKNOWN;TZID=Own:1", "CREATED;VALUE=DATE;TZID=Own:20260701",
    "BEGIN:VALARM\r\nACTION:Display\r\nACKNOWLEDGED:20261231T235959Z\r\nTRIGGER;TZID=Own:20260701T101500\r\nEND:VALARM",
    "BEGIN:VALARM\r\nTRIGGER;VALUE=DURATION;RELATED=start:-P1DT2H\r\nBEGIN:VLOCATION\r\nNAME:b\r\nEND:VLOCATION\r\nEND:VALARM",
    "BEGIN:VLOCATION\r\nNAME:Home\r\nX-AT;TZID=Own:20260701T101500\r\nEND:VLOCATION",
  ]
}
