import Foundation
import ICalendar
import ListoModel
import ListoTestSupport
import Testing

@testable import ListoFormats

/// The writer of reminders, with lines that are copied and lines that are read.
@Suite struct ReminderWalkTests {
  @Test func whatIsWrittenIsReadBack() throws {
    var random = SplitMix64(seed: Seed.current)
    for _ in 0..<60 {
      let bytes = Array(OddReminders.calendar(&random).utf8)
      try expectBack(Conversion(bytes, to: .jsonLines), bytes, "seed \(random.seed)")
    }
  }

  /// More than 64 lines, folds within characters, zones that ride along, bytes that are not UTF-8.
  @Test func whatIsRareIsReadBack() throws {
    var random = SplitMix64(seed: Seed.current)
    for _ in 0..<60 {
      let calendar = OddReminders.Folded(&random)
      let written = try Conversion(calendar.bytes, to: .jsonLines)
      try expectBack(written, Array(calendar.text.utf8), "seed \(random.seed)")
      #expect(written.losses.counts["non-UTF-8 text"] ?? 0 == calendar.brokenCount, "seed \(random.seed)")
      let unparsed = try written.lines.flatMap { try Conversion.parse($0)["unparsed"] as? [String] ?? [] }
      #expect(unparsed.filter { $0 == "no property" } == calendar.malformed, "seed \(random.seed)")
    }
  }

  private func expectBack(_ written: Conversion, _ bytes: [UInt8], _ place: String) throws {
    let back = try Format.jsonLines.iCalendar(of: written.output)
    let comparison = try CalendarComparison(
      Self.respelled(bytes), Self.respelled(back.bytes), remindersOnly: true)
    #expect(comparison.differences.isEmpty, "\(place): \(comparison.differences.joined(separator: "\n"))")
  }

  /// In the one spelling that comes back of words that stand in any, and without zones of what has none.
  private static func respelled(_ bytes: [UInt8]) -> [UInt8] {
    var text = String(decoding: bytes, as: UTF8.self)
    for (old, new) in spellings { text = text.replacing(old, with: new) }
    return Array(text.utf8)
  }

  private static let spellings = [
    ("STATUS:completed", "STATUS:COMPLETED"), ("STATUS;VALUE=TEXT:pending", "STATUS:PENDING"),
    ("STATUS:pending", "STATUS:PENDING"), ("ACTION:display", "ACTION:DISPLAY"),
    ("ACTION:Display", "ACTION:DISPLAY"), ("RELATED=start:", "RELATED=START:"), (";TZID=:", ":"),
    ("X-LISTO-LINE:DUE\\;TZID=Europe/Berlin:20261201\r\n", ""),
    (";TZID=Europe/Berlin:20261201\r\n", ":20261201\r\n"),
  ]

