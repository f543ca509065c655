import ICalendar
import Testing

@testable import ListoModel

/// The rules of merging (Documentation/Merging.md), one by one.
@Suite struct MergeCaseTests {
  private func winner(_ left: String, _ right: String) throws -> (String, MergeRule?) {
    let merging = try Merging(
      calendar(todo("UID:1", left, "SUMMARY:left")), calendar(todo("UID:1", right, "SUMMARY:right")))
    let rule = try merging.plan.decisions().first?.losers.first?.rule
    return (merging.text.contains("SUMMARY:left") ? "left" : "right", rule)
  }

  @Test(arguments: [
    ("LAST-MODIFIED:20260102T000000Z", "LAST-MODIFIED:20260101T000000Z", MergeRule.lastModified),
    ("LAST-MODIFIED:20260102T000000Z", "LAST-MODIFIED:20260101T000000Z\r\nSEQUENCE:9", .lastModified),
    ("DTSTAMP:20260102T000000Z", "X-A:1", .dtstamp),
    ("DTSTAMP:20260102T000000Z", "LAST-MODIFIED:20260101T000000Z\r\nDTSTAMP:20260103T000000Z", .lastModified),
    (
      "LAST-MODIFIED:20260101T000000Z\r\nSEQUENCE:2", "LAST-MODIFIED:20260101T000000Z\r\nSEQUENCE:1",
      .sequence
    ),
    ("ORGANIZER:mailto:a", "LAST-MODIFIED:20260101T000000Z", .scheduled),
    (
      "ORGANIZER:mailto:a\r\nSEQUENCE:2", "ORGANIZER:mailto:a\r\nSEQUENCE:1\r\nDTSTAMP:20260101T000000Z",
      .sequence
    ),
    (
      "ORGANIZER:mailto:a\r\nDTSTAMP:20260102T000000Z",
      "ORGANIZER:mailto:a\r\nLAST-MODIFIED:20270101T000000Z", .dtstamp
    ),
  ])
  func order(left: String, right: String, rule: MergeRule) throws {
    #expect(try winner(left, right) == ("left", rule))
    #expect(try winner(right, left) == ("right", rule))
  }

