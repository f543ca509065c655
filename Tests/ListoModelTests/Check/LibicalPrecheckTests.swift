import ICalendar
import ListoTestSupport
import Testing

@testable import ListoModel

/// The lines that pass without asking libical are lines that libical has no objection to.
@Suite struct LibicalPrecheckTests {
  private static let usual = [
    "UID:1", "DTSTAMP:20260101T000000Z", "CREATED:20251231T235959Z", "SUMMARY:Milk\\, and more",
    "DESCRIPTION:a long one\r\n  that goes on", "DUE;VALUE=DATE:20240229", "STATUS:NEEDS-ACTION",
    "PRIORITY:5",
    "CATEGORIES:Work,Home", "RELATED-TO;RELTYPE=PARENT:2", "URL:https://example.org/?a=1;b", "CLASS:PRIVATE",
    "X-APPLE-SORT-ORDER:17", "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE", "PERCENT-COMPLETE:20",
  ]

  /// Lines that are let through.
  static let plain =
    usual + [
      "DUE:20260101T101500", "DUE:20260101T101500Z", "DTSTART;TZID=Europe/Berlin:20260101T101500",
      "DTSTART;TZID=Nowhere/At_All:20260101T101500", "COMPLETED:20260101T101500Z", "STATUS:CANCELLED",
      "SEQUENCE:999999999", "PRIORITY:99", "RRULE:FREQ=DAILY", "RRULE:FREQ=YEARLY;COUNT=10",
      "RRULE:FREQ=MONTHLY;BYMONTHDAY=28;INTERVAL=3", "RELATED-TO:x", "summary:x", "COMMENT:\"a;b,c:d",
      "LOCATION:;x", "X-WR-ALARMUID:x", "CATEGORIES:a", "CATEGORIES:a b,c", "UID:é",
    ]
  /// Such as libical may object to.
  static let doubtful = [
    "SUMMARY:", "SUMMARY: ", "SUMMARY:\r\n x", "DUE:20260101", "DUE;VALUE=DATE:20260101T101500",
    "DUE;VALUE=DATE:20260230", "DTSTAMP:20260101T101500", "DTSTAMP:20261301T101500Z",
    "COMPLETED:20260101T101560Z", "PRIORITY:x", "PRIORITY:", "SEQUENCE:-1", "STATUS:DONE", "STATUS:completed",
    "x-APPLE-SORT-ORDER:17", "CATEGORIES:a,,b", "CATEGORIES:a,", "CATEGORIES:,a", "CATEGORIES: ",
    "RRULE:FREQ=FOO",
    "RRULE:INTERVAL=2;FREQ=DAILY", "RRULE:FREQ=DAILY;BYDAY=MO", "RRULE:FREQ=WEEKLY;COUNT=0", "RRULE:",
    "RRULE:FREQ=WEEKLY;BYDAY=XX", "RELATED-TO;RELTYPE=FOO:x", "URL:", "X-FOO:x", "FOO:x", "no line at all",
    "GEO:1;2", "DURATION:PT1H", "SUMMARY;LANGUAGE=de:x", "DUE;TZID=\"\":20260101T101500", "UID:",
  ]
  static let triggers = ["-PT15M", "PT0S", "-P1D", "P2W", "PT1H30M", "PT1H1M1S", "P10D"]
  static let doubtfulTriggers = [
    "", "P", "PT", "1D", "P1H", "PT1D", "P1D2W", "-", "PTM", "P1", "PT1M1H", "P99999D",
  ]

  private func todo(_ lines: [String]) throws -> Component {
    let text = (["BEGIN:VTODO"] + lines + ["END:VTODO", ""]).joined(separator: "\r\n")
    return try #require(Component(Array(text.utf8)))
  }

  private func alarm(_ trigger: String) throws -> Component {
    try todo(["UID:1", "BEGIN:VALARM", "ACTION:DISPLAY", trigger, "DESCRIPTION:x", "END:VALARM"])
  }

  @Test func theUsualReminder() throws {
    let component = try todo(Self.usual)
    #expect(LibicalPrecheck.isSure(of: ComponentLines(component)))
    #expect(try component.libicalFindings() == [])
  }

  @Test(arguments: plain) func letThrough(line: String) throws {
    let component = try todo([line])
    #expect(LibicalPrecheck.isSure(of: ComponentLines(component)))
    #expect(try component.libicalFindings() == [])
  }

  @Test(arguments: doubtful) func asked(line: String) throws {
    #expect(!LibicalPrecheck.isSure(of: ComponentLines(try todo([line]))))
  }

  @Test func alarms() throws {
    for trigger in Self.triggers.map({ "TRIGGER:\($0)" }) + ["TRIGGER;VALUE=DATE-TIME:20260101T101500Z"] {
      let component = try alarm(trigger)
      #expect(LibicalPrecheck.isSure(of: ComponentLines(component)), "\(trigger)")
      #expect(try component.libicalFindings() == [], "\(trigger)")
    }
    for trigger in Self.doubtfulTriggers {
      #expect(!LibicalPrecheck.isSure(of: ComponentLines(try alarm("TRIGGER:\(trigger)"))))
    }
  }

  @Test func onlyWhatIsWholeAndKnown() throws {
    for text in [
      "BEGIN:VTODO\r\nUID:1\r\n", "BEGIN:VTODO\r\nUID:1\r\nEND:VTODO",
      "BEGIN:VEVENT\r\nUID:1\r\nEND:VEVENT\r\n",
      "BEGIN:VTODO \r\nUID:1\r\nEND:VTODO\r\n", "BEGIN:VTODO\r\nUID:1\r\nBEGIN:X\r\nEND:X\r\nEND:VTODO\r\n",
      "BEGIN:VTODO\r\nUID:\u{0}1\r\nEND:VTODO\r\n", "\u{FEFF}BEGIN:VTODO\r\nUID:1\r\nEND:VTODO\r\n",
    ] {
      if let component = Component(Array(text.utf8)) {
        #expect(!LibicalPrecheck.isSure(of: ComponentLines(component)), "\(text)")
      }
    }
  }

  /// Bytes changed at random.
  @Test func damagedReminders() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    let text = (["BEGIN:VTODO"] + Self.usual + ["END:VTODO", ""]).joined(separator: "\r\n")
    let bytes = Array(text.utf8)
    var sure = 0
    for _ in 0..<2000 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        damaged[Int.random(in: 13..<damaged.count - 13, using: &random)] = UInt8.random(
          in: 1...255, using: &random)
      }
      guard let component = Component(damaged), LibicalPrecheck.isSure(of: ComponentLines(component)) else {
        continue
      }
      sure += 1
      // Only libical objects to a time in lower case.
      let findings = try component.libicalFindings()?.filter {
        (try? Moment.decode(Array($0.value.utf8)[...], valueIsDate: nil, tzid: nil)) == nil
      }
      #expect(findings == [], "seed \(seed): \(String(decoding: damaged, as: UTF8.self))")
    }
    #expect(sure > 100)
  }
}
