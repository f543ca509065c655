import ICalendar
import ListoEditing
import ListoModel
import Testing

@Suite struct SubtasksTests {
  /// a with b, b with c; d repeats, with an override.
  private static let tree = [
    "UID:a\nSUMMARY:A", "UID:b\nRELATED-TO:a", "UID:c\nRELATED-TO;RELTYPE=PARENT:b",
    "UID:d\nRELATED-TO:a\nDTSTART:20261201T080000Z\nRRULE:FREQ=DAILY",
    "UID:d\nRECURRENCE-ID:20261203T080000Z\nSUMMARY:Other", "UID:e\nSUMMARY:E",
  ]

  private func uids(_ desk: Desk, _ list: Int = 0) -> [String] {
    desk.editing.reminders(in: desk.list(list)).map {
      ($0.reminder.uid ?? "") + ($0.reminder.parent.map { "<" + $0 } ?? "")
    }
  }

  @Test func subtasksOfWhatIsDeletedMoveUp() throws {
    var desk = try Desk(Self.tree)
    try desk.apply(.delete(.keep), to: "b")
    #expect(uids(desk) == ["a", "c<a", "d<a", "d", "e"])
    try desk.apply(.delete(.keep), to: "a")
    #expect(uids(desk) == ["c", "d", "d", "e"])
  }

  @Test func orGoWithIt() throws {
    var desk = try Desk(Self.tree)
    try desk.apply(.delete(.include), to: "a")
    #expect(uids(desk) == ["e"])
    #expect(desk.editing.plan.steps.count == 5)
  }

  @Test func subtasksAreCompletedWhereThatIsAsked() throws {
    var desk = try Desk(Self.tree)
    #expect(desk.editing.openSubtasks(of: desk.id("a")) == [desk.id("b"), desk.id("c"), desk.id("d")])
    try desk.apply(.complete(Completion()), to: "a")
    #expect(desk.editing.plan.steps.count == 1)
    try desk.apply(.reopen, to: "a")
    try desk.apply(.complete(Completion(.series, subtasks: .include)), to: "a")
    #expect(desk.editing.openSubtasks(of: desk.id("a")).isEmpty)
  }

  @Test func nothingIsAPartOfItself() throws {
    var desk = try Desk(Self.tree)
    #expect(throws: EditError.self) { try desk.apply(.setParent(desk.id("c")), to: "a") }
    #expect(throws: EditError.self) { try desk.apply(.setParent(desk.id("a")), to: "a") }
    try desk.apply(.setParent(desk.id("e")), to: "b")
    #expect(desk.lines(desk.id("b")) == ["UID:b", "RELATED-TO:e"])
    try desk.apply(.setParent(nil), to: "c")
    #expect(desk.lines(desk.id("c")) == ["UID:c"])
  }

  @Test func circlesAreLeft() throws {
    var desk = try Desk([
      "UID:a\nRELATED-TO:b", "UID:b\nRELATED-TO:a", "UID:c\nRELATED-TO:gone", "UID:d\nRELATED-TO:d",
    ])
    #expect(desk.editing.descendants(of: desk.id("a")) == [desk.id("b")])
    try desk.apply(.delete(.keep), to: "a")
    #expect(uids(desk) == ["b", "c<gone", "d<d"])
    try desk.apply(.delete(.include), to: "d")
    #expect(uids(desk) == ["b", "c<gone"])
  }

  @Test func indentingTakesTheOneBefore() throws {
    var desk = try Desk(Self.tree)
    #expect(try desk.editing.parentForIndenting(desk.id("e")) == desk.id("a"))
    #expect(try desk.editing.parentForIndenting(desk.id("d")) == desk.id("b"))
    #expect(throws: EditError.self) { try desk.editing.parentForIndenting(desk.id("b")) }
    #expect(try desk.editing.parentForOutdenting(desk.id("c")) == desk.id("a"))
    #expect(try desk.editing.parentForOutdenting(desk.id("b")) == nil)
    #expect(throws: EditError.self) { try desk.editing.parentForOutdenting(desk.id("e")) }
  }

