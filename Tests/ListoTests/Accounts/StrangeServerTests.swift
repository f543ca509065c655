import Foundation
import Listo
import ListoTesting
import Synchronization
import Testing

/// Syncs with servers that do not do what they should, and with a clock that is wrong.
@Suite struct StrangeServerTests {
  private typealias Todo = SyncPlayground

  private func place(_ quirks: MockCalDAV.Behavior = .init()) throws -> SyncPlayground {
    try SyncPlayground(quirks, lists: ["home"], count: 3)
  }

  private func write(_ text: String, _ uid: String, _ place: SyncPlayground) throws {
    let file = try #require(try place.items()["Home"]?[uid]?.url.lastPathComponent)
    try place.write(text, file, in: "Home")
  }

  /// SOGo and Calypso do not look at If-Match: what is there is looked at just before it is written.
  @Test func aServerThatOverwritesIsReadBefore() throws {
    var quirks = MockCalDAV.Behavior()
    quirks.overwrites = true
    let place = try place(quirks)
    defer { place.remove() }
    try write(Todo.todo("u0", "Task 0", ["STATUS:COMPLETED"], stamp: 2), "u0", place)
    let client = Intruder(place.server, before: { $0.method == .get || !$0.method.isSafe }) {
      $0.put(Todo.todo("u0", "Task zero", stamp: 3), "t0.ics", in: "home")
    }
    let report = try place.sync(client: client)
    #expect(report.conflicts.isEmpty)
    let there = try #require(place.server.content["home"]?["t0.ics"])
    #expect(there.contains("SUMMARY:Task zero") && there.contains("STATUS:COMPLETED"))
    #expect(try place.sync().isEmpty)
  }

  @Test func aServerThatDeletesWhatChangedIsReadBefore() throws {
    var quirks = MockCalDAV.Behavior()
    quirks.overwrites = true
    let place = try place(quirks)
    defer { place.remove() }
    try FileManager.default.removeItem(at: try #require(try place.items()["Home"]?["u0"]?.url))
    let client = Intruder(place.server, before: { $0.method == .get || !$0.method.isSafe }) {
      $0.put(Todo.todo("u0", "Task zero", stamp: 3), "t0.ics", in: "home")
    }
    try place.sync(client: client)
    #expect(place.server.content["home"]?["t0.ics"]?.contains("Task zero") == true)
    #expect(try place.items()["Home"]?["u0"]?.text.contains("Task zero") == true)
  }

  /// One of them is the reminder; the other stays where it is.
  @Test func oneUIDUnderTwoNames() throws {
    let server = MockCalDAV()
    server.addList("home", title: "Home")
    server.put(Todo.todo("u0", "Task 0"), "t0.ics", in: "home")
    server.put(Todo.todo("u0", "Again", stamp: 2), "z.ics", in: "home")
    let place = try SyncPlayground(server)
    defer { place.remove() }
    for _ in 0..<2 { try place.sync() }
    #expect(try place.items()["Home"]?.count == 1)
    let there = server.content["home"] ?? [:]
    #expect(there["t0.ics"]?.contains("Task 0") == true && there["z.ics"]?.contains("Again") == true)
  }

  /// A resource that is no calendar, or is an event, does not come here, and does not count as the deletion
  /// of the reminder that it replaced.
  @Test(arguments: [
    "\u{7F}ELF", "", "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:u0\r\nSUMM", "<html>Log in</html>",
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:u0\r\nSUMMARY:E\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
  ])
  func calendarDataThatIsNoReminder(text: String) throws {
    let place = try place()
    defer { place.remove() }
    place.server.put(text, "t0.ics", in: "home")
    place.server.put(text, "new.ics", in: "home")
    place.server.put(Todo.todo("u1", "Task one", stamp: 2), "t1.ics", in: "home")
    try place.sync()
    try place.sync()
    let here = try #require(try place.items()["Home"])
    #expect(here.count == 3 && here["u0"]?.text.contains("Task 0") == true)
    #expect(here["u1"]?.text.contains("Task one") == true)
    let there = place.server.content["home"] ?? [:]
    #expect(there.count == 4 && there["t0.ics"] == text && there["new.ics"] == text)
  }

  // MARK: One bad item

  /// A server that passes on any byte makes its answer unreadable: the other items come all the same, and the
  /// one is named.
  @Test func aControlCharacterCostsNoOtherItem() throws {
    let place = try SyncPlayground(.init(), lists: ["home", "work"], count: 20)
    defer { place.remove() }
    for number in 0..<20 {
      place.server.put(Todo.todo("u\(number)", "New \(number)", stamp: 2), "t\(number).ics", in: "home")
    }
    place.server.put(Todo.todo("u7", "x\u{0B}y", stamp: 2), "t7.ics", in: "home")
    place.server.put(Todo.todo("w", "At work"), "w.ics", in: "work")
    let report = try place.sync()
    let here = try place.items()
    #expect(here["Work"]?["w"] != nil)
    #expect(here["Home"]?.values.count { $0.text.contains("SUMMARY:New") } == 19)
    #expect(here["Home"]?["u7"]?.text.contains("SUMMARY:x\u{0B}y") == true)
    #expect(
      report.notes.count == 1 && report.notes.first?.text.hasPrefix("t7.ics") == true, "\(report.notes)")
    #expect(try place.sync().isEmpty)
  }

