import Foundation
import Listo
import Synchronization
import Testing

/// A command that is cut off at each moment: what it left is finished or withdrawn by the next, and can be taken back.
@Suite struct CutOffEditTests {
  private struct Killed: Error {}

  private static let moments: [WritingMoment] = [
    .beforeJournal, .afterJournal, .beforeFile(0), .afterFile(0), .beforeFile(1), .afterFile(1),
    .beforeFile(2), .afterFile(2), .beforeClosing,
  ]

  /// One that comes, one that changes, one that goes: three files.
  private func edit(_ store: CatalogStore) throws -> Transaction {
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
    try next.undo(at: noon)
    if isDone { try next.undo(at: noon) }
    #expect(try folder.files() == before)
  }

  @Test(arguments: moments)
  func anUndoThatIsCutOffIsSettledToo(moment: WritingMoment) throws {
    let folder = try folder()
    let before = try folder.files()
    _ = try edit(folder.store())
    let after = try folder.files()
    let dying = try folder.store { if $0 == moment { throw Killed() } }
    #expect(throws: WorkError.self) { try dying.undo(at: noon) }
    let next = try folder.store()
    let settled = try next.settle()
    let isDone = settled.first?.outcome == .finished
    #expect(try folder.files() == (isDone ? before : after))
    if isDone { try next.redo(at: noon) } else { try next.undo(at: noon) }
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
}
