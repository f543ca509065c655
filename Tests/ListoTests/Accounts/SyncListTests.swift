import Foundation
import Listo
import ListoTesting
import Synchronization
import Testing

/// The effects of a sync on lists: the lists that are synced, and their state on either side afterwards.
@Suite struct SyncListTests: SyncOfTwoLists {
  private typealias Todo = SyncPlayground

  private func folder(_ title: String, _ place: SyncPlayground) throws -> String {
    try place.list(titled: title).lastPathComponent
  }

  @Test func onlyTheNamedListsAreSynced() throws {
    let place = try place()
    defer { place.remove() }
    place.server.put(Todo.todo("h", "At home"), "h.ics", in: "home")
    place.server.put(Todo.todo("w", "At work"), "w.ics", in: "work")
    try place.write(Todo.todo("x", "From here"), "x.ics", in: "Work")
    var options = SyncOptions()
    options.lists = [try folder("Home", place)]
    try place.sync(options)
    #expect(try place.items()["Home"]?["h"] != nil)
    #expect(try place.items()["Work"]?["w"] == nil)
    #expect(place.server.titles("work") == ["At work"])
    // The list that was left alone is not forgotten.
    try place.sync()
    #expect(try place.items()["Work"]?["w"] != nil)
    #expect(place.server.titles("work") == ["At work", "From here"])
  }

  /// A move out of a list that is meant is a move, and no deletion.
  @Test func aMoveOutOfANamedListIsAMove() throws {
    let place = try place()
    defer { place.remove() }
    let work = try place.list(titled: "Work")
    try FileManager.default.moveItem(at: try file("u0", place), to: work.appendingPathComponent("m.ics"))
    var options = SyncOptions()
    options.lists = [try folder("Home", place)]
    try place.sync(options)
    #expect(place.server.titles("work") == ["Task 0"])
    #expect(place.server.titles() == ["Task 1", "Task 2"])
  }

  /// The folder of a list is called otherwise: it is the same list.
  @Test func aFolderThatIsCalledOtherwiseIsTheSameList() throws {
    let place = try place()
    defer { place.remove() }
    let list = try place.list(titled: "Home")
    let moved = list.deletingLastPathComponent().appendingPathComponent("household")
    try FileManager.default.moveItem(at: list, to: moved)
    try Data("Household\n".utf8).write(to: moved.appendingPathComponent("displayname"))
    try place.write(
      Todo.todo("u0", "Changed", stamp: 2), try file("u0", place, "Household").lastPathComponent,
      in: "Household")
    // A look remembers nothing.
    #expect(try place.makeSync().plan().lists.map(\.kind) == [.changeThere, .pair])
    #expect(try place.sync().stopped.isEmpty)
    #expect(place.server.titles() == ["Changed", "Task 1", "Task 2"])
    #expect(place.server.state.withLock { $0.lists["home"]?.title } == "Household")
    #expect(try place.sync().isEmpty)
    #expect(place.server.state.withLock { $0.lists.count } == 2)
  }

  /// Who removed a list has not seen what changed in it on the other side.
  @Test(arguments: [true, false]) func aListWithNewsIsNotRemoved(isHere: Bool) throws {
    let place = try place()
    defer { place.remove() }
    if isHere {
      try FileManager.default.removeItem(at: try place.list(titled: "Home"))
      place.server.put(Todo.todo("new", "Not seen"), "new.ics", in: "home")
    } else {
      place.server.state.withLock { $0.lists["home"] = nil }
      try place.write(Todo.todo("new", "Not seen"), "new.ics", in: "Home")
    }
    var options = SyncOptions()
    options.missingLists = .remove
    #expect(try place.sync(options).stopped.count == 1)
    let left = isHere ? place.server.titles().count : try place.items()["Home"]?.count
    #expect(left == 4)
    options.allowsDeletions = true
    #expect(try place.sync(options).stopped.isEmpty)
    #expect(place.server.content["home"] == nil)
    #expect(try place.items()["Home"] == nil)
  }

