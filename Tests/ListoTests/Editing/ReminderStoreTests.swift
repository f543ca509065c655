import Foundation
import Listo
import Testing

/// A change is written to its place, and nothing else is touched.
@Suite struct ReminderStoreTests {
  private static let two = StoreFolder.calendar(
    "Home", StoreFolder.todo("1", "SUMMARY:Garden", "X-MINE;A=b:c"),
    StoreFolder.todo("2", "SUMMARY:Rake", " and more"))

  @Test func onlyTheComponentChanges() throws {
    let folder = try StoreFolder()
    try folder.write("Home.ics", Self.two)
    let store = try folder.store()
    let done = try store.set("1", .summary, "Bread")
    #expect(try folder.text("Home.ics") == Self.two.replacing("SUMMARY:Garden", with: "SUMMARY:Bread"))
    #expect(done.id == Transaction.ID(1))
    #expect(done.items.map(\.title) == ["Bread"])
    let lines = done.files.map(FileDifference.init).flatMap(\.passages)
    #expect(lines.map(\.line) == [7])
    #expect(lines.flatMap(\.lines) == [.removed("SUMMARY:Garden"), .added("SUMMARY:Bread")])
    // The store knows it, and so does who reads it again.
    #expect(store.catalog[try store.catalog.identifier("1")]?.title == "Bread")
    #expect(try folder.store().catalog[store.catalog.identifier("1")]?.title == "Bread")
  }

  /// A file that someone restored by hand is already as the undo would leave it, and no reason to refuse.
  @Test func whatIsAsItWasAlreadyIsLeftAsItIs() throws {
    let folder = try StoreFolder()
    let one = StoreFolder.calendar(nil, StoreFolder.todo("1", "SUMMARY:One"))
    try folder.write("Home/1.ics", one)
    try folder.write("Home/2.ics", StoreFolder.calendar(nil, StoreFolder.todo("2", "SUMMARY:Two")))
    let store = try folder.store()
    try store.change("1") { _ in nil }
    #expect(try folder.files()["Home/1.ics"] == nil)
    try folder.write("Home/1.ics", one)
    try store.undo(at: noon)
    #expect(try folder.text("Home/1.ics") == one)
  }

  /// Where the bytes that a change made stand twice by now, no one knows which of them are meant.
  @Test func anUndoOfAReminderThatStandsTwiceIsRefused() throws {
    let folder = try StoreFolder()
    try folder.write("Home.ics", StoreFolder.calendar("Home", StoreFolder.todo("1", "SUMMARY:Garden")))
    let store = try folder.store()
    try store.set("1", .summary, "Bread")
    let once = StoreFolder.todo("1", "SUMMARY:Bread")
    let twice = try folder.text("Home.ics").replacing(once, with: once + once)
    #expect(twice.components(separatedBy: "SUMMARY:Bread").count == 3)
    try folder.write("Home.ics", twice)
    #expect(throws: WorkError.self) { try store.undo(at: noon) }
    #expect(try folder.text("Home.ics") == twice)
  }

