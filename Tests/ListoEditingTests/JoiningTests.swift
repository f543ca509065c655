import ICalendar
import ListoEditing
import ListoModel
import Testing

/// Several reminders that become one.
@Suite struct JoiningTests {
  private func join(_ desk: inout Desk, _ names: (String, Int)...) throws -> JoinedReminders {
    let group = names.map { desk.id($0.0, $0.1) }
    return try #require(desk.editing.join([group]).first).get()
  }

  @Test func theFirstGainsWhatItLacks() throws {
    var desk = try Desk([
      "UID:1\nSUMMARY:Bread\nCATEGORIES:food\nDESCRIPTION:white",
      "UID:2\nSUMMARY:bread\nCATEGORIES:home\nDESCRIPTION:rye\nDUE;VALUE=DATE:20261210\nBEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT5M\nEND:VALARM",
    ])
    let joined = try join(&desk, ("1", 0), ("2", 0))
    #expect(joined.kept == desk.id("1") && joined.removed == [desk.id("2")])
    #expect(
      desk.lines(desk.id("1")) == [
        "UID:1", "SUMMARY:Bread", "CATEGORIES:food,home", "DESCRIPTION:white", "DUE;VALUE=DATE:20261210",
        "ACTION:DISPLAY", "TRIGGER:-PT5M",
      ])
    #expect(joined.dropped.map(\.text) == ["SUMMARY:bread", "DESCRIPTION:rye"])
    #expect(
      Set(joined.added.map(\.text)) == [
        "CATEGORIES:food,home", "DUE;VALUE=DATE:20261210", "ACTION:DISPLAY", "TRIGGER:-PT5M",
      ])
    #expect(desk.editing[desk.id("2")] == nil)
    #expect(desk.editing.plan.steps.count == 2)
  }

  @Test func whatNamedTheOthersNamesTheFirst() throws {
    let home = Desk.file(["UID:1\nSUMMARY:Party", "UID:a\nRELATED-TO:1"])
    let work = Desk.file(
      [
        "UID:2\nSUMMARY:Party", "UID:b\nRELATED-TO:2", "UID:c\nRELATED-TO:b",
        "UID:d\nRELATED-TO;RELTYPE=SIBLING:2",
      ],
      head: "X-WR-CALNAME:Work")
    var desk = try Desk([("Home.ics", home), ("Work.ics", work)])
    _ = try join(&desk, ("1", 0), ("2", 1))
    let rows = desk.editing.reminders(in: desk.list(0)).map {
      ($0.reminder.uid ?? "") + ($0.reminder.parent.map { "<" + $0 } ?? "")
    }
    #expect(rows == ["1", "a<1", "b<1", "c<b"], "subtasks come along, with theirs")
    #expect(desk.lines(desk.id("d", 1)) == ["UID:d", "RELATED-TO;RELTYPE=SIBLING:1"])
    #expect(desk.editing.reminders(in: desk.list(1)).map(\.reminder.uid) == ["d"])
  }

  @Test func zonesComeAlong() throws {
    let zone =
      "BEGIN:VTIMEZONE\nTZID:Custom\nBEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0130\nTZOFFSETTO:+0130\nEND:STANDARD\nEND:VTIMEZONE"
    let home = Desk.file(["UID:1\nSUMMARY:Bread"], lineEnd: "\n")
    let work = Desk.file(
      ["UID:2\nSUMMARY:Bread\nDUE;TZID=Custom:20261210T090000"], head: "X-WR-CALNAME:W\n\(zone)")
    var desk = try Desk([("Home.ics", home), ("Work.ics", work)])
    _ = try join(&desk, ("1", 0), ("2", 1))
    let step = try #require(desk.editing.plan.steps.first { $0.identifier == desk.id("1", 0) })
    #expect(step.zones.map { $0.first(.tzid)?.text } == ["Custom"])
    #expect(step.after?.bytes.contains(0x0D) == false)
  }

  @Test func oneGroupThatIsRefusedLeavesTheOthers() throws {
    var desk = try Desk([
      "UID:1\nSUMMARY:Bread", "UID:2\nSUMMARY:Bread\nRELATED-TO:1", "UID:3\nSUMMARY:Tea",
      "UID:4\nSUMMARY:Tea",
      "UID:5\nDTSTART:20261201T080000Z\nRRULE:FREQ=DAILY", "UID:5\nRECURRENCE-ID:20261203T080000Z", "UID:6",
    ])
    let results = desk.editing.join([
      [desk.id("1"), desk.id("2")], [desk.id("3"), desk.id("4")], [desk.id("6"), desk.id("5")],
    ])
    let refused = results.map { if case .failure = $0 { true } else { false } }
    #expect(refused == [true, false, true])
    #expect(desk.editing.plan.steps.map(\.identifier) == [desk.id("4")])
  }
}
