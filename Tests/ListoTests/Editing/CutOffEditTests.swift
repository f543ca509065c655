import Foundation
import Listo
import Synchronization
import Testing

/// A command that is cut off at each moment: what it left is finished or withdrawn by the next, and can be
/// taken back.
@Suite struct CutOffEditTests {
  private struct Killed: Error {}

  private static let moments: [WritingMoment] = [
    .beforeJournal, .afterJournal, .beforeFile(0), .afterFile(0), .beforeFile(1), .afterFile(1),
    .beforeFile(2), .afterFile(2), .beforeClosing,
  ]

  /// One that comes, one that changes, one that goes: three files.
  private func edit(_ store: ReminderStore) throws -> Transaction {
    try store.apply("rearrange", at: noon) { catalog throws(WorkError) in
      guard let list = catalog.sources.first?.lists.first,
        let identifiers = try? ["1", "2"].map(catalog.identifier), let one = catalog[identifiers[0]],
        let two = catalog[identifiers[1]]
      else { throw .noCalendar(hadInputs: true) }
      var changed = one.component
      changed.set(.summary, value: Array("Bread".utf8))
      let name = ModelIdentifier(
        source: list.identifier.source, list: list.identifier.list, uid: ModelIdentifier.Name("3"))
      return EditPlan(steps: [
        EditPlan.Step(list: list.identifier, identifier: identifiers[0], before: one, after: changed),
        EditPlan.Step(list: list.identifier, identifier: identifiers[1], before: two, after: nil),
        EditPlan.Step(
          list: list.identifier, identifier: name, before: nil,
          after: Component(Array(StoreFolder.todo("3", "SUMMARY:New").utf8))),
      ])
    }
  }

  private func folder() throws -> StoreFolder {
    let folder = try StoreFolder()
    for uid in ["1", "2", "9"] {
      try folder.write("\(uid).ics", StoreFolder.calendar(nil, StoreFolder.todo(uid, "SUMMARY:Old \(uid)")))
    }
    return folder
  }

  @Test(arguments: moments)
  func theNextChangeSettlesIt(moment: WritingMoment) throws {
    let folder = try folder()
    let before = try folder.files()
    let dying = try folder.store { if $0 == moment { throw Killed() } }
    #expect(throws: WorkError.self) { try edit(dying) }
    let pending = try folder.journal.pending()
    #expect(pending.count == (moment == .beforeJournal ? 0 : 1))
    // The next command does something else.
    let next = try folder.store()
    let done = try next.set("9", .summary, "Next")
    switch moment {
    case .beforeJournal: #expect(done.settled.isEmpty)
    case .afterJournal, .beforeFile(0): #expect(done.settled.map(\.outcome) == [.withdrawn])
    default: #expect(done.settled.map(\.outcome) == [.finished])
    }
    #expect(try folder.journal.pending().isEmpty)
    let isDone = done.settled.first?.outcome == .finished
    let now = try folder.files()
    #expect((now["3.ics"] != nil) == isDone)
    #expect((now["2.ics"] == nil) == isDone)
    #expect(try folder.text("1.ics").contains("Bread") == isDone)
    // All of it can be taken back, to the byte.
    try next.undo(at: noon, ofOthers: true)
    if isDone { try next.undo(at: noon, ofOthers: true) }
    #expect(try folder.files() == before)
  }

  /// Who reads is warned where a file that it reads was to be changed, and nowhere else.
  @Test func whoReadsItIsWarned() throws {
    let (folder, other) = (try folder(), try folder())
    let dying = try folder.store { if $0 == .afterJournal { throw Killed() } }
    #expect(throws: WorkError.self) { try dying.set("1", .summary, "Bread") }
    let pending = try folder.journal.pending()
    #expect(pending.count == 1)
    func warned(_ path: String) -> [Transaction.ID] {
      folder.journal.pending(in: InputTree([path])).map(\.id)
    }
    #expect(warned(folder.path) == pending.map(\.id) && warned(folder.path + "/1.ics") == pending.map(\.id))
    #expect(warned(folder.path + "/2.ics").isEmpty && warned(other.path).isEmpty)
  }

  @Test(arguments: moments)
  func anUndoThatIsCutOffIsSettledToo(moment: WritingMoment) throws {
    let folder = try folder()
    let before = try folder.files()
    _ = try edit(folder.store())
    let after = try folder.files()
    let dying = try folder.store { if $0 == moment { throw Killed() } }
    #expect(throws: WorkError.self) { try dying.undo(at: noon, ofOthers: true) }
    let next = try folder.store()
    let settled = try next.settle()
    let isDone = settled.first?.outcome == .finished
    #expect(try folder.files() == (isDone ? before : after))
    if isDone { try next.redo(at: noon, ofOthers: true) } else { try next.undo(at: noon, ofOthers: true) }
    #expect(try folder.files() == (isDone ? after : before))
  }

