import ICalendar
import ListoTestSupport
import Testing

@testable import ListoFormats

/// JSCalendar read as iCalendar lines, in addition to the round trips of written text.
@Suite struct JSCalendarReadingTests {
  private static func read(_ json: String) throws -> (lines: [String], problems: [String]) {
    let read = try Format.jsCalendar.iCalendar(of: Array(json.utf8))
    let lines = String(decoding: read.bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    return (lines.map(String.init), read.problems.map(\.message))
  }

  /// A patch that points deeper than objects may nest is said, kept as text beside the occurrence, and
  /// written again.
  @Test func aPatchThatPointsTooDeep() throws {
    let pointer = String(repeating: "a/", count: 25_000) + "b"
    let task =
      #"{"@type":"Task","uid":"a","start":"2026-03-01T10:00:00","recurrenceRules":[{"frequency":"daily"}],"#
      + #""recurrenceOverrides":{"2026-03-02T10:00:00":{"title":"T","\#(pointer)":1}}}"#
    let (lines, problems) = try Self.read(task)
    #expect(problems.contains { $0.contains("more than \(JSPatch.deepest) levels deep") }, "\(problems)")
    #expect(lines.contains("SUMMARY:T"))
    let read = try Format.jsCalendar.iCalendar(of: Array(task.utf8))
    let back = String(decoding: try Conversion(read.bytes, to: .jsCalendar).output, as: UTF8.self)
    #expect(back.contains(pointer) && back.contains(#""title""#), "\(back.suffix(400))")
  }

  @Test func membersAreLines() throws {
    let (lines, problems) = try Self.read(
      #"""
      {"@type":"Task","uid":"a","updated":"2026-01-02T03:04:05.5Z","created":"yesterday","locale":"de",
      "description":"a, b","status":"confirmed","priority":1e0,"sequence":4,"foo/bar":{"a":[1]},
      "start":"2026-03-01T10:00:00","due":"2026-03-02T10:00","timeZone":"Europe/Berlin",
      "keywords":{"x":true,"y":false},"relatedTo":{"p":{"relation":{"parent":true}},"q":{}},
      "recurrenceRules":[{"frequency":"monthly","byDay":[{"day":"mo","nthOfPeriod":-1}],
      "until":"2026-06-01T10:00:00"}],
      "links":{"1":{"href":"https://example.com/a,b","rel":"icon","title":"A","x":1}},
      "alerts":{"m":{"trigger":{"offset":"-PT5M","relativeTo":"end"},"action":"display",
      "iCalendar":{"properties":[["uid",{},"text","m-uid"]]}},
      "n":{"trigger":{"when":"soon"},"relatedTo":{"m":{"relation":{"snooze":true}}},"alerts":1}},
      "iCalendar":{"properties":[["x-foo",{},"unknown","bar"]],
      "convertedProperties":{"start":{"parameters":{"tzid":"America/New_York"}}}},"percentComplete":"half"}
      """#)
    let expected = #"""
      UID:a
      DTSTAMP:20260102T030405Z
      DESCRIPTION:a\, b
      PRIORITY:1
      SEQUENCE:4
      STATUS:CONFIRMED
      DTSTART;TZID=America/New_York:20260301T040000
      DUE;TZID=Europe/Berlin:20260302T100000
      CATEGORIES:x
      RELATED-TO;RELTYPE=PARENT:p
      RELATED-TO:q
      RRULE:FREQ=MONTHLY;BYDAY=-1MO;UNTIL=20260601T080000Z
      IMAGE;VALUE=URI;FILENAME=A;JSID=1:https://example.com/a,b
      JSPROP;JSPTR=links/1/x:1
      X-FOO:bar
      JSPROP;JSPTR=foo~1bar:{"a":[1]}
      JSPROP;JSPTR=percentComplete:"half"
      JSPROP;JSPTR=created:"yesterday"
      JSPROP;JSPTR=locale:"de"
      BEGIN:VALARM
      TRIGGER;RELATED=END:-PT5M
      ACTION:DISPLAY
      UID:m-uid
      JSID:m
      END:VALARM
      BEGIN:VALARM
      RELATED-TO;RELTYPE=SNOOZE:m-uid
      JSID:n
      JSPROP;JSPTR=alerts:1
      JSPROP;JSPTR=trigger:{"when":"soon"}
      END:VALARM
      """#
    let own = lines.drop { $0 != "BEGIN:VTODO" }.dropFirst().dropLast(2)
    #expect(own.joined(separator: "\n") == expected)
    #expect(problems == ["\"created\" is 'yesterday', which is not a valid UTC time; it is kept as JSPROP"])
  }

  /// The people of a task of RFC 8984; a member without a parameter is kept.
  @Test func participantsAreAttendees() throws {
    let (lines, problems) = try Self.read(
      #"""
      {"@type":"Task","uid":"a","replyTo":{"imip":"mailto:z@example.com"},"participants":{
      "t":{"@type":"Participant","name":"Tom","sendTo":{"imip":"mailto:t@x"},"language":"de",
      "roles":{"attendee":true,"optional":true},"participationStatus":"accepted","progress":"completed"},
      "z":{"name":"Zoe","kind":"location","sendTo":{"imip":"mailto:z@example.com"},"roles":{"owner":true},
      "expectReply":true},
      "n":{"name":"Nobody"}}}
      """#)
    #expect(
      lines.filter { $0.contains("mailto") || $0.hasPrefix("JSPROP") } == [
        "ATTENDEE;CN=Tom;ROLE=OPT-PARTICIPANT;PARTSTAT=COMPLETED;JSID=t:mailto:t@x",
        "JSPROP;JSPTR=participants/t/language:\"de\"",
        "ATTENDEE;CN=Zoe;CUTYPE=ROOM;RSVP=TRUE;JSID=z:mailto:z@example.com",
        "JSPROP;JSPTR=participants/n:{\"name\":\"Nobody\"}",
        "ORGANIZER;CN=Zoe:mailto:z@example.com",
      ])
    #expect(problems == ["a participant has no address; it is kept as JSPROP"])
  }

  /// A property of the calendar that entries state is kept once, wherever the entries are read.
  @Test func theMethodIsTheCalendars() throws {
    let entries = (0..<9_000).map {
      #"{"@type":"Task","uid":"\#($0)","method":"\#($0 == 0 ? "publish" : "request")"}"#
    }
    let (lines, _) = try Self.read(#"{"@type":"Group","entries":[\#(entries.joined(separator: ",\n"))]}"#)
    #expect(lines.filter { $0.hasPrefix("METHOD") } == ["METHOD:PUBLISH"])
    #expect(lines.filter { $0.hasPrefix("UID:") } == (0..<9_000).map { "UID:\($0)" })
  }
}
