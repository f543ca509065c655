import Foundation
import Listo
import ListoTesting
import Synchronization
import Testing

/// Syncs of one or two Listos with a server in memory.
@Suite struct AccountSyncTests {
  private typealias Todo = SyncPlayground

  private func place(_ quirks: MockCalDAV.Behavior = .init(), count: Int = 3) throws -> SyncPlayground {
    try SyncPlayground(quirks, lists: ["home"], count: count)
  }

  private func title(_ uid: String, _ place: SyncPlayground, in list: String = "Home") throws -> String? {
    try place.items()[list]?[uid].flatMap { SyncPlayground.value("SUMMARY", in: $0.text) }
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
    var quirks = MockCalDAV.Behavior()
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
    #expect(place.server.titles().contains("There"))
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
    #expect(place.server.titles() == ["Task 2", "Task 3"])
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
    #expect(place.server.titles().contains("Changed here"))
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
    #expect(isHere ? place.server.titles().count == 20 : try place.items()["Home"]?.count == 20)
    #expect(try place.sync().stopped.count == 1)
    var options = SyncOptions()
    options.allowsDeletions = true
    #expect(try place.sync(options).stopped.isEmpty)
    #expect(place.server.titles().isEmpty)
    #expect(try place.items()["Home"]?.isEmpty ?? false)
  }

  @Test func aMissingFolderDeletesNothing() throws {
    let place = try place()
    defer { place.remove() }
    try FileManager.default.removeItem(at: try place.list(titled: "Home"))
    #expect(try place.sync().stopped.count == 1)
    #expect(place.server.titles().count == 3)
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
    #expect(place.server.titles() == ["Other", "Task 0", "Task 1", "Task 3"])
  }

