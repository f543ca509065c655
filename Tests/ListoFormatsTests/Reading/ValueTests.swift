import ICalendar
import ListoModel
import Testing

@testable import ListoFormats

/// A text that cannot be a value of its property is reported with its line and kept as text, in every
/// format; such a text from iCalendar comes back unchanged.
@Suite struct ValueTests {
  private static func read(_ text: String, _ format: Format) throws -> (
    lines: [String], problems: [Diagnostic]
  ) {
    let (bytes, problems) = try format.iCalendar(of: Array(text.utf8), file: "in")
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n").map(String.init)
    return (lines, problems.filter { $0.code != .inventedStamp })
  }

  @Test(arguments: [
    (#"{"title":"a","due":"tomorrow"}"#, "DUE:tomorrow"),
    (#"{"title":"a","due":"soon","dueZone":"Europe/Berlin"}"#, #"DUE\;TZID=Europe/Berlin:soon"#),
    (#"{"title":"a","start":20261201}"#, "DTSTART:20261201"),
    (#"{"title":"a","completed":"2026-02-31"}"#, "COMPLETED:2026-02-31"),
    (#"{"title":"a","created":true}"#, "CREATED:true"),
    (#"{"title":"a","modified":"now"}"#, "LAST-MODIFIED:now"),
    (#"{"title":"a","priority":"high"}"#, "PRIORITY:high"),
    (#"{"title":"a","percent":"half"}"#, "PERCENT-COMPLETE:half"),
    (#"{"title":"a","order":[1]}"#, "X-APPLE-SORT-ORDER:[1]"),
    (#"{"title":"a","tags":"home"}"#, "CATEGORIES:home"),
    (#"{"title":"a","notes":5}"#, "DESCRIPTION:5"),
    (#"{"title":"a","recurrence":"every day"}"#, "RRULE:every day"),
    (#"{"title":"a","recurrence":"FREQ=NEVER"}"#, "RRULE:FREQ=NEVER"),
    (#"{"title":"a","properties":[["due",{},"date","soon"]]}"#, #"DUE\;VALUE=DATE:soon"#),
    (#"{"title":"a","properties":[["duration",{},"duration","long"]]}"#, "DURATION:long"),
    (#"{"title":"a","properties":[["geo",{},"float","north"]]}"#, "GEO:north"),
    (
      #"{"title":"a","properties":[["exdate",{},"date-time","2026-12-01T10:15:00","x"]]}"#,
      #"EXDATE:20261201T101500\,x"#
    ),
    (#"{"title":"a","properties":[["dtstamp",{},"text","now"]]}"#, #"DTSTAMP\;VALUE=TEXT:now"#),
    (#"{"title":"a","properties":[["sequence",{},"integer",1.5]]}"#, "SEQUENCE:1.5"),
    (#"{"title":"a","alarms":[{"trigger":"before"}]}"#, "TRIGGER:before"),
    (#"{"title":"a","alarms":[{"acknowledged":"never"}]}"#, "ACKNOWLEDGED:never"),
  ])
  func nonsenseIsKeptAside(line: String, kept: String) throws {
    let (lines, problems) = try Self.read("\n\n" + line + "\n", .jsonLines)
    #expect(lines.contains("X-LISTO-LINE:" + kept), "\(lines)")
    let name = kept.prefix { $0 != ":" && $0 != "\\" }
    #expect(
      !lines.contains { $0.hasPrefix(name + ":") && !$0.contains("1970") || $0.hasPrefix(name + ";") },
      "\(lines)")
    #expect(problems.map(\.code) == [.badValue] && problems.first?.line == 3, "\(problems)")
  }

  @Test(arguments: [
    (#"["vcalendar",[],[["vtodo",[["due",{},"date","tomorrow"]],[]]]]"#, "jcal", "DUE;VALUE=DATE:tomorrow"),
    (
      #"<icalendar xmlns="urn:ietf:params:xml:ns:icalendar-2.0"><vcalendar><components><vtodo><properties><due><date>tomorrow</date></due></properties></vtodo></components></vcalendar></icalendar>"#,
      "xcal", "DUE;VALUE=DATE:tomorrow"
    ),
    (#"{"@type":"Task","title":"a","estimatedDuration":"long"}"#, "jscalendar", "ESTIMATED-DURATION:long"),
    ("title,recurrence\na,sometimes\n", "csv", "RECURRENCE:sometimes"),
    ("* L\n** TODO a\n:PROPERTIES:\n:DUE: tomorrow\n:END:\n", "org", "DUE:tomorrow"),
    (#"{"items":[{"title":"L","items":[{"title":"a","due":"tomorrow"}]}]}"#, "takeout", "DUE:tomorrow"),
    ("a rec:daily2\n", "todotxt", "rec:daily2"),
  ])
  func everyReaderRefusesIt(text: String, name: String, kept: String) throws {
    let format = try #require(Format.named(name))
    let (bytes, problems) = try format.iCalendar(of: Array(text.utf8), file: "in")
    let component = try #require(try ThereAndBack.reminders(bytes).first?.component)
    #expect(
      component.properties.allSatisfy { ContentValue.wanted(by: $0.id, $0.value, $0.parameters) == nil })
    let all = component.properties.map { "\($0.name):\($0.text)" } + component.properties.map(\.text)
    #expect(all.contains { $0.hasSuffix(kept.split(separator: ":").last ?? "") }, "\(all)")
    #expect(problems.contains { $0.code == .badValue && $0.line != nil }, "\(problems)")
  }

  /// The rest of a JSCalendar time that is none stays under its own name.
  @Test func aTimeThatIsNoneIsAnExtension() throws {
    let (lines, problems) = try Self.read(
      #"{"@type":"Task","title":"a","due":"tomorrow","updated":"now"}"#, .jsCalendar)
    #expect(lines.contains(#"JSPROP;JSPTR=due:"tomorrow""#) && lines.contains(#"JSPROP;JSPTR=updated:"now""#))
    #expect(problems.map(\.code) == [.badValue, .badValue])
  }

  /// iCalendar that says nonsense is not made better or worse on a way through a format that holds
  /// everything.
  @Test(arguments: ["json", "jsonl", "jcal", "xcal", "jscalendar", "org"])
  func whatICalendarHadComesBack(name: String) throws {
    let format = try #require(Format.named(name))
    let lines = [
      "DUE:tomorrow", "DTSTART;X-A=1;VALUE=DATE:soon", "PRIORITY:high", "RRULE:FREQ=NEVER", "GEO:north",
      "DURATION:P",
      "EXDATE;TZID=Europe/Berlin:20261201T101500,x", "SEQUENCE:1.5", "COMPLETED:", "CREATED;VALUE=TEXT:now",
    ]
    let trip = try ThereAndBack(
      Conversion.calendar("UID:1\nSUMMARY:a\n" + lines.joined(separator: "\n")), format)
    let back = try #require(trip.after.first?.component)
    let found = back.properties.map { String(decoding: $0.unfolded, as: UTF8.self) }
    #expect(lines.allSatisfy(found.contains), "\(found)")
    #expect(trip.problems.filter { $0.code == .badValue }.isEmpty)
  }
}
