import Foundation
import Listo
import Testing

/// Folders that come and go with their files: none is left behind, whatever cuts a command off or refuses a
/// file.
@Suite struct OwnedFolderTests {
  private struct Killed: Error {}

  /// More than are brought to the disk together.
  private static let many = 230

  /// A list of many files beside another.
  private func folder() throws -> StoreFolder {
    let folder = try StoreFolder()
    try folder.write("other/x.ics", StoreFolder.calendar(nil, StoreFolder.todo("x", "SUMMARY:Other")))
    try folder.write("home/displayname", "Home\n")
    for number in 0..<Self.many {
      try folder.write(
        "home/\(number).ics", StoreFolder.calendar(nil, StoreFolder.todo("\(number)", "SUMMARY:Old")))
    }
    return folder
  }

  private func home(_ store: ReminderStore) throws -> ModelIdentifier {
    let lists = store.catalog.lists(named: "Home")
    return try #require(lists.first.flatMap(store.catalog.modelIdentifier))
  }

  private func hasFolder(_ folder: StoreFolder, _ name: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.path + "/" + name)
  }

  @Test func aListOfManyFilesGoesAndComesBackWithItsFolder() throws {
    let folder = try folder()
    let before = try folder.files()
    let store = try folder.store()
    try store.deleteList(try home(store), at: noon)
    #expect(!hasFolder(folder, "home"))
    try store.undo(at: noon, ofOthers: true)
    #expect(try folder.files() == before)
    try store.redo(at: noon, ofOthers: true)
    #expect(!hasFolder(folder, "home") && hasFolder(folder, "other"))
  }

  /// Cut off before the first file, within a part, between two, behind the last: the next change finishes it,
  /// and folders are as they are without.
  @Test(
    arguments: [
      .afterJournal, .beforeFile(0), .afterFile(0), .afterFile(99), .afterFile(229), .beforeClosing,
    ] as [WritingMoment])
  func whatIsCutOffLeavesNoEmptyFolder(moment: WritingMoment) throws {
    let folder = try folder()
    let before = try folder.files()
    let removing = try folder.store { if $0 == moment { throw Killed() } }
    #expect(throws: WorkError.self) { try removing.deleteList(try home(removing), at: noon) }
    let isWithdrawn = moment == .afterJournal || moment == .beforeFile(0)
    #expect(try folder.store().settle().map(\.outcome) == [isWithdrawn ? .withdrawn : .finished])
    #expect(hasFolder(folder, "home") == isWithdrawn)
    if isWithdrawn { try folder.store().deleteList(try home(folder.store()), at: noon) }
    // And so the other way: its folder is made before its first file stands in it.
    let dying = try folder.store { if $0 == moment { throw Killed() } }
    #expect(throws: WorkError.self) { try dying.undo(at: noon, ofOthers: true) }
    #expect(hasFolder(folder, "home") == (moment != .afterJournal))
    #expect(try folder.store().settle().map(\.outcome) == [isWithdrawn ? .withdrawn : .finished])
    #expect(hasFolder(folder, "home") == !isWithdrawn)
    if isWithdrawn { try folder.store().undo(at: noon, ofOthers: true) }
    #expect(try folder.files() == before)
  }

  /// One of its files cannot be made: the folder that was made for them goes, with those above it.
  @Test(arguments: [0, 1, 150])
  func aFileThatCannotBeMadeLeavesNoEmptyFolder(good: Int) throws {
    let folder = try StoreFolder()
    let files = try AccountFolder(folder.path + "/account", journal: folder.journal, at: noon)
    func change(_ number: Int, _ file: String) throws -> SyncFolderChange {
      let text = StoreFolder.calendar(nil, StoreFolder.todo("\(number)", "SUMMARY:New"))
      return .write(list: "home", file: file, old: nil, new: try SyncItem(Array(text.utf8)))
    }
    var changes = try (0..<good).map { [try change($0, "\($0).ics")] }
    // Longer than a name may be, which its place alone says.
    changes.append([try change(good, String(repeating: "n", count: 300) + ".ics")])
    #expect(throws: (any Error).self) { try files.apply(changes, "pull") }
    #expect(!hasFolder(folder, "account"))
    #expect(try folder.journal.history().isEmpty)
    // Without it, all of them come, and go again with their folder.
    if good > 0 {
      _ = try files.apply(changes.dropLast(), "pull")
      #expect(try folder.files().count == good)
      try folder.store().undo(at: noon, ofOthers: true)
      #expect(!hasFolder(folder, "account/home"))
    }
  }

  /// A file that others put into the folder meanwhile is kept, and the folder with it.
  @Test func aFolderWithAFileOfOthersStays() throws {
    let folder = try folder()
    let store = try folder.store()
    try folder.write("home/notes.txt", "theirs")
    try store.deleteList(try home(store), at: noon)
    #expect(try folder.files().keys.sorted() == ["home/notes.txt", "other/x.ics"])
  }
}
