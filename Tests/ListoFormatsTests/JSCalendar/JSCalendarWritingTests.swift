import Foundation
import ICalendar
import ListoModel
import ListoTestSupport
import Testing

@testable import ListoFormats

/// The JSCalendar that is written: golden objects, and laws of generated components.
@Suite struct JSCalendarWritingTests {
  private static let dialects = ["jscalendar", "jscalendar+bis"]

  /// Writes a calendar, and returns what stands in each of its lines.
  private static func write(_ bytes: [UInt8], _ dialect: String) throws -> [UInt8] {
    let choice = try FormatChoice(dialect)
    return try Conversion(bytes, to: choice.format, options: choice.options).output
  }

  // MARK: Golden

  @Test(arguments: JSCalendarGolden.all)
  func objectsAreWritten(_ golden: JSCalendarGolden) throws {
    for (dialect, object) in zip(Self.dialects, [golden.object, golden.second ?? golden.object]) {
      let text = "BEGIN:VCALENDAR\nBEGIN:\(golden.kind)\n\(golden.lines)\nEND:\(golden.kind)\nEND:VCALENDAR\n"
      let bytes = Array(text.replacing("\n", with: "\r\n").utf8)
      let written = try Self.write(bytes, dialect)
      let lines = String(decoding: written, as: UTF8.self).split(separator: "\n")
      try #require(lines.count > 1)
      #expect(lines[1] == object, "\(dialect)")
    }
  }

