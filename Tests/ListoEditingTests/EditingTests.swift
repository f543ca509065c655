import ICalendar
import ListoEditing
import ListoModel
import Testing

@Suite struct EditingTests {
  @Test func whatIsNotNamedStays() throws {
    var desk = try Desk([
      "UID:a\nsummary;LANGUAGE=en:Old\nDTSTAMP:20200101T000000Z\nX-ODD;P=\"a;b\":1\nCREATED:20200101T000000Z"
    ])
    try desk.apply(.set(.title, .text("New, and newer")), to: "a")
    let step = try #require(desk.editing.plan.steps.first)
    let text = step.after.map { String(decoding: $0.bytes, as: UTF8.self) }
    #expect(
      text == """
        BEGIN:VTODO\r
        UID:a\r
        summary;LANGUAGE=en:New\\, and newer\r
        DTSTAMP:20261201T080000Z\r
        X-ODD;P="a;b":1\r
        CREATED:20200101T000000Z\r
        LAST-MODIFIED:20261201T080000Z\r
        END:VTODO\r\n
        """)
    #expect(desk.editing.plan.steps.count == 1)
  }

  @Test func whatChangesNothingIsNoStep() throws {
    var desk = try Desk(["UID:a\nSUMMARY:Same\nSTATUS:COMPLETED\nCATEGORIES:x,y"])
    try desk.apply(.set(.title, .text("Same")), to: "a")
    try desk.apply(.complete(Completion()), to: "a")
    try desk.apply(.add(.tags, ["x"]), to: "a")
    #expect(desk.editing.plan.isEmpty)
  }

  /// Another clock may be ahead: a merge keeps what was changed last, which would be the older version.
  @Test(arguments: [
    ("20261201T080000Z", "20261201T080000Z"), ("20261201T080001Z", "20261201T080002Z"),
    ("20271231T235959Z", "20280101T000000Z"), ("99991231T235959Z", "99991231T235959Z"),
    ("20261201T090000", "20261201T080000Z"), ("nonsense", "20261201T080000Z"),
  ])
  func aChangeIsNeverToldAsOlder(modified: String, stamp: String) throws {
    var desk = try Desk([
      "UID:a\nSUMMARY:A\nLAST-MODIFIED:\(modified)",
      "UID:b\nRRULE:FREQ=DAILY\nDUE:20261201T090000Z\nLAST-MODIFIED:\(modified)",
    ])
    try desk.apply(.set(.title, .text("B")), to: "a")
    try desk.apply(.set(.notes, .text("C")), to: "a")
    try desk.apply(.complete(Completion()), to: "b")
    for step in desk.editing.plan.steps where step.before != nil {
      let after = try #require(step.after)
      #expect(after.first(.lastModified)?.rawText == stamp && after.first(.dtstamp)?.rawText == stamp)
    }
  }

  @Test func aRefusedChangeLeavesThePlan() throws {
    var desk = try Desk(["UID:a\nSUMMARY:A\nDTSTART:20261210T090000Z\nDUE:20261211T090000Z"])
    try desk.apply(.set(.title, .text("B")), to: "a")
    #expect(throws: EditError.self) {
      try desk.editing.apply(
        [.set(.notes, .text("n")), .set(.due, .moment(day("20261201T000000Z")))], to: desk.id("a"))
    }
    #expect(desk.editing.plan.steps.count == 1)
    #expect(
      desk.lines(desk.id("a")) == ["UID:a", "SUMMARY:B", "DTSTART:20261210T090000Z", "DUE:20261211T090000Z"])
  }

  @Test func statusPercentAndCompletedGoTogether() throws {
    var desk = try Desk([
      "UID:a\nSEQUENCE:3\nPERCENT-COMPLETE:20",
      "UID:b\nSTATUS:COMPLETED\nCOMPLETED:20260101T000000Z\nPERCENT-COMPLETE:100",
    ])
    try desk.apply(.complete(Completion()), to: "a")
    #expect(
      desk.lines(desk.id("a")) == [
        "UID:a", "SEQUENCE:3", "PERCENT-COMPLETE:100", "STATUS:COMPLETED", "COMPLETED:20261201T080000Z",
      ])
    try desk.apply(.reopen, to: "b")
    #expect(desk.lines(desk.id("b")) == ["UID:b", "STATUS:NEEDS-ACTION"])
    try desk.apply(.set(.percent, .integer(40)), to: "b")
    #expect(desk.lines(desk.id("b")) == ["UID:b", "STATUS:IN-PROCESS", "PERCENT-COMPLETE:40"])
    try desk.apply(.cancel, to: "b")
    #expect(desk.lines(desk.id("b")) == ["UID:b", "STATUS:CANCELLED", "PERCENT-COMPLETE:40"])
    try desk.apply(.reopen, to: "b")
    #expect(desk.lines(desk.id("b")) == ["UID:b", "STATUS:IN-PROCESS", "PERCENT-COMPLETE:40"])
  }

  @Test func tagsTouchOneLine() throws {
    var desk = try Desk([
      "UID:a\nCATEGORIES:x\nSUMMARY:S\nCATEGORIES:y", "UID:b\nCATEGORIES;LANGUAGE=de:x,y\\,z", "UID:c",
    ])
    try desk.apply(.add(.tags, ["z", "x"]), to: "a")
    #expect(
      desk.lines(desk.id("a")) == ["UID:a", "CATEGORIES:x", "SUMMARY:S", "CATEGORIES:y", "CATEGORIES:z"])
    try desk.apply(.remove(.tags, ["x"]), to: "a")
    #expect(desk.lines(desk.id("a")) == ["UID:a", "SUMMARY:S", "CATEGORIES:y", "CATEGORIES:z"])
    try desk.apply(.add(.tags, ["n"]), to: "b")
    try desk.apply(.remove(.tags, ["x"]), to: "b")
    #expect(desk.lines(desk.id("b")) == ["UID:b", "CATEGORIES;LANGUAGE=de:y\\,z,n"])
    try desk.apply(.set(.tags, .texts(["p", "q"])), to: "c")
    #expect(desk.lines(desk.id("c")) == ["UID:c", "CATEGORIES:p,q"])
  }

  @Test func aTagGoesFromEachLineThatHasIt() throws {
    var desk = try Desk(["UID:a\nCATEGORIES:x,y\nCATEGORIES:x\nCATEGORIES:z,x"])
    try desk.apply(.remove(.tags, ["x"]), to: "a")
    #expect(desk.lines(desk.id("a")) == ["UID:a", "CATEGORIES:y", "CATEGORIES:z"])
  }

  @Test func linesAreFoldedAsTheProducerFolds() throws {
    let long = String(repeating: "0123456789", count: 12)
    var desk = try Desk([
      "UID:a\nSUMMARY:\(long)", "UID:b\nDESCRIPTION:\(long.prefix(48))\n\t\(long.prefix(59))\n\t5",
    ])
    try desk.apply(.set(.title, .text(long + "x")), to: "a")
    #expect(text(desk, "a").contains("SUMMARY:\(long)x\r\n"))
    try desk.apply(.set(.title, .text(long)), to: "b")
    #expect(text(desk, "b").contains("SUMMARY:\(long.prefix(52))\r\n\t\(long.dropFirst(2).prefix(59))\r\n\t"))
  }

  @Test func anotherFormOfATextGoes() throws {
    var desk = try Desk(["UID:a\nDESCRIPTION;ALTREP=\"data:x\";LANGUAGE=en:Old\nX-ALT-DESC:<b>Old</b>"])
    try desk.apply(.set(.notes, .text("New")), to: "a")
    #expect(desk.lines(desk.id("a")) == ["UID:a", "DESCRIPTION;LANGUAGE=en:New"])
    #expect(desk.notes.count == 1)
  }

  @Test func whatIsReadElsewhereIsAdded() throws {
    let items = ["UID:a\nSUMMARY:A\nX-ODD:1", "UID:new\nSUMMARY:B\nRELATED-TO:a"]
    var desk = try Desk(["UID:a\nSUMMARY:A"])
    let other = try Desk(items)
    let drafts = items.indices.map { ReminderDraft(other.catalog.sources[0].lists[0].reminders[$0]) }
    let added = try desk.editing.add(drafts, to: desk.list())
    #expect(added.map { $0.uid?.text } == ["NEW-1", "new"])
    #expect(desk.lines(added[0]).contains("X-ODD:1"))
    #expect(desk.editing[added[1]]?.parent == "NEW-1")
  }

  @Test(arguments: [
    Change.set(.title, .text("")), .set(.notes, .text("a\u{7}b")), .set(.url, .text("no address")),
    .set(.geo, .text("here")),
    .set(.priority, .integer(10)), .set(.percent, .integer(101)), .set(.recurrence, .text("WEEKLY")),
    .set(.uid, .text("x")),
    .set(.due, .text("tomorrow")), .add(.title, ["x"]), .set(.tags, .texts(["a\nb"])), .attach("a b"),
    .set(.modified, nil),
    .set(.status, .text("odd")), .set(.parent, .text("nobody")),
  ])
  func whatWouldNotBeReadAgainIsRefused(_ change: Change) throws {
    var desk = try Desk(["UID:a\nDUE:20261201T080000Z"])
    #expect(throws: EditError.self) { try desk.apply(change, to: "a") }
    #expect(desk.editing.plan.isEmpty)
  }

  @Test func messagesAreNoLists() throws {
    var desk = try Desk(["UID:a"], head: "METHOD:REPLY")
    #expect(throws: EditError.self) { try desk.apply(.set(.title, .text("x")), to: "a") }
    var published = try Desk(["UID:a"], head: "METHOD:PUBLISH")
    try published.apply(.set(.title, .text("x")), to: "a")
  }

  private func text(_ desk: Desk, _ uid: String) -> String {
    String(decoding: desk.editing[desk.id(uid)]?.component.bytes ?? [], as: UTF8.self)
  }

  @Test func aNewReminderHasTheShapeOfItsList() throws {
    var desk = try Desk(
      ["UID:a\nSUMMARY:A\nX-APPLE-SORT-ORDER:7"], prodid: "-//Apple Inc.//iOS 26.1//EN")
    let new = try desk.editing.add(
      ReminderDraft(
        title: "Bread",
        fields: [.due: .moment(day("20261202")), .priority: .integer(3), .tags: .texts(["shop"])],
        alarms: [.relative(seconds: -900)], parent: desk.id("a")), to: desk.list())
    #expect(
      desk.lines(new) == [
        "UID:NEW-1", "CREATED:20261201T080000Z", "STATUS:NEEDS-ACTION", "X-APPLE-SORT-ORDER:8",
        "SUMMARY:Bread",
        "DTSTART;VALUE=DATE:20261202", "DUE;VALUE=DATE:20261202", "PRIORITY:1", "CATEGORIES:shop",
        "RELATED-TO;RELTYPE=PARENT:a", "ACTION:DISPLAY", "DESCRIPTION:Bread", "TRIGGER:-PT15M", "UID:NEW-2",
        "X-WR-ALARMUID:NEW-2",
      ])
    #expect(desk.editing.plan.steps.map(\.before?.uid) == [nil])
  }

  @Test func aTimeWithoutAZoneIsTheViewersAndBringsItsDefinition() throws {
    var desk = try Desk([
      "UID:a\nSUMMARY:A", "UID:b\nDUE:20261203T100000", "UID:c\nDUE;TZID=America/New_York:20261203T100000",
    ])
    let time = FieldValue.moment(day("20261204T150000"))
    for uid in ["a", "b", "c"] { try desk.apply(.set(.due, time), to: uid) }
    #expect(desk.lines(desk.id("a")).last == "DUE;TZID=Europe/Berlin:20261204T150000")
    #expect(desk.lines(desk.id("b")).last == "DUE:20261204T150000")
    #expect(desk.lines(desk.id("c")).last == "DUE;TZID=America/New_York:20261204T090000")
    #expect(desk.editing.plan.steps.map(\.zones.count) == [1, 0, 0])
  }
}
