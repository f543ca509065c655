import Foundation
import Listo
import ListoTesting
import Testing

/// The tasks of an app that uses Listo: with one import, and as short as they sound.
@Suite struct SnippetTests {
  /// Calls `body` with a folder that has two calendars and a file that is none.
  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = [
      "Home.ics": Self.calendar(
        "Home", "UID:1\r\nSUMMARY;LANGUAGE=en:Garden", "UID:2\r\nSUMMARY:Rake\r\nRELATED-TO:1"),
      "Work.ics": Self.calendar("Work", "UID:3\r\nSUMMARY:Report", "UID:4\r\nSUMMARY:Call\r\n X:folded"),
    ]
    for (name, text) in files {
      try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }
    try FileManager.default.createSymbolicLink(
      at: folder.appendingPathComponent("Gone.ics"),
      withDestinationURL: folder.appendingPathComponent("nowhere"))
    try body(folder.path)
  }

  private static func calendar(_ name: String, _ reminders: String...) -> String {
    let todos = reminders.map { "BEGIN:VTODO\r\n\($0)\r\nEND:VTODO\r\n" }
    return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nX-WR-CALNAME:\(name)\r\n\(todos.joined())END:VCALENDAR\r\n"
  }

  private static let view = ViewContext(now: Instant(seconds: 1_796_126_400), zone: .utc)
  private static let snippets = Snippets(clock: FixedClock(view))

  @Test func listsAFolderByCalendar() throws {
    try withFolder { folder in
      var app = Self.snippets
      app.list(try app.open(folder, folder))
      // The broken file is told, and the rest is there.
      #expect(app.printed.dropFirst().prefix(2) == ["Home nil 2", "Work nil 2"])
      #expect(app.printed.last?.contains("/Gone.ics: ") == true)
    }
  }

  @Test func asksForReminders() throws {
    try withFolder { folder in
      let store = try Self.snippets.open(folder, folder)
      try store.edit("Due") { edit in
        let report = try #require(store.catalog.entries.first { $0.title == "Report" })
        try edit.setDue(.date(Self.view.today.adding(days: -2)), of: report.id)
        try edit.flag(report.id)
      }
      var app = Self.snippets
      try app.ask(store)
      #expect(app.printed.count == 1 && app.printed[0].contains("Report"))
    }
  }

  @Test func changesCompletesAndUndoes() throws {
    try withFolder { folder in
      let store = try Self.snippets.open(folder, folder)
      let home = store.catalog.lists[0]
      try Self.snippets.change(store, home)
      let milk = try #require(try store.reminders("title = Milk").first)
      #expect(milk.isOpen && milk.tags == ["shop"])
      let text = try String(contentsOfFile: folder + "/Home.ics", encoding: .utf8)
      #expect(text.contains("SUMMARY:Milk") && text.contains("SUMMARY;LANGUAGE=en:Garden"))
    }
  }

  @Test func convertsInMemory() throws {
    var app = Self.snippets
    try app.convert(Array(Self.calendar("Home", "UID:1\r\nSUMMARY:Garden").utf8))
    #expect(app.printed[0].contains("Garden"))
  }

  @Test func readsAndDrafts() throws {
    var app = Self.snippets
    try app.read("(A) Garden")
    #expect(app.printed[0].contains("Garden"))
    let times = try #require(try app.times())
    #expect(times.draft.due?.local?.hour == 9 && times.clock.view.now.utc.hour == 8)
  }

  @Test func mergesInMemory() throws {
    let base = Array(Self.calendar("Home", "UID:1\r\nSUMMARY:Garden").utf8)
    let ours = Array(Self.calendar("Home", "UID:1\r\nSUMMARY:Yard").utf8)
    let theirs = Array(Self.calendar("Home", "UID:1\r\nSUMMARY:Park").utf8)
    let merged = try Self.snippets.merge(base, ours, theirs)
    #expect(String(decoding: merged, as: UTF8.self).contains("SUMMARY:Yard"))
  }

  @Test func mergesTwoFiles() throws {
    try withFolder { folder in
      var app = Self.snippets
      try app.mergeFiles(folder + "/Home.ics", folder + "/Work.ics", to: folder + "/All.ics")
      let text = try String(contentsOfFile: folder + "/All.ics", encoding: .utf8)
      #expect((1...4).allSatisfy { text.contains("UID:\($0)\r\n") })
      #expect(!app.printed.isEmpty)
      #expect(throws: WorkError.self) {
        try app.mergeFiles(folder + "/Home.ics", folder + "/Work.ics", to: folder + "/none/All.ics")
      }
    }
  }

  @Test func restoresASelection() throws {
    try withFolder { folder in
      var app = Self.snippets
      let store = try app.open(folder, folder)
      let call = try #require(store.catalog.lists[1].identifiers.last)
      app.restore(call, store)
      #expect(app.printed == ["CallX:folded"])
    }
  }

  @Test func showsAPreview() throws {
    let store = try Self.snippets.preview()
    #expect(try store.rows().sections.map(\.title) == ["Home"])
  }

  @Test @MainActor func syncsWithAServer() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: folder + "/lists", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let server = try await Self.snippets.mock(folder + "/lists", folder + "/states")
    let account = Account(
      MockCalDAV.settings(folder: folder + "/lists"), states: folder + "/states", http: server)
    server.put(Self.calendar("", "UID:1\r\nDTSTAMP:20260101T000000Z\r\nSUMMARY:Garden"), "1.ics", in: "home")
    var app = Self.snippets
    await #expect(throws: WorkError.self) { try await account.sync() }
    try await app.sync(account, { _ in }) { _, _ in true }
    #expect(app.printed.count == 1)
    #expect(try ReminderStore([folder + "/lists"]).catalog.reminders.map(\.title) == ["Garden"])
    #expect(Self.snippets.account(folder, folder) { "secret" }.settings.user == "ann")
  }

  @Test @MainActor func followsChanges() async throws {
    let store = try Self.snippets.preview()
    let table = Table()
    let task = Task { @MainActor in try await Self.snippets.follow(store, table) }
    // The stream may begin after an edit: there is another one then.
    for number in 0..<100 where table.rows.count < 2 {
      try store.edit("Add") {
        try $0.add(ReminderDraft(title: "Rye \(number)"), to: store.catalog.lists[0].id)
      }
      try await Task.sleep(for: .milliseconds(150))
    }
    task.cancel()
    #expect(table.rows.count >= 2)
  }

  /// A merge with the copy that was not edited keeps the edit.
  @Test func anEditIsNewerThanWhatItChanged() throws {
    try withFolder { folder in
      let (path, copy) = (folder + "/Home.ics", folder + "/copy.ics")
      try FileManager.default.copyItem(atPath: path, toPath: copy)
      try Self.rename(in: path)
      for sides in [[path, copy], [copy, path]] {
        let merged = folder + "/merged.ics"
        try Merge.plan(sides).save(merged)
        #expect(try String(contentsOfFile: merged, encoding: .utf8).contains("Garden\\, at last"))
      }
    }
  }

  private static func rename(in path: String) throws {
    let store = try ReminderStore([path], clock: FixedClock(view))
    let id = try #require(store.catalog.lists[0].identifiers.first)
    try store.edit("Rename") { try $0.rename(id, to: "Garden, at last") }
  }

  /// The identifier that a list has beside each reminder finds the reminder again.
  @Test func remindersStandBesideTheirIdentifiers() throws {
    try withFolder { folder in
      let catalog = Catalog.open(folder).catalog
      for list in catalog.lists {
        #expect(list.entries.map(\.id) == list.identifiers)
        for entry in list.entries { #expect(catalog[entry.id] == entry.reminder) }
      }
    }
  }

  /// The identity that a view keys on is the same in another reading of the file; a comparison finds the
  /// reminder that was changed.
  @Test func remindersAreIdentifiedAndCompared() throws {
    try withFolder { folder in
      let before = Catalog.open(folder).catalog.reminders
      #expect(Set(before) == Set(Catalog.open(folder).catalog.reminders))
      try Self.rename(in: folder + "/Home.ics")
      let after = Catalog.open(folder).catalog.reminders
      #expect(before.map(\.identity) == after.map(\.identity))
      #expect(Set(before.map(\.identity)).count == 4)
      #expect(zip(before, after).map { $0 == $1 } == [false, true, true, true])
    }
  }

  /// The same bytes in a calendar that means another zone by a name are another reminder.
  @Test func equalityCountsTheCalendar() throws {
    func reminder(_ offset: String) throws -> Reminder {
      let text =
        "BEGIN:VCALENDAR\r\nBEGIN:VTIMEZONE\r\nTZID:Z\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\n"
        + "TZOFFSETFROM:\(offset)\r\nTZOFFSETTO:\(offset)\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n"
        + "BEGIN:VTODO\r\nUID:1\r\nDUE;TZID=Z:20260101T090000\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"
      let file = try CalendarFile(reading: MemorySource(Array(text.utf8)), file: offset)
      return try #require(file.calendars.first?.reminders.first)
    }
    #expect(try reminder("+0100") == reminder("+0100"))
    #expect(try reminder("+0100") != reminder("+0200"))
    #expect(try reminder("+0100").identity == reminder("+0200").identity)
  }
}
