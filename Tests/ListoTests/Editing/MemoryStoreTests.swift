import Foundation
import Listo
import Testing

/// A store without files behaves as one with files.
@Suite struct MemoryStoreTests {
  private let view = ViewContext(now: Instant(seconds: 1_796_126_400), zone: .utc)
  private var store: ReminderStore { ReminderStore(inMemory: Catalog(sources: []), clock: FixedClock(view)) }

  @Test func addsCompletesAndUndoes() throws {
    let store = store
    let home = try store.addList("Home", color: ListColor("#FF0000"))
    let milk = try store.edit("Add milk") { edit in
      try edit.add(
        ReminderDraft(
          title: "Milk", due: .date(view.today), priority: .high, tags: ["shop"],
          repeats: RecurrenceRule(.daily)), to: home)
    }
    #expect(store.catalog.lists[0].openCount == 1)
    let found = try store.reminders("due <= today and priority = high")
    #expect(found.map(\.title) == ["Milk"])
    #expect(found[0].id == milk && found[0].tags == ["shop"] && found[0].isFlagged)
    try store.edit("Done") { try $0.complete(milk) }
    // The series moved on, and the completed occurrence is a copy.
    #expect(store.catalog[milk]?.due == .date(view.today.adding(days: 1)))
    #expect(store.catalog.reminders.count == 2)
    #expect(try store.undo().label == "Done")
    #expect(store.catalog[milk]?.due == .date(view.today))
    #expect(try store.redo().label == "Done")
    #expect(store.catalog.reminders.count == 2)
    try store.undo()
    try store.undo()
    #expect(store.catalog.reminders.isEmpty)
    try store.undo()
    #expect(store.catalog.lists.isEmpty)
    #expect(throws: WorkError.self) { try store.undo() }
    #expect(try store.history().count == 8)
  }

  @Test func changesLists() throws {
    let store = store
    let home = try store.addList("Home")
    let work = try store.addList("Work")
    #expect(throws: WorkError.self) { try store.addList("Work") }
    try store.renameList(home, to: "House")
    try store.setColor(ListColor("#00FF00"), of: home)
    try store.orderLists([work, home])
    let list = try #require(store.catalog.indexPath(for: home).flatMap(store.catalog.list))
    #expect(list.title == "House" && list.color == ListColor("#00FF00") && list.order == 1)
    let text = String(decoding: store.catalog.iCalendar(), as: UTF8.self)
    #expect(text.contains("NAME:House\r\n") && text.contains("COLOR:#00FF00\r\n"))
    try store.deleteList(work)
    #expect(store.catalog.lists.map(\.id) == [home])
  }

  /// No two lists have one identifier, whatever was renamed and deleted before.
  @Test func identifiersOfListsDiffer() throws {
    let store = store
    let first = try store.addList("A")
    try store.renameList(first, to: "B")
    let second = try store.addList("A")
    try store.renameList(second, to: "C")
    try store.deleteList(first)
    let third = try store.addList("A")
    #expect(third != second && store.catalog.lists.map(\.title) == ["C", "A"])
  }

  @Test func aListNeedsOneSource() throws {
    let store = store
    let home = try store.addList("Home")
    let source = try #require(home.container)
    try store.addList("Work", in: source)
    #expect(throws: WorkError.self) { try store.addList("Garden", in: ModelIdentifier(source: "other")) }
    let two = try Catalog.read(store.catalog.iCalendar(), named: "a.ics").catalog.sources
    let both = ReminderStore(inMemory: Catalog(sources: store.catalog.sources + two))
    #expect(throws: WorkError.self) { try both.addList("Garden") }
    #expect(try both.addList("Garden", in: source).container == source)
  }

  /// `listo select` and an app write the same JSON.
  @Test func aSelectionHasOneForm() throws {
    let store = store
    let home = try store.addList("Home")
    let milk = try store.edit("Add") {
      try $0.add(ReminderDraft(title: "Milk", due: .date(view.today)), to: home)
    }
    let selection = try #require(Selection(milk, in: store.catalog))
    #expect(try Selection(json: [UInt8](JSONEncoder().encode(selection))) == selection)
    #expect(try JSONDecoder().decode(Selection.self, from: Data(selection.json.pretty)) == selection)
  }

