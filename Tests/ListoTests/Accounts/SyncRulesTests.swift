import Foundation
import Listo
import ListoTesting
import ListoTestSupport
import Synchronization
import Testing

/// Rules of a sync that the tests of whole syncs do not show by themselves.
@Suite struct SyncRulesTests: SyncOfTwoLists {
  private typealias Todo = SyncPlayground

  // MARK: Tokens

  /// A reminder that a sync wrote, and that another client deleted before it was read again: changes since
  /// the token before say nothing of it.
  @Test func whatCameAndWentSinceATokenIsGone() throws {
    let place = try place()
    defer { place.remove() }
    place.server.state.withLock { $0.behavior.comparesTrees = true }
    try place.write(Todo.todo("mine", "Mine"), "mine.ics", in: "Home")
    // The process ends behind the PUT: what it wrote is not read again.
    let puts = CountingClient(place.server)
    #expect(throws: (any Error).self) { try place.sync(client: puts) }
    let name = try #require(
      place.server.content["home"]?.first { SyncPlayground.value("UID", in: $0.value) == "mine" }?.key)
    place.server.remove(name, in: "home")
    try place.sync()
    #expect(try place.items()["Home"]?["mine"] == nil)
    #expect(place.server.titles().count == 3)
    let report = try place.sync()
    #expect(report.isEmpty && report.waiting.isEmpty)
  }

  /// A reminder that an interrupted sync deleted, and that another client put back as it was: changes since
  /// the token before say nothing of it.
  @Test func whatWasPutBackSinceATokenComesAgain() throws {
    let place = try place()
    defer { place.remove() }
    place.server.state.withLock { $0.behavior.comparesTrees = true }
    try FileManager.default.removeItem(at: try file("u1", place))
    // The process ends behind the answer to DELETE.
    let client = CountingClient(place.server, .delete)
    #expect(throws: (any Error).self) { try place.sync(client: client) }
    place.server.putBack("t1.ics", in: "home")
    try place.sync()
    #expect(try place.items()["Home"]?["u1"] != nil)
    #expect(place.server.titles() == ["Task 0", "Task 1", "Task 2"])
    #expect(try place.sync().isEmpty)
  }

  /// The same between two rounds of one sync.
  @Test func whatIsPutBackAtOnceComesAgain() throws {
    let place = try place()
    defer { place.remove() }
    place.server.state.withLock { $0.behavior.comparesTrees = true }
    try FileManager.default.removeItem(at: try file("u1", place))
    let client = Intruder(place.server, behind: { $0.method == .delete }) { $0.putBack("t1.ics", in: "home") }
    try place.sync(client: client)
    #expect(try place.items()["Home"]?["u1"] != nil)
    #expect(place.server.titles() == ["Task 0", "Task 1", "Task 2"])
    #expect(try place.sync().isEmpty)
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

  /// Changes that others write during the sync are left to the next one.
  @Test func whatComesUpBesideAnAgreedPlanIsLeft() throws {
    let place = try place()
    defer { place.remove() }
    try place.write(Todo.todo("mine", "Mine"), "mine.ics", in: "Home")
    let shown = try place.makeSync().plan()
    let busy = Intruder(place.server, behind: { $0.method == .put }) { server in
      server.put(Todo.todo("late", "Late"), "late.ics", in: "home")
      server.put(Todo.todo("u0", "Changed there", stamp: 3), "t0.ics", in: "home")
    }
    let sync = try place.makeSync(client: busy) { $0.agreed = [shown.identifier] }
    #expect(try sync.run().counts.filter { $0.key != .adopt } == [.sendNew: 1])
    #expect(place.server.titles() == ["Changed there", "Late", "Mine", "Task 1", "Task 2"])
    #expect(try place.items()["Home"]?["late"] == nil)
    #expect(try place.items()["Home"]?["u0"]?.text.contains("Task 0") == true)
    // It is not lost from sight.
    #expect(try place.sync().counts == [.takeNew: 1, .take: 1])
    #expect(try place.sync().isEmpty)
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

  /// A change on one side is no reason to believe that the rest was meant to go on the other.
  @Test(arguments: [false, true]) func aChangeDoesNotOpenTheGuard(isHere: Bool) throws {
    let place = try place(count: 9)
    defer { place.remove() }
    if isHere {
      for number in 0..<9 { place.server.remove("t\(number).ics", in: "home") }
      try place.write(Todo.todo("u4", "Mine", stamp: 2), try file("u4", place).lastPathComponent, in: "Home")
    } else {
      for number in 0..<9 { try FileManager.default.removeItem(at: try file("u\(number)", place)) }
      place.server.put(Todo.todo("u4", "Theirs", stamp: 2), "t4.ics", in: "home")
    }
    let report = try place.sync()
    #expect(report.stopped.count == 1 && report.stopped.first?.text.hasPrefix("9 of its 9 reminders") == true)
    #expect(try place.items()["Home"]?.count == (isHere ? 9 : 0))
    #expect(place.server.titles().count == (isHere ? 0 : 9))
    // Nine of them are what was meant, and one that was changed is kept on both sides.
    var options = SyncOptions()
    options.allowsDeletions = true
    try place.sync(options)
    #expect(try place.items()["Home"]?.keys.sorted() == ["u4"])
    #expect(place.server.titles() == [isHere ? "Mine" : "Theirs"])
  }

  /// All of a list is too much, from two on.
  @Test(arguments: [1, 2, 3]) func anEmptyListStops(count: Int) throws {
    let place = try place(count: count)
    defer { place.remove() }
    for number in 0..<count { place.server.remove("t\(number).ics", in: "home") }
    #expect(try place.sync().stopped.count == (count == 1 ? 0 : 1))
    #expect(try place.items()["Home"]?.count == (count == 1 ? 0 : count))
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
    #expect(place.server.titles().isEmpty && place.server.titles("work").count == 20)
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

  /// Entries that others put into the trash are no reason for a sync to fail, and are kept.
  @Test func strangersInTheTrashStay() throws {
    let place = try place()
    defer { place.remove() }
    let trash = place.root.appendingPathComponent("state/trash")
    let day = trash.appendingPathComponent("2026-10-01")
    try FileManager.default.createDirectory(
      at: day.appendingPathComponent("folder"), withIntermediateDirectories: true)
    try Data("x".utf8).write(to: day.appendingPathComponent("a.ics"))
    try Data("x".utf8).write(to: trash.appendingPathComponent("2026-10-02"))
    try FileManager.default.createSymbolicLink(
      at: trash.appendingPathComponent("2026-10-03"), withDestinationURL: place.folder)
    _ = try place.makeSync(configuring: { $0.trashStart = "2026-10-24" }).run()
    #expect(
      try FileManager.default.subpathsOfDirectory(atPath: trash.path).sorted() == [
        "2026-10-01", "2026-10-01/folder", "2026-10-02", "2026-10-03",
      ])
    #expect(try place.items()["Home"]?.count == 3)
  }

  /// The version that lost a conflict is kept until it is dismissed, and then as long as the trash.
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

  /// A deletion by a command that says how many, and asks, needs no second confirmation.
  @Test func whatAPersonConfirmedPassesTheGuard() throws {
    let place = try place(count: 20)
    defer { place.remove() }
    let store = try ReminderStore([place.folder.path], journal: place.journal)
    let all = store.catalog.reminderPaths.compactMap { store.catalog.modelIdentifier(at: $0) }
    let view = ViewContext(now: Instant(seconds: Todo.start), zone: .utc)
    let context = EditContext(view) { UUID().uuidString }
    try store.apply("delete 20 reminders", in: context) { editing throws(EditError) in
      for identifier in all { try editing.apply(.delete(.keep), to: identifier) }
    }
    #expect(try place.items()["Home"]?.isEmpty ?? true)
    #expect(try place.sync().stopped.isEmpty)
    #expect(place.server.titles().isEmpty)
  }

  // MARK: Moves

  /// Where MOVE is refused: written there, then deleted where it was. 502 is RFC 4918 §9.9.4, as a proxy in
  /// front of Radicale says it.
  @Test(arguments: [403, 502]) func aRefusedMoveIsACopyAndADeletion(status: Int) throws {
    var quirks = MockCalDAV.Behavior()
    quirks.moveStatus = status
    let place = try place(quirks)
    defer { place.remove() }
    let work = try place.list(titled: "Work")
    try FileManager.default.moveItem(at: try file("u0", place), to: work.appendingPathComponent("m.ics"))
    try place.sync()
    #expect(place.server.titles() == ["Task 1", "Task 2"] && place.server.titles("work") == ["Task 0"])
    let log = place.server.state.withLock { $0.log }
    let put = log.lastIndex { $0.hasPrefix("PUT /user/work/") } ?? .max
    #expect(put < log.lastIndex { $0.hasPrefix("DELETE /user/home/") } ?? -1)
    #expect(log.count { $0.hasPrefix("MOVE") } == 1)
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

  private static func puts(_ place: SyncPlayground) -> Int {
    place.server.state.withLock { $0.log.count { $0.hasPrefix("PUT") } }
  }

  /// A refused reminder whose refusal can pass by itself is sent once by each sync; each sync reports it
  /// until it is accepted.
  @Test(arguments: [500, 503, 507]) func aRefusalThatPassesIsSentAgain(status: Int) throws {
    var quirks = MockCalDAV.Behavior()
    quirks.refusal = .status(status)
    let place = try place(quirks)
    defer { place.remove() }
    try place.write(Todo.todo("bad", "refuse me"), "bad.ics", in: "Home")
    for count in 1...3 {
      let report = try place.sync()
      #expect(Self.puts(place) == count)
      #expect(report.waiting.map(\.text).allSatisfy { $0.hasSuffix("; the next sync sends it again") })
      #expect(report.waiting.count == 1, "\(report.waiting)")
    }
    place.server.state.withLock { $0.behavior.takesAll = true }
    #expect(try place.sync().waiting.isEmpty)
    #expect(place.server.titles().contains("refuse me"))
    #expect(try place.sync().isEmpty)
  }

  /// A refused reminder whose refusal cannot pass by itself is sent when somebody asks for it; the report
  /// tells how to ask.
  @Test(arguments: [403, 413]) func aRefusalThatStaysIsSentAgainWhenAsked(status: Int) throws {
    var quirks = MockCalDAV.Behavior()
    quirks.refusal = .status(status)
    let place = try place(quirks)
    defer { place.remove() }
    try place.write(Todo.todo("bad", "refuse me"), "bad.ics", in: "Home")
    for _ in 0..<3 {
      let report = try place.sync()
      #expect(Self.puts(place) == 1)
      #expect(report.waiting.first?.repairs.contains { $0.hasPrefix("listo push --retry") } == true)
    }
    var options = SyncOptions()
    (options.direction, options.retriesRefused) = (.push, true)
    #expect(try place.sync(options).waiting.count == 1)
    #expect(Self.puts(place) == 2)
    place.server.state.withLock { $0.behavior.takesAll = true }
    #expect(try place.sync(options).waiting.isEmpty)
    #expect(place.server.titles().contains("refuse me"))
    #expect(try place.sync().isEmpty)
  }

  /// A page of a proxy, or half an item, in the place of an item is not remembered as the item, whose version
  /// is the same afterwards.
  @Test(arguments: ["<html>Service", "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:new\r\n", ""])
  func aDamagedAnswerIsAskedForAgain(body: String) throws {
    let place = try place()
    defer { place.remove() }
    place.server.put(Todo.todo("new", "New"), "new.ics", in: "home")
    try place.sync(client: DamagingClient(place.server, body))
    try place.sync()
    #expect(try place.items()["Home"]?["new"] != nil)
    #expect(try place.sync().notes.isEmpty)
  }

  /// A refusal is over with what was refused: nothing is sent again of a reminder that was deleted here.
  @Test func aRefusalEndsWithItsReminder() throws {
    var quirks = MockCalDAV.Behavior()
    quirks.refusal = .status(507)
    let place = try place(quirks)
    defer { place.remove() }
    func refused() throws -> Int {
      try SyncLog(place.root.appendingPathComponent("state").path).allRefusals.count
    }
    try place.write(Todo.todo("bad", "refuse me"), "bad.ics", in: "Home")
    #expect(try place.sync().waiting.count == 1)
    #expect(try refused() == 1)
    try FileManager.default.removeItem(at: try file("bad", place))
    #expect(try place.sync().waiting.isEmpty)
    #expect(try refused() == 0)
  }

  /// A file that was emptied is neither an edit nor a deletion, and does not make a list look deleted.
  @Test func emptiedFilesAreNotDeleted() throws {
    let place = try place(count: 20)
    defer { place.remove() }
    for number in 0..<11 { try Data().write(to: try file("u\(number)", place)) }
    try FileManager.default.removeItem(at: try file("u15", place))
    let report = try place.sync()
    #expect(report.stopped.isEmpty && report.waiting.count == 11, "\(report)")
    #expect(place.server.titles().count == 19)
  }

  /// One item that the server cannot take now costs no other; a second one behind it means that the server is
  /// busy.
  @Test func a503SkipsOneItem() throws {
    var quirks = MockCalDAV.Behavior()
    quirks.refusal = .status(503)
    let place = try place(quirks, count: 30)
    defer { place.remove() }
    for (uid, item) in try place.items()["Home"] ?? [:] {
      let title = uid == "u11" ? "refuse me" : "New \(uid)"
      try Data(Todo.todo(uid, title, stamp: 2).utf8).write(to: item.url)
    }
    #expect(try place.sync().waiting.count == 1)
    #expect(place.server.titles().count { $0.hasPrefix("New") } == 29)
    try place.write(Todo.todo("x1", "refuse me too"), "x1.ics", in: "Home")
    try place.write(Todo.todo("x2", "refuse me three"), "x2.ics", in: "Home")
    #expect {
      try place.sync()
    } throws: { ($0 as? AccountError)?.code == .busy }
  }

  /// 423 says that somebody else is writing: tried again, and never taken for a refusal.
  @Test func whatIsLockedIsTriedAgain() throws {
    var quirks = MockCalDAV.Behavior()
    quirks.locks = true
    let place = try place(quirks)
    defer { place.remove() }
    for number in 0..<5 {
      try place.write(Todo.todo("n\(number)", "New \(number)"), "n\(number).ics", in: "Home")
    }
    for _ in 0..<4 { try place.sync() }
    #expect(place.server.titles().count == 8)
    #expect(try place.sync().waiting.isEmpty)
  }

  /// A UID that the server has elsewhere is told with that place.
  @Test func aKnownUIDIsToldWithItsPlace() throws {
    var quirks = MockCalDAV.Behavior()
    quirks.refusesKnownUIDs = true
    let place = try place(quirks)
    defer { place.remove() }
    try place.write(Todo.todo("u0", "A copy"), "copy.ics", in: "Work")
    let report = try place.sync()
    #expect(
      report.waiting.contains { $0.list == "Work" && $0.text.contains("it is also in Home") },
      "\(report.waiting)")
    #expect(place.server.titles().count == 3)
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
    #expect(place.server.titles() == ["Task 0", "Task 1", "Task 2", "Twin"])
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
    // A change here goes to the first.
    try place.write(Todo.todo("u0", "Mine", stamp: 9), try file("u0", place).lastPathComponent, in: "Home")
    try place.sync()
    #expect(place.server.titles() == ["Mine", "Task 1", "Task 2", "Twin"])
    // The first goes: the second is the reminder then.
    place.server.remove("t0.ics", in: "home")
    try place.sync()
    try place.sync()
    #expect(place.server.titles().contains("Twin"))
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
    #expect(place.server.titles().contains(preference == .ours ? "Here" : "There"))
    #expect(try place.items()["Home"]?["u0"]?.text.contains(preference == .ours ? "Here" : "There") == true)
  }

  // MARK: Many at once

  @Test func manyRequestsAtOnceEndAsOne() throws {
    let server = MockCalDAV(lists: ["home"], count: 450)
    let place = try SyncPlayground(server)
    defer { place.remove() }
    let client = WatchingClient(server)
    func sync() throws -> SyncReport {
      let session = CalDAVSession(client, home: try MockCalDAV.homeURL, width: 5)
      let log = try SyncLog(place.root.appendingPathComponent("state").path)
      let files = try AccountFolder(
        place.folder.path, journal: place.journal, at: Instant(seconds: Todo.start))
      let context = SyncContext(time: Todo.start, day: "2026-11-23", label: "sync") {
        UUID().uuidString
      }
      return try AccountSync(session, files, log, context).run()
    }
    #expect(try sync().counts[.takeNew] == 450)
    for (uid, item) in try place.items()["Home"] ?? [:] where uid.hasSuffix("7") {
      try Data(Todo.todo(uid, "Changed", stamp: 2).utf8).write(to: item.url, options: .atomic)
    }
    #expect(try sync().counts[.send] == 45)
    #expect(server.titles().count { $0 == "Changed" } == 45)
    #expect(try sync().isEmpty)
    #expect(client.reading.most == 5 && client.writing.most == 5)
  }
}