  /// Two stores with one journal, as an app and a sync have.
  @Test func aStoreUndoesItsOwnChanges() throws {
    let folder = try StoreFolder()
    try folder.write("Home.ics", Self.two)
    let (store, other) = (try folder.store(), try folder.store())
    #expect(throws: WorkError.self) { try store.undo(at: noon) }
    try store.set("1", .summary, "Mine")
    let others = try other.set("2", .summary, "Theirs")
    try store.undo(at: noon)
    let text = try folder.text("Home.ics")
    #expect(text.contains("SUMMARY:Garden") && text.contains("SUMMARY:Theirs"))
    // The remaining change was made elsewhere: undoing it takes its number or `ofOthers`.
    do throws(WorkError) {
      try store.undo(at: noon)
      Issue.record("the change of the other store was undone")
    } catch {
      guard case .editing(.madeElsewhere(let id, label: _, time: _)) = error else { throw error }
      #expect(id == others.id)
    }
    try store.redo(at: noon)
    #expect(try folder.text("Home.ics").contains("SUMMARY:Mine"))
    #expect(throws: WorkError.self) { try other.redo(at: noon) }
    try store.undo(#require(others.id), at: noon)
    #expect(try folder.text("Home.ics").contains("SUMMARY:Rake"))
    try other.undo(at: noon, ofOthers: true)
    #expect(try folder.text("Home.ics").contains("SUMMARY:Garden"))
    let entries = try store.history()
    #expect(entries.allSatisfy { $0.paths == [folder.path + "/Home.ics"] })
  }

  /// A file of another format is no change each time that one looks.
  @Test func aRefreshTellsChangesAlone() throws {
    let folder = try StoreFolder()
    let home = try folder.write("Home.ics", Self.two)
    let shop = try folder.write("Shop.csv", "title\nMilk\n")
    let store = try ReminderStore([home, shop])
    #expect(!store.refresh())
    try folder.write("Shop.csv", "title\nMilk\nBread\n")
    #expect(store.refresh())
    #expect(!store.refresh())
    #expect(store.catalog.reminderPaths.count == 4)
  }

  @Test func undoGivesTheBytesBackAndRedoTakesThemAgain() throws {
    let folder = try StoreFolder()
    try folder.write("Home.ics", Self.two)
    let store = try folder.store()
    try store.set("1", .summary, "Bread")
    try store.change("2") { _ in nil }
    let changed = try folder.text("Home.ics")
    let undone = try store.undo(at: noon)
    #expect(undone.kind == .undo(Transaction.ID(2)))
    try store.undo(at: noon)
    #expect(try folder.text("Home.ics") == Self.two)
    #expect(throws: WorkError.self) { try store.undo(at: noon) }
    #expect(try store.redo(at: noon).kind == .redo(Transaction.ID(4)))
    try store.redo(at: noon)
    #expect(try folder.text("Home.ics") == changed)
    #expect(throws: WorkError.self) { try store.redo(at: noon) }
    // A change that was redone can be undone again.
    try store.undo(at: noon)
    try store.undo(at: noon)
    #expect(try folder.text("Home.ics") == Self.two)
    #expect(try store.history().map(\.id.number) == Array((1...8).reversed()))
  }

  @Test func whatOthersChangedStays() throws {
    let folder = try StoreFolder()
    try folder.write("Home.ics", Self.two)
    let store = try folder.store()
    try store.set("1", .summary, "Bread")
    // Another program writes elsewhere in the file, and elsewhere in the same reminder.
    try folder.write(
      "Home.ics",
      try folder.text("Home.ics").replacing("SUMMARY:Rake", with: "SUMMARY:Leaves").replacing(
        "X-MINE;A=b:c", with: "X-MINE;A=b:d"))
    try store.undo(at: noon)
    #expect(
      try folder.text("Home.ics")
        == Self.two.replacing("SUMMARY:Rake", with: "SUMMARY:Leaves").replacing(
          "X-MINE;A=b:c", with: "X-MINE;A=b:d"))
  }

  @Test func whereTheSameLinesChangedItIsRefused() throws {
    let folder = try StoreFolder()
    try folder.write("Home.ics", Self.two)
    let store = try folder.store()
    try store.set("1", .summary, "Bread")
    let other = try folder.text("Home.ics").replacing("SUMMARY:Bread", with: "SUMMARY:Butter")
    try folder.write("Home.ics", other)
    let error = #expect(throws: WorkError.self) { try store.undo(at: noon) }
    guard case .editing(.changedSince(_, _, let clashes))? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(clashes.map(\.wanted) == [["SUMMARY:Garden"]])
    #expect(clashes.map(\.standing) == [["SUMMARY:Butter"]])
    #expect(try folder.text("Home.ics") == other)
  }

  @Test func aVdirHasAFileForEach() throws {
    let folder = try StoreFolder()
    let one = StoreFolder.calendar(nil, StoreFolder.todo("1", "SUMMARY:Garden"))
    try folder.write("1.ics", one)
    let store = try folder.store()
    try store.add("2")
    #expect(try Set(folder.files().keys) == ["1.ics", "2.ics"])
    #expect(try folder.text("1.ics") == one)
    let gone = try store.change("1") { _ in nil }
    #expect(try Set(folder.files().keys) == ["2.ics"])
    #expect(gone.items.map(\.title) == ["Garden"])
    try store.undo(at: noon)
    #expect(try folder.text("1.ics") == one)
    try store.undo(at: noon)
    #expect(try Set(folder.files().keys) == ["1.ics"])
  }