  /// Two UIDs that differ in how an accented letter is encoded are two reminders, as in the folder.
  @Test func spellingsOfALetterMakeTwoReminders() throws {
    let server = MockCalDAV()
    server.addList("home", title: "Home")
    server.put(Todo.todo("caf\u{E9}", "Composed"), "a.ics", in: "home")
    server.put(Todo.todo("cafe\u{301}", "Decomposed"), "b.ics", in: "home")
    let place = try SyncPlayground(server)
    defer { place.remove() }
    #expect(try place.sync().counts[.takeNew] == 2)
    #expect(try place.sync().isEmpty)
    let list = try place.list(titled: "Home")
    let files = try FileManager.default.contentsOfDirectory(atPath: list.path).filter { $0.hasSuffix(".ics") }
    #expect(files.count == 2)
    // One of them goes here, and the same one goes there.
    let store = try ReminderStore([place.folder.path], journal: place.journal)
    let composed = try #require(
      store.catalog.reminderPaths.first { store.catalog.reminder(at: $0)?.title == "Composed" })
    let identifier = try #require(store.catalog.modelIdentifier(at: composed))
    let context = EditContext(ViewContext(now: Instant(seconds: Todo.start), zone: .utc)) {
      UUID().uuidString
    }
    try store.apply("delete", in: context) { editing throws(EditError) in
      try editing.apply(.delete(.keep), to: identifier)
    }
    try place.sync()
    #expect(server.titles() == ["Decomposed"])
  }

  /// Each sync reports the items that it leaves out, and keeps them for `status`.
  @Test func whatIsLeftOutIsTold() throws {
    let two = Todo.todo("one", "One").replacingOccurrences(
      of: "END:VCALENDAR", with: "BEGIN:VTODO\r\nUID:two\r\nSUMMARY:Two\r\nEND:VTODO\r\nEND:VCALENDAR")
    let bad = [
      "twin.ics": Todo.todo("u0", "Twin", stamp: 5), "two.ics": two,
      "none.ics": Todo.todo("x", "No UID").replacingOccurrences(of: "UID:x\r\n", with: ""),
      "cut.ics": String(Todo.todo("cut", "Cut").dropLast(30)), "page.ics": "<html>Log in</html>",
    ]
    let place = try place()
    defer { place.remove() }
    for (name, text) in bad { place.server.put(text, name, in: "home") }
    place.server.put(
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:e\r\nSUMMARY:E\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
      "event.ics", in: "home")
    for _ in 0..<3 {
      let told = try place.sync().notes.map { $0.text.split(separator: " ").first.map(String.init) ?? "" }
      #expect(told == bad.keys.sorted(), "\(told)")
    }
    let log = try SyncLog(place.root.appendingPathComponent("state").path)
    #expect(log.others.values.joined().count { $0.value.reason != nil } == bad.count)
    // An item that is no longer there is no longer reported.
    for name in bad.keys { place.server.remove(name, in: "home") }
    #expect(try place.sync().notes.isEmpty)
  }

  /// A list's name is one line on both sides, however many separators of Unicode are in it.
  @Test(arguments: [
    "A\u{2028}B", "A\u{2029}B", "A\u{85}B", "A\u{0B}B", "A\u{0C}B", "A\tB", "A\r\nB", "A\nB", "A\u{7F}B",
  ])
  func namesWithSeparatorsStay(title: String) throws {
    let server = MockCalDAV()
    server.addList("home", title: title)
    server.put(Todo.todo("u0", "Task 0"), "t0.ics", in: "home")
    let place = try SyncPlayground(server)
    defer { place.remove() }
    for round in 0..<3 {
      let report = try place.sync()
      #expect(
        report.lists.filter { $0.key != .pair && $0.key != .makeHere }.isEmpty,
        "round \(round): \(report.lists)")
    }
    #expect(server.state.withLock { $0.lists["home"]?.title } == title)
    #expect(!server.state.withLock { $0.log }.contains { $0.hasPrefix("PROPPATCH") })
  }

  // MARK: Versions

  /// A version that changes without its content: the edit goes with the new one, in the same sync.
  @Test func aVersionWithAnotherNameIsSentUpon() throws {
    let place = try place()
    defer { place.remove() }
    place.server.renameVersions()
    try write(Todo.todo("u0", "Mine", stamp: 2), "u0", place)
    try FileManager.default.removeItem(at: try #require(try place.items()["Home"]?["u1"]?.url))
    let report = try place.sync()
    #expect(report.waiting.isEmpty && report.conflicts.isEmpty, "\(report.waiting)")
    #expect(place.server.titles() == ["Mine", "Task 2"])
    #expect(try place.sync().isEmpty)
  }

  /// Where it changes with each look, each sync tries it again once, tells of it, and ends.
  @Test func versionsThatChangeWithEachLook() throws {
    let place = try place()
    defer { place.remove() }
    place.server.state.withLock { $0.behavior.renamesVersions = true }
    place.server.renameVersions()
    try write(Todo.todo("u0", "Mine", stamp: 2), "u0", place)
    for round in 1...3 {
      let report = try place.sync()
      #expect(report.waiting.count == 1, "\(report.waiting)")
      #expect(place.server.state.withLock { $0.log.count { $0.hasPrefix("PUT") } } == 2 * round)
    }
    place.server.state.withLock { $0.behavior.renamesVersions = false }
    #expect(try place.sync().waiting.isEmpty)
    #expect(place.server.titles() == ["Mine", "Task 1", "Task 2"])
  }

  /// Nothing of a sync depends on the time: changes of both sides are told by the base.
  @Test(arguments: [-86_400, 86_400, -40 * 86_400]) func aClockThatIsWrong(seconds: Int64) throws {
    let place = try place()
    defer { place.remove() }
    let time = SyncPlayground.start + seconds
    try write(Todo.todo("u0", "Task 0", ["STATUS:COMPLETED"], stamp: 2), "u0", place)
    place.server.put(Todo.todo("u0", "Task zero", stamp: 3), "t0.ics", in: "home")
    place.server.remove("t1.ics", in: "home")
    #expect(try place.sync(at: time).conflicts.isEmpty)
    let there = try #require(place.server.content["home"]?["t0.ics"])
    #expect(there.contains("SUMMARY:Task zero") && there.contains("STATUS:COMPLETED"))
    #expect(try place.items()["Home"]?["u1"] == nil)
    #expect(try place.sync().isEmpty)
  }
}
