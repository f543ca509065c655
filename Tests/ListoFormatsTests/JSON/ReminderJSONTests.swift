import ICalendar
import ListoModel
import ListoFormats
import Testing

@Suite struct ReminderJSONTests {
  @Test func keysStandInTheirOrderWhateverTheOrderOfTheLines() throws {
    let line = try Conversion(
      Conversion.calendar(
        """
        LAST-MODIFIED:20261102T080000Z
        X-APPLE-SORT-ORDER:42
        RRULE:FREQ=WEEKLY;BYDAY=MO
        CATEGORIES:Home,Big\\, heavy
        DUE;TZID=Europe/Berlin:20261201T101500
        STATUS:NEEDS-ACTION
        DESCRIPTION:First\\nsecond\\; "quoted" \\x
        SUMMARY:Water the pl
         ants
        UID:A1
        DTSTAMP:20261101T080000Z
        CREATED:20261101T080000Z
        PRIORITY:5
        PERCENT-COMPLETE:10
        DTSTART;VALUE=DATE:20261130
        RELATED-TO:A0
        URL:https://example.com/?a=1,2;b
        COMPLETED:20261203T120000Z
        BEGIN:VALARM
        TRIGGER;RELATED=END:-PT15M
        ACTION:DISPLAY
        ACKNOWLEDGED:20261201T091500Z
        DESCRIPTION:Now
        X-WR-ALARMUID:W1
        UID:W1
        END:VALARM
        """), to: .jsonLines
    ).text
    #expect(
      line == #"""
        {"id":"%2Fhome%2Fann%2Ftasks/house.ics/A1","source":"tasks","list":"House","uid":"A1","title":"Water the plants",\#
        "notes":"First\nsecond; \"quoted\" \\x","status":"needs-action","completed":"2026-12-03T12:00:00Z",\#
        "due":"2026-12-01T10:15:00","dueZone":"Europe/Berlin","dueInstant":"2026-12-01T09:15:00Z","start":"2026-11-30",\#
        "priority":5,"percent":10,"tags":["Home","Big, heavy"],"parent":"A0","url":"https://example.com/?a=1,2;b",\#
        "recurrence":"FREQ=WEEKLY;BYDAY=MO","alarms":[{"uid":"W1","action":"display","trigger":"-PT15M","related":"end",\#
        "acknowledged":"2026-12-01T09:15:00Z","description":"Now","properties":[["x-wr-alarmuid",{},"unknown","W1"]]}],\#
        "order":42,"created":"2026-11-01T08:00:00Z","modified":"2026-11-02T08:00:00Z",\#
        "properties":[["dtstamp",{},"date-time","2026-11-01T08:00:00Z"]]}

        """#)
  }

  @Test(arguments: [
    // A line that says more than its key stands in `properties` too.
    (
      "SUMMARY;LANGUAGE=de:Giessen",
      #"{"title":"Giessen","properties":[["summary",{"language":"de"},"text","Giessen"]]}"#
    ),
    (
      "SUMMARY:a\nSUMMARY:b",
      #"{"title":"a","properties":[["summary",{},"text","a"],["summary",{},"text","b"]]}"#
    ),
    ("SUMMARY;VALUE=TEXT:a", #"{"title":"a"}"#),
    ("SUMMARY:", #"{"title":""}"#),
    ("DUE:notadate", #"{"properties":[["due",{},"unknown","notadate"]]}"#),
    ("DUE:20260231", #"{"properties":[["due",{},"unknown","20260231"]]}"#),
    ("DUE:20261201", #"{"due":"2026-12-01"}"#),
    ("DUE:20261201T101500", #"{"due":"2026-12-01T10:15:00"}"#),
    (
      "DUE;TZID=Europe/Berlin:20261201T101500Z",
      #"""
      {"due":"2026-12-01T10:15:00Z",\#
      "properties":[["due",{"tzid":"Europe/Berlin"},"date-time","2026-12-01T10:15:00Z"]]}
      """#
    ),
    ("DUE;TZID=Nowhere:20261201T101500", #"{"due":"2026-12-01T10:15:00","dueZone":"Nowhere"}"#),
    (
      "COMPLETED;TZID=Europe/Berlin:20261201T101500",
      #"""
      {"completed":"2026-12-01T10:15:00",\#
      "properties":[["completed",{"tzid":"Europe/Berlin"},"date-time","2026-12-01T10:15:00"]]}
      """#
    ),
    ("PRIORITY:high", #"{"properties":[["priority",{},"unknown","high"]]}"#),
    ("RRULE:nonsense", #"{"properties":[["rrule",{},"unknown","nonsense"]]}"#),
    (
      "DTSTART;X-A=1;VALUE=DATE:soon",
      #"{"properties":[["dtstart",{"x-a":"1","value":"DATE"},"unknown","soon"]]}"#
    ),
    ("PRIORITY:99", #"{"properties":[["priority",{},"integer",99]]}"#),
    ("STATUS:in-process", #"{"status":"in-process"}"#),
    ("STATUS:NEEDS ACTION", #"{"properties":[["status",{},"text","NEEDS ACTION"]]}"#),
    ("CATEGORIES:a,b\nCATEGORIES:c", #"{"tags":["a","b","c"]}"#),
    ("CATEGORIES:a,,b", #"{"tags":["a","b"],"properties":[["categories",{},"text","a","","b"]]}"#),
    ("RELATED-TO;RELTYPE=PARENT:P", #"{"parent":"P"}"#),
    (
      "RELATED-TO;RELTYPE=CHILD:C\nRELATED-TO:P",
      #"{"parent":"P","properties":[["related-to",{"reltype":"CHILD"},"text","C"]]}"#
    ),
    ("this is no content line", #"{"unparsed":["this is no content line"]}"#),
    (
      "BEGIN:VLOCATION\nNAME:Home\nBEGIN:X-IN\nEND:X-IN\nEND:VLOCATION",
      #"{"components":[["vlocation",[["name",{},"text","Home"]],[["x-in",[],[]]]]]}"#
    ),
    (
      "BEGIN:VALARM\nTRIGGER:20261201T101500Z\nbroken\nEND:VALARM",
      #"{"alarms":[{"trigger":"2026-12-01T10:15:00Z","unparsed":["broken"]}]}"#
    ),
    (
      "BEGIN:VALARM\nTRIGGER:P\nEND:VALARM",
      #"{"alarms":[{"properties":[["trigger",{},"unknown","P"]]}]}"#
    ),
    ("BEGIN:VALARM\nEND:VALARM", #"{"alarms":[{}]}"#),
  ])
  func aLineHasItsKeyOrItsPlace(lines: String, expected: String) throws {
    #expect(try Conversion.reminder(lines) == expected)
  }

  /// A zone goes with a time of the wall clock; what else it stands beside keeps its meaning, and the whole
  /// is kept.
  @Test(arguments: [
    (
      #""due":"2026-12-01T10:15:00Z","dueZone":"Europe/Berlin""#, "DUE:20261201T101500Z",
      "DUE;TZID=Europe/Berlin:20261201T101500Z"
    ),
    (
      #""dueZone":"Europe/Berlin","due":"2026-12-01""#, "DUE;VALUE=DATE:20261201",
      "DUE;TZID=Europe/Berlin:20261201"
    ),
    (
      #""start":"2026-12-01T10:15:00Z","startZone":"x;y""#, "DTSTART:20261201T101500Z",
      "DTSTART;TZID=\"x;y\":20261201T101500Z"
    ),
    (#""due":"2026-12-01T10:15:00","dueZone":5"#, nil, "DUE;TZID=5:2026-12-01T10:15:00"),
  ])
  func aZoneBesideWhatHasNone(members: String, line: String?, kept: String) throws {
    for format in [Format.jsonLines, .json] {
      let back = try format.iCalendar(of: Array("{\(members)}".utf8))
      let reminder = try #require(try DeclarationTests.reminders(back.bytes).first)
      let lines = reminder.component.properties.filter { $0.id == .due || $0.id == .dtstart }.map {
        String(decoding: $0.unfolded, as: UTF8.self)
      }
      #expect(lines == [line].compactMap { $0 })
      #expect(reminder.component.all(named: ComponentText.keptName).map(\.text) == [kept])
      #expect(back.problems.filter { $0.code == .badValue }.count == 1)
    }
    let whole = try DeclarationTests.reminders(
      Format.jsonLines.iCalendar(of: Array(#"{"due":"2026-12-01T10:15:00","dueZone":""}"#.utf8)).bytes)
    #expect(whole.first?.due?.description == "2026-12-01T10:15:00")
  }

  @Test func identifiersAreThoseOfTheCatalog() throws {
    let text = Conversion.calendar(
      """
      UID:a b,c
      END:VTODO
      BEGIN:VTODO
      UID:plain@example.com
      END:VTODO
      BEGIN:VTODO
      UID:plain@example.com
      END:VTODO
      BEGIN:VTODO
      UID:plain@example.com
      RECURRENCE-ID;TZID=Europe/Berlin:20261201T101500
      END:VTODO
      BEGIN:VTODO
      SUMMARY:Without UID
      """)
    let lines = try Conversion(text, to: .jsonLines).lines
    let source = Source(identifier: "/home/ann/tasks", title: "tasks", kind: .folder)
    var builder = CatalogBuilder()
    builder.add(
      try CalendarFile(reading: MemorySource(Array(text.utf8)), file: "house.ics"), fileName: "house.ics",
      in: CatalogBuilder.Folder(parent: source, source: source, name: "tasks", path: "tasks"))
    let catalog = builder.catalog()
    #expect(lines.count == 5)
    var writer = ReminderJSON()
    for (path, line) in zip(catalog.reminderPaths, lines) {
      #expect(try Conversion.parse(line)["id"] as? String == catalog.modelIdentifier(at: path)?.description)
      var output: [UInt8] = []
      writer.write(path, of: catalog, to: &output)
      #expect(String(decoding: output, as: UTF8.self) == line)
    }
  }

  private static func zone(_ tzid: String, offset: String) -> String {
    """
    BEGIN:VTIMEZONE
    TZID:\(tzid)
    BEGIN:STANDARD
    DTSTART:19700101T000000
    TZOFFSETFROM:\(offset)
    TZOFFSETTO:\(offset)
    END:STANDARD
    END:VTIMEZONE
    """
  }

  private func zones(_ lines: String, _ zone: String) throws -> Int? {
    let text = try Conversion.reminder(lines, before: zone)
    return (try Conversion.parse(text)["zones"] as? [Any])?.count
  }

  @Test func zonesRideAlongWhereTheirNameIsNotEnough() throws {
    let unknown = Self.zone("Customized Time Zone 1", offset: "+0300")
    #expect(try zones("DUE;TZID=Customized Time Zone 1:20261201T101500", unknown) == 1)
    #expect(try zones("EXDATE;TZID=Customized Time Zone 1:20261201T101500", unknown) == 1)
    #expect(try zones("DUE;TZID=Europe/Berlin:20261201T101500", unknown) == nil)
    let text = try Conversion.reminder("DUE;TZID=Customized Time Zone 1:20261201T101500", before: unknown)
    #expect(text.contains(#""dueInstant":"2026-12-01T07:15:00Z""#))
    #expect(
      text.contains(#""zones":[["vtimezone",[["tzid",{},"text","Customized Time Zone 1"]],[["standard","#))
    // One hour east of Greenwich all year is Berlin's winter, and not its summer.
    let winter = Self.zone("Europe/Berlin", offset: "+0100")
    #expect(try zones("DUE;TZID=Europe/Berlin:20261201T101500", winter) == nil)
    #expect(try zones("DUE;TZID=Europe/Berlin:20260701T101500", winter) == 1)
    #expect(try zones("DUE;TZID=Europe/Berlin:20261201T101500\nRRULE:FREQ=MONTHLY", winter) == 1)
    #expect(try zones("DUE:20260701T101500Z", winter) == nil)
    let same = Self.zone("Asia/Tokyo", offset: "+0900")
    #expect(try zones("DUE;TZID=Asia/Tokyo:20261201T101500\nRRULE:FREQ=MONTHLY", same) == nil)
  }
}
