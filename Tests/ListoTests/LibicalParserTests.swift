import Foundation
import ListoTestSupport
import Testing

@testable import Listo

/// `Catalog.open(_:parser:)` with libical's parser: the same sources, lists and identifiers, and errors for
/// files that libical cannot read.
@Suite struct LibicalParserTests {
  private static let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Samples").path

  @Test func sourcesListsAndIdentifiersAreTheSame() throws {
    let ours = Catalog.open(Self.samples).catalog
    let opened = Catalog.open(Self.samples, parser: .libical)
    #expect(opened.failures.isEmpty)
    let theirs = opened.catalog
    #expect(theirs.sources.map(\.identifier) == ours.sources.map(\.identifier))
    #expect(theirs.lists.map(\.identifier) == ours.lists.map(\.identifier))
    #expect(theirs.lists.map(\.title) == ours.lists.map(\.title))
    #expect(theirs.lists.flatMap(\.identifiers) == ours.lists.flatMap(\.identifiers))
    #expect(theirs.reminderPaths.count > 100)
    // A selection that was kept from the one leads to the same reminder in the other.
    for path in ours.reminderPaths {
      let selection = try #require(Selection(path, in: ours))
      guard case .found(path) = selection.resolve(in: theirs) else {
        Issue.record("\(path): \(selection.resolve(in: theirs))")
        continue
      }
    }
  }

  @Test func aFileThatLibicalCannotReadCostsNoOther() throws {
    let folder = try StoreFolder()
    func write(_ name: String, _ lines: String...) throws -> String {
      try folder.write(name, Array((lines.joined(separator: "\r\n") + "\r\n").utf8))
    }
    let good = try write(
      "good.ics", "BEGIN:VCALENDAR", "BEGIN:VTODO", "UID:1", "SUMMARY:a", "END:VTODO", "END:VCALENDAR")
    let cut = try write("cut.ics", "BEGIN:VCALENDAR", "BEGIN:VTODO", "UID:2", "SUMMARY:b")
    let zero = try write("nul.ics", "BEGIN:VCALENDAR", "BEGIN:VTODO", "UID:3\0", "END:VTODO", "END:VCALENDAR")
    let long = try write(
      "long.ics", "BEGIN:VCALENDAR", "BEGIN:VTODO", "UID:4",
      "SUMMARY:" + String(repeating: "x", count: 2 << 20),
      "END:VTODO", "END:VCALENDAR")
    let deep = try write(
      "deep.ics", "BEGIN:VCALENDAR", String(repeating: "BEGIN:X-A\r\n", count: 600),
      String(repeating: "END:X-A\r\n", count: 600), "END:VCALENDAR")
    let opened = Catalog.open([good, cut, zero, long, deep], parser: .libical)
    #expect(opened.catalog.lists.flatMap(\.reminders).map(\.title) == ["a"])
    #expect(opened.failures.map(\.path) == [cut, zero, long, deep])
    #expect(
      opened.failures.map(\.reason) == [
        "libical reads nothing of this file: a component in it has no END",
        "Listo does not pass this file to libical: a NUL byte in the calendar",
        "Listo does not pass this file to libical: a line of more than 1048576 bytes",
        "Listo does not pass this file to libical: components nested more than 500 deep",
      ])
  }

  /// Other formats are read by their own readers, and what libical drops is told.
  @Test func otherFormatsAndLosses() throws {
    let folder = try StoreFolder()
    let json = try folder.write("a.jsonl", Array(#"{"uid":"1","title":"From JSON","notes":" x"}"#.utf8))
    let lossy = try folder.write(
      "b.ics",
      Array("BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:2\nSUMMARY:b\nDESCRIPTION:\nEND:VTODO\nEND:VCALENDAR\n".utf8))
    let opened = Catalog.open(json, lossy, parser: .libical)
    let reminders = opened.catalog.lists.flatMap(\.reminders)
    #expect(reminders.map(\.title) == ["From JSON", "b"] && reminders.map(\.notes) == [" x", nil])
    #expect(opened.problems.filter { $0.code == .libicalLoss }.map(\.file) == [lossy])
  }

  /// libical puts time zones before all other components; what is told of them keeps its line.
  @Test func linesAreThoseOfTheFile() throws {
    let folder = try StoreFolder()
    let lines = [
      "BEGIN:VCALENDAR", "BEGIN:VTODO", "UID:1", "END:VTODO", "BEGIN:VTODO", "UID:1", "END:VTODO",
      "BEGIN:VTIMEZONE", "TZID:A", "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:+0100",
      "TZOFFSETTO:+0100",
      "END:STANDARD", "END:VTIMEZONE", "BEGIN:VTODO", "UID:2", "END:VTODO", "END:VCALENDAR", "",
    ]
    let path = try folder.write("a.ics", Array(lines.joined(separator: "\r\n").utf8))
    let tree = InputTree([path], parser: .libical)
    let map = try #require(tree.inputs.first?.lines)
    let written = String(decoding: try tree.inputs[0].bytes(), as: UTF8.self).split(separator: "\r\n")
    let begins = written.indices.filter { written[$0] == "BEGIN:VTODO" || written[$0] == "BEGIN:VTIMEZONE" }
    #expect(begins.map { map.originalLine(of: $0 + 1) } == [8, 2, 5, 16])
  }
}