  @Test func aCalendarIsAGroup() throws {
    let text = """
      BEGIN:VCALENDAR
      JSPROP;JSPTR=example.com:"x"
      METHOD:PUBLISH
      PRODID;X-A=b:-//Example//EN
      VERSION:2.0
      NAME;LANGUAGE=de:Haus
      X-WR-CALNAME:House
      CATEGORIES:a,b
      SOURCE;VALUE=URI:https://example.com/a.ics
      LAST-MODIFIED:20260101T000000Z
      BEGIN:VTODO
      UID:a
      END:VTODO
      BEGIN:VJOURNAL
      SUMMARY:b
      END:VJOURNAL
      END:VCALENDAR

      """
    let written = try Self.write(Array(text.utf8), "jscalendar+bis")
    #expect(
      String(decoding: written, as: UTF8.self) == #"""
        {"@type":"Group","version":"2.0","prodId":"-//Example//EN","updated":"2026-01-01T00:00:00Z","title":"Haus","locale":"de","source":"https://example.com/a.ics","keywords":{"a":true,"b":true},"example.com":"x","entries":[
        {"@type":"Task","uid":"a","method":"publish"}
        ],
        "iCalendar":{"name":"vcalendar","convertedProperties":{"prodId":{"parameters":{"x-a":"b"}}},"properties":[["x-wr-calname",{},"unknown","House"]],"components":[["vjournal",[["summary",{},"text","b"]],[]]]}}

        """#)
  }

  /// A recurring component is held in its written form, and patched when a changed occurrence comes.
  @Test func occurrencesBecomePatches() throws {
    let text = """
      BEGIN:VCALENDAR
      BEGIN:VTODO
      UID:a
      SUMMARY:Water the plants
      DUE;TZID=Europe/Berlin:20261201T101500
      RRULE:FREQ=DAILY
      BEGIN:VALARM
      UID:b
      TRIGGER:-PT5M
      END:VALARM
      END:VTODO
      BEGIN:VTODO
      UID:a
      SUMMARY:Water the flowers
      DUE;TZID=Europe/Berlin:20261203T101500
      RECURRENCE-ID;TZID=Europe/Berlin:20261203T101500
      END:VTODO
      END:VCALENDAR

      """
    let written = try Self.write(Array(text.utf8), "jscalendar")
    #expect(
      String(decoding: written, as: UTF8.self) == #"""
        {"@type":"Group","entries":[
        {"@type":"Task","uid":"a","title":"Water the plants","due":"2026-12-01T10:15:00","timeZone":"Europe/Berlin","recurrenceRules":[{"@type":"RecurrenceRule","frequency":"daily"}],"alerts":{"b":{"@type":"Alert","trigger":{"@type":"OffsetTrigger","offset":"-PT5M"},"iCalendar":{"name":"valarm","properties":[["uid",{},"text","b"]]}}},"recurrenceOverrides":{"2026-12-03T10:15:00":{"title":"Water the flowers","alerts":null}}}
        ]}

        """#)
  }

  // MARK: Laws

  /// Calls a body with many generated calendars of a few components each.
  private func forGenerated(
    _ count: Int = 30, comingBack: Bool = false, _ body: ([OddCalendar], _ seed: String) throws -> Void
  ) throws {
    var random = SplitMix64(seed: Seed.current)
    for _ in 0..<Rounds.times(count) {
      let components = (0..<8).map { OddCalendar(&random, number: $0, comesBack: comingBack) }
      try body(components, "seed \(random.seed)")
    }
  }

  /// Nothing is lost, and nothing is said that was not there.
  @Test(arguments: dialects)
  func whatIsWrittenComesBack(_ dialect: String) throws {
    try forGenerated(comingBack: true) { components, seed in
      for component in components {
        let bytes = OddCalendar.calendar(of: [component])
        let written = try Self.write(bytes, dialect)
        let back = try Format.jsCalendar.iCalendar(of: written)
        let differences = try CalendarComparison(bytes, back.bytes).differences
        #expect(
          differences.isEmpty && back.problems.isEmpty,
          """
          \(seed): \(differences.joined(separator: "\n")) \(back.problems)
          \(component.component)
          \(String(decoding: written, as: UTF8.self))
          """)
      }
    }
  }

  /// The room and the tables that are used again hold nothing of what was written before.
  @Test func eachObjectStandsForItself() throws {
    var used = JSCalendarObject(isBis: false)
    try forGenerated { components, seed in
      for component in components {
        let made = try #require(Component(Array(component.component.utf8)))
        var fresh = JSCalendarObject(isBis: false)
        var (left, right): ([UInt8], [UInt8]) = ([], [])
        let facts = used.write(made, method: nil, to: &left)
        let others = fresh.write(made, method: nil, to: &right)
        #expect(left == right, "\(seed)\n\(component.component)")
        #expect(
          facts.uid == others.uid && facts.isRecurring == others.isRecurring
            && facts.isOccurrence == others.isOccurrence && facts.unreadable == others.unreadable)
      }
    }
  }

  /// The writer remembers the meaning of a line's parameters by their bytes.
  @Test(arguments: [
    ("DUE;TZID=Etc/GMT+10", "DUE;TZID=Etc/GMT+1:20260701T101500"),
    ("DUE;TZID=Europe/BerlinX", "DUE;TZID=Europe/Berlin:20260701T101500"),
    ("RELATED-TO;RELTYPE=CHILDR", "RELATED-TO;RELTYPE=CHILD:x"),
    ("DTSTART;VALUE=DATE-", "DTSTART;VALUE=DATE:20260329"),
  ])
  func aLineWithoutAColonSaysNothingOfOthers(_ open: String, _ line: String) throws {
    var used = JSCalendarObject(isBis: false)
    for text in [open, line, "BEGIN:VALARM\r\n\(open)\r\nEND:VALARM", line] {
      let component = Component(Array("BEGIN:VTODO\r\nUID:a\r\n\(text)\r\nEND:VTODO\r\n".utf8))
      var fresh = JSCalendarObject(isBis: false)
      var (left, right): ([UInt8], [UInt8]) = ([], [])
      _ = used.write(try #require(component), method: nil, to: &left)
      _ = fresh.write(try #require(component), method: nil, to: &right)
      #expect(left == right, "\(text)")
    }
  }

  /// A component nested deeper than the reading limit stays unread, and is not written as a component.
  @Test func componentsNestedTooDeep() throws {
    let lines = [
      "BEGIN:VTODO", "UID:a", "BEGIN:VALARM", "UID:b", "BEGIN:X-S", "X-A:1", "END:X-S", "END:VALARM",
      "END:VTODO",
    ]
    var limits = ReadingLimits()
    limits[.nesting] = 2
    let component = Component(Array(lines.joined(separator: "\r\n").utf8), limits: limits)
    var written: [UInt8] = []
    var object = JSCalendarObject(isBis: false)
    _ = object.write(try #require(component), method: nil, to: &written)
    #expect(JSONNode(whole: written, isExact: true) != nil, "\(String(decoding: written, as: UTF8.self))")
  }

  /// A JSPROP that is no JSON, or stands so deep that it could not be read again, stays a line.
  @Test func anExtensionThatIsNoneStaysALine() throws {
    let deep = Array(repeating: "a", count: 1000).joined(separator: "/")
    let nested = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
    for line in ["JSPROP;JSPTR=q:1 2", "JSPROP;JSPTR=q:\(nested)", "JSPROP;JSPTR=\"\(deep)\":1"] {
      for lines in [line, "\(line)\nRECURRENCE-ID:20260701T101500Z", "BEGIN:VALARM\n\(line)\nEND:VALARM"] {
        let bytes = QuickWriting.calendar(of: "UID:a\n\(lines)")
        let back = try Format.jsCalendar.iCalendar(of: Self.write(bytes, "jscalendar"))
        #expect(try CalendarComparison(bytes, back.bytes).differences.isEmpty, "\(line.prefix(40))")
      }
    }
  }

  /// The members stand in the order of ``JSCalendarObject/Key``, each once, whatever that of the lines;
  /// others behind them.
  @Test func membersAreInOrder() throws {
    let ranks = Dictionary(
      uniqueKeysWithValues: JSCalendarObject.Key.allCases.map { ("\($0)", $0.rawValue) })
    try forGenerated { components, seed in
      var object = JSCalendarObject(isBis: true)
      for component in components {
        var written: [UInt8] = []
        _ = object.write(try #require(Component(Array(component.component.utf8))), method: nil, to: &written)
        let keys = try #require(JSONNode(whole: written, isExact: true)?.members?.map(\.key))
        #expect(keys.first == "@type" && Set(keys).count == keys.count, "\(seed)")
        let order = keys.dropFirst().map { ranks[$0] ?? Int.max }
        #expect(order == order.sorted(), "\(seed): \(keys)")
      }
    }
  }

  /// Any reader of JSON takes it, and the same values for it.
  @Test func itIsJSON() throws {
    try forGenerated { components, seed in
      let written = try Self.write(OddCalendar.calendar(of: components, method: true), "jscalendar")
      let group = try #require(try JSONSerialization.jsonObject(with: Data(written)) as? [String: Any])
      let entries = try #require(group["entries"] as? [[String: Any]], "\(seed)")
      #expect(entries.allSatisfy { $0["method"] as? String == "publish" }, "\(seed)")
      #expect(
        JSONNode(whole: written, isExact: true)?["entries"]?.elements?.count == entries.count, "\(seed)")
    }
  }

  /// Where the lines stand says nothing, as long as each is a member.
  @Test func theOrderOfLinesIsOfNoAccount() throws {
    var random = SplitMix64(seed: Seed.current)
    let lines = [
      "UID:a", "SUMMARY;LANGUAGE=de:b", "DESCRIPTION:c\\nd", "DTSTAMP:20260101T000000Z",
      "CREATED:20240229T000000Z",
      "DTSTART;TZID=Europe/Berlin:20261201T101500", "DUE;TZID=America/New_York:20261201T101500",
      "STATUS:COMPLETED", "PRIORITY:5", "SEQUENCE:7", "PERCENT-COMPLETE:100", "CATEGORIES:a,b",
      "CLASS:PRIVATE",
      "RELATED-TO;RELTYPE=PARENT:p", "COLOR:red", "RRULE:FREQ=DAILY", "ESTIMATED-DURATION:PT2H",
    ]
    var object = JSCalendarObject(isBis: true)
    var all: Set<[UInt8]> = []
    for _ in 0..<Rounds.times(20) {
      let text = (["BEGIN:VTODO"] + lines.shuffled(using: &random) + ["END:VTODO", ""]).joined(
        separator: "\r\n")
      var written: [UInt8] = []
      _ = object.write(try #require(Component(Array(text.utf8))), method: nil, to: &written)
      all.insert(written)
    }
    #expect(all.count == 1, "\(random.seed)")
  }

  /// Components that need more room than most: characters written as six, thousands of lines, alarms with
  /// such characters.
  @Test func whatGrowsIsWhole() throws {
    let marks = String(repeating: "\u{1}", count: 5000)
    let words = (0..<3000).map { "CATEGORIES:\($0)\nURL:\($0)\nATTACH:\($0)" }.joined(separator: "\n")
    let alarm = "BEGIN:VALARM\nTRIGGER:PT0S\nDESCRIPTION:\(marks)\nEND:VALARM"
    for lines in ["SUMMARY:\(marks)", words, "\(alarm)\n\(alarm)1", "X-A;B=c:\(marks)"] {
      let bytes = QuickWriting.calendar(of: "UID:a\n\(lines)")
      let written = try Self.write(bytes, "jscalendar")
      let back = try Format.jsCalendar.iCalendar(of: written)
      #expect(try CalendarComparison(bytes, back.bytes).differences.isEmpty, "\(lines.prefix(40))")
    }
  }

  /// Wherever the room ends, all is written again in more.
  @Test(arguments: 0..<6)
  func whatIsCutOffIsWrittenAgain(_ offset: Int) throws {
    let rest = "BEGIN:VALARM\r\nUID:b\r\nEND:VALARM\r\nBEGIN:VALARM\r\nUID:b\r\nEND:VALARM\r\nEND:VTODO\r\n"
    var object = JSCalendarObject(isBis: false)
    for count in 150..<350 {
      let text = String(repeating: "\u{1}", count: count) + String(repeating: "x", count: offset)
      let component = "BEGIN:VTODO\r\nSUMMARY:\(text)\r\nURL:u\r\nCOMMENT:d\r\n\(rest)"
      var written: [UInt8] = []
      _ = object.write(try #require(Component(Array(component.utf8))), method: nil, to: &written)
      let begin =
        #"{"@type":"Task","title":"\#(String(repeating: "\\u0001", count: count))\#(text.dropFirst(count))","#
      let end = #"""
        "links":{"1438c332-4409-59ad-b872-aa6f728a205d":{"@type":"Link","href":"u","rel":"describedby"}},"alerts":{"b":{"@type":"Alert","iCalendar":{"name":"valarm","properties":[["uid",{},"text","b"]]}}},"iCalendar":{"name":"vtodo","convertedProperties":{"links/1438c332-4409-59ad-b872-aa6f728a205d/href":{"name":"url"}},"properties":[["comment",{},"text","d"]],"components":[["valarm",[["uid",{},"text","b"]],[]]]}}
        """#
      #expect(String(decoding: written, as: UTF8.self) == begin + end, "\(count)")
    }
  }

  /// Bytes that are no text, in all places.
  @Test func whatIsNoTextIsMarked() throws {
    for line in ["SUMMARY:%", "CATEGORIES:a,%", "RELATED-TO:%", "URL:%", "LOCATION:%", "COMMENT:%", "X-A:%"] {
      var bytes = QuickWriting.calendar(of: "UID:a\n\(line)")
      let place = try #require(bytes.firstIndex(of: 0x25))
      bytes.replaceSubrange(place...place, with: [0xE2, 0x82, 0x5C, 0x6E, 0xFF])
      let written = try Self.write(bytes, "jscalendar")
      let text = try #require(String(validating: written, as: UTF8.self))
      let isText = !line.hasPrefix("URL") && !line.hasPrefix("X-A")
      #expect(text.contains(isText ? "\u{FFFD}\\n\u{FFFD}" : "\u{FFFD}\\\\n\u{FFFD}"), "\(text)")
    }
  }
}