  @Test func aMoveTakesSubtasksOverridesAndZonesAlong() throws {
    let zone =
      "BEGIN:VTIMEZONE\nTZID:Here\nBEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0100\nEND:STANDARD\nEND:VTIMEZONE"
    let other = zone.replacing("+0100", with: "+0500")
    var items = Self.tree
    items[1] += "\nDUE;TZID=Here:20261203T090000"
    var desk = try Desk([
      ("A.ics", Desk.file(items, head: "X-WR-CALNAME:A\n" + zone)),
      ("B.ics", Desk.file(["UID:x\nX-APPLE-SORT-ORDER:3"], head: "X-WR-CALNAME:B\n" + other, lineEnd: "\n")),
    ])
    try desk.editing.apply(.move(toList: desk.list(1)), to: desk.id("b"))
    #expect(uids(desk) == ["a", "d<a", "d", "e"])
    #expect(uids(desk, 1) == ["x", "b", "c<b"])
    let moved = try #require(desk.editing.plan.steps.first { $0.after != nil })
    #expect(moved.list == desk.list(1))
    #expect(
      moved.after.map { Desk.lines($0) } == [
        "UID:b", "DUE;TZID=Here 2:20261203T090000", "X-APPLE-SORT-ORDER:4",
      ])
    #expect(moved.zones.map { $0.first(.tzid)?.text } == ["Here 2"])
    #expect(moved.after?.bytes.contains(0x0D) == false)
    try desk.editing.apply(.move(toList: desk.list(1)), to: desk.id("d"))
    #expect(uids(desk, 1) == ["x", "b", "c<b", "d", "d"])
  }

  @Test func aMoveOntoTheSameUIDIsRefused() throws {
    var desk = try Desk([
      ("A.ics", Desk.file(["UID:x"], head: "X-WR-CALNAME:A")),
      ("B.ics", Desk.file(["UID:x"], head: "X-WR-CALNAME:B")),
    ])
    #expect(throws: EditError.self) { try desk.editing.apply(.move(toList: desk.list(1)), to: desk.id("x")) }
    try desk.editing.apply(.copy(toList: desk.list(1)), to: desk.id("x"))
    #expect(uids(desk, 1) == ["x", "NEW-1"])
  }

  @Test func aCopyHasNamesOfItsOwn() throws {
    var desk = try Desk(Self.tree)
    try desk.editing.apply(.copy(toList: desk.list()), to: desk.id("a"))
    #expect(
      uids(desk) == [
        "a", "b<a", "c<b", "d<a", "d", "e", "NEW-1", "NEW-2<NEW-1", "NEW-3<NEW-2", "NEW-4<NEW-1", "NEW-4",
      ])
    let override = try #require(desk.editing.plan.steps.last)
    #expect(override.identifier.recurrenceID == "20261203T080000Z")
    #expect(override.after?.first(.recurrenceID)?.rawText == "20261203T080000Z")
  }

  @Test func deletingAnOccurrenceLeavesItOut() throws {
    var desk = try Desk(Self.tree)
    let override = ModelIdentifier(
      source: "/desk", list: desk.list().list, uid: ModelIdentifier.Name("d"),
      recurrenceID: "20261203T080000Z")
    try desk.editing.apply(.delete(.keep), to: override)
    #expect(desk.lines(desk.id("d")).last == "EXDATE:20261203T080000Z")
    let made = ModelIdentifier(
      source: "/desk", list: desk.list().list, uid: ModelIdentifier.Name("d"),
      recurrenceID: "20261205T080000Z")
    try desk.editing.apply(.delete(.keep), to: made)
    #expect(desk.lines(desk.id("d")).last == "EXDATE:20261205T080000Z")
    #expect(throws: EditError.self) { try desk.editing.apply(.set(.title, .text("x")), to: made) }
  }

  @Test func completingWhatRepeatsMakesACopy() throws {
    var desk = try Desk(Self.tree)
    try desk.apply(.complete(Completion()), to: "d")
    #expect(desk.lines(desk.id("d")).contains("DTSTART:20261202T080000Z"))
    let copies = desk.editing.plan.steps.filter { $0.before == nil }
    #expect(copies.count == 1)
    #expect(copies.first?.after.map { Reminder($0, in: .none).isCompleted } == true)
  }

  @Test func purgingHarmsNothing() throws {
    let done = "\nSTATUS:COMPLETED\nCOMPLETED:20250101T000000Z"
    var desk = try Desk([
      "UID:old" + done, "UID:new\nSTATUS:COMPLETED\nCOMPLETED:20261130T000000Z", "UID:p" + done,
      "UID:q\nRELATED-TO:p" + done,
      "UID:r\nRELATED-TO:q", "UID:s" + done, "UID:t\nRELATED-TO:s" + done,
      "UID:m\nDTSTART:20250101T000000Z\nRRULE:FREQ=DAILY",
      "UID:m\nRECURRENCE-ID:20250102T000000Z" + done,
      "UID:n\nRRULE:FREQ=DAILY\nDTSTART:20240101T000000Z" + done,
      "UID:o\nRRULE:FREQ=DAILY;COUNT=1\nDTSTART:20250101T000000Z",
      "UID:o\nRECURRENCE-ID:20250101T000000Z" + done,
      "UID:u\nRRULE:FREQ=DAILY;COUNT=1\nDTSTART:20250101T000000Z",
      "UID:u\nRECURRENCE-ID:20250101T000000Z\nSTATUS:COMPLETED\nCOMPLETED:20261130T000000Z",
      "UID:cancelled\nSTATUS:CANCELLED\nLAST-MODIFIED:20250101T000000Z", "UID:unknown\nSTATUS:CANCELLED",
    ])
    let before = Instant(seconds: Desk.now.seconds - 86_400 * 30)
    let whatever = desk.editing.purgeable(in: desk.list()) { _ in true }
    #expect(
      whatever.map { $0.uid?.text } == ["old", "new", "s", "t", "n", "o", "u", "cancelled", "unknown"])
    let gone = try desk.editing.purge(before: before, in: desk.list())
    #expect(gone.map { $0.uid?.text } == ["old", "s", "t", "n", "o", "cancelled"])
    #expect(desk.editing.plan.steps.map { $0.after == nil } == Array(repeating: true, count: 7))
  }

  /// Before means before: what was done at that very second stays.
  @Test func whatWasDoneAtThatInstantStays() throws {
    var desk = try Desk([
      "UID:before\nSTATUS:COMPLETED\nCOMPLETED:20261031T235959Z",
      "UID:at\nSTATUS:COMPLETED\nCOMPLETED:20261101T000000Z",
    ])
    // 2026-11-01T00:00:00Z
    let gone = try desk.editing.purge(before: Instant(seconds: 1_793_491_200), in: desk.list())
    #expect(gone.map { $0.uid?.text } == ["before"])
  }
}
