import Foundation
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

  private static func version(_ word: String) -> [UInt8] {
    let alarm =
      "BEGIN:VALARM\r\nUID:a\r\nACTION:DISPLAY\r\nDESCRIPTION:\(word)\r\nTRIGGER:-PT\(word.utf8.count)M\r\nEND:VALARM"
    return calendar(
      "SUMMARY:\(word)\r\nDESCRIPTION:\(word)\r\nDTSTART:202601\(word.utf8.count + 10)T090000\r\n"
        + "DUE:202602\(word.utf8.count + 10)T090000\r\nLOCATION:\(word)\r\n\(alarm)")
  }

  /// Each field in conflict goes to the side that was chosen for it, whatever was chosen for the others.
  @Test(arguments: 0..<64)
  func eachFieldIsSettledByItself(choices: Int) throws {
    let sides = ["old": Self.version("base"), "ours": Self.version("our"), "theirs": Self.version("their")]
    let names = [
      "SUMMARY", "DESCRIPTION", "DTSTART, DUE", "LOCATION", "VALARM/DESCRIPTION", "VALARM/TRIGGER",
    ]
    var asked: Set<String> = []
    let plan = try Merge.plan(
      base: sides["old"], ours: try #require(sides["ours"]), theirs: try #require(sides["theirs"])
    ) { conflict in
      .fields(of: conflict) { field in
        asked.insert(field.name)
        return names.firstIndex(of: field.name).map { choices >> $0 & 1 == 0 ? .ours : .theirs } ?? .newest
      }
    }
    #expect(asked == Set(names))
    let text = String(decoding: try plan.bytes(), as: UTF8.self)
    let alarm = String(text[try #require(text.range(of: "BEGIN:VALARM")).lowerBound...])
    for (index, name) in names.enumerated() {
      let word = choices >> index & 1 == 0 ? "our" : "their"
      switch name {
      case "DTSTART, DUE":
        #expect(text.contains("DTSTART:202601\(word.utf8.count + 10)T"))
        #expect(text.contains("DUE:202602\(word.utf8.count + 10)T"))
      case "VALARM/TRIGGER": #expect(alarm.contains("TRIGGER:-PT\(word.utf8.count)M\r\n"))
      case "VALARM/DESCRIPTION": #expect(alarm.contains("DESCRIPTION:\(word)\r\n"))
      default: #expect(text.contains("\r\n\(name):\(word)\r\n"))
      }
    }
  }

  /// A deletion against a change is a field without a name; what is not named stays as the rules have it.
  @Test func aDeletionIsSettledByAnEmptyName() throws {
    let (base, empty) = (
      Self.calendar("SUMMARY:Milk"),
      Array("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nEND:VCALENDAR\r\n".utf8)
    )
    func merged(_ preference: MergePreference?) throws -> Int {
      let two = { (calendar: [UInt8]) in
        Array(calendar.dropLast(15)) + "BEGIN:VTODO\r\nUID:2\r\nEND:VTODO\r\nEND:VCALENDAR\r\n".utf8
      }
      let plan = try Merge.plan(
        base: two(base), ours: two(empty), theirs: two(Self.calendar("SUMMARY:Oat milk"))
      ) { conflict in
        guard let preference else { return .skip }
        return .fields(of: conflict) { field in
          #expect(field.name.isEmpty)
          return preference
        }
      }
      return try Catalog.read(try plan.bytes()).catalog.reminders.count
    }
    #expect(try merged(.ours) == 1)
    #expect(try merged(.theirs) == 2)
    #expect(try merged(nil) == 2)
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
