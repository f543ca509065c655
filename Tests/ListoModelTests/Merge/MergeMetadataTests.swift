import Foundation
import ICalendar
import ListoTestSupport
import Testing

@testable import ListoModel

/// The metadata beside the files of a vdir counts in a merge like properties of its calendars.
@Suite struct MergeMetadataTests {
  private static func item(_ name: String, _ title: String?, _ color: String? = nil) -> MemoryInput {
    MemoryInput(
      name: "\(name).ics", listName: "l",
      metadata: CollectionMetadata(title: title, color: color.flatMap { ListColor($0) }),
      Array(calendar(todo("UID:\(name)")).utf8))
  }

  private static func file(_ lines: String...) -> MemoryInput {
    let all = ["BEGIN:VCALENDAR"] + lines + [todo("UID:1"), todo("UID:2"), "END:VCALENDAR", ""]
    return MemoryInput(name: "file", listName: "l", Array(all.joined(separator: "\r\n").utf8))
  }

  private static func own(_ text: String) -> [String] {
    text.components(separatedBy: "\r\n").filter { $0.contains("NAME:") || $0.contains("COLOR:") }
  }

  @Test func theyBecomeLines() throws {
    let merging = try Merging([Self.item("1", "Häuser, alle", "red"), Self.item("2", "Häuser, alle", "red")])
    #expect(
      Self.own(merging.text) == [
        "NAME:Häuser\\, alle", "X-WR-CALNAME:Häuser\\, alle", "COLOR:red", "X-APPLE-CALENDAR-COLOR:#FF0000",
      ])
    #expect(merging.plan.report.calendars.allSatisfy { !$0.isConflict })
  }

  @Test func anotherTitleIsAConflict() throws {
    let merging = try Merging([Self.item("1", "B"), Self.file("NAME:A")])
    #expect(Self.own(merging.text) == ["NAME:A", "X-WR-CALNAME:A"])
    #expect(merging.plan.report.calendars.contains { $0.property == "NAME" && $0.isConflict })
    var options = MergeOptions.oneList
    options.lists = .one(title: "C")
    let asked = try Merging([Self.item("1", "B"), Self.file("NAME:A")], options: options)
    #expect(Self.own(asked.text) == ["NAME:C", "X-WR-CALNAME:C"])
  }

  /// A file that is a list of its own, or says which list it is, is not what stands beside it.
  @Test func aListOfItsOwnIsAnother() throws {
    let several = MemoryInput(
      name: "x", metadata: CollectionMetadata(title: "B", color: nil),
      Array(calendar(todo("UID:1"), todo("UID:2")).utf8))
    #expect(try Self.own(Merging([several]).text) == [])
    let named = MemoryInput(
      name: "x", metadata: CollectionMetadata(title: "B", color: nil),
      Array(calendar("NAME:A", todo("UID:1")).utf8))
    #expect(try Self.own(Merging([named]).text) == ["NAME:A", "X-WR-CALNAME:A"])
  }

  @Test func againstABase() throws {
    let merged = { (base: MemoryInput, sides: [MemoryInput]) in
      let plan = try Merge.plan(sides, base: MergeBase(inputs: [base], sides: Array(sides.indices)))
      var output: [UInt8] = []
      try plan.write { output += $0 }
      return Self.own(String(decoding: output, as: UTF8.self))
    }
    let base = Self.item("1", "old", "red")
    #expect(
      try merged(base, [Self.item("1", "old", "red"), Self.item("1", "new", "red")])
        == ["NAME:new", "X-WR-CALNAME:new", "COLOR:red", "X-APPLE-CALENDAR-COLOR:#FF0000"])
    // A vdir without them takes nothing away that only a file can say.
    #expect(
      try merged(
        Self.file("NAME:old", "COLOR:red"), [Self.file("NAME:new", "COLOR:red"), Self.item("1", "old")])
        == ["NAME:new", "X-WR-CALNAME:new", "COLOR:red", "X-APPLE-CALENDAR-COLOR:#FF0000"])
  }
}
