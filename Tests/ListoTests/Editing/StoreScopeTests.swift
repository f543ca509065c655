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

  /// Of what is named by identifiers or UIDs no more is held than the change needs, and its effect is the same; where it may need more,
  /// or a word may be something else, all is read.
  @Test func thoseThatAreNamed() throws {
    let folder = try StoreFolder()
    let uids = (0..<6).map { "uid-number-\($0)" }
    for uid in uids {
      let lines =
        uid == uids[1]
        ? "RELATED-TO:\(uids[0])" : uid == uids[2] ? "DTSTART:20260101\r\nRRULE:FREQ=DAILY" : "SUMMARY:x"
      try folder.write("vdir/\(uid).ics", StoreFolder.calendar(nil, StoreFolder.todo(uid, lines)))
    }
    try folder.write("other/twice.ics", StoreFolder.calendar(nil, StoreFolder.todo(uids[3], "SUMMARY:y")))
    let whole = try folder.store().catalog
    func held(_ words: [String], subtasks: Bool = false, shapes: Bool = false) throws -> Int? {
      try CatalogStore.naming(
        words, in: [folder.path], journal: nil, withSubtasks: subtasks, withShapes: shapes)?.catalog
        .reminderPaths.count
    }
    let identifiers = try uids.map { uid in
      try #require(
        whole.reminderPaths.compactMap(whole.modelIdentifier).first {
          $0.uid?.text == uid && $0.list?.text.hasSuffix("vdir") ?? false
        }
      ).description
    }
    #expect(try held([uids[4]]) == 1)
    #expect(try held([uids[4], identifiers[5]]) == 2)
    #expect(try held([identifiers[4]], subtasks: true) == 1)
    // It has a subtask, which the change asks about, or not.
    #expect(try held([identifiers[0]], subtasks: true) == nil)
    #expect(try held([identifiers[0]]) == 1)
    // It repeats; a UID is there twice.
    #expect(try held([identifiers[2]]) == nil)
    #expect(try held([uids[3]]) == nil)
    #expect(try held([identifiers[3]]) == nil)
    // The shapes of a folder's lists are told by all their files; a short name and words of a title are no UIDs.
    #expect(try held([identifiers[4]], shapes: true) == nil)
    #expect(try held(["4f33"]) == nil)
    #expect(try held(["the dentist 2"]) == nil)
    #expect(try held(["nothing-has-1-this"]) == nil)
  }

  /// A trial says what would become of the files, and leaves them as they are.
  @Test func aTrialWritesNothing() throws {
    let folder = try StoreFolder()
    try folder.write("Home.ics", StoreFolder.calendar("Home", StoreFolder.todo("1", "SUMMARY:x")))
    try folder.store().set("1", .summary, "y")
    let before = try folder.files()
    let trial = try CatalogStore([folder.path], journal: folder.journal, isTrial: true)
    let list = try #require(trial.catalog.sources.first?.lists.first?.identifier)
    #expect(try trial.undo(at: noon).files.count == 1)
    #expect(try trial.renameList(list, to: "House", at: noon).files.count == 1)
    #expect(try trial.deleteList(list, at: noon).files.map(\.kind) == [.removed])
    #expect(try folder.files() == before)
    #expect(try folder.journal.history().count == 1)
  }
}
