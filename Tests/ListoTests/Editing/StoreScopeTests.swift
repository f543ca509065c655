import Foundation
import Listo
import ListoTestSupport
import Testing

/// A store that holds some reminders alone does to files what one does that holds all.
@Suite struct StoreScopeTests {
  private static func filled(_ random: inout SplitMix64) throws -> StoreFolder {
    let folder = try StoreFolder()
    let uids = (0..<30).map {
      "uid-\($0)-\(String(repeating: "x", count: Int.random(in: 0...60, using: &random)))"
    }
    let todos = uids.enumerated().map { index, uid in
      var lines = ["SUMMARY:Title \(index)"]
      if Int.random(in: 0..<3, using: &random) == 0 {
        let line = ContentLineText.line("RELATED-TO", value: uids.pick(using: &random).utf8)
        lines.append(String(decoding: line.dropLast(2), as: UTF8.self))
      }
      return StoreFolder.todo(uid, lines.joined(separator: "\r\n"))
    }
    for (index, uid) in uids.enumerated() where index < 20 {
      try folder.write("vdir\(index % 2)/\(uid).ics", StoreFolder.calendar(nil, todos[index]))
    }
    try folder.write(
      "All.ics",
      "BEGIN:VCALENDAR\r\nX-WR-CALNAME:All\r\n" + todos[20...].joined() + "END:VCALENDAR\r\n")
    return folder
  }

  @Test func itDoesTheSame() throws {
    var random = SplitMix64(seed: Seed.fresh())
    print("seed: LISTO_SEED=\(random.seed)")
    for _ in 0..<10 {
      let folder = try Self.filled(&random)
      let whole = try folder.store()
      let catalog = whole.catalog
      let path = catalog.reminderPaths.pick(using: &random)
      let identifier = try #require(catalog.modelIdentifier(at: path))
      let scoped = try CatalogStore([folder.path], journal: folder.journal, scope: .reminders([identifier]))
      #expect(
        scoped.catalog[identifier]?.component.bytes == catalog[identifier]?.component.bytes,
        "seed \(random.seed)")
      #expect(
        scoped.catalog.children(of: identifier).map(\.uid) == catalog.children(of: identifier).map(\.uid),
        "seed \(random.seed)")
      #expect(scoped.catalog.reminderPaths.count < catalog.reminderPaths.count || catalog.isEmpty)
      #expect(
        Set(scoped.catalog.sources.flatMap(\.lists).map(\.identifier))
          == Set(catalog.sources.flatMap(\.lists).map(\.identifier)), "seed \(random.seed)")
      let before = try folder.files()
      let uid = try #require(identifier.uid?.text)
      try scoped.set(uid, .summary, "Scoped")
      let after = try folder.files()
      try whole.undo(at: noon)
      #expect(try folder.files() == before)
      try whole.set(uid, .summary, "Scoped")
      #expect(try folder.files() == after, "seed \(random.seed)")
      let narrow = try CatalogStore(
        [folder.path], journal: nil, scope: .reminders([identifier], withSubtasks: false))
      #expect(narrow.catalog[identifier]?.title == "Scoped", "seed \(random.seed)")
      // What came since is seen.
      try whole.set(uid, .summary, "Again")
      narrow.refresh()
      #expect(narrow.catalog[identifier]?.title == "Again", "seed \(random.seed)")
    }
  }
}
