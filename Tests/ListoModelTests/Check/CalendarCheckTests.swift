import ICalendar
import ListoModel
import Testing

/// Small inputs, and what is found in them: `line severity code` each.
@Suite struct CalendarCheckTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var lines: String
    var expected: [String]
    var testDescription: String { lines.split(separator: "\n").first.map(String.init) ?? "nothing" }

    init(_ lines: String, _ expected: String...) { (self.lines, self.expected) = (lines, expected) }
  }

  /// Lines of a VTODO with UID and DTSTAMP: the first is line 7 of the file.
  static let properties: [Case] = [
    Case("SUMMARY:Milk\nDUE;VALUE=DATE:20261201\nSTATUS:needs-action\nX-FOO;X-P=\"a:b\":c"),
    // Dates
    Case("DUE:notadate", "7 warning bad-value"),
    Case("DUE;VALUE=DATE:20260231", "7 warning bad-value"),
    Case("DUE:20261201", "7 note bad-parameter"),
    Case("DUE;VALUE=DATE:20261201T101500", "7 warning bad-parameter"),
    Case("DUE;VALUE=FOO:20261201T101500", "7 warning bad-parameter"),
    Case("DUE;VALUE=FOO:junk", "7 warning bad-parameter", "7 warning bad-value"),
    Case("DUE;TZID=Europe/Berlin:20261201T101500"),
    Case("DUE;TZID=W. Europe Standard Time:20261201T101500"),
    Case("DUE;TZID=Nowhere:20261201T101500", "7 warning unknown-zone"),
    Case("DUE;TZID=Europe/Berlin:20261201T101500Z", "7 warning bad-parameter"),
    Case("DUE;VALUE=DATE;TZID=Europe/Berlin:20261201", "7 note bad-parameter"),
    Case("DUE;TZID=\"\":20261201T101500", "7 warning bad-parameter"),
    Case(
      "CREATED:20261201T101500\nLAST-MODIFIED:20261201\nCOMPLETED:20261201T101500Z",
      "7 warning bad-value", "8 warning bad-value"),
    Case("DTSTART:20261201T101500Z\nEXDATE:20261201T101500Z,junk,20261301T101500Z", "8 warning bad-value"),
    Case(
      "DTSTART:20261201T101500Z\nRDATE;VALUE=PERIOD:20261201T101500Z/PT1H,20261201T101500Z/-PT1H",
      "8 warning bad-value"),
    // Other types
    Case("DTSTART:20261201T101500Z\nDURATION:P1Y", "8 warning bad-value"),
    Case(
      "PRIORITY:10\nPERCENT-COMPLETE:junk\nSEQUENCE:-1", "7 warning bad-value", "8 warning bad-value",
      "9 warning bad-value"),
    Case("GEO:abc\nSTATUS:DONE", "7 warning bad-value", "8 warning bad-value"),
    Case("PRIORITY:99999999999", "7 warning bad-value"),
    Case("STATUS:PENDING\nGEO:48.123456789;11.1"),
    Case("SUMMARY:a\u{0}b", "5 note libical", "7 warning nul-byte"),
    // Parameters
    Case("SUMMARY;X-A=\"b:c", "7 warning bad-parameter"),
    Case("SUMMARY;X-A:b", "7 warning bad-parameter"),
    Case("SUMMARY;;X-A=b:c", "7 warning bad-parameter"),
    Case("SUMMARY;X-A=\"b\"c:d", "7 warning bad-parameter"),
    // A finding stands at the line of its property, folds counted.
    Case("SUMMARY:a\n b\n c\nDUE:junk", "10 warning bad-value"),
    Case("junk", "7 warning malformed-line"),
    // How often
    Case("SUMMARY:a\nSUMMARY:b\nCOMMENT:a\nCOMMENT:b", "8 warning repeated-property"),
    Case("DTSTART:20261201T101500Z\nRRULE:FREQ=DAILY\nRRULE:FREQ=WEEKLY", "9 note repeated-property"),
    Case("DUE:20261201T101500Z\nDTSTART:20261201T091500Z\nDURATION:PT1H", "9 warning repeated-property"),
    // Properties that go together
    Case("RRULE:FREQ=DAILY", "5 warning missing-property"),
    Case("DURATION:PT1H", "5 warning missing-property"),
    Case("DTSTART:20261202T101500Z\nDUE:20261201T101500Z", "8 warning bad-value"),
    Case("DTSTART;TZID=Asia/Tokyo:20261201T101500\nDUE;TZID=Europe/Berlin:20261201T091500"),
    Case(
      "DTSTART;TZID=Asia/Tokyo:20261201T171600\nDUE;TZID=Europe/Berlin:20261201T091500", "8 warning bad-value"
    ),
    Case("DTSTART;VALUE=DATE:20261201\nDUE:20261201T101500Z", "8 warning bad-value"),
    Case("DTSTART:20261201T091500\nDUE:20261201T101500Z", "8 note bad-value"),
    Case("DTSTART;VALUE=DATE:20261201\nDUE;VALUE=DATE:20261201"),
    // Recurrence
    Case("DTSTART:20261201T101500Z\nRRULE:FREQ=DAILY;UNTIL=20261231", "8 warning bad-value"),
    Case("DTSTART:20261201T101500\nRRULE:FREQ=DAILY;UNTIL=20261231T101500Z", "8 warning bad-value"),
    Case("DTSTART;TZID=Europe/Berlin:20261201T101500\nRRULE:FREQ=DAILY;UNTIL=20261231T101500Z"),
    Case("DTSTART;VALUE=DATE:20261201\nRRULE:FREQ=DAILY;UNTIL=20261231"),
    Case("DTSTART:20261201T101500Z\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "8 warning bad-value"),
    Case(
      "DTSTART:20261201T101500Z\nRRULE:FREQ=SECONDLY;BYHOUR=1;BYMONTHDAY=30;BYMONTH=2", "8 warning bad-value"),
    Case("DTSTART:20261201T101500Z\nRRULE:FREQ=DAILY;INTERVAL=70000", "8 warning bad-value"),
    // Relations
    Case("RELATED-TO:1", "7 warning bad-value"),
    Case("RELATED-TO;RELTYPE=SIBLING:1"),
    // Alarms
    Case("BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT5M\nEND:VALARM"),
    Case("BEGIN:VALARM\nTRIGGER:P\nEND:VALARM", "7 warning missing-property", "8 warning bad-value"),
    Case("BEGIN:VALARM\nACTION:AUDIO\nTRIGGER:-PT5M\nREPEAT:2\nEND:VALARM", "7 warning missing-property"),
    Case("BEGIN:VALARM\nACTION:AUDIO\nTRIGGER:20261201T101500Z\nEND:VALARM", "9 note bad-parameter"),
    Case("BEGIN:VALARM\nACTION:AUDIO\nTRIGGER;VALUE=DATE-TIME:20261201T101500Z\nEND:VALARM"),
    // libical: notes where it is the one that is wrong
    Case("SUMMARY:\nDESCRIPTION:\nX-FOO:", "7 note libical", "8 note libical", "9 note libical"),
    Case("LINK;VALUE=URI:https://example.com\nCONCEPT:a", "7 note libical", "8 note libical"),
    Case("x-foo:a\nIANA-FOO:b", "7 note libical", "8 note libical"),
    Case("TASK-MODE:AUTOMATIC"),
    Case("REQUEST-STATUS:junk", "7 warning libical"),
  ]

  @Test(arguments: properties) func property(_ sample: Case) throws {
    let text =
      "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\nNAME:a\nBEGIN:VTODO\nUID:1\n\(sample.lines)\nDTSTAMP:20260101T000000Z\n"
      + "END:VTODO\nEND:VCALENDAR\n"
    #expect(try Self.findings(text) == sample.expected)
  }

  static let files: [Case] = [
    Case("BEGIN:VCALENDAR\nEND:VCALENDAR", "1 warning missing-property", "1 warning missing-property"),
    Case("BEGIN:VCALENDAR\nVERSION:1.0\nPRODID:x\nEND:VCALENDAR", "2 warning bad-value"),
    // PRODID may stand behind the components.
    Case(
      "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VTODO\nUID:1\nDTSTAMP:20260101T000000Z\nEND:VTODO\nPRODID:x\nEND:VCALENDAR"
    ),
    Case("BEGIN:VTODO\nUID:1\nDTSTAMP:20260101T000000Z\nEND:VTODO", "1 warning bare-component"),
    Case(
      "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\nBEGIN:VTODO\nSUMMARY:a\nEND:VTODO\nEND:VCALENDAR",
      "4 warning missing-property", "4 warning missing-property"),
    // A scheduling message is held to RFC 5546; an export that says PUBLISH gets a note.
    Case(
      "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\nMETHOD:REQUEST\nBEGIN:VTODO\nUID:1\nDTSTAMP:20260101T000000Z\nEND:VTODO\n"
        + "END:VCALENDAR", "5 warning restriction"),
    Case(
      "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\nMETHOD:PUBLISH\nBEGIN:VTODO\nUID:1\nDTSTAMP:20260101T000000Z\nEND:VTODO\n"
        + "END:VCALENDAR"),
    Case(
      "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\nMETHOD:PUBLISH\nBEGIN:VTODO\nUID:1\nDTSTAMP:20260101T000000Z\n"
        + "ATTENDEE:mailto:ann@example.com\nEND:VTODO\nEND:VCALENDAR", "5 note restriction"),
    Case(
      "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\nBEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:a\nTRIGGER:-PT5M\nEND:VALARM\n"
        + "END:VCALENDAR", "4 warning misplaced-component"),
    Case(
      "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\nBEGIN:VTIMEZONE\nTZID:a\nEND:VTIMEZONE\nEND:VCALENDAR",
      "4 warning missing-property"),
    Case(
      "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\nBEGIN:VTIMEZONE\nTZID:a\nBEGIN:STANDARD\nDTSTART:19700101T000000\n"
        + "TZOFFSETFROM:+0100\nTZOFFSETTO:junk\nEND:STANDARD\nEND:VTIMEZONE\nEND:VCALENDAR",
      "4 warning bad-value", "9 warning bad-value"),
    // A circle over three reminders, said once, at the one that closes it.
    Case(
      "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\n"
        + [("1", "2"), ("2", "3"), ("3", "1"), ("4", "1")].map {
          "BEGIN:VTODO\nUID:\($0)\nDTSTAMP:20260101T000000Z\nRELATED-TO:\($1)\nEND:VTODO\n"
        }.joined() + "END:VCALENDAR", "17 warning bad-value"),
  ]

  @Test(arguments: files) func file(_ sample: Case) throws {
    #expect(try Self.findings(sample.lines + "\n") == sample.expected)
  }

  @Test func invalidText() throws {
    let bytes =
      Array(
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VTODO\r\nUID:1\r\nDTSTAMP:20260101T000000Z\r\nSUMMARY:"
          .utf8)
      + [0xFF] + Array("\r\nLOCATION:".utf8) + [0xC3, 0x0D, 0x0A, 0x20, 0xBC] + Array("\r\nCOMMENT:".utf8) + [
        0xFE
      ]
      + Array("\r\nEND:VTODO\r\nEND:VCALENDAR\r\n".utf8)
    #expect(try Self.findings(bytes) == ["7 warning invalid-utf-8", "10 warning invalid-utf-8"])
  }

  @Test func messagesShowWhatIsWrong() throws {
    let text =
      "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\nBEGIN:VTODO\nUID:1\nDTSTAMP:20260101T000000Z\n"
      + "DUE:\(String(repeating: "ä", count: 100))\nPRIORITY:12\nEND:VTODO\nEND:VCALENDAR\n"
    let messages = try Self.diagnostics(Array(text.utf8)).map(\.message)
    #expect(messages.count == 2)
    #expect(
      messages[0].hasPrefix("DUE is '\(String(repeating: "ä", count: 40))…': not a date such as 20261201"))
    #expect(messages[1] == "PRIORITY is '12': it must be from 0 to 9 (RFC 5545 §3.8.1.9)")
  }

  /// Input that takes libical minutes takes a check little time.
  @Test func hostileInput() throws {
    let header = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\nBEGIN:VTODO\nUID:1\nDTSTAMP:20260101T000000Z\n"
    let end = "END:VTODO\nEND:VCALENDAR\n"
    let bad = try Self.findings(header + String(repeating: "DUE:bad\n", count: 40_000) + end)
    // Of 9,998 lines each is bad and all but the first are repetitions; the others are beyond the limit.
    #expect(bad.count == 2 * 9_998 - 1 + 2 && bad.first == "4 note libical")
    #expect(bad.last == "10005 warning too-many-properties")
    let long = try Self.findings(header + "SUMMARY:" + String(repeating: "a", count: 2_000_000) + "\n" + end)
    #expect(long == ["4 note libical"])
    let list = try Self.findings(header + "EXDATE:" + String(repeating: "x,", count: 9_000) + "\n" + end)
    #expect(list.contains("7 warning bad-value"))
    let longer = try Self.findings(header + "EXDATE:" + String(repeating: "x,", count: 200_000) + "\n" + end)
    #expect(longer.contains("7 warning too-many-values"))
  }

  // MARK: Running a check

  static func findings(_ text: String) throws -> [String] {
    try findings(Array(text.replacing("\n", with: "\r\n").utf8))
  }

  static func findings(_ bytes: [UInt8]) throws -> [String] {
    try diagnostics(bytes).map { "\($0.line ?? 0) \($0.severity.rawValue) \($0.code.rawValue)" }
  }

  static func diagnostics(_ bytes: [UInt8]) throws -> [Diagnostic] {
    let source = Source(identifier: "/home/ann", title: "ann", kind: .folder)
    let folder = CatalogBuilder.Folder(parent: source, source: source, name: "tasks", path: "tasks")
    var names = ListNames()
    let survey = try Survey(
      of: MemorySource(bytes), file: "a.ics", fileName: "a.ics", in: folder, names: &names)
    let check = CalendarCheck()
    var order = FindingOrder(survey)
    var reader = SurveyedReader(MemorySource(bytes), survey: survey)
    var result: [Diagnostic] = []
    while let batch = try reader.next() { result += order.take(check.check(batch, file: "a.ics")) }
    result += order.finish()
    #expect(result.allSatisfy { $0.file == "a.ics" })
    #expect(result.map { $0.line ?? 0 } == result.map { $0.line ?? 0 }.sorted())
    return result
  }
}