  /// A merge writes the names of nameless lists as identifiers: a later one finds them again, whatever the
  /// file of the result is called.
  @Test func namelessListsAreFoundAgain() throws {
    let one = calendar(todo("UID:1", "SUMMARY:one"))
    let two = calendar(todo("UID:2", "SUMMARY:two")) + calendar(todo("UID:3", "SUMMARY:three"))
    for lists in [MergeOptions.Lists.paired, .apart] {
      let options = MergeOptions(lists: lists)
      let inputs = [one, two].map { MemoryInput(name: $0, listName: "list", Array($0.utf8)) }
      let both = try Merging(inputs, options: options)
      for name in ["list", "merged"] {
        let result = MemoryInput(name: "result", listName: name, both.output)
        #expect(
          try Merging([result, inputs[1]], options: options).output == both.output, "\(lists), \(name)")
      }
    }
  }

  /// A carriage return within the first line of a component is not taken for the line end of its file.
  @Test func aReturnWithinALineEndsNone() throws {
    let odd = "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:X-A\r-B\nUID:1\nEND:VCALENDAR\n"
    let once = try Merging(odd)
    let twice = try Merging([once.output, Array(odd.utf8)])
    #expect(twice.output == once.output, "\(twice.text)")
    #expect(once.text.contains("X-A\r-B"))
  }

  @Test func equalStampsAreSettledByContent() throws {
    #expect(try winner("X-A:1", "X-A:2").1 == .contentHash)
  }

  @Test func stampsAgreeWithTypedValues() throws {
    for text in ["20260102T030405Z", "00010101T000000Z", "99991231T235960Z", "20240229T000000Z", "20261201"] {
      let moment = try Moment.parse(Array(text.utf8)[...])
      let local = moment.local ?? LocalDateTime(startOf: moment.day)
      #expect(StampValue.seconds(Array(text.utf8)[...]) == Instant(utc: local).seconds, "\(text)")
    }
    for text in [
      "20260230T000000Z", "20261301", "20260101T240000Z", "2026010T0000000Z", "", "20260101T000000X",
    ] {
      #expect(StampValue.seconds(Array(text.utf8)[...]) == nil, "\(text)")
    }
  }

  @Test func twoStampsInAnotherOrderAreEqual() throws {
    let (one, other) = ("LAST-MODIFIED:20260101T000000Z", "LAST-MODIFIED:20260102T000000Z")
    let merging = try Merging(calendar(todo("UID:1", one, other)), calendar(todo("UID:1", other, one)))
    #expect(merging.plan.report.equal == 1 && merging.plan.report.decisions == 0)
  }

  @Test func recurrenceIDsAreInstants() throws {
    let merging = try Merging(
      calendar(todo("UID:1", "RECURRENCE-ID;TZID=Europe/Berlin:20261129T090000", "SUMMARY:a")),
      calendar(
        todo("UID:1", "RECURRENCE-ID:20261129T080000Z", "SUMMARY:a2"),
        todo("UID:1", "RECURRENCE-ID:20261129T080000", "SUMMARY:b"),
        todo("UID:1", "RECURRENCE-ID;VALUE=DATE:20261129", "SUMMARY:c"), todo("UID:1", "SUMMARY:d")))
    #expect(merging.plan.report.kept == 4)
  }

  @Test func aMissingUIDIsDerivedOnce() throws {
    let input = calendar(todo("SUMMARY:a", "DTSTAMP:20260101T000000Z"), todo("UID:", "SUMMARY:b"))
    let later = calendar(todo("DTSTAMP:20260201T000000Z", "SUMMARY:a"))
    let once = try Merging(input)
    #expect(once.text.count(of: "UID:") == 2)
    #expect(once.plan.report.problems.map(\.code) == [.missingUID, .missingUID])
    let again = try Merging([once.output, Array(later.utf8)])
    #expect(again.plan.report.kept == 2)
    #expect(again.plan.report.decisions == 0)
  }

  @Test func brokenComponentsStandOnTheirOwn() throws {
    let merging = try Merging(
      "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nBEGIN:VTODO\nUID:2\nBEGIN:VALARM\nACTION:AUDIO",
      "BEGIN:VCALENDAR\rBEGIN:VTODO\rUID:3\rSUMMARY:a\r b\rEND:VTODO\rEND:VCALENDAR\r")
    #expect(
      merging.text.contains(
        "BEGIN:VTODO\nUID:1\nEND:VTODO\nBEGIN:VTODO\nUID:2\nBEGIN:VALARM\nACTION:AUDIO\nEND:VALARM\nEND:VTODO\n"
          + "BEGIN:VTODO\r\nUID:3\r\nSUMMARY:a\r\n b\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"))
    #expect(merging.plan.report.problems.contains { $0.code == .missingEnd && $0.file == "0" })
  }

  /// The output of a merge stays the same when it is merged with its input again, although the input is
  /// broken; each was found by fuzzing.
  @Test(arguments: [
    // Carriage returns end lines where the first line has one, and line feeds do too.
    "BEGIN:VCALENDAR\rBEGIN:VTODO\rUID:1\nSUMMARY:a\nEND:VTODO\nEND:VCALENDAR\n",
    // The key of a component without UID is a hash of what is written.
    "=4\r\r\nBEGIN:X-A\nX-B:1\r\r\nX-C:2\nEND:X-A\n",
    // Two identifiers of one calendar.
    "BEGIN:VCALENDAR\nUID:b\nUID:a\nBEGIN:VTODO\nUID:1\nEND:VTODO\nEND:VCALENDAR\n",
  ])
  func whatIsWrittenIsReadAgain(broken: String) throws {
    for options in [MergeOptions(), MergeOptions(lists: .apart)] {
      let named = { (inputs: [[UInt8]]) in
        inputs.enumerated().map { MemoryInput(name: "\($0.offset)", listName: "list", $0.element) }
      }
      let once = try Merging(named([Array(broken.utf8)]), options: options)
      let again = try Merging(named([once.output, Array(broken.utf8)]), options: options)
      #expect(again.output == once.output, "\(once.text)\n---\n\(again.text)")
    }
  }

  /// A component without UID is named by its content, in which a zone has its new name.
  @Test func aComponentWithoutUIDWhoseZoneIsRenamed() throws {
    let zoned = { (offset: String) in
      calendar(
        "BEGIN:VTIMEZONE\r\nTZID:Z\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:\(offset)\r\n"
          + "TZOFFSETTO:\(offset)\r\nEND:STANDARD\r\nEND:VTIMEZONE",
        "BEGIN:VEVENT\r\nDTSTART;TZID=Z:20260101T000000\r\nEND:VEVENT")
    }
    let both = try Merging(zoned("+0100"), zoned("+0200"))
    #expect(both.text.count(of: "BEGIN:VEVENT") == 2 && both.text.count(of: "BEGIN:VTIMEZONE") == 2)
    for offset in ["+0100", "+0200"] {
      #expect(try Merging([both.output, Array(zoned(offset).utf8)]).output == both.output)
    }
  }

  /// The meaning of a zone's name that its input does not define depends on the definitions in other inputs;
  /// the choice of a version does not.
  @Test(arguments: 1...8) func aTieDoesNotDependOnADefinitionElsewhere(number: Int) throws {
    let versions = [
      todo("UID:1", "DUE;TZID=Europe/Berlin:20261129T090000", "SUMMARY:left \(number)"),
      todo("UID:1", "DUE;TZID=Asia/Tokyo:20261129T170000", "SUMMARY:right"),
    ].map { calendar($0) }
    let zone = calendar(
      "BEGIN:VTIMEZONE\r\nTZID:Europe/Berlin\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\n"
        + "TZOFFSETFROM:+0100\r\nTZOFFSETTO:+0100\r\nEND:STANDARD\r\nEND:VTIMEZONE")
    let alone = try Merging(versions[0], versions[1]).text.contains("left")
    #expect(try Merging(versions[0], versions[1], zone).text.contains("left") == alone)
  }

  @Test func strayTextIsNamed() throws {
    let merging = try Merging("junk\r\n" + calendar(todo("UID:1"), "no line", todo("UID:2")))
    #expect(merging.plan.report.strays.map(\.text) == ["junk\r\n", "no line\r\n"])
    #expect(merging.plan.report.problems.contains { $0.code == .loss })
  }

  @Test(arguments: ["CANCEL", "reply", "COUNTER", "REFRESH", "ADD", "DECLINECOUNTER"])
  func messagesAreRefused(method: String) throws {
    let merging = try Merging(calendar(todo("UID:1")), calendar(todo("UID:2"), "METHOD:\(method)"))
    #expect(merging.plan.report.refused.map(\.input) == ["1"])
    #expect(merging.plan.report.problems.map(\.code) == [.message])
    #expect(!merging.text.contains("UID:2"))
  }

  @Test func publishedCollectionsLoseTheirMethod() throws {
    let merging = try Merging(calendar("METHOD:PUBLISH", todo("UID:1")))
    #expect(!merging.text.contains("METHOD"))
    #expect(merging.plan.report.calendars.contains { $0.property == "METHOD" && !$0.isConflict })
  }

  @Test func namesAndColoursUnderBothNames() throws {
    let merging = try Merging(
      calendar("X-WR-CALNAME:b, b", "X-APPLE-CALENDAR-COLOR:#0000FFFF"), calendar("NAME:a", "COLOR:blue"))
    #expect(
      merging.text
        == "BEGIN:VCALENDAR\r\nPRODID:-//Listo//Listo//EN\r\nVERSION:2.0\r\nNAME:a\r\nX-WR-CALNAME:a\r\n"
        + "COLOR:blue\r\nX-APPLE-CALENDAR-COLOR:#0000FF\r\nEND:VCALENDAR\r\n")
    #expect(merging.plan.report.calendars.filter(\.isConflict).map(\.property) == ["X-WR-CALNAME"])
    let asked = try Merging(
      calendar("NAME:b", "COLOR:red"), calendar("NAME:a"),
      options: MergeOptions(lists: .one(title: "c, d"), color: "#00FF00"))
    #expect(
      asked.text.contains(
        "NAME:c\\, d\r\nX-WR-CALNAME:c\\, d\r\nCOLOR:lime\r\nX-APPLE-CALENDAR-COLOR:#00FF00\r\n"))
    #expect(asked.plan.report.problems.isEmpty)
  }

  @Test func aSourceIsKeptOnlyWhereAllAgree() throws {
    let source = "SOURCE;VALUE=URI:http://a"
    #expect(try Merging(calendar(source), calendar(source)).text.contains(source))
    #expect(try !Merging(calendar(source), calendar("SOURCE;VALUE=URI:http://b")).text.contains("SOURCE"))
    #expect(try !Merging(calendar(source), calendar("X-A:1")).text.contains("SOURCE"))
  }

  @Test func theShortestRefreshInterval() throws {
    let text = try Merging(
      calendar("REFRESH-INTERVAL;VALUE=DURATION:P1W"), calendar("REFRESH-INTERVAL;VALUE=DURATION:PT36H")
    ).text
    #expect(text.contains("PT36H") && !text.contains("P1W"))
  }

  @Test func listsAreKeptApart() throws {
    let merging = try Merging(
      calendar("X-WR-RELCALID:b", todo("UID:1")), calendar("X-WR-RELCALID:a", todo("UID:1")),
      calendar(todo("UID:1")),
      options: MergeOptions(lists: .apart))
    #expect(merging.text.count(of: "BEGIN:VCALENDAR") == 3)
    #expect(merging.plan.report.kept == 3)
    #expect(merging.text.contains("X-WR-RELCALID:2\r\n"))
  }

  @Test func theOrderOfTheOutput() throws {
    let merging = try Merging(
      calendar(
        "BEGIN:X-B\r\nUID:1\r\nEND:X-B", "BEGIN:VEVENT\r\nUID:2\r\nEND:VEVENT",
        "BEGIN:VEVENT\r\nUID:1\r\nEND:VEVENT",
        todo("UID:z"), todo("UID:y"), todo("UID:x", "X-APPLE-SORT-ORDER:100"),
        todo("UID:w", "CREATED:20010101T000010Z"),
        todo("UID:v", "RECURRENCE-ID:20260101T000000Z"), todo("UID:v")))
    let uids = merging.text.split(separator: "\r\n").filter { $0.hasPrefix("UID:") }.map { $0.dropFirst(4) }
    #expect(uids == ["w", "x", "v", "v", "y", "z", "1", "2", "1"])
  }

  @Test func oneManualOrderIsSettledByCreated() throws {
    let order = "X-APPLE-SORT-ORDER:7"
    let merging = try Merging(
      calendar(
        todo("UID:a", order), todo("UID:b", order, "CREATED:20260102T000000Z"),
        todo("UID:c", order, "CREATED:20260101T000000Z")))
    let uids = merging.text.split(separator: "\r\n").filter { $0.hasPrefix("UID:") }.map { $0.dropFirst(4) }
    #expect(uids == ["c", "b", "a"])
  }

  /// Memory is bounded by it: a merge of a million reminders keeps two million.
  @Test func whatIsRememberedOfAComponent() {
    #expect(MemoryLayout<MergeIndex.Entry>.stride == 64)
  }

  @Test func tenThousandVersionsOfOneUID() throws {
    let versions = (0..<10_000).map { todo("UID:1", "LAST-MODIFIED:20260101T000000Z", "SUMMARY:\($0)") }
    let text = (["BEGIN:VCALENDAR"] + versions + ["END:VCALENDAR", ""]).joined(separator: "\r\n")
    let merging = try Merging([Array(text.utf8)])
    #expect(merging.plan.report.superseded == 9999)
    #expect(merging.plan.report.kept == 1)
  }

  @Test func nothingFromNothing() throws {
    let merging = try Merging("", "junk")
    #expect(merging.plan.isEmpty && merging.output.isEmpty)
  }

  @Test func anInputThatShrankIsAnError() throws {
    struct Shrunk: MergeInput {
      let whole: MemoryInput
      var name: String { whole.name }
      var listName: String { whole.listName }
      func open() throws(ICalendarError) -> any ByteSource & Sendable { try whole.open() }
      func read(_ count: Int, at offset: Int, into bytes: inout [UInt8]) throws(ICalendarError) {}
    }
    let input = Shrunk(whole: MemoryInput(name: "a", Array(calendar(todo("UID:1")).utf8)))
    let plan = try Merge.plan([input], heldBytes: 0)
    #expect(throws: MergeError.changed(input: "a")) { try plan.write { _ in } }
    // Held components are not read again: the merge uses the bytes of the first reading.
    let held = try Merge.plan([input])
    try held.write { _ in }
  }

  @Test(arguments: [0, 1 << 15, 1 << 20])
  func whatIsHeldChangesNothing(heldBytes: Int) throws {
    let inputs = (1...3).map { number in
      let todos = (0..<400).map { index in
        todo(
          "UID:\(index % 300)", "LAST-MODIFIED:2026010\(1 + (index * number) % 9)T000000Z",
          "SUMMARY:\(index % (number + 1))", "X-PAD:\(String(repeating: "x", count: index))")
      }
      return MemoryInput(name: "\(number)", Array(calendar(todos.joined(separator: "\r\n")).utf8))
    }
    func output(_ heldBytes: Int) throws -> [UInt8] {
      var bytes: [UInt8] = []
      try Merge.plan(inputs, heldBytes: heldBytes).write { bytes += $0 }
      return bytes
    }
    #expect(try output(heldBytes) == output(.max))
  }
}