  @Test func aFileThatOthersChangedMeanwhileIsKept() throws {
    let folder = try folder()
    let dying = try folder.store { if $0 == .afterFile(0) { throw Killed() } }
    #expect(throws: WorkError.self) { try edit(dying) }
    // In the reminder that was to go, and elsewhere in the one that was to change.
    try folder.write("2.ics", try folder.text("2.ics").replacing("Old 2", with: "Theirs"))
    try folder.write("1.ics", try folder.text("1.ics").replacing("VERSION:2.0", with: "VERSION:2.0\r\nX-A:b"))
    let settled = try folder.store().settle()
    #expect(settled.map(\.outcome) == [.partial])
    #expect(settled.flatMap(\.paths).map { $0.hasSuffix("/2.ics") } == [true])
    #expect(try folder.text("2.ics").contains("Theirs"))
    #expect(try folder.text("1.ics").contains("Bread") && folder.text("1.ics").contains("X-A:b"))
  }

  @Test func aFullDiskLeavesAllAsItWas() throws {
    let folder = try folder()
    let before = try folder.files()
    // A folder stands where the new file would.
    try FileManager.default.createDirectory(
      atPath: folder.path + "/sub", withIntermediateDirectories: true)
    let store = try folder.store { moment in
      // Between the plan and the write of the second file, its name is taken by a folder.
      guard moment == .beforeFile(1) else { return }
      try FileManager.default.removeItem(atPath: folder.path + "/1.ics")
      try FileManager.default.createDirectory(
        atPath: folder.path + "/1.ics", withIntermediateDirectories: true)
    }
    #expect(throws: WorkError.self) { try edit(store) }
    var now = try folder.files()
    now["1.ics"] = before["1.ics"]
    #expect(now == before)
    #expect(try folder.journal.history().isEmpty)
  }

  // MARK: Many files

  private static let many = 230

  private func manyFiles() throws -> StoreFolder {
    let folder = try StoreFolder()
    for number in 0..<Self.many {
      try folder.write(
        "\(number).ics", StoreFolder.calendar(nil, StoreFolder.todo("\(number)", "SUMMARY:Old")))
    }
    return folder
  }

  private func renameAll(_ store: ReminderStore) throws -> Transaction {
    try store.apply("rename", at: noon) { catalog throws(WorkError) in
      EditPlan(
        steps: catalog.reminderPaths.compactMap { path in
          guard let identifier = catalog.modelIdentifier(at: path), let list = identifier.container,
            let before = catalog.reminder(at: path)
          else { return nil }
          var after = before.component
          after.set(.summary, value: Array("New".utf8))
          return EditPlan.Step(list: list, identifier: identifier, before: before, after: after)
        })
    }
  }

  /// They go to the disk together; a command that is cut off among them is finished by the next all the same.
  @Test(arguments: [0, 99, 100, 229])
  func manyFilesAreFinished(last: Int) throws {
    let folder = try manyFiles()
    let before = try folder.files()
    let dying = try folder.store { if $0 == .afterFile(last) { throw Killed() } }
    #expect(throws: WorkError.self) { try renameAll(dying) }
    let cut = try folder.files()
    #expect(cut.count { $0.value != before[$0.key] } == last + 1)
    let store = try folder.store()
    #expect(try store.settle().map(\.outcome) == [.finished])
    let after = try folder.files()
    #expect(after.count == Self.many && after.allSatisfy { $0.value != before[$0.key] })
    try store.undo(at: noon, ofOthers: true)
    #expect(try folder.files() == before)
  }

  /// The last of them cannot take its place: those that have go back.
  @Test func manyFilesGoBack() throws {
    let folder = try manyFiles()
    var before = try folder.files()
    let written = Mutex(0)
    let taken = Mutex("")
    let store = try folder.store { moment in
      if case .afterFile = moment { written.withLock { $0 += 1 } }
      guard moment == .beforeFile(Self.many - 1) else { return }
      // Of the one that is left its place is taken by a folder.
      let old = try folder.files().filter { String(decoding: $0.value, as: UTF8.self).contains("Old") }
      guard old.count == 1, let name = old.keys.first else { return }
      try FileManager.default.removeItem(atPath: folder.path + "/" + name)
      try FileManager.default.createDirectory(
        atPath: folder.path + "/\(name)/full", withIntermediateDirectories: true)
      taken.withLock { $0 = name }
    }
    #expect(throws: WorkError.self) { try renameAll(store) }
    #expect(written.withLock { $0 } == Self.many - 1)
    before[taken.withLock { $0 }] = nil
    #expect(before.count == Self.many - 1)
    #expect(try folder.files() == before)
    #expect(try folder.journal.history().isEmpty)
  }
}
