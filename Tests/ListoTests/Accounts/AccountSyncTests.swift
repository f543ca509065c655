import Foundation
import Listo
import Synchronization
import Testing

/// Syncs of one or two Listos with a server in memory.
@Suite struct AccountSyncTests {
  private typealias Todo = SyncPlayground

  private func place(_ quirks: FakeCalDAV.Quirks = .init(), count: Int = 3) throws -> SyncPlayground {
    let server = FakeCalDAV(quirks)
    server.makeList("home", title: "Home")
    for number in 0..<count {
      server.put(Todo.todo("u\(number)", "Task \(number)"), "t\(number).ics", in: "home")
    }
    let place = try SyncPlayground(server)
    try place.sync()
    return place
  }

  private func title(_ uid: String, _ place: SyncPlayground, in list: String = "Home") throws -> String? {
    try place.items()[list]?[uid].flatMap { SyncPlayground.value("SUMMARY", in: $0.text) }
  }

  private func titles(_ server: FakeCalDAV, _ list: String = "home") -> [String] {
    (server.content[list] ?? [:]).values.compactMap { SyncPlayground.value("SUMMARY", in: $0) }.sorted()
  }

  @Test func firstPullBringsAllAndTheNextAsksOnce() throws {
    let place = try place()
    defer { place.remove() }
    #expect(try place.items()["Home"]?.count == 3)
    let before = place.server.state.withLock { $0.requests }
    let report = try place.sync()
    #expect(report.isEmpty)
    #expect(place.server.state.withLock { $0.requests } == before + 1)
  }

  @Test(arguments: [false, true]) func changesOnBothSidesAreMerged(rewrites: Bool) throws {
    var quirks = FakeCalDAV.Quirks()
    (quirks.rewrites, quirks.weakens, quirks.hidesETag, quirks.hasNoTokens) = (
      rewrites, rewrites, rewrites, rewrites
    )
    let place = try place(quirks)
    defer { place.remove() }
    let file = try #require(try place.items()["Home"]?["u0"]?.url.lastPathComponent)
    try place.write(Todo.todo("u0", "Task 0", ["STATUS:COMPLETED"], stamp: 2), file, in: "Home")
    place.server.put(Todo.todo("u0", "Task zero", stamp: 3), "t0.ics", in: "home")
    let report = try place.sync()
    #expect(report.conflicts.isEmpty)
    let here = try #require(try place.items()["Home"]?["u0"]?.text)
    let there = try #require(place.server.content["home"]?["t0.ics"])
    for text in [here, there] {
      #expect(text.contains("SUMMARY:Task zero") && text.contains("STATUS:COMPLETED"))
    }
    #expect(try place.sync().isEmpty)
  }

  @Test func conflictKeepsTheNewestAndTheLoserBeside() throws {
    let place = try place()
    defer { place.remove() }
    let file = try #require(try place.items()["Home"]?["u0"]?.url.lastPathComponent)
    try place.write(Todo.todo("u0", "Here", stamp: 2), file, in: "Home")
    place.server.put(Todo.todo("u0", "There", stamp: 3), "t0.ics", in: "home")
    let report = try place.sync()
    #expect(report.conflicts.count == 1)
    #expect(try title("u0", place) == "There")
    #expect(titles(place.server).contains("There"))
    let log = try SyncLog(place.root.appendingPathComponent("state").path)
    let name = try #require(log.conflicts.first?.file)
    let kept = try String(contentsOfFile: log.keptFolder + "/" + name, encoding: .utf8)
    #expect(kept.contains("SUMMARY:Here"))
  }

  @Test func deletionsGoBothWays() throws {
    let place = try place(count: 4)
    defer { place.remove() }
    let url = try #require(try place.items()["Home"]?["u0"]?.url)
    try FileManager.default.removeItem(at: url)
    place.server.remove("t1.ics", in: "home")
    try place.sync()
    #expect(titles(place.server) == ["Task 2", "Task 3"])
    #expect(try place.items()["Home"]?.keys.sorted() == ["u2", "u3"])
    let trash = place.root.appendingPathComponent("state/trash/2026-11-23").path
    #expect(try FileManager.default.contentsOfDirectory(atPath: trash).count == 1)
  }

