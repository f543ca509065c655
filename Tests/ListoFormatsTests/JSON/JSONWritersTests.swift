import Foundation
import ICalendar
import ListoModel
import ListoFormats
import Testing

@Suite struct JSONWritersTests {
  private static let mixed = """
    junk before
    BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:-//Example//Tasks//EN
    X-WR-CALNAME:House
    COLOR:red
    BEGIN:VTIMEZONE
    TZID:Custom
    BEGIN:STANDARD
    DTSTART:19700101T000000
    TZOFFSETFROM:+0300
    TZOFFSETTO:+0300
    END:STANDARD
    END:VTIMEZONE
    BEGIN:VTODO
    UID:1
    DUE;TZID=Custom:20261201T101500
    END:VTODO
    no line at all
    BEGIN:VEVENT
    UID:2
    broken
    END:VEVENT
    METHOD:PUBLISH
    BEGIN:VTODO
    UID:3
    END:VTODO
    END:VCALENDAR
    BEGIN:VCALENDAR
    VERSION:2.0
    END:VCALENDAR

    """

  @Test func theDocumentHoldsEverything() throws {
    let conversion = try Conversion(Self.mixed, to: .json)
    #expect(
      conversion.text == #"""
        {"listo":2,"calendars":[
        {"source":"tasks","list":"House","listIdentifier":"%2Fhome%2Fann%2Ftasks/house.ics","color":"#FF0000",\#
        "properties":[["version",{},"text","2.0"],["prodid",{},"text","-//Example//Tasks//EN"],\#
        ["x-wr-calname",{},"unknown","House"],["color",{},"text","red"],["method",{},"text","PUBLISH"]],"reminders":[
        {"id":"%2Fhome%2Fann%2Ftasks/house.ics/1","source":"tasks","list":"House","uid":"1",\#
        "due":"2026-12-01T10:15:00","dueZone":"Custom","dueInstant":"2026-12-01T07:15:00Z"},
        {"id":"%2Fhome%2Fann%2Ftasks/house.ics/3","source":"tasks","list":"House","uid":"3"}
        ],"components":[
        ["vtimezone",[["tzid",{},"text","Custom"]],[["standard",[["dtstart",{},"date-time","1970-01-01T00:00:00"],\#
        ["tzoffsetfrom",{},"utc-offset","+03:00"],["tzoffsetto",{},"utc-offset","+03:00"]],[]]]],
        ["vevent",[["uid",{},"text","2"]],[]]
        ],"unparsed":["no line at all\n","broken"]},
        {"source":"tasks","list":"house","listIdentifier":"%2Fhome%2Fann%2Ftasks/house.ics~2",\#
        "properties":[["version",{},"text","2.0"]],"reminders":[]}
        ],"unparsed":["junk before\n"]}

        """#)
    #expect(conversion.losses.isEmpty)
    _ = try Conversion.parse(conversion.text)
  }

  @Test func linesCountWhatTheyCannotHold() throws {
    let conversion = try Conversion(Self.mixed, to: .jsonLines, keepingEntries: true)
    #expect(conversion.lines.count == 2)
    #expect(
      conversion.losses.counts == ["event": 1, "calendar property": 3, "stray passage": 2])
    let names = conversion.losses.entries.map(\.name)
    #expect(names.contains("PRODID") && names.contains("METHOD") && names.contains("COLOR"))
    #expect(conversion.losses.entries.first { $0.kind == "event" }?.uid == "2")
  }

  @Test func textThatIsNotUTF8IsCounted() throws {
    let bytes = Array("BEGIN:VTODO\nUID:1\nSUMMARY:Gr".utf8) + [0xFC] + Array("n\nEND:VTODO\n".utf8)
    for format in [Format.json, .jsonLines] {
      let conversion = try Conversion(bytes, to: format)
      #expect(conversion.losses.counts == ["non-UTF-8 text": 1])
      #expect(conversion.text.contains("Gr\u{FFFD}n"))
    }
  }

  @Test(arguments: [
    "BEGIN:VTODO\nUID:1\nEND:VTODO\n", "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VTODO\nUID:1\nEND:VTODO\n",
    "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1", "BEGIN:VTODO\nUID:1\nEND:VTODO\nBEGIN:VCALENDAR\nEND:VCALENDAR\nx",
    "BEGIN:VCALENDAR\nBEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nEND:VTODO\nEND:VCALENDAR\nEND:VTODO\n",
  ])
  func whatNothingOpensOrClosesIsADocumentToo(text: String) throws {
    let conversion = try Conversion(text, to: .json)
    let calendars = try #require(try Conversion.parse(conversion.text)["calendars"] as? [[String: Any]])
    #expect(calendars.count == conversion.survey.calendars.count)
    #expect(calendars.flatMap { $0["reminders"] as? [Any] ?? [] }.count == 1)
  }

  @Test func noCalendarIsAnEmptyDocument() throws {
    #expect(try Conversion("", to: .json).text == "{\"listo\":2,\"calendars\":[]}\n")
    #expect(try Conversion("", to: .jsonLines).text == "")
  }

  @Test func formatsAreFoundByNameAndExtension() {
    #expect(Format.named("JSONL")?.name == "jsonl")
    #expect(Format.named("ndjson")?.name == "jsonl")
    #expect(Format.named("TW")?.name == "taskwarrior" && Format.named("md")?.name == "markdown")
    #expect(Format.named("taskwarrior")?.aliases == ["tw", "task"] && Format.named("csv")?.aliases == [])
    let words = Format.all.flatMap { [$0.name] + $0.aliases }
    #expect(Set(words).count == words.count)
    for format in Format.all { #expect(format.aliases.allSatisfy { Format.named($0)?.name == format.name }) }
    #expect(Format.forFileName("a.json")?.name == "json")
    #expect(Format.forFileName("a.b.ndjson")?.name == "jsonl")
  }
}