  /// A key holds a line whose parameters it says, whichever way the line is read; any other stands in
  /// `properties`.
  @Test(arguments: [
    ("SUMMARY;VALUE=text:a", #"{"title":"a"}"#),
    ("SUMMARY;VALUE=URI:a", #"{"title":"a","properties":[["summary",{},"uri","a"]]}"#),
    (
      "SUMMARY;RELTYPE=PARENT:a", #"{"title":"a","properties":[["summary",{"reltype":"PARENT"},"text","a"]]}"#
    ),
    ("SUMMARY:a\u{80}\u{7F}\u{1}\"", #"{"title":"a\u0080\u007f\u0001\""}"#),
    ("SUM\n MARY:a\n b", #"{"title":"ab"}"#),
    ("STATUS;VALUE=TEXT:FAILED", #"{"status":"failed"}"#),
    ("STATUS;X-A=1:FAILED", #"{"status":"failed","properties":[["status",{"x-a":"1"},"text","FAILED"]]}"#),
    ("PRIORITY:+05", #"{"priority":5}"#),
    ("PRIORITY;VALUE=INTEGER:5", #"{"priority":5}"#),
    ("PRIORITY;VALUE=TEXT:5", #"{"priority":5,"properties":[["priority",{"value":"TEXT"},"unknown","5"]]}"#),
    ("DUE:20240229", #"{"due":"2024-02-29"}"#),
    ("DUE:20230229", #"{"properties":[["due",{},"unknown","20230229"]]}"#),
    (
      "DUE;VALUE=DATE:20261201T101500",
      #"{"properties":[["due",{"value":"DATE"},"unknown","20261201T101500"]]}"#
    ),
    (
      "DUE:20261201T101560Z",
      #"{"due":"2026-12-01T10:15:59Z","properties":[["due",{},"date-time","2026-12-01T10:15:60Z"]]}"#
    ),
    ("DUE;TZID=:20261201T101500", #"{"due":"2026-12-01T10:15:00","dueZone":""}"#),
    ("DUE;TZID=Europe/Berlin:20261201", #"{"due":"2026-12-01","dueZone":"Europe/Berlin"}"#),
    (
      "DUE;TZID=Europe/Berlin;X-A=1:20261201T101500",
      #"""
      {"due":"2026-12-01T10:15:00","dueZone":"Europe/Berlin","dueInstant":"2026-12-01T09:15:00Z",\#
      "properties":[["due",{"tzid":"Europe/Berlin","x-a":"1"},"date-time","2026-12-01T10:15:00"]]}
      """#
    ),
    (
      "COMPLETED:20261201", #"{"completed":"2026-12-01","properties":[["completed",{},"date","2026-12-01"]]}"#
    ),
    ("LOCATION:Berlin\\, Mitte", #"{"location":"Berlin, Mitte"}"#),
    ("GEO:48.123456789;-11.10", #"{"geo":[48.123456789,-11.10]}"#),
    ("GEO:148;11", #"{"properties":[["geo",{},"float",[148,11]]]}"#),
    ("SEQUENCE:3", #"{"sequence":3}"#),
    ("SEQUENCE:-1", #"{"properties":[["sequence",{},"integer",-1]]}"#),
    (
      "CREATED;VALUE=DATE:20261201",
      #"{"created":"2026-12-01","properties":[["created",{},"date","2026-12-01"]]}"#
    ),
    ("CREATED;X-LISTO-DATE=20261201:20261201T120000Z", #"{"created":"2026-12-01"}"#),
    ("CATEGORIES:a\\,b,c\\", #"{"tags":["a,b","c\\"]}"#),
    (
      "CATEGORIES:a,\nCATEGORIES:b",
      #"{"tags":["a","b"],"properties":[["categories",{},"text","a",""],["categories",{},"text","b"]]}"#
    ),
    (
      "CATEGORIES;LANGUAGE=de:a\nCATEGORIES:b",
      #"{"tags":["a","b"],"properties":[["categories",{"language":"de"},"text","a"],["categories",{},"text","b"]]}"#
    ),
    (
      "RELATED-TO;RELTYPE=SIBLING:a\nRELATED-TO;X-A=1:b\nRELATED-TO:c",
      #"""
      {"parent":"b","properties":[["related-to",{"reltype":"SIBLING"},"text","a"],["related-to",{"x-a":"1"},"text","b"],\#
      ["related-to",{},"text","c"]]}
      """#
    ),
    ("URL;VALUE=URI:a,b", #"{"url":"a,b"}"#),
    ("RRULE;VALUE=RECUR:FREQ=DAILY", #"{"recurrence":"FREQ=DAILY"}"#),
    ("RRULE:FREQ=NEVER", #"{"properties":[["rrule",{},"unknown","FREQ=NEVER"]]}"#),
    ("DTSTAMP:20240229T101500Z", #"{"properties":[["dtstamp",{},"date-time","2024-02-29T10:15:00Z"]]}"#),
    ("x-a;b=c:d", #"{"properties":[["x-a",{"b":"c"},"unknown","d"]]}"#),
    ("no property\nSUMMARY:a", #"{"title":"a","unparsed":["no property"]}"#),
    (
      "BEGIN:VALARM\nACTION:Display\nTRIGGER;RELATED=end:-P1DT2H\nACKNOWLEDGED:20261201T101560Z\nEND:VALARM",
      #"{"alarms":[{"action":"display","trigger":"-P1DT2H","related":"end","acknowledged":"2026-12-01T10:15:60Z"}]}"#
    ),
    (
      "BEGIN:VALARM\nUID;VALUE=TEXT:a\nACTION;X-A=1:AUDIO\nTRIGGER;VALUE=DATE-TIME:20261201\nDESCRIPTION:b\n c\nEND:VALARM",
      #"""
      {"alarms":[{"uid":"a","description":"bc","properties":[["action",{"x-a":"1"},"text","AUDIO"],\#
      ["trigger",{"value":"DATE-TIME"},"unknown","20261201"]]}]}
      """#
    ),
    (
      "BEGIN:VALARM\nACTION:X-RING\nBEGIN:VLOCATION\nno property\nEND:VLOCATION\nEND:VALARM",
      #"{"alarms":[{"action":"X-RING","components":[["vlocation",[],[]]],"unparsed":["no property"]}]}"#
    ),
  ])
  func aKeyHasTheValueOfItsLine(lines: String, expected: String) throws {
    #expect(try Conversion.reminder(lines) == expected)
  }

  /// A line that says more than its key comes back with its parameters while both agree; a key that was
  /// changed replaces it.
  @Test(arguments: [
    (
      #"{"title":"a","properties":[["summary",{"language":"en-US"},"text","a"]]}"#,
      "SUMMARY;LANGUAGE=en-US:a", false
    ),
    (#"{"title":"b","properties":[["summary",{"language":"en-US"},"text","a"]]}"#, "SUMMARY:b", true),
    (#"{"properties":[["summary",{"language":"en-US"},"text","a"]]}"#, "SUMMARY;LANGUAGE=en-US:a", false),
    (
      #"{"title":"c","properties":[["summary",{},"text","a"],["summary",{},"text","b"]]}"#,
      "SUMMARY:b\nSUMMARY:c", true
    ),
    (
      #"{"due":"2026-12-01T10:15:59Z","properties":[["due",{},"date-time","2026-12-01T10:15:60Z"]]}"#,
      "DUE:20261201T101560Z", false
    ),
    (
      #"{"due":"2026-12-02T10:15:00","properties":[["due",{"tzid":"Europe/Berlin","x-a":"1"},"date-time","2026-12-02T10:15:00"]]}"#,
      "DUE:20261202T101500", true
    ),
    (
      #"{"tags":["b","a"],"properties":[["categories",{"language":"de"},"text","a"],["categories",{},"text","b"]]}"#,
      "CATEGORIES:b,a", true
    ),
    (
      #"{"parent":"c","properties":[["related-to",{"reltype":"SIBLING"},"text","a"],["related-to",{"x-a":"1"},"text","b"]]}"#,
      "RELATED-TO;RELTYPE=SIBLING:a\nRELATED-TO:c", true
    ),
    (#"{"priority":3,"properties":[["priority",{},"unknown","10"]]}"#, "PRIORITY:3", true),
    (#"{"geo":[48.1,11],"location":"Here","sequence":2}"#, "GEO:48.1;11\nLOCATION:Here\nSEQUENCE:2", false),
    (#"{"geo":"48.1;11"}"#, "X-LISTO-LINE:GEO:48.1\\;11", true),
  ])
  func aKeyThatWasChangedReplacesItsLine(object: String, lines: String, isTold: Bool) throws {
    let back = try Format.jsonLines.iCalendar(of: Array(object.utf8))
    let reminder = try #require(try DeclarationTests.reminders(back.bytes).first)
    let own = reminder.component.properties.filter { $0.id != .uid && $0.id != .dtstamp }.map {
      String(decoding: $0.unfolded, as: UTF8.self)
    }
    #expect(own.sorted() == lines.split(separator: "\n").map(String.init).sorted())
    #expect(back.problems.contains { $0.code == .badValue } == isTold)
  }

  /// Beyond the lines of one word nothing changes: the first of a name gives its key the value, and the tags
  /// of all lines are one set.
  @Test func aReminderMayHaveManyLines() throws {
    let categories = (0..<70).map { "CATEGORIES:c\($0)" }
    let others = (0..<200).map { "X-\($0):\($0)" }
    let object = try Conversion.parse(
      Conversion.reminder((categories + others + ["SUMMARY:a", "SUMMARY:b"]).joined(separator: "\n")))
    #expect(object["title"] as? String == "a")
    #expect(object["tags"] as? [String] == (0..<70).map { "c\($0)" })
    let held = object["properties"] as? [[Any]] ?? []
    #expect(held.compactMap { $0.first as? String } == (0..<200).map { "x-\($0)" } + ["summary", "summary"])
  }

  /// Text that grows to many times its size is written whole.
  @Test func whatGrowsIsWrittenWhole() throws {
    let text = String(repeating: "\u{1}", count: 5000)
    let object = try Conversion.parse(Conversion.reminder("SUMMARY:\(text)\nX-A:\(text)"))
    #expect(object["title"] as? String == text)
    #expect((object["properties"] as? [[Any]])?.first?.last as? String == text)
  }
}