  /// A list that another client made again is the same list, and nothing is deleted for what it lacks.
  @Test func aListThatWasMadeAgainIsTheSameList() throws {
    let place = try place()
    defer { place.remove() }
    place.server.state.withLock { $0.lists["home"] = nil }
    place.server.addList("again", title: "Home")
    place.server.put(Todo.todo("u0", "Task 0"), "x.ics", in: "again")
    #expect(try place.sync().stopped.isEmpty)
    #expect(place.server.titles("again") == ["Task 0", "Task 1", "Task 2"])
    #expect(try place.items()["Home"]?.count == 3)
    #expect(try place.sync().isEmpty)
  }

  /// A new list takes another name where its own is that of a list of another folder.
  @Test func aNewListTakesAFreeName() throws {
    let place = try place()
    defer { place.remove() }
    let mine = try place.makeList("garden", title: "Garden", ["a.ics": Todo.todo("g1", "Water")])
    try place.sync()
    // The folder becomes another, and one of its old name is made.
    try FileManager.default.moveItem(at: mine, to: place.folder.appendingPathComponent("park"))
    try place.makeList("garden", title: "Flowers")
    #expect(try place.sync().stopped.isEmpty)
    #expect(try place.sync().isEmpty)
    #expect(
      try place.items().keys.sorted()
        == place.server.state.withLock { $0.lists.values.compactMap(\.title).sorted() })
  }

  /// A vdir that another program keeps: paired by UID, equal is the base, different a conflict, and nothing
  /// is deleted.
  @Test func aFolderThatWasThereBeforeIsPaired() throws {
    let server = MockCalDAV()
    server.addList("home", title: "Home")
    for uid in ["same", "other", "theirs"] { server.put(Todo.todo(uid, uid), "\(uid).ics", in: "home") }
    let place = try SyncPlayground(server)
    defer { place.remove() }
    try place.makeList(
      "personal", title: "Home",
      [
        "same.ics": Todo.todo("same", "same", stamp: 7), "other.ics": Todo.todo("other", "changed", stamp: 7),
        "mine.ics": Todo.todo("mine", "mine", stamp: 7),
      ])
    let report = try place.sync()
    #expect(report.conflicts.map(\.title) == ["changed"])
    #expect(server.titles() == ["changed", "mine", "same", "theirs"])
    #expect(try place.items()["Home"]?.count == 4)
    #expect(server.state.withLock { $0.lists.count } == 1)
  }

  /// Colour and order, on either side; what a server does not keep is not told again and again.
  @Test func coloursAndOrdersGoBothWays() throws {
    let place = try place()
    defer { place.remove() }
    let home = try place.list(titled: "Home")
    try Data("#112233\n".utf8).write(to: home.appendingPathComponent("color"))
    place.server.state.withLock { $0.lists["work"]?.order = "7" }
    try place.sync()
    #expect(place.server.state.withLock { $0.lists["home"]?.color } == "#112233")
    let order = try place.list(titled: "Work").appendingPathComponent("order")
    #expect(try String(contentsOf: order, encoding: .utf8) == "7\n")
    place.server.state.withLock { $0.lists["home"]?.color = nil }
    try place.sync()
    let before = place.server.state.withLock { $0.log.count { $0.hasPrefix("PROPPATCH") } }
    try place.sync()
    #expect(place.server.state.withLock { $0.log.count { $0.hasPrefix("PROPPATCH") } } == before)
  }

  /// Folders come with the first pull, and go when it is taken back.
  @Test func aFirstPullIsTakenBackWhole() throws {
    let server = MockCalDAV(lists: ["home"], count: 3)
    let place = try SyncPlayground(server)
    defer { place.remove() }
    try place.sync()
    let list = try place.list(titled: "Home")
    try ReminderStore([], journal: place.journal).undo(at: Instant(seconds: Todo.start), ofOthers: true)
    #expect(!FileManager.default.fileExists(atPath: list.path))
    #expect(try place.sync().stopped.count == 1)
    #expect(server.titles().count == 3)
  }
}