  @Test func newOnesStandBehindTheLastWithTheirZone() throws {
    let folder = try StoreFolder()
    try folder.write("Home.ics", Self.two)
    let store = try folder.store()
    let zone = try #require(Component(Array("BEGIN:VTIMEZONE\r\nTZID:A\r\nEND:VTIMEZONE\r\n".utf8)))
    try store.add("3", zones: [zone])
    try store.add("4", zones: [zone])
    let text = try folder.text("Home.ics")
    let added = StoreFolder.todo("3", "SUMMARY:3") + StoreFolder.todo("4", "SUMMARY:4")
    #expect(
      text
        == Self.two.replacing("END:VCALENDAR", with: added + "END:VCALENDAR").replacing(
          "BEGIN:VTODO\r\nUID:1", with: "BEGIN:VTIMEZONE\r\nTZID:A\r\nEND:VTIMEZONE\r\nBEGIN:VTODO\r\nUID:1"))
    for _ in 0..<2 { try store.undo(at: noon) }
    #expect(try folder.text("Home.ics") == Self.two)
  }

  @Test func theLastOneOfAListLeavesAnEmptyCalendar() throws {
    let folder = try StoreFolder()
    try folder.write("Home.ics", StoreFolder.calendar("Home", StoreFolder.todo("1")))
    let store = try folder.store()
    try store.change("1") { _ in nil }
    #expect(try folder.text("Home.ics") == StoreFolder.calendar("Home"))
  }

  @Test func aStaleCatalogIsReadAgain() throws {
    let folder = try StoreFolder()
    try folder.write("Home.ics", Self.two)
    let (one, other) = (try folder.store(), try folder.store())
    try one.set("1", .summary, "Bread")
    try other.set("1", .location, "Oven")
    try one.set("2", .location, "Shed")
    let text = try folder.text("Home.ics")
    for line in ["SUMMARY:Bread\r\n", "LOCATION:Oven\r\n", "LOCATION:Shed\r\n"] {
      #expect(text.contains(line))
    }
    try other.change("2") { _ in nil }
    #expect(throws: WorkError.self) { try one.set("2", .summary, "Gone") }
  }

  @Test func whatCannotBeEditedIsRefusedWithARepair() throws {
    let folder = try StoreFolder()
    let json = "{\"uid\":\"1\",\"title\":\"Bread\"}\n"
    try folder.write("a.jsonl", json)
    let store = try folder.store(of: "a.jsonl")
    let error = #expect(throws: WorkError.self) { try store.set("1", .summary, "Butter") }
    guard case .editing(let failure)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(failure.repairs.contains { $0.contains("listo convert") })
    #expect(try folder.text("a.jsonl") == json)
    #expect(throws: WorkError.self) { try ReminderStore(["-"]) }
  }

  /// The kernel's plan changes several components of one file, and several files of a vdir.
  @Test func aCompletionIsTakenBackWhole() throws {
    let folder = try StoreFolder()
    let weekly = StoreFolder.todo(
      "1", "SUMMARY:Bins", "DTSTART:20261201T090000Z", "DUE:20261201T090000Z", "RRULE:FREQ=WEEKLY")
    try folder.write("Home.ics", StoreFolder.calendar("Home", weekly))
    try folder.write("vdir/1.ics", StoreFolder.calendar(nil, weekly))
    let before = try folder.files()
    let store = try folder.store()
    let context = EditContext(ViewContext(now: noon, zone: .utc)) { UUID().uuidString }
    for path in store.catalog.reminderPaths {
      let identifier = try #require(store.catalog.modelIdentifier(at: path))
      let plan = try store.plan(in: context) { editing throws(EditError) in
        try editing.apply(.complete(Completion()), to: identifier)
      }
      let told = try store.difference(of: plan)
      let done = try store.apply("done Bins", in: context) { editing throws(EditError) in
        try editing.apply(.complete(Completion()), to: identifier)
      }
      #expect(done.items.count == 2)
      #expect(done.files.map(FileDifference.init) == told)
      #expect(told.flatMap(\.passages).flatMap(\.lines).contains(.added("STATUS:COMPLETED")))
    }
    #expect(store.catalog.reminderPaths.count == 4)
    #expect(try folder.files().count == 3)
    let error = #expect(throws: WorkError.self) {
      try store.apply("done", in: context) { editing throws(EditError) in
        try editing.apply(.reopen, to: ModelIdentifier(source: "nowhere"))
      }
    }
    guard case .editing(.change(.notFound))? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    for _ in 0..<2 { try store.undo(at: noon) }
    #expect(try folder.files() == before)
  }
}
