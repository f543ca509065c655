import Foundation
import ICalendar
import ListoTestSupport
import Testing

@testable import ListoModel

/// The changes of a patch to a list itself: its title, its colour, its other lines.
@Suite struct PatchListTests {
  private static func file(_ lines: String...) -> [UInt8] {
    let all = ["BEGIN:VCALENDAR", "VERSION:2.0", "X-WR-RELCALID:L"] + lines
    return Array((all + [todo("UID:1"), todo("UID:2"), "END:VCALENDAR", ""]).joined(separator: "\r\n").utf8)
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func whatBothChangedIsAConflict() throws {
    let patch = try Patching.patch(Self.file("NAME:old", "X-A:1"), Self.file("NAME:new", "X-A:2"))
    let mine = Self.file("NAME:mine", "X-A:1")
    for (preference, name) in [
      (MergePreference.newest, "mine"), (.ours, "mine"), (.theirs, "new"), (.both, "mine"),
    ] {
      let trial = try Patching.apply(patch, to: mine, prefer: preference)
      let (plan, output) = (trial.plan, trial.output)
      #expect(Self.text(output).contains("NAME:\(name)\r\n") && Self.text(output).contains("X-A:2\r\n"))
      #expect(plan.conflicts == 1)
      let conflict = try #require(plan.listDecisions.first)
      let told = name == "mine" ? "the collection's is kept" : "the patch's is taken"
      #expect(conflict.conflictText == "NAME changed on both sides; \(told)")
      #expect(conflict.fields.map(\.field) == ["NAME", "X-A"])
      #expect(conflict.fields.map(\.isConflict) == [true, false])
      let dropped = conflict.fields[0].losers.flatMap(\.lines).map(\.text)
      #expect(dropped == ["NAME:\(name == "mine" ? "new" : "mine")"])
    }
  }

  /// A line that is no content line is a line of the list all the same.
  @Test func malformedLines() throws {
    let (old, new) = (Self.file("NAME:l", "no line"), Self.file("NAME:l", "P[ODID:x", "another"))
    let patch = try Patching.patch(old, new)
    let output = try Patching.apply(patch, to: old).output
    #expect(try Patching.difference(output, new).isEmpty)
    #expect(Self.text(output).contains("P[ODID:x\r\nanother\r\n"))
    #expect(try Patching.apply(patch, to: new).output == new)
  }

  @Test func whatIsTakenAwayAndChangedStays() throws {
    let patch = try Patching.patch(Self.file("NAME:l", "X-A:1"), Self.file("NAME:l"))
    let trial = try Patching.apply(patch, to: Self.file("NAME:l", "X-A:2"))
    let (plan, output) = (trial.plan, trial.output)
    #expect(Self.text(output).contains("X-A:2\r\n"))
    #expect(plan.listDecisions.flatMap(\.fields).map(\.rule) == [.editKept])
  }

  /// A line behind the first component belongs to the calendar as well.
  @Test func linesBehindTheComponents() throws {
    let late = { (value: String) in
      Array(calendar("X-WR-RELCALID:L", todo("UID:1"), todo("UID:2"), "X-A:\(value)").utf8)
    }
    let patch = try Patching.patch(late("1"), late("2"))
    let output = try Patching.apply(patch, to: late("3"), prefer: .theirs).output
    #expect(Self.text(output).contains("X-A:2\r\n") && !Self.text(output).contains("X-A:3\r\n"))
  }

  @Test func aPatchOfAFileChangesWhatStandsBesideAVdir() throws {
    let patch = try Patching.patch(
      Self.file("NAME:f", "COLOR:red"), Self.file("NAME:g", "X-WR-CALNAME:g", "COLOR:blue", "X-A:1"))
    let name = Patch.ListName(identifier: "L", title: "f", path: "f")
    let metadata = CollectionMetadata(title: "f", color: ListColor("red"))
    let plan = PatchPlan(
      PatchSearch(patch, in: [PatchTarget(name: name, calendar: nil, metadata: metadata)]))
    #expect(plan.metadata == [0: CollectionMetadata(title: "g", color: ListColor("blue"))])
    #expect(plan.problems.map(\.message) == ["f: a list with one file for each item cannot hold X-A"])
    #expect(plan.conflicts == 0)
  }
}
