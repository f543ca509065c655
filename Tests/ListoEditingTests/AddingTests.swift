import ICalendar
import ListoEditing
import ListoModel
import Testing

/// New reminders: several at once, and one with a UID that was asked for.
@Suite struct AddingTests {
  /// Each is changed; those become parts that are a part of nothing yet.
  @Test func severalAreChangedAndMadeParts() throws {
    var desk = try Desk(["UID:p\nSUMMARY:Party"])
    var part = ReminderDraft(title: "Candles")
    part.parent = desk.id("p")
    let drafts = [ReminderDraft(title: "Cake"), part]
    let other = try desk.editing.add(ReminderDraft(title: "Evening"), to: desk.list())
    let added = try desk.editing.add(
      drafts, to: desk.list(), changing: [.add(.tags, ["home"])], partsOf: other)
    let reminders = added.compactMap { desk.editing[$0] }
    #expect(reminders.map(\.title) == ["Cake", "Candles"])
    #expect(reminders.map(\.tags) == [["home"], ["home"]])
    #expect(reminders.map(\.parent) == [other.uid?.text, "p"])
  }

  @Test func aUIDThatIsAskedFor() throws {
    let desk = try Desk(["UID:a\nSUMMARY:A"])
    let context = Desk.context()
    func given(_ uid: String) throws(UIDRefusal) -> String {
      try context.giving(uid: uid, in: desk.list(), of: desk.catalog).makeUID()
    }
    #expect(try given("b") == "b")
    #expect(throws: UIDRefusal.isTaken) { try given("a") }
    for uid in ["", "b\nc", "b\r\nc"] { #expect(throws: UIDRefusal.notOneLine) { try given(uid) } }
  }
}
