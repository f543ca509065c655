import Foundation
import Listo
import Testing

/// What an app does with Listo: with one import, and as short as it sounds.
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

  @Test func listsAFolderByCalendar() throws {
    try withFolder { folder in
      var app = Snippets()
      app.list(folder)
      // The broken file is told, and the rest is there.
      let titles = ["Home", "  Garden", "  Rake", "Work", "  Report", "  CallX:folded"]
      #expect(app.printed.dropLast() == titles[...])
      #expect(app.printed.last?.hasSuffix("/Gone.ics: cannot be read") == true)
    }
  }

  @Test func findsAReminderAndItsSubtasks() throws {
    try withFolder { folder in
      let catalog = Catalog.open(folder).catalog
      var app = Snippets()
      app.find(try #require(catalog.lists[0].identifiers.first), in: catalog)
      #expect(app.printed == ["Garden", "  Rake"])
    }
  }

  @Test func changesOneFieldAndStampsIt() throws {
    try withFolder { folder in
      let path = folder + "/Home.ics"
      let before = try String(contentsOfFile: path, encoding: .utf8)
      let identifier = try #require(try CatalogStore([path]).catalog.lists[0].identifiers.first)
      try Snippets().change(identifier, in: path, Self.view)
      let after = try String(contentsOfFile: path, encoding: .utf8)
      let stamps = ["LAST-MODIFIED", "DTSTAMP"].map { $0 + ":20261201T120000Z\r\n" }
      #expect(stamps.allSatisfy(after.contains))
      let unstamped = stamps.reduce(after) { $0.replacingOccurrences(of: $1, with: "") }
      #expect(unstamped == before.replacingOccurrences(of: ":Garden", with: ":Garden\\, at last"))
    }
  }

  private static let view = ViewContext(now: Instant(seconds: 1_796_126_400), zone: .utc)

  /// What is merged with the copy that was not edited keeps the edit.
  @Test func anEditIsNewerThanWhatItChanged() throws {
    try withFolder { folder in
      let (path, copy) = (folder + "/Home.ics", folder + "/copy.ics")
      try FileManager.default.copyItem(atPath: path, toPath: copy)
      let identifier = try #require(try CatalogStore([path]).catalog.lists[0].identifiers.first)
      try Snippets().change(identifier, in: path, Self.view)
      for sides in [[path, copy], [copy, path]] {
        let merged = folder + "/merged.ics"
        try Merge.plan(sides).save(merged)
        #expect(try String(contentsOfFile: merged, encoding: .utf8).contains("Garden\\, at last"))
      }
    }
  }

  @Test func mergesTwoFiles() throws {
    try withFolder { folder in
      var app = Snippets()
      try app.merge(folder + "/Home.ics", folder + "/Work.ics", to: folder + "/All.ics")
      let text = try String(contentsOfFile: folder + "/All.ics", encoding: .utf8)
      #expect((1...4).allSatisfy { text.contains("UID:\($0)\r\n") })
      #expect(!app.printed.isEmpty)
      #expect(throws: WorkError.self) {
        try app.merge(folder + "/Home.ics", folder + "/Work.ics", to: folder + "/none/All.ics")
      }
    }
  }

  @Test func writesJSON() throws {
    try withFolder { folder in
      let json = Snippets().json(folder)
      let reminders = try #require(try JSONSerialization.jsonObject(with: Data(json)) as? [[String: Any]])
      #expect(reminders.map { $0["uid"] as? String } == ["1", "2", "3", "4"])
    }
  }

  /// What a list has beside each reminder finds it again.
  @Test func remindersStandBesideTheirIdentifiers() throws {
    try withFolder { folder in
      let catalog = Catalog.open(folder).catalog
      for list in catalog.lists {
        #expect(list.entries.map(\.id) == list.identifiers)
        for entry in list.entries { #expect(catalog[entry.id] == entry.reminder) }
      }
    }
  }

  /// What a view keys on is the same in another reading of the file, and tells what was changed.
  @Test func remindersAreIdentifiedAndCompared() throws {
    try withFolder { folder in
      let before = Catalog.open(folder).catalog.reminders
      let path = folder + "/Home.ics"
      let identifier = try #require(try CatalogStore([path]).catalog.lists[0].identifiers.first)
      #expect(Set(before) == Set(Catalog.open(folder).catalog.reminders))
      try Snippets().change(identifier, in: path, Self.view)
      let after = Catalog.open(folder).catalog.reminders
      #expect(before.map(\.id) == after.map(\.id))
      #expect(Set(before.map(\.id)).count == 4)
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
    #expect(try reminder("+0100").id == reminder("+0200").id)
  }
}
