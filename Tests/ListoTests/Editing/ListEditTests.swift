import Foundation
import Listo
import Testing

/// Lists that come, change and go, as vdirs and as files.
@Suite struct ListEditTests {
  private static let context = EditContext(ViewContext(now: noon, zone: .utc))
  private let red = ListColor(red: 255, green: 0, blue: 0)

  private func list(_ store: ReminderStore, _ title: String) throws -> Catalog.ListNode {
    try #require(store.catalog.sources.flatMap(\.lists).first { $0.list.title == title })
  }

  @Test func aVdirGetsAnotherVdir() throws {
    let folder = try StoreFolder()
    try folder.write("home/1.ics", StoreFolder.calendar(nil, StoreFolder.todo("1")))
    let store = try folder.store()
    try store.addList("Work", color: red, at: noon)
    #expect(try folder.text("Work/displayname") == "Work\n")
    #expect(try folder.text("Work/color") == "#FF0000\n")
    let work = try list(store, "Work")
    #expect(work.list.color == red && work.reminders.isEmpty && work.list.allowsModification)
    // It can be filled at once.
    let component = try #require(Component(Array(StoreFolder.todo("2").utf8)))
    try store.apply("add", at: noon) { _ throws(WorkError) in
      EditPlan(steps: [
        EditPlan.Step(list: work.identifier, identifier: work.identifier, before: nil, after: component)
      ])
    }
    #expect(try folder.files().keys.contains("Work/2.ics"))
    for _ in 0..<2 { try store.undo(at: noon) }
    #expect(try Set(folder.files().keys) == ["home/1.ics"])
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/Work"))
    #expect(throws: WorkError.self) { try store.addList("home", at: noon) }
  }

  /// A folder that only its files make a list stays one without them.
  @Test(arguments: [nil, "displayname", "color"])
  func aVdirStaysWithoutItsLastReminder(_ metadata: String?) throws {
    let folder = try StoreFolder()
    try folder.write("Home.ics", StoreFolder.calendar("Home", StoreFolder.todo("1")))
    try folder.write("work/2.ics", StoreFolder.calendar(nil, StoreFolder.todo("2")))
    try folder.write("work/3.ics", StoreFolder.calendar(nil, StoreFolder.todo("3")))
    if let metadata { try folder.write("work/" + metadata, metadata == "color" ? "#FF0000\n" : "Job\n") }
    let before = try folder.files()
    let store = try folder.store()
    let title = metadata == "displayname" ? "Job" : "work"
    let work = try list(store, title).identifier
    func delete(_ uid: String) throws {
      let name = try store.catalog.identifier(uid)
      try store.apply("delete", in: Self.context) { editing throws(EditError) in
        try editing.apply(.delete(.keep), to: name)
      }
    }
    try delete("2")
    #expect(try folder.files().count == before.count - 1)
    try delete("3")
    let names = ["Home.ics", metadata.map { "work/" + $0 } ?? "work/displayname"]
    #expect(try Set(folder.files().keys) == Set(names))
    #expect(try metadata != nil || folder.text("work/displayname") == "work\n")
    #expect(try list(folder.store(), title).identifier == work)
    // It is filled again, and what was done is taken back with all that came of it.
    let one = try store.catalog.identifier("1")
    try store.apply("move", in: Self.context) { editing throws(EditError) in
      try editing.apply(.move(toList: work), to: one)
    }
    #expect(try folder.files().keys.contains("work/1.ics"))
    for _ in 0..<3 { try store.undo(at: noon) }
    #expect(try folder.files() == before)
  }

  /// A folder that has the name of the file that marks a list is kept, and nothing is refused because of it.
  @Test func whatCannotSayThatItIsAListStays() throws {
    let folder = try StoreFolder()
    try folder.write("work/1.ics", StoreFolder.calendar(nil, StoreFolder.todo("1")))
    try folder.write("work/displayname/x", "")
    let store = try folder.store()
    let name = try store.catalog.identifier("1")
    try store.apply("delete", in: Self.context) { editing throws(EditError) in
      try editing.apply(.delete(.keep), to: name)
    }
    #expect(try Set(folder.files().keys) == ["work/displayname/x"])
  }

