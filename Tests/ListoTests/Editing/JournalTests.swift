import Foundation
import Listo
import Testing

/// The journal's files on the disk, and the handling of a journal that is not as it should be.
@Suite struct JournalTests {
  private func filled(_ count: Int = 3) throws -> (StoreFolder, ReminderStore) {
    let folder = try StoreFolder()
    try folder.write("Home.ics", StoreFolder.calendar("Home", StoreFolder.todo("1", "SUMMARY:0")))
    let store = try folder.store()
    for number in 1...count { try store.set("1", .summary, "\(number)") }
    return (folder, store)
  }

  private func names(_ journal: Journal) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: journal.folder).sorted()
  }

  private func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  @Test func itIsForItsOwnersEyes() throws {
    let (folder, _) = try filled()
    let names = try names(folder.journal)
    #expect(names == (1...3).map { "0000000\($0).jsonl" })
    #expect(try mode(folder.journal.folder) == 0o700)
    for name in names { #expect(try mode(folder.journal.folder + "/" + name) == 0o600) }
  }

  @Test func noLinkIsFollowed() throws {
    let (folder, store) = try filled(1)
    let entry = folder.journal.folder + "/00000001.jsonl"
    try FileManager.default.moveItem(atPath: entry, toPath: folder.path + "/elsewhere")
    try FileManager.default.createSymbolicLink(
      atPath: entry, withDestinationPath: folder.path + "/elsewhere")
    guard case .broken? = try store.history().first?.state else {
      Issue.record("a link was followed")
      return
    }
    #expect(throws: WorkError.self) { try store.undo(at: noon) }
    // Nor is the folder.
    try FileManager.default.moveItem(atPath: folder.journal.folder, toPath: folder.path + "/moved")
    try FileManager.default.createSymbolicLink(
      atPath: folder.journal.folder, withDestinationPath: folder.path + "/moved")
    let before = try folder.bytes("Home.ics")
    #expect(throws: WorkError.self) { try store.set("1", .summary, "x") }
    #expect(try folder.bytes("Home.ics") == before)
  }

  @Test func anEntryOfALaterVersionIsLeftAlone() throws {
    let (folder, store) = try filled(2)
    let later = folder.journal.folder + "/00000003.jsonl"
    try Data("{\"listo-journal\":2,\"anything\":[]}\n".utf8).write(to: URL(filePath: later))
    #expect(try store.history().map(\.state) == [.laterVersion, .standing, .standing])
    #expect(throws: WorkError.self) { try store.undo(Transaction.ID(3), at: noon) }
    try store.undo(at: noon)
    #expect(try folder.text("Home.ics").contains("SUMMARY:1\r\n"))
    #expect(FileManager.default.fileExists(atPath: later))
  }

  /// Where a disk lost the end of a file, or someone wrote into it.
  @Test func tornEntriesAreToldAndCostNothingElse() throws {
    let (folder, store) = try filled(3)
    let path = folder.journal.folder + "/00000003.jsonl"
    let bytes = try Data(contentsOf: URL(filePath: path))
    for count in Set([0, 1, bytes.count / 2, bytes.count - 2] + stride(from: 3, to: bytes.count - 1, by: 41))
    {
      try bytes.prefix(count).write(to: URL(filePath: path))
      guard case .broken? = try store.history().first?.state else {
        Issue.record("\(count) bytes of \(bytes.count)")
        continue
      }
    }
    try Data("{\"listo-journal\":1,\"kind\":\"edit\"}\n{\"end\":1}\n".utf8).write(to: URL(filePath: path))
    guard case .broken? = try store.history().first?.state else {
      Issue.record("an entry without files")
      return
    }
    // The others can be taken back, as far as nothing was changed since.
    #expect(throws: WorkError.self) { try store.undo(at: noon) }
    try bytes.write(to: URL(filePath: path))
    for _ in 0..<3 { try store.undo(at: noon) }
    #expect(try folder.text("Home.ics").contains("SUMMARY:0\r\n"))
  }

  /// Octets that are no text stand there as hexadecimal digits, and nothing but digits.
  @Test func anEntryWithAnythingBetweenTheDigitsIsBroken() throws {
    let folder = try StoreFolder()
    let text = StoreFolder.calendar("Home", StoreFolder.todo("1", "SUMMARY:0", "X-RAW:?"))
    try folder.write("Home.ics", Array(text.utf8).map { $0 == 0x3F ? 0xFF : $0 })
    let store = try folder.store()
    try store.set("1", .summary, "1")
    let entry = URL(filePath: folder.journal.folder + "/00000001.jsonl")
    let written = try String(contentsOf: entry, encoding: .utf8)
    for (digits, isBroken) in [("00ff", false), ("00 ff", true)] {
      let other = written.replacing(/"old-hex":"[0-9a-f]+"/, with: "\"old-hex\":\"\(digits)\"")
      try #require(other != written, "\(written)")
      try Data(other.utf8).write(to: entry)
      let state = try #require(try store.history().first?.state)
      if case .broken = state { #expect(isBroken) } else { #expect(!isBroken, "\(digits): \(state)") }
    }
  }

  @Test func whatIsTooMuchGoes() throws {
    let folder = try StoreFolder()
    try folder.write("Home.ics", StoreFolder.calendar("Home", StoreFolder.todo("1", "SUMMARY:0")))
    let bounded = Journal(folder.journal.folder, bounds: Journal.Bounds(size: 3000))
    let store = try ReminderStore([folder.path], journal: bounded)
    for number in 1...20 { try store.set("1", .summary, "\(number)") }
    let history = try store.history()
    #expect(history.count > 1 && history.count < 10)
    #expect(history.first?.id == Transaction.ID(20))
    // The newest stays, however small the bound is.
    let none = Journal(folder.journal.folder, bounds: Journal.Bounds(size: 0))
    try ReminderStore([folder.path], journal: none).set("1", .summary, "last")
    #expect(try none.history().map(\.id.number) == [21])
    let old = Journal(folder.journal.folder, bounds: Journal.Bounds(age: 3600))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -7200)],
      ofItemAtPath: folder.journal.folder + "/00000021.jsonl")
    try ReminderStore([folder.path], journal: old).set("1", .summary, "newer")
    #expect(try old.history().map(\.id.number) == [22])
    #expect(try old.forget() == 1)
    #expect(try old.history().isEmpty)
  }

  @Test func octetsThatAreNoTextComeBack() throws {
    let folder = try StoreFolder()
    let text = Array(
      StoreFolder.calendar("Home", StoreFolder.todo("1", "SUMMARY:0", "X-RAW:?", "X-NUL:!")).utf8
    )
    .map { $0 == 0x3F ? 0xFF : $0 == 0x21 ? 0x00 : $0 }
    try folder.write("Home.ics", text)
    let store = try folder.store()
    try store.set("1", .summary, "\u{85}\u{2028}\"\\ ü")
    try store.undo(at: noon)
    #expect(try folder.bytes("Home.ics") == text)
  }

  @Test func aLargeFileComesBackToo() throws {
    let folder = try StoreFolder()
    let todos = (0..<20_000).map { StoreFolder.todo("\($0)", "SUMMARY:Title \($0)") }
    let text = "BEGIN:VCALENDAR\r\nX-WR-CALNAME:A\r\n" + todos.joined() + "END:VCALENDAR\r\n"
    #expect(text.utf8.count > 1 << 20)
    try folder.write("a.ics", text)
    let store = try folder.store()
    try store.set("10000", .summary, "Changed")
    // Others change what stands far from it, in the same length.
    try folder.write("a.ics", try folder.text("a.ics").replacing("Title 19999", with: "TITLE 19999"))
    try store.undo(at: noon)
    #expect(try folder.text("a.ics") == text.replacing("Title 19999", with: "TITLE 19999"))
    let size = try FileManager.default.contentsOfDirectory(atPath: folder.journal.folder).reduce(0) {
      $0 + (try Data(contentsOf: URL(filePath: folder.journal.folder + "/" + $1)).count)
    }
    #expect(size < 4000)
  }
}
