import Foundation
import ICalendar
import ListoFormats
import Testing

@testable import ListoModel
@testable import ListoStores

/// The reading of a file: again, from UTF-16, by its beginning.
@Suite struct InputReadingTests {
  @Test func readingAgain() throws {
    let folder = try TemporaryFolder()
    let text = String(repeating: "X:y\n", count: 700_000)
    let input = try #require(InputTree([try folder.write("1.ics", text)]).inputs.first)
    for _ in 0..<2 { #expect(try input.allBytes() == Array(text.utf8)) }
  }

  /// The beginning of a file in a folder shows its format, however long the file is.
  @Test func longFilesOfOtherFormats() throws {
    let folder = try TemporaryFolder()
    let rows = (0..<900).map { "Thing number \($0) of a long list,2026-12-01\n" }.joined()
    try folder.write("long.csv", "title,due\n" + rows)
    try folder.write("short.csv", "title,due\nThing,2026-12-01\n")
    #expect(rows.utf8.count > Recognition.window)
    #expect(InputTree([folder.path]).inputs.map(\.relativePath) == ["long.ics", "short.ics"])
  }

  /// UTF-16 is read as UTF-8, anywhere and as often as need be, from memory or from a temporary file.
  @Test(arguments: [0, 8 << 20]) func utf16(memoryLimit: Int) throws {
    let folder = try TemporaryFolder()
    let text = "BEGIN:VCALENDAR\n" + String(repeating: "X-A:Käse 🧀\n", count: 60_000) + "END:VCALENDAR\n"
    let file = try folder.write("wide.ics")
    try #require(("\u{FEFF}" + text).data(using: .utf16BigEndian)).write(to: URL(filePath: file))
    for place in [file, folder.path] {
      let tree = InputTree([place], memoryLimit: memoryLimit)
      let input = try #require(tree.inputs.first)
      #expect(!input.isDecoded && tree.decoded.names.isEmpty, "it was not read yet")
      for _ in 0..<2 { #expect(try input.allBytes() == Array(text.utf8)) }
      #expect(input.isDecoded && !input.isWritable && tree.decoded.names == [input.name])
      var piece: [UInt8] = []
      try input.randomAccess().read(100, at: 400_000, into: &piece)
      #expect(piece[...] == Array(text.utf8)[400_000..<400_100])
      piece = []
      try input.forMerging(pool: OpenFilePool(), size: nil).read(100, at: 400_000, into: &piece)
      #expect(piece[...] == Array(text.utf8)[400_000..<400_100])
    }
  }

  @Test func whatMustBeUnpacked() throws {
    let folder = try TemporaryFolder()
    for name in ["list.ics", "list.csv", "list", "list.json"] {
      let file = try folder.write(
        name, "PK\u{3}\u{4} and what else a zip archive holds\nBEGIN:VTODO\nEND:VTODO\n")
      let tree = InputTree([file])
      var errors = tree.errors
      for input in tree.inputs {
        do {
          _ = try input.allBytes()
        } catch ICalendarError.unreadable(let reason) {
          errors.append(StoreError(.unreadable, path: input.name, reason: reason))
        }
      }
      #expect(errors.map(\.code) == [.unreadable] && errors.first?.reason.contains("zip archive") == true)
    }
  }

  @Test func aFolderIsNoFile() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("1.ics")
    let input = try #require(InputTree([file]).inputs.first)
    try FileManager.default.removeItem(atPath: file)
    #expect(throws: StoreError.self) { try input.open() }
    try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
    #expect(throws: StoreError.self) { try input.open() }
  }
}
