import Foundation
import Listo
import Synchronization
import Testing

/// Rules of a sync that the tests of whole syncs do not show by themselves.
@Suite struct SyncRulesTests {
  private typealias Todo = SyncPlayground

  private func place(_ quirks: FakeCalDAV.Quirks = .init(), count: Int = 3) throws -> SyncPlayground {
    let server = FakeCalDAV(quirks)
    server.makeList("home", title: "Home")
    server.makeList("work", title: "Work")
    for number in 0..<count {
      server.put(Todo.todo("u\(number)", "Task \(number)"), "t\(number).ics", in: "home")
    }
    let place = try SyncPlayground(server)
    try place.sync()
    return place
  }

  private func titles(_ server: FakeCalDAV, _ list: String = "home") -> [String] {
    (server.content[list] ?? [:]).values.compactMap { SyncPlayground.value("SUMMARY", in: $0) }.sorted()
  }

  private func file(_ uid: String, _ place: SyncPlayground, _ list: String = "Home") throws -> URL {
    try #require(try place.items()[list]?[uid]?.url)
  }

  private func folder(_ title: String, _ place: SyncPlayground) throws -> String {
    try place.list(titled: title).lastPathComponent
  }

  // MARK: Tokens

  /// What a sync wrote, and another deleted before it was read again: changes since the token before say nothing of it.
  @Test func whatCameAndWentSinceATokenIsGone() throws {
    let place = try place()
    defer { place.remove() }
    place.server.state.withLock { $0.quirks.tellsNothingOfWhatCameAndWent = true }
    try place.write(Todo.todo("mine", "Mine"), "mine.ics", in: "Home")
    // The process ends behind the PUT: what it wrote is not read again.
    let puts = CountingClient(place.server)
    #expect(throws: (any Error).self) { try place.sync(client: puts) }
    let name = try #require(
      place.server.content["home"]?.first { SyncPlayground.value("UID", in: $0.value) == "mine" }?.key)
    place.server.remove(name, in: "home")
    try place.sync()
    #expect(try place.items()["Home"]?["mine"] == nil)
    #expect(titles(place.server).count == 3)
    let report = try place.sync()
    #expect(report.isEmpty && report.waiting.isEmpty)
  }

  /// A token counts once all that it stands for is here.
  @Test func aTokenIsStoredBehindItsItems() throws {
    let place = try place()
    defer { place.remove() }
    place.server.put(Todo.todo("late", "Late"), "late.ics", in: "home")
    // The listing is answered, the items are not.
    place.server.state.withLock { $0.fault = ($0.requests + 3, .status(500)) }
    _ = try? place.sync()
    place.server.state.withLock { $0.fault = nil }
    try place.sync()
    #expect(try place.items()["Home"]?["late"] != nil)
  }

  // MARK: Lists

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
    #expect(titles(place.server, "work") == ["At work"])
    // What was left alone is not forgotten.
    try place.sync()
    #expect(try place.items()["Work"]?["w"] != nil)
    #expect(titles(place.server, "work") == ["At work", "From here"])
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
    #expect(titles(place.server, "work") == ["Task 0"])
    #expect(titles(place.server) == ["Task 1", "Task 2"])
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
    #expect(titles(place.server) == ["Changed", "Task 1", "Task 2"])
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
    let left = isHere ? titles(place.server).count : try place.items()["Home"]?.count
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
    place.server.makeList("again", title: "Home")
    place.server.put(Todo.todo("u0", "Task 0"), "x.ics", in: "again")
    #expect(try place.sync().stopped.isEmpty)
    #expect(titles(place.server, "again") == ["Task 0", "Task 1", "Task 2"])
    #expect(try place.items()["Home"]?.count == 3)
    #expect(try place.sync().isEmpty)
  }

  /// A new list takes another name where its own is that of a list of another folder.
  @Test func aNewListTakesAFreeName() throws {
    let place = try place()
    defer { place.remove() }
    let mine = place.folder.appendingPathComponent("garden")
    try FileManager.default.createDirectory(at: mine, withIntermediateDirectories: true)
    try Data("Garden\n".utf8).write(to: mine.appendingPathComponent("displayname"))
    try Data(Todo.todo("g1", "Water").utf8).write(to: mine.appendingPathComponent("a.ics"))
    try place.sync()
    // The folder becomes another, and one of its old name is made.
    try FileManager.default.moveItem(at: mine, to: place.folder.appendingPathComponent("park"))
    try FileManager.default.createDirectory(at: mine, withIntermediateDirectories: true)
    try Data("Flowers\n".utf8).write(to: mine.appendingPathComponent("displayname"))
    #expect(try place.sync().stopped.isEmpty)
    #expect(try place.sync().isEmpty)
    #expect(
      try place.items().keys.sorted()
        == place.server.state.withLock { $0.lists.values.compactMap(\.title).sorted() })
  }

  // MARK: The plan that was shown

  @Test func aPlanThatWasAgreedUponIsDoneOrNothingIs() throws {
    let place = try place()
    defer { place.remove() }
    place.server.put(Todo.todo("u0", "Changed", stamp: 2), "t0.ics", in: "home")
    let shown = try place.makeSync().plan()
    place.server.put(Todo.todo("u1", "Moved on", stamp: 3), "t1.ics", in: "home")
    let held = try place.makeSync(configuring: { $0.agreed = [shown.identifier] })
    #expect(throws: SyncPlan.Changed.self) { try held.run() }
    #expect(try place.items()["Home"]?["u0"]?.text.contains("Task 0") == true)
    let now = try place.makeSync().plan()
    _ = try place.makeSync(configuring: { $0.agreed = [shown.identifier, now.identifier] }).run()
    #expect(try place.items()["Home"]?["u1"]?.text.contains("Moved on") == true)
  }

  // MARK: Deletions

  /// More than ten, and more than half.
  @Test func aGuardCountsAndShares() throws {
    let place = try place(count: 30)
    defer { place.remove() }
    for number in 0..<11 { place.server.remove("t\(number).ics", in: "home") }
    #expect(try place.sync().stopped.isEmpty)
    for number in 11..<22 { place.server.remove("t\(number).ics", in: "home") }
    #expect(try place.sync().stopped.count == 1)
    #expect(try place.items()["Home"]?.count == 19)
  }

  /// Moves are no deletions, however many.
  @Test func movesDoNotCountAsDeletions() throws {
    let place = try place(count: 20)
    defer { place.remove() }
    let work = try place.list(titled: "Work")
    for (uid, item) in try place.items()["Home"] ?? [:] {
      try FileManager.default.moveItem(at: item.url, to: work.appendingPathComponent("\(uid).ics"))
    }
    #expect(try place.sync().stopped.isEmpty)
    #expect(titles(place.server).isEmpty && titles(place.server, "work").count == 20)
  }

  @Test func trashGoesByItsDay() throws {
    let place = try place(count: 4)
    defer { place.remove() }
    let trash = place.root.appendingPathComponent("state/trash")
    for day in ["2026-10-01", "2026-10-24", "notes"] {
      let folder = trash.appendingPathComponent(day)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data("x".utf8).write(to: folder.appendingPathComponent("a.ics"))
    }
    place.server.remove("t0.ics", in: "home")
    _ = try place.makeSync(configuring: { $0.trashStart = "2026-10-24" }).run()
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: trash.path).sorted() == [
        "2026-10-24", "2026-11-23", "notes",
      ])
  }

  /// What lost a conflict stays until it is dismissed, and then as long as the trash.
  @Test func whatIsDismissedGoesToTheTrash() throws {
    let place = try place()
    defer { place.remove() }
    try place.write(Todo.todo("u0", "Here", stamp: 2), try file("u0", place).lastPathComponent, in: "Home")
    place.server.put(Todo.todo("u0", "There", stamp: 3), "t0.ics", in: "home")
    try place.sync()
    let state = place.root.appendingPathComponent("state")
    let log = try SyncLog(state.path)
    #expect(log.conflicts.count == 1)
    try log.dismissConflicts(day: "2026-11-24")
    #expect(try SyncLog(state.path).conflicts.isEmpty)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: state.appendingPathComponent("kept").path).isEmpty)
    let trash = state.appendingPathComponent("trash/2026-11-24")
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: trash.path).first)
    #expect(
      try String(contentsOf: trash.appendingPathComponent(name), encoding: .utf8).contains("SUMMARY:Here"))
  }

  /// What a command took out that says how many, and asks, needs no second word.
  @Test func whatAPersonConfirmedPassesTheGuard() throws {
    let place = try place(count: 20)
    defer { place.remove() }
    let store = try CatalogStore([place.folder.path], journal: place.journal)
    let all = store.catalog.reminderPaths.compactMap { store.catalog.modelIdentifier(at: $0) }
    let view = ViewContext(now: Instant(seconds: Todo.start), zone: .utc)
    let context = EditContext(view) { UUID().uuidString }
    try store.apply("delete 20 reminders", in: context) { editing throws(EditError) in
      for identifier in all { try editing.apply(.delete(.keep), to: identifier) }
    }
    #expect(try place.items()["Home"]?.isEmpty ?? true)
    #expect(try place.sync().stopped.isEmpty)
    #expect(titles(place.server).isEmpty)
  }

  // MARK: Moves

  /// Where MOVE is refused: written there, then deleted where it was.
  @Test func aRefusedMoveIsACopyAndADeletion() throws {
    var quirks = FakeCalDAV.Quirks()
    quirks.refusesMoves = true
    let place = try place(quirks)
    defer { place.remove() }
    let work = try place.list(titled: "Work")
    try FileManager.default.moveItem(at: try file("u0", place), to: work.appendingPathComponent("m.ics"))
    try place.sync()
    #expect(titles(place.server) == ["Task 1", "Task 2"] && titles(place.server, "work") == ["Task 0"])
    let log = place.server.state.withLock { $0.log }
    let put = log.lastIndex { $0.hasPrefix("PUT /user/work/") } ?? .max
    #expect(put < log.lastIndex { $0.hasPrefix("DELETE /user/home/") } ?? -1)
    #expect(try place.sync().isEmpty)
  }

  // MARK: Refusals

  /// Tried again when the server is another one, and not before.
  @Test func whatWasRefusedIsTriedAgainWithAnotherServer() throws {
    let place = try place()
    defer { place.remove() }
    try place.write(Todo.todo("bad", "refuse me"), "bad.ics", in: "Home")
    var options = SyncOptions()
    options.server = "Old/1"
    func puts() -> Int { place.server.state.withLock { $0.log.count { $0.hasPrefix("PUT") } } }
    #expect(try place.sync(options).waiting.count == 1)
    let before = puts()
    #expect(try place.sync(options).waiting.count == 1)
    #expect(puts() == before)
    options.server = "New/2"
    #expect(try place.sync(options).waiting.count == 1)
    #expect(puts() > before)
  }

  /// 423 says that somebody else is writing: tried again, and never taken for a refusal.
  @Test func whatIsLockedIsTriedAgain() throws {
    var quirks = FakeCalDAV.Quirks()
    quirks.locks = true
    let place = try place(quirks)
    defer { place.remove() }
    for number in 0..<5 {
      try place.write(Todo.todo("n\(number)", "New \(number)"), "n\(number).ics", in: "Home")
    }
    for _ in 0..<4 { try place.sync() }
    #expect(titles(place.server).count == 8)
    #expect(try place.sync().waiting.isEmpty)
  }

  /// A UID that the server has elsewhere is told with that place.
  @Test func aKnownUIDIsToldWithItsPlace() throws {
    var quirks = FakeCalDAV.Quirks()
    quirks.refusesKnownUIDs = true
    let place = try place(quirks)
    defer { place.remove() }
    try place.write(Todo.todo("u0", "A copy"), "copy.ics", in: "Work")
    let report = try place.sync()
    #expect(
      report.waiting.contains { $0.list == "Work" && $0.text.contains("it stands in Home as well") },
      "\(report.waiting)")
    #expect(titles(place.server).count == 3)
  }

  // MARK: Names

  /// Files are called by hashes, whatever a server's paths and UIDs are.
  @Test func namesOfStrangersNameNoFile() throws {
    let place = try place(count: 0)
    defer { place.remove() }
    place.server.put(Todo.todo("../../escape", "One"), "a%3Ab.ics", in: "home")
    place.server.put(Todo.todo("CON", "Two"), "con.ics", in: "home")
    try place.sync()
    let names = try FileManager.default.contentsOfDirectory(atPath: place.list(titled: "Home").path)
      .filter { $0.hasSuffix(".ics") }
    #expect(names.count == 2)
    #expect(names.allSatisfy { $0.dropLast(4).allSatisfy(\.isHexDigit) && $0.count == 36 })
    // New resources are called so too: servers refuse colons and question marks.
    try place.write(Todo.todo("what?:ever", "Mine"), "mine.ics", in: "Home")
    try place.sync()
    let sent = place.server.state.withLock { $0.log.last { $0.hasPrefix("PUT") } ?? "" }
    let isHash = sent.dropFirst("PUT /user/home/".count).dropLast(4).allSatisfy(\.isHexDigit)
    #expect(isHash)
  }

  /// Two resources of one UID: told, and neither is deleted or overwritten.
  @Test func twoResourcesOfOneUIDAreLeftAlone() throws {
    let place = try place()
    defer { place.remove() }
    place.server.put(Todo.todo("u0", "Twin", stamp: 5), "twin.ics", in: "home")
    try place.sync()
    try place.sync()
    #expect(titles(place.server) == ["Task 0", "Task 1", "Task 2", "Twin"])
    #expect(try place.items()["Home"]?.count == 3)
  }

  /// One that comes later is no new version of the first, whichever name sorts before.
  @Test(arguments: ["a.ics", "twin.ics"]) func aSecondResourceOfAKnownUIDIsLeftAlone(name: String) throws {
    let place = try place()
    defer { place.remove() }
    try place.sync()
    place.server.put(Todo.todo("u0", "Twin", stamp: 5), name, in: "home")
    let report = try place.sync()
    #expect(report.conflicts.isEmpty)
    #expect(try place.items()["Home"]?["u0"]?.text.contains("Task 0") == true)
    // What changes here goes to the first.
    try place.write(Todo.todo("u0", "Mine", stamp: 9), try file("u0", place).lastPathComponent, in: "Home")
    try place.sync()
    #expect(titles(place.server) == ["Mine", "Task 1", "Task 2", "Twin"])
    // The first goes: the second is the reminder then.
    place.server.remove("t0.ics", in: "home")
    try place.sync()
    try place.sync()
    #expect(titles(place.server).contains("Twin"))
  }

  // MARK: Conflicts

  @Test(arguments: [MergePreference.ours, .theirs]) func whoIsPreferredWins(preference: MergePreference)
    throws
  {
    let place = try place()
    defer { place.remove() }
    // The other side is the newer one.
    try place.write(
      Todo.todo("u0", "Here", stamp: preference == .ours ? 2 : 9), try file("u0", place).lastPathComponent,
      in: "Home")
    place.server.put(Todo.todo("u0", "There", stamp: 5), "t0.ics", in: "home")
    var options = SyncOptions()
    options.preference = preference
    #expect(try place.sync(options).conflicts.count == 1)
    #expect(titles(place.server).contains(preference == .ours ? "Here" : "There"))
    #expect(try place.items()["Home"]?["u0"]?.text.contains(preference == .ours ? "Here" : "There") == true)
  }

  /// A vdir that another program keeps: paired by UID, equal is the base, different a conflict, and nothing is deleted.
  @Test func aFolderThatWasThereBeforeIsPaired() throws {
    let server = FakeCalDAV()
    server.makeList("home", title: "Home")
    for uid in ["same", "other", "theirs"] { server.put(Todo.todo(uid, uid), "\(uid).ics", in: "home") }
    let place = try SyncPlayground(server)
    defer { place.remove() }
    let list = place.folder.appendingPathComponent("personal")
    try FileManager.default.createDirectory(at: list, withIntermediateDirectories: true)
    try Data("Home\n".utf8).write(to: list.appendingPathComponent("displayname"))
    for (uid, title) in [("same", "same"), ("other", "changed"), ("mine", "mine")] {
      try Data(Todo.todo(uid, title, stamp: 7).utf8).write(to: list.appendingPathComponent("\(uid).ics"))
    }
    let report = try place.sync()
    #expect(report.conflicts.map(\.title) == ["changed"])
    #expect(titles(server) == ["changed", "mine", "same", "theirs"])
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
    let server = FakeCalDAV()
    server.makeList("home", title: "Home")
    for number in 0..<3 {
      server.put(Todo.todo("u\(number)", "Task \(number)"), "t\(number).ics", in: "home")
    }
    let place = try SyncPlayground(server)
    defer { place.remove() }
    try place.sync()
    let list = try place.list(titled: "Home")
    try CatalogStore([], journal: place.journal).undo(at: Instant(seconds: Todo.start))
    #expect(!FileManager.default.fileExists(atPath: list.path))
    #expect(try place.sync().stopped.count == 1)
    #expect(titles(server).count == 3)
  }

  // MARK: Many at once

  @Test func manyRequestsAtOnceEndAsOne() throws {
    let server = FakeCalDAV()
    server.makeList("home", title: "Home")
    for number in 0..<450 {
      server.put(Todo.todo("u\(number)", "Task \(number)"), "t\(number).ics", in: "home")
    }
    let place = try SyncPlayground(server)
    defer { place.remove() }
    let client = WatchingClient(server)
    func sync() throws -> SyncReport {
      let session = CalDAVSession(client, home: try FakeCalDAV.homeURL, width: 5)
      let log = try SyncLog(place.root.appendingPathComponent("state").path)
      let files = try AccountFolder(
        place.folder.path, journal: place.journal, at: Instant(seconds: Todo.start))
      let context = AccountSync.Context(time: Todo.start, day: "2026-11-23", label: "sync") {
        UUID().uuidString
      }
      return try AccountSync(session, files, log, context).run()
    }
    #expect(try sync().counts[.takeNew] == 450)
    for (uid, item) in try place.items()["Home"] ?? [:] where uid.hasSuffix("7") {
      try Data(Todo.todo(uid, "Changed", stamp: 2).utf8).write(to: item.url, options: .atomic)
    }
    #expect(try sync().counts[.send] == 45)
    #expect(titles(server).count { $0 == "Changed" } == 45)
    #expect(try sync().isEmpty)
    #expect(client.most.withLock { $0 } <= 5)
  }
}

/// Lets PUTs through, and is gone behind the first.
private final class CountingClient: HTTPClient {
  private let server: FakeCalDAV
  private let isGone = Mutex(false)

  init(_ server: FakeCalDAV) { self.server = server }

  func send(_ request: HTTPRequest) throws(HTTPFailure) -> HTTPResponse {
    if isGone.withLock({ $0 }) { throw HTTPFailure(.cancelled, request.url, "killed") }
    if request.method == .put { isGone.withLock { $0 = true } }
    return try server.send(request)
  }
}

/// Counts how many requests are under way at once.
private final class WatchingClient: HTTPClient {
  private let server: FakeCalDAV
  private let now = Mutex(0)
  let most = Mutex(0)

  init(_ server: FakeCalDAV) { self.server = server }

  func send(_ request: HTTPRequest) throws(HTTPFailure) -> HTTPResponse {
    let count = now.withLock { now in
      now += 1
      return now
    }
    most.withLock { $0 = max($0, count) }
    defer { now.withLock { $0 -= 1 } }
    return try server.send(request)
  }
}
