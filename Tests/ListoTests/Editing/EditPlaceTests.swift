import Foundation
import Listo
import Testing

/// Places that cannot be written, or are not what they seem.
@Suite struct EditPlaceTests {
  private static let text = StoreFolder.calendar("Home", StoreFolder.todo("1", "SUMMARY:Old"))

  private func requireRefusal(
    _ folder: StoreFolder, _ store: ReminderStore, _ place: SourceLocation = #_sourceLocation
  ) throws {
    let before = try folder.files()
    #expect(throws: WorkError.self, sourceLocation: place) { try store.set("1", .summary, "New") }
    #expect(try folder.files() == before, sourceLocation: place)
    #expect(try store.history().isEmpty, sourceLocation: place)
  }

  @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
  func aReadOnlyFileAndAReadOnlyFolder() throws {
    let folder = try StoreFolder()
    let path = try folder.write("Home.ics", Self.text)
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
    try requireRefusal(folder, folder.store())
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
    try requireRefusal(folder, folder.store())
  }

  @Test func aFileThatIsGone() throws {
    let folder = try StoreFolder()
    let path = try folder.write("Home.ics", Self.text)
    let store = try folder.store()
    try FileManager.default.removeItem(atPath: path)
    try requireRefusal(folder, store)
  }

  @Test func utf16AndZipAreRefused() throws {
    let folder = try StoreFolder()
    try folder.write("a.ics", try #require(Self.text.data(using: .utf16)))
    try requireRefusal(folder, folder.store())
    try folder.write("a.ics", [0x50, 0x4B, 0x03, 0x04] + [UInt8](repeating: 0, count: 40))
    try requireRefusal(folder, folder.store())
  }

  @Test func aLinkStaysALinkAndTheModeStays() throws {
    let folder = try StoreFolder()
    let path = try folder.write("real/Home.ics", Self.text)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link.ics", withDestinationPath: "real/Home.ics")
    let store = try folder.store(of: "link.ics")
    let done = try store.set("1", .summary, "New")
    #expect(done.files.map(\.path) == [path])
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: folder.path + "/link.ics") == "real/Home.ics")
    #expect(try folder.text("real/Home.ics").contains("SUMMARY:New"))
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    try store.undo(at: noon)
    #expect(try folder.text("real/Home.ics") == Self.text)
  }

  @Test func otherNamesOfAFileAreTold() throws {
    let folder = try StoreFolder()
    let path = try folder.write("Home.ics", Self.text)
    try FileManager.default.linkItem(atPath: path, toPath: folder.path + "/other.txt")
    let done = try folder.store().set("1", .summary, "New")
    #expect(done.remarks.map(\.code) == [.hardLink])
  }

  @Test func aJournalThatCannotBeWrittenRefuses() throws {
    let folder = try StoreFolder()
    try folder.write("Home.ics", Self.text)
    try folder.write("file", "")
    let journal = Journal(folder.path + "/file/journal")
    let before = try folder.files()
    #expect(throws: WorkError.self) {
      try ReminderStore([folder.path + "/Home.ics"], journal: journal).set("1", .summary, "New")
    }
    #expect(try folder.files() == before)
  }

  @Test func withoutAJournalItIsWrittenAllTheSame() throws {
    let folder = try StoreFolder()
    try folder.write("Home.ics", Self.text)
    let store = try ReminderStore([folder.path])
    #expect(try store.set("1", .summary, "New").id == nil)
    #expect(try folder.text("Home.ics").contains("SUMMARY:New"))
    #expect(throws: WorkError.self) { try store.undo(at: noon) }
  }

  /// Names of files are made of UIDs, which are given by whoever wrote them.
  @Test func aNewFileStaysInItsFolderAndReplacesNothing() throws {
    let folder = try StoreFolder()
    try folder.write("home/1.ics", StoreFolder.calendar(nil, StoreFolder.todo("1")))
    try folder.write("home/taken.ics", StoreFolder.calendar(nil, StoreFolder.todo("other")))
    let before = try folder.files()
    let store = try folder.store()
    for uid in ["../../evil", "taken", ".hidden", "CON"] {
      try store.add(uid, StoreFolder.todo(uid, "SUMMARY:x"))
    }
    let after = try folder.files()
    #expect(after.count == before.count + 4)
    #expect(after.keys.allSatisfy { $0.hasPrefix("home/") && $0.hasSuffix(".ics") })
    for (name, bytes) in before { #expect(after[name] == bytes) }
    #expect(store.catalog.reminderPaths.count == 6)
  }
}
