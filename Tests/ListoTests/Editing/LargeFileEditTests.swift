import Foundation
import Listo
import ListoTestSupport
import Testing

/// A file that is too large to be held is changed as any other is.
@Suite struct LargeFileEditTests {
  private static let padding = String(repeating: "x", count: 3000)

  private static func calendar(_ count: Int) -> String {
    StoreFolder.calendar(
      "Large",
      (0..<count).map { StoreFolder.todo("\($0)", "SUMMARY:Reminder \($0)", "X-PADDING:\(padding)") }.joined()
    )
  }

  @Test func onlyItsLinesAreOthers() throws {
    let folder = try StoreFolder()
    let text = Self.calendar(700)
    #expect(text.utf8.count > 2_000_000)
    try folder.write("Large.ics", text)
    let store = try folder.store()
    for number in [0, 350, 699] {
      let before = try folder.text("Large.ics")
      try store.set("\(number)", .summary, "Changed \(number)")
      #expect(
        try folder.text("Large.ics")
          == before.replacingOccurrences(
            of: "SUMMARY:Reminder \(number)\r", with: "SUMMARY:Changed \(number)\r"))
    }
    for _ in 0..<3 { try store.undo(at: noon) }
    #expect(try folder.text("Large.ics") == text)
  }

  @Test func whatComesAndGoesToo() throws {
    let folder = try StoreFolder()
    let text = Self.calendar(700)
    try folder.write("Large.ics", text)
    let store = try folder.store()
    try store.add("new")
    try store.change("5") { _ in nil }
    let changed = try folder.text("Large.ics")
    #expect(changed.contains("UID:new\r\n") && !changed.contains("UID:5\r\n"))
    try store.undo(at: noon)
    try store.undo(at: noon)
    #expect(try folder.text("Large.ics") == text)
  }

  /// Another program, which asks nobody, writes it meanwhile: its bytes stay.
  @Test func whatOthersWriteMeanwhileStays() throws {
    let folder = try StoreFolder()
    let path = try folder.write("Large.ics", Self.calendar(700))
    let other = Self.calendar(701)
    let store = try folder.store { moment in
      if moment == .afterJournal { try Data(other.utf8).write(to: URL(filePath: path)) }
    }
    #expect(throws: WorkError.self) { try store.set("3", .summary, "Changed") }
    #expect(try folder.text("Large.ics") == other)
    #expect(try store.history().isEmpty)
  }
}
