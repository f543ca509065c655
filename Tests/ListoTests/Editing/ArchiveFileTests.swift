import Foundation
import Listo
import ListoStores
import Testing

/// A file that is made so that reminders can move into it.
@Suite struct ArchiveFileTests {
  private let folder: StoreFolder
  private let archive: String

  init() throws {
    folder = try StoreFolder()
    archive = folder.path + "/Done.ics"
    try folder.write(
      "Home.ics",
      StoreFolder.calendar("Home", StoreFolder.todo("1"), StoreFolder.todo("2"), StoreFolder.todo("3")))
  }

  private func made() throws -> ArchiveFile? { try ArchiveFile(making: archive, UnobservedWork()) }

  /// Moves some into the archive, as one change.
  private func move(_ uids: String..., made: ArchiveFile?) throws -> ReminderStore {
    // A file that is named is a list of its own, where it stands in another place too.
    let store = try ReminderStore([folder.path, archive], journal: folder.journal)
    made.map(store.countAsNew)
    let lists = store.catalog.sources.flatMap(\.lists)
    let target = try #require(lists.first { $0.calendars.contains { $0.file == archive } })
    let moved = lists.flatMap(\.identifiers).filter { uids.contains($0.uid?.text ?? "") }
    #expect(moved.count == uids.count)
    let context = EditContext(ViewContext(now: noon, zone: .utc)) { "NEW" }
    try store.apply("archive", in: context) { editing throws(EditError) in
      for identifier in moved { try editing.apply(.move(toList: target.identifier), to: identifier) }
    }
    return store
  }

  @Test func itGoesAndComesWithWhatMovedThere() throws {
    let before = try folder.files()
    let store = try move("1", "3", made: try made())
    let after = try folder.files()
    #expect(after["Done.ics"].map { String(decoding: $0, as: UTF8.self).contains("UID:3") } ?? false)
    try store.undo(at: noon, ofOthers: true)
    #expect(try folder.files() == before)
    try store.redo(at: noon, ofOthers: true)
    #expect(try folder.files() == after)
  }

  /// It stays with what came to it later.
  @Test func whatOthersPutThereStays() throws {
    let before = try folder.files()
    let store = try move("1", made: try made())
    #expect(try made() == nil, "it is there")
    _ = try move("2", made: nil)
    try store.undo(at: noon, ofOthers: true)
    try store.undo(at: noon, ofOthers: true)
    #expect(try folder.files() == before)
    _ = try move("1", made: try made())
    let archived = try folder.text("Done.ics").replacing(
      "END:VCALENDAR", with: StoreFolder.todo("4") + "END:VCALENDAR")
    try folder.write("Done.ics", archived)
    try folder.store().undo(at: noon, ofOthers: true)
    #expect(try folder.files()["Home.ics"] == before["Home.ics"])
    let left = try folder.text("Done.ics")
    #expect(left.contains("UID:4") && !left.contains("UID:1"))
  }

  /// Somebody wrote into it before anything moved there: it is a file like any other.
  @Test func whatCameBeforeStays() throws {
    let file = try #require(try made())
    let other = StoreFolder.calendar("Other", StoreFolder.todo("8"))
    try folder.write("Done.ics", other)
    _ = try move("1", made: file)
    #expect(try folder.text("Done.ics").contains("UID:1"))
    try folder.store().undo(at: noon, ofOthers: true)
    #expect(try folder.text("Done.ics") == other)
  }

  @Test func itIsRemovedWhereNothingCame() throws {
    let file = try #require(try made())
    #expect(try Set(folder.files().keys) == ["Done.ics", "Home.ics"])
    file.removeIfUnused()
    #expect(try Set(folder.files().keys) == ["Home.ics"])
    let other = try #require(try made())
    try folder.write("Done.ics", StoreFolder.calendar(nil, StoreFolder.todo("9")))
    other.removeIfUnused()
    #expect(try folder.text("Done.ics").contains("UID:9"))
  }
}