/// Is gone behind the first request of a method.
private final class CountingClient: HTTPClient {
  private let server: MockCalDAV
  private let method: HTTPMethod
  private let isGone = Mutex(false)

  init(_ server: MockCalDAV, _ method: HTTPMethod = .put) { (self.server, self.method) = (server, method) }

  func send(_ request: HTTPRequest) throws(HTTPFailure) -> HTTPResponse {
    if isGone.withLock({ $0 }) { throw HTTPFailure(.cancelled, request.url, "killed") }
    if request.method == method { isGone.withLock { $0 = true } }
    return try server.send(request)
  }
}

/// Puts something else in the place of the first item that is asked for by itself.
private final class DamagingClient: HTTPClient {
  private let server: MockCalDAV
  private let body: String
  private let isDone = Mutex(false)

  init(_ server: MockCalDAV, _ body: String) { (self.server, self.body) = (server, body) }

  func send(_ request: HTTPRequest) throws(HTTPFailure) -> HTTPResponse {
    var response = try server.send(request)
    guard request.method == .get, !isDone.withLock({ $0 }) else { return response }
    isDone.withLock { $0 = true }
    response.body = Array(body.utf8)
    return response
  }
}

/// Lets nobody go on who asks for items or writes one before five are under way.
private final class WatchingClient: HTTPClient {
  private let server: MockCalDAV
  let reading = Barrier(5)
  let writing = Barrier(5)

  init(_ server: MockCalDAV) { self.server = server }

  func send(_ request: HTTPRequest) throws(HTTPFailure) -> HTTPResponse {
    let isMultiget = String(decoding: request.body ?? [], as: UTF8.self).contains("calendar-multiget")
    let isOpen = isMultiget ? reading.pass() : request.method == .put ? writing.pass() : true
    guard isOpen else { throw HTTPFailure(.cancelled, request.url, "it is alone") }
    return try server.send(request)
  }
}
