import Foundation
import Listo
import Synchronization
import Testing

/// Syncs with servers that do not do what they should, and with a clock that is wrong.
@Suite struct StrangeServerTests {
  private typealias Todo = SyncPlayground

  private func place(_ quirks: FakeCalDAV.Quirks = .init()) throws -> SyncPlayground {
    try SyncPlayground(quirks, lists: ["home"], count: 3)
  }

  private func write(_ text: String, _ uid: String, _ place: SyncPlayground) throws {
    let file = try #require(try place.items()["Home"]?[uid]?.url.lastPathComponent)
    try place.write(text, file, in: "Home")
  }

  /// SOGo and Calypso do not look at If-Match: what is there is looked at just before it is written.
  @Test func aServerThatOverwritesIsReadBefore() throws {
    var quirks = FakeCalDAV.Quirks()
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
    var quirks = FakeCalDAV.Quirks()
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
    let server = FakeCalDAV()
    server.makeList("home", title: "Home")
    server.put(Todo.todo("u0", "Task 0"), "t0.ics", in: "home")
    server.put(Todo.todo("u0", "Again", stamp: 2), "z.ics", in: "home")
    let place = try SyncPlayground(server)
    defer { place.remove() }
    for _ in 0..<2 { try place.sync() }
    #expect(try place.items()["Home"]?.count == 1)
    let there = server.content["home"] ?? [:]
    #expect(there["t0.ics"]?.contains("Task 0") == true && there["z.ics"]?.contains("Again") == true)
  }

  /// What is no calendar, or an event, comes not here, and is not taken for a deletion of what stood there.
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
