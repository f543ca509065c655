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
      let opened = Catalog.open(folder)
      var lines: [String] = []
      for list in opened.catalog.sources.flatMap(\.lists) {
        lines.append(list.list.title)
        for reminder in list.reminders { lines.append("  \(reminder.title ?? "")") }
      }
      #expect(lines == ["Home", "  Garden", "  Rake", "Work", "  Report", "  CallX:folded"])
      // The broken file is told, and the rest is there.
      #expect(opened.failures.map { String($0.path.suffix(8)) } == ["Gone.ics"])
    }
  }

  @Test func findsAReminderAndItsSubtasks() throws {
    try withFolder { folder in
      let catalog = Catalog.open(folder).catalog
      let identifier = try #require(catalog.sources[0].lists[0].identifiers.first)
      #expect(catalog[identifier]?.title == "Garden")
      #expect(catalog.children(of: identifier).map(\.title) == ["Rake"])
    }
  }

  @Test func changesOneFieldAndNoOtherByte() throws {
    try withFolder { folder in
      let path = folder + "/Home.ics"
      let before = try String(contentsOfFile: path, encoding: .utf8)
      var document = try CalendarDocument(path)
      let identifier = try #require(document.catalog.sources[0].lists[0].identifiers.first)
      try document.change(identifier) { $0.title = "Garden, at last" }
      #expect(document.catalog[identifier]?.title == "Garden, at last")
      try document.save()
      let after = try String(contentsOfFile: path, encoding: .utf8)
      #expect(after == before.replacingOccurrences(of: ":Garden", with: ":Garden\\, at last"))
    }
  }

  /// What it wrote itself is no one else's change.
  @Test func savesAgain() throws {
    try withFolder { folder in
      var document = try CalendarDocument(folder + "/Home.ics")
      let identifier = try #require(document.catalog.sources[0].lists[0].identifiers.first)
      for title in ["Once", "Twice"] {
        try document.change(identifier) { $0.title = title }
        try document.save()
      }
      #expect(try String(contentsOfFile: folder + "/Home.ics", encoding: .utf8).contains(":Twice\r\n"))
    }
  }

  /// Saved as UTF-8 every byte of it would be another.
  @Test func opensNoUTF16() throws {
    try withFolder { folder in
      let path = folder + "/Wide.ics"
      let text = Self.calendar("Wide", "UID:1\r\nSUMMARY:Wide")
      try #require(text.data(using: .utf16LittleEndian)).write(to: URL(fileURLWithPath: path))
      #expect(throws: WorkError.self) { try CalendarDocument(path) }
    }
  }

  /// Another program wrote the file meanwhile: its change is not overwritten.
  @Test func savesOverNoOthersChange() throws {
    try withFolder { folder in
      let path = folder + "/Home.ics"
      var document = try CalendarDocument(path)
      let identifier = try #require(document.catalog.sources[0].lists[0].identifiers.first)
      try document.change(identifier) { $0.priority = 1 }
      try Data(Self.calendar("Home", "UID:9\r\nSUMMARY:Theirs").utf8).write(to: URL(fileURLWithPath: path))
      #expect(throws: WorkError.self) { try document.save() }
      #expect(try String(contentsOfFile: path, encoding: .utf8).contains("Theirs"))
    }
  }

  @Test func mergesTwoFiles() throws {
    try withFolder { folder in
      let plan = try Merge.plan([folder + "/Home.ics", folder + "/Work.ics"])
      var merged: [UInt8] = []
      try plan.write { merged += $0 }
      let text = String(decoding: merged, as: UTF8.self)
      #expect((1...4).allSatisfy { text.contains("UID:\($0)\r\n") })
      var report: [String] = []
      try plan.writeText { report.append($0) }
      #expect(!report.isEmpty)
    }
  }

  @Test func writesJSON() throws {
    try withFolder { folder in
      let json = Catalog.open(folder).catalog.json()
      let reminders = try #require(try JSONSerialization.jsonObject(with: Data(json)) as? [[String: Any]])
      #expect(reminders.map { $0["uid"] as? String } == ["1", "2", "3", "4"])
    }
  }
}
