import Testing

@testable import Listo

@Suite struct PatchFileTests {
  @Test func whatIsNoPatchIsToldOnce() throws {
    let folder = try StoreFolder()
    let path = try folder.write("a.ics", StoreFolder.calendar("Home", StoreFolder.todo("1")))
    let input = try #require(InputTree([path]).inputs.first)
    let notes = WorkNotes()
    let error = #expect(throws: WorkError.self) { try Patch(reading: input, notes) }
    guard case .noPatch(path) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(notes.problems.map(\.code) == [.badPatch])
    #expect(notes.problems.map(\.file) == [path] && notes.failures.isEmpty)
  }
}