  @Test func aRefusedEditChangesNothing() throws {
    struct Own: Error {}
    let store = store
    let home = try store.addList("Home")
    #expect(throws: WorkError.self) {
      try store.edit("Add") { edit in
        try edit.add(ReminderDraft(title: "Milk"), to: home)
        throw Own()
      }
    }
    #expect(throws: WorkError.self) { try store.edit("Done") { try $0.complete(home) } }
    #expect(store.catalog.reminders.isEmpty)
  }

  /// The closure of an edit may ask the store, and an edit by another task is not lost.
  @Test func editsOfSeveralTasksAreAllMade() async throws {
    let store = store
    let home = try store.addList("Home")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        group.addTask {
          try store.edit("Add") { edit in
            _ = store.catalog.reminders.count
            try edit.add(ReminderDraft(title: "Task \(number)"), to: home)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(Set(store.catalog.reminders.compactMap(\.title)).count == 40)
    #expect(try store.history().count == 41)
  }

  @Test func updatesTellEachEdit() async throws {
    let store = store
    let home = try store.addList("Home")
    var updates = store.updates(settling: .milliseconds(1)).makeAsyncIterator()
    let milk = try store.edit("Add") { try $0.add(ReminderDraft(title: "Milk"), to: home) }
    let update = try #require(await updates.next())
    #expect(update.changes.inserted.map(\.identifier) == [milk])
    #expect(update.old.reminders.isEmpty && update.new.reminders.count == 1)
  }

  @Test func sharesSomeReminders() throws {
    let store = store
    let home = try store.addList("Home")
    let work = try store.addList("Work")
    let (milk, _) = try store.edit("Add") { edit in
      (
        try edit.add(ReminderDraft(title: "Milk", due: .date(view.today)), to: home),
        try edit.add(
          ReminderDraft(title: "Report", due: .date(view.today), alarms: [.relative(seconds: -600)]), to: work
        )
      )
    }
    let csv = try Conversion(to: .csv).convert(store.catalog, only: [milk])
    #expect(csv.text.contains("Milk") && !csv.text.contains("Report"))
    let again = try Catalog.read(store.catalog.iCalendar())
    #expect(again.catalog.lists.map(\.title) == ["Home", "Work"])
    #expect(again.problems.isEmpty)
    #expect(
      Set(again.catalog.reminders.map(\.component.bytes))
        == Set(store.catalog.reminders.map(\.component.bytes)))
    // Markdown has no place for an alarm.
    let page = try Conversion(to: .markdown).convert(store.catalog)
    #expect(page.text.contains("Report") && page.losses.counts["alarm"] == 1, "\(page.losses.counts)")
  }

  @Test func convertsBytesOfEveryFormatThatIsRead() throws {
    let store = store
    let home = try store.addList("Home")
    try store.edit("Add") { edit in
      try edit.add(ReminderDraft(title: "Milk", due: .date(view.today), tags: ["shop"]), to: home)
    }
    for format in Format.all where format.canRead && format.canWrite {
      let written = try Conversion(to: format).convert(store.catalog)
      let back = try Catalog.read(written.bytes, from: format).catalog
      #expect(back.reminders.map(\.title) == ["Milk"], "\(format.name)")
    }
    #expect(throws: WorkError.self) {
      try Conversion(to: .csv).convert(Array("nothing".utf8), from: .iCalendar)
    }
  }

  @Test func saysWhatARowAllows() throws {
    let store = store
    let home = try store.addList("Home")
    #expect(store.catalog.list(home)?.title == "Home" && store.catalog.list(home)?.color?.hex == nil)
    let (milk, rye) = try store.edit("Add") { edit in
      (
        try edit.add(ReminderDraft(title: "Milk"), to: home),
        try edit.add(ReminderDraft(title: "Rye"), to: home)
      )
    }
    #expect(store.actions(for: milk) == [.complete, .cancel, .flag, .edit, .delete])
    #expect(
      store.actions(for: rye) == [.complete, .cancel, .flag, .edit, .indent, .delete])
    try store.addList("Work")
    try store.edit("Done") { edit in
      try edit.setParent(milk, of: rye)
      try edit.complete(rye)
      try edit.flag(rye)
    }
    #expect(store.catalog.subtasks(of: milk).map(\.id) == [rye])
    #expect(store.actions(for: rye) == [.reopen, .unflag, .edit, .move, .outdent, .delete])
    #expect(store.actions(for: home).isEmpty)
  }
}