  @Test func whatWasDeletedAndChangedIsKept() throws {
    let place = try place(count: 4)
    defer { place.remove() }
    let items = try #require(try place.items()["Home"])
    try FileManager.default.removeItem(at: try #require(items["u0"]?.url))
    place.server.put(Todo.todo("u0", "Changed there", stamp: 5), "t0.ics", in: "home")
    try place.write(
      Todo.todo("u1", "Changed here", stamp: 5), try #require(items["u1"]?.url.lastPathComponent), in: "Home")
    place.server.remove("t1.ics", in: "home")
    let report = try place.sync()
    #expect(report.conflicts.count == 2)
    #expect(try title("u0", place) == "Changed there")
    #expect(titles(place.server).contains("Changed here"))
  }

  @Test(arguments: [true, false]) func anEmptiedListStops(isHere: Bool) throws {
    let place = try place(count: 20)
    defer { place.remove() }
    if isHere {
      for (_, item) in try #require(try place.items()["Home"]) {
        try FileManager.default.removeItem(at: item.url)
      }
    } else {
      for number in 0..<20 { place.server.remove("t\(number).ics", in: "home") }
    }
    let report = try place.sync()
    #expect(report.stopped.count == 1)
    #expect(isHere ? titles(place.server).count == 20 : try place.items()["Home"]?.count == 20)
    #expect(try place.sync().stopped.count == 1)
    var options = SyncOptions()
    options.allowsDeletions = true
    #expect(try place.sync(options).stopped.isEmpty)
    #expect(titles(place.server).isEmpty)
    #expect(try place.items()["Home"]?.isEmpty ?? false)
  }

  @Test func aMissingFolderDeletesNothing() throws {
    let place = try place()
    defer { place.remove() }
    try FileManager.default.removeItem(at: try place.list(titled: "Home"))
    #expect(try place.sync().stopped.count == 1)
    #expect(titles(place.server).count == 3)
    var options = SyncOptions()
    options.missingLists = .restore
    try place.sync(options)
    #expect(try place.items()["Home"]?.count == 3)
  }

  @Test func lostStateDeletesNothing() throws {
    let place = try place(count: 4)
    defer { place.remove() }
    try FileManager.default.removeItem(at: place.root.appendingPathComponent("state"))
    let items = try #require(try place.items()["Home"])
    try FileManager.default.removeItem(at: try #require(items["u0"]?.url))
    place.server.remove("t1.ics", in: "home")
    try place.write(
      Todo.todo("u2", "Other", stamp: 2), try #require(items["u2"]?.url.lastPathComponent), in: "Home")
    let report = try place.sync()
    #expect(report.conflicts.count == 1)
    #expect(try place.items()["Home"]?.count == 4)
    #expect(titles(place.server) == ["Other", "Task 0", "Task 1", "Task 3"])
  }

  /// A folder that was put back from a backup is older than what is known of it: nothing in it counts as an edit that wins unseen.
  @Test func aRestoredFolderDeletesNothing() throws {
    let place = try place(count: 3)
    defer { place.remove() }
    let backup = place.root.appendingPathComponent("backup")
    try FileManager.default.copyItem(at: place.folder, to: backup)
    place.server.put(Todo.todo("u9", "New"), "t9.ics", in: "home")
    try place.sync()
    try FileManager.default.removeItem(at: place.folder)
    try FileManager.default.copyItem(at: backup, to: place.folder)
    try place.sync()
    #expect(titles(place.server).count == 4)
    #expect(try place.items()["Home"]?.count == 4)
  }

  @Test func movesAreMoves() throws {
    let place = try place(count: 2)
    defer { place.remove() }
    place.server.makeList("work", title: "Work")
    try place.sync()
    let from = try #require(try place.items()["Home"]?["u0"]?.url)
    let to = try FileManager.default.contentsOfDirectory(atPath: place.folder.path).sorted().map(
      place.folder.appendingPathComponent
    )
    .first {
      $0.lastPathComponent != from.deletingLastPathComponent().lastPathComponent
        && !$0.lastPathComponent.hasPrefix(".")
    }
    try FileManager.default.moveItem(at: from, to: try #require(to).appendingPathComponent("x.ics"))
    let report = try place.sync()
    #expect(report.counts[.moveThere] == 1)
    #expect(place.server.content["work"]?.count == 1 && place.server.content["home"]?.count == 1)
    #expect(place.server.state.withLock { $0.log.contains { $0.hasPrefix("MOVE") } })
    #expect(try place.sync().isEmpty)
  }

  @Test func listsAreMadeAndRenamedOnBothSides() throws {
    let place = try place()
    defer { place.remove() }
    let mine = place.folder.appendingPathComponent("garden")
    try FileManager.default.createDirectory(at: mine, withIntermediateDirectories: true)
    try Data("Garden\n".utf8).write(to: mine.appendingPathComponent("displayname"))
    try Data(Todo.todo("g1", "Water").utf8).write(to: mine.appendingPathComponent("a.ics"))
    let home = try place.list(titled: "Home")
    try Data("Household\n".utf8).write(to: home.appendingPathComponent("displayname"))
    place.server.makeList("work", title: "Work")
    try place.sync()
    let titles = place.server.state.withLock { $0.lists.values.compactMap(\.title).sorted() }
    #expect(titles == ["Garden", "Household", "Work"])
    #expect(try place.items().keys.sorted() == ["Garden", "Household", "Work"])
    #expect(try place.sync().isEmpty)
  }

  @Test(arguments: FakeCalDAV.Quirks.Refusal.allCases)
  func whatIsRefusedWaitsAndTheRestGoesOn(refusal: FakeCalDAV.Quirks.Refusal) throws {
    var quirks = FakeCalDAV.Quirks()
    quirks.refusal = refusal
    let place = try place(quirks)
    defer { place.remove() }
    try place.write(Todo.todo("bad", "refuse me"), "bad.ics", in: "Home")
    try place.write(Todo.todo("good", "Good"), "good.ics", in: "Home")
    let report = try place.sync()
    #expect(report.waiting.count == 1, "\(report.waiting)")
    #expect(titles(place.server).contains("Good"))
    let before = place.server.state.withLock { $0.log.count { $0.hasPrefix("PUT") } }
    #expect(try place.sync().waiting.count == 1)
    #expect(place.server.state.withLock { $0.log.count { $0.hasPrefix("PUT") } } == before)
    try place.write(Todo.todo("bad", "fine"), "bad.ics", in: "Home")
    #expect(try place.sync().waiting.isEmpty)
    #expect(titles(place.server).contains("fine"))
  }

  @Test(arguments: [
    "", "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:u0\r\nSUMM", "nonsense",
    "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:u0\r\nEND:VTODO\r\nBEGIN:VTODO\r\nUID:v0\r\nEND:VTODO\r\nEND:VCALENDAR\r\n",
  ])
  func aBrokenFileIsNeitherEditNorDeletion(text: String) throws {
    let place = try place()
    defer { place.remove() }
    let file = try #require(try place.items()["Home"]?["u0"]?.url.lastPathComponent)
    try place.write(text, file, in: "Home")
    let report = try place.sync()
    #expect(!report.waiting.isEmpty)
    #expect(titles(place.server) == ["Task 0", "Task 1", "Task 2"])
  }

  @Test func undoIsANewEdit() throws {
    let place = try place()
    defer { place.remove() }
    place.server.put(Todo.todo("u0", "Changed there", stamp: 2), "t0.ics", in: "home")
    place.server.remove("t1.ics", in: "home")
    try place.sync()
    let store = try CatalogStore([], journal: place.journal)
    #expect(try place.journal.history().count == 2)
    try store.undo(at: Instant(seconds: SyncPlayground.start))
    #expect(try title("u0", place) == "Task 0")
    try place.sync()
    #expect(titles(place.server) == ["Task 0", "Task 1", "Task 2"])
  }

  @Test func pullSendsNothingAndPushTakesNothing() throws {
    let place = try place()
    defer { place.remove() }
    try place.write(Todo.todo("mine", "Mine"), "mine.ics", in: "Home")
    place.server.put(Todo.todo("theirs", "Theirs"), "theirs.ics", in: "home")
    var options = SyncOptions()
    options.direction = .pull
    try place.sync(options)
    #expect(titles(place.server) == ["Task 0", "Task 1", "Task 2", "Theirs"])
    #expect(try title("theirs", place) == "Theirs")
    place.server.put(Todo.todo("late", "Late"), "late.ics", in: "home")
    options.direction = .push
    try place.sync(options)
    #expect(titles(place.server).contains("Mine"))
    #expect(try title("late", place) == nil)
    try place.sync()
    #expect(try title("late", place) == "Late")
  }

  @Test func aPlanWritesNothing() throws {
    let place = try place()
    defer { place.remove() }
    place.server.put(Todo.todo("u0", "Changed", stamp: 2), "t0.ics", in: "home")
    let plan = try place.makeSync().plan()
    #expect(plan.steps.map(\.kind) == [.take])
    #expect(try title("u0", place) == "Task 0")
    #expect(try place.makeSync().plan().steps.map(\.kind) == [.take])
  }
}
