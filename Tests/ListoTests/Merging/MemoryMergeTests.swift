import Listo
import Testing

/// Merges of bytes: with a base field by field, and asked about conflicts.
@Suite struct MemoryMergeTests {
  private static func calendar(_ lines: String, stamp: String = "20260101T000000Z") -> [UInt8] {
    Array(
      ("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Test//EN\r\nBEGIN:VTODO\r\nUID:1\r\nDTSTAMP:\(stamp)\r\n"
        + lines + "\r\nEND:VTODO\r\nEND:VCALENDAR\r\n").utf8)
  }

  @Test func bothChangesAreKept() throws {
    let plan = try Merge.plan(
      base: Self.calendar("SUMMARY:Milk\r\nPRIORITY:5"),
      ours: Self.calendar("SUMMARY:Oat milk\r\nPRIORITY:5"),
      theirs: Self.calendar("SUMMARY:Milk\r\nPRIORITY:1"))
    let text = String(decoding: try plan.bytes(), as: UTF8.self)
    #expect(text.contains("SUMMARY:Oat milk\r\n") && text.contains("PRIORITY:1\r\n"))
    #expect(plan.report.conflicts == 0)
  }

  @Test(arguments: [(MergeRuling.ours, "Oat milk"), (.theirs, "Soy milk")])
  func conflictsAreAskedAbout(ruling: MergeRuling, title: String) throws {
    var asked: [String] = []
    let plan = try Merge.plan(
      base: Self.calendar("SUMMARY:Milk"), ours: Self.calendar("SUMMARY:Oat milk"),
      theirs: Self.calendar("SUMMARY:Soy milk")
    ) { conflict in
      asked += conflict.fields.filter(\.isConflict).map { "\($0.field): \($0.ours) \($0.theirs)" }
      return ruling
    }
    #expect(asked == [#"SUMMARY: ["SUMMARY:Oat milk"] ["SUMMARY:Soy milk"]"#])
    #expect(String(decoding: try plan.bytes(), as: UTF8.self).contains("SUMMARY:\(title)\r\n"))
    #expect(throws: WorkError.self) {
      try Merge.plan(
        base: Self.calendar("SUMMARY:Milk"), ours: Self.calendar("SUMMARY:Oat milk"),
        theirs: Self.calendar("SUMMARY:Soy milk")
      ) { _ in .stop }
    }
  }

  @Test func aFormatIsReadAsEachSide() throws {
    let csv = try Conversion(to: .csv).convert(Self.calendar("SUMMARY:Milk"))
    let plan = try Merge.plan(
      ours: csv.bytes, theirs: Self.calendar("SUMMARY:Milk\r\nPRIORITY:1", stamp: "20270101T000000Z"))
    #expect(try Catalog.read(try plan.bytes()).catalog.reminders.map(\.priority) == [1])
  }

  @Test func halfACollectionIsRefusedWithABase() {
    #expect(throws: WorkError.self) {
      try Merge.plan(
        base: Self.calendar("SUMMARY:Milk"), ours: Array("BEGIN:VCALENDAR\r\n".utf8),
        theirs: Self.calendar("SUMMARY:Milk"))
    }
  }
}