  /// A folder that was put back from a backup is older than what is known of it: nothing in it counts as an
  /// edit that wins unseen.
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
    #expect(place.server.titles().count == 4)
    #expect(try place.items()["Home"]?.count == 4)
  }

  @Test func movesAreMoves() throws {
    let place = try place(count: 2)
    defer { place.remove() }
    place.server.addList("work", title: "Work")
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
    try place.makeList("garden", title: "Garden", ["a.ics": Todo.todo("g1", "Water")])
    let home = try place.list(titled: "Home")
    try Data("Household\n".utf8).write(to: home.appendingPathComponent("displayname"))
    place.server.addList("work", title: "Work")
    try place.sync()
    let titles = place.server.state.withLock { $0.lists.values.compactMap(\.title).sorted() }
    #expect(titles == ["Garden", "Household", "Work"])
    #expect(try place.items().keys.sorted() == ["Garden", "Household", "Work"])
    #expect(try place.sync().isEmpty)
  }

  @Test(arguments: [MockCalDAV.Behavior.Refusal.forbidden, .bareConflict, .multistatus])
  func whatIsRefusedWaitsAndTheRestGoesOn(refusal: MockCalDAV.Behavior.Refusal) throws {
    var quirks = MockCalDAV.Behavior()
    quirks.refusal = refusal
    let place = try place(quirks)
    defer { place.remove() }
    try place.write(Todo.todo("bad", "refuse me"), "bad.ics", in: "Home")
    try place.write(Todo.todo("good", "Good"), "good.ics", in: "Home")
    let report = try place.sync()
    #expect(report.waiting.count == 1, "\(report.waiting)")
    #expect(place.server.titles().contains("Good"))
    let before = place.server.state.withLock { $0.log.count { $0.hasPrefix("PUT") } }
    #expect(try place.sync().waiting.count == 1)
    #expect(place.server.state.withLock { $0.log.count { $0.hasPrefix("PUT") } } == before)
    try place.write(Todo.todo("bad", "fine"), "bad.ics", in: "Home")
    #expect(try place.sync().waiting.isEmpty)
    #expect(place.server.titles().contains("fine"))
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
    #expect(place.server.titles() == ["Task 0", "Task 1", "Task 2"])
  }

  @Test func undoIsANewEdit() throws {
    let place = try place()
    defer { place.remove() }
    place.server.put(Todo.todo("u0", "Changed there", stamp: 2), "t0.ics", in: "home")
    place.server.remove("t1.ics", in: "home")
    try place.sync()
    let store = try ReminderStore([], journal: place.journal)
    #expect(try place.journal.history().count == 2)
    try store.undo(at: Instant(seconds: SyncPlayground.start), ofOthers: true)
    #expect(try title("u0", place) == "Task 0")
    try place.sync()
    #expect(place.server.titles() == ["Task 0", "Task 1", "Task 2"])
  }

  @Test func pullSendsNothingAndPushTakesNothing() throws {
    let place = try place()
    defer { place.remove() }
    try place.write(Todo.todo("mine", "Mine"), "mine.ics", in: "Home")
    place.server.put(Todo.todo("theirs", "Theirs"), "theirs.ics", in: "home")
    var options = SyncOptions()
    options.direction = .pull
    try place.sync(options)
    #expect(place.server.titles() == ["Task 0", "Task 1", "Task 2", "Theirs"])
    #expect(try title("theirs", place) == "Theirs")
    place.server.put(Todo.todo("late", "Late"), "late.ics", in: "home")
    options.direction = .push
    try place.sync(options)
    #expect(place.server.titles().contains("Mine"))
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

  /// A server's change on behalf of attendees (RFC 6638 §3.2.10) is an edit like any other: both edits are
  /// kept, and nothing else of the reminders is touched.
  @Test func answersOfThoseWhoWereInvitedAreKept() throws {
    func invitation(_ title: String, _ answer: String, stamp: Int) -> String {
      Todo.todo(
        "party", title,
        [
          "ORGANIZER;SCHEDULE-STATUS=1.1:mailto:me@example.com",
          "ATTENDEE;PARTSTAT=\(answer);SCHEDULE-AGENT=SERVER:mailto:you@example.com",
        ], stamp: stamp)
    }
    let place = try place()
    defer { place.remove() }
    place.server.put(invitation("Cake", "NEEDS-ACTION", stamp: 1), "p.ics", in: "home")
    try place.sync()
    let file = try #require(try place.items()["Home"]?["party"]?.url.lastPathComponent)
    try place.write(invitation("Cakes", "NEEDS-ACTION", stamp: 2), file, in: "Home")
    place.server.put(invitation("Cake", "ACCEPTED", stamp: 3), "p.ics", in: "home")
    #expect(try place.sync().conflicts.isEmpty)
    let here = try #require(try place.items()["Home"]?["party"]?.text)
    for text in [here, try #require(place.server.content["home"]?["p.ics"])] {
      #expect(text.contains("SUMMARY:Cakes"))
      #expect(text.contains("ATTENDEE;PARTSTAT=ACCEPTED;SCHEDULE-AGENT=SERVER:mailto:you@example.com"))
      #expect(text.contains("ORGANIZER;SCHEDULE-STATUS=1.1:mailto:me@example.com"))
    }
  }

  /// Without a network all is read and changed; a sync says why it cannot be, and the next one brings what
  /// was done meanwhile.
  @Test func allWorksWithoutANetwork() throws {
    let place = try place()
    defer { place.remove() }
    let silent = SilentClient()
    #expect(throws: AccountError.self) { try place.sync(client: silent) }
    let store = try ReminderStore([place.folder.path], journal: place.journal)
    let all = store.catalog.reminderPaths.compactMap { store.catalog.modelIdentifier(at: $0) }
    #expect(all.compactMap { store.catalog[$0]?.title }.sorted() == ["Task 0", "Task 1", "Task 2"])
    try store.set("u0", .summary, "Changed on a train")
    #expect(try place.items()["Home"]?.values.contains { $0.text.contains("Changed on a train") } == true)
    #expect(throws: AccountError.self) { try place.sync(client: silent) }
    try place.sync()
    #expect(place.server.titles().contains("Changed on a train") && place.server.titles().count == 3)
  }
}

/// No network.
private struct SilentClient: HTTPClient {
  func send(_ request: HTTPRequest) throws(HTTPFailure) -> HTTPResponse {
    throw HTTPFailure(.unreachable, request.url, "there is no network")
  }
}