  @Test func aFolderOfFilesGetsAFileInTheSameWords() throws {
    let folder = try StoreFolder()
    try folder.write(
      "Home.ics",
      StoreFolder.calendar("Home", StoreFolder.todo("1")).replacing(
        "X-WR-CALNAME", with: "X-APPLE-CALENDAR-COLOR:#00FF00\r\nX-WR-CALNAME"))
    let store = try folder.store()
    try store.addList("Work, and more", color: red, at: noon)
    #expect(
      try folder.text("Work, and more.ics") == """
        BEGIN:VCALENDAR\r
        VERSION:2.0\r
        PRODID:-//Listo//Listo//EN\r
        X-WR-CALNAME:Work\\, and more\r
        X-APPLE-CALENDAR-COLOR:#FF0000\r
        END:VCALENDAR\r

        """)
    #expect(try list(store, "Work, and more").list.color == red)
  }

  @Test func namesAndColoursOfAFile() throws {
    let folder = try StoreFolder()
    let text = StoreFolder.calendar("Home", StoreFolder.todo("1")).replacing(
      "X-WR-CALNAME", with: "COLOR:blue\r\nNAME;LANGUAGE=de:Haus\r\nX-WR-CALNAME")
    try folder.write("Home.ics", text)
    let store = try folder.store()
    let identifier = try #require(store.catalog.sources.first?.lists.first?.identifier)
    try store.renameList(identifier, to: "House", at: noon)
    #expect(try folder.text("Home.ics").contains("X-WR-CALNAME:House\r\n"))
    #expect(try folder.text("Home.ics").contains("NAME;LANGUAGE=de:Haus\r\n"))
    try store.setColor(red, of: identifier, at: noon)
    #expect(try folder.text("Home.ics").contains("COLOR:red\r\n"))
    // No CSS name says this one.
    let odd = ListColor(red: 1, green: 2, blue: 3)
    try store.setColor(odd, of: identifier, at: noon)
    #expect(try folder.text("Home.ics").contains("X-APPLE-CALENDAR-COLOR:#010203\r\n"))
    #expect(store.catalog.sources.first?.lists.first?.list.color == odd)
    try store.orderLists([identifier], at: noon)
    #expect(store.catalog.sources.first?.lists.first?.list.order == 0)
    #expect(try store.orderLists([identifier], at: noon).isEmpty)
    try store.setColor(nil, of: identifier, at: noon)
    #expect(store.catalog.sources.first?.lists.first?.list.color == nil)
    for _ in 0..<5 { try store.undo(at: noon) }
    #expect(try folder.text("Home.ics") == text)
  }

  @Test func aRenamedListIsNotTakenBackWhereItWasRenamedSince() throws {
    let folder = try StoreFolder()
    try folder.write("Home.ics", StoreFolder.calendar("Home", StoreFolder.todo("1")))
    let store = try folder.store()
    let identifier = try #require(store.catalog.sources.first?.lists.first?.identifier)
    try store.renameList(identifier, to: "House", at: noon)
    let changed = try folder.text("Home.ics")
    // A reminder changes: that is no reason.
    try store.set("1", .summary, "Bread")
    try store.undo(Transaction.ID(1), at: noon)
    #expect(try folder.text("Home.ics").contains("X-WR-CALNAME:Home\r\n"))
    #expect(try folder.text("Home.ics").contains("SUMMARY:Bread"))
    try folder.write("Home.ics", changed.replacing("CALNAME:House", with: "CALNAME:Theirs"))
    #expect(throws: WorkError.self) { try store.undo(Transaction.ID(3), at: noon) }
  }

  @Test func namesAndColoursOfAVdir() throws {
    let folder = try StoreFolder()
    try folder.write("home/1.ics", StoreFolder.calendar(nil, StoreFolder.todo("1")))
    try folder.write("home/displayname", "Home")
    let before = try folder.files()
    let store = try folder.store()
    let identifier = try list(store, "Home").identifier
    try store.renameList(identifier, to: "House", at: noon)
    try store.setColor(red, of: identifier, at: noon)
    try store.orderLists([identifier], at: noon)
    let house = try list(store, "House").list
    #expect(house.color == red && house.order == 0)
    for _ in 0..<3 { try store.undo(at: noon) }
    #expect(try folder.files() == before)
  }

  @Test func whatWasInADeletedListComesBack() throws {
    let folder = try StoreFolder()
    for uid in ["1", "2"] {
      try folder.write("home/\(uid).ics", StoreFolder.calendar(nil, StoreFolder.todo(uid)))
    }
    try folder.write("home/displayname", "Home\n")
    try folder.write("Work.ics", StoreFolder.calendar("Work", StoreFolder.todo("3"), StoreFolder.todo("4")))
    try folder.write(
      "Both.ics",
      StoreFolder.calendar("One", StoreFolder.todo("5")) + StoreFolder.calendar("Two", StoreFolder.todo("6")))
    let before = try folder.files()
    let store = try folder.store()
    #expect(try store.deleteList(try list(store, "Home").identifier, at: noon).items.count == 2)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/home"))
    #expect(try store.deleteList(try list(store, "Work").identifier, at: noon).items.count == 2)
    try store.deleteList(try list(store, "One").identifier, at: noon)
    #expect(try folder.text("Both.ics") == StoreFolder.calendar("Two", StoreFolder.todo("6")))
    #expect(try Set(folder.files().keys) == ["Both.ics"])
    for _ in 0..<3 { try store.undo(at: noon) }
    #expect(try folder.files() == before)
  }
}
