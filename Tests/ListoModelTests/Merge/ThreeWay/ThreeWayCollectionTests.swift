import Foundation
import ICalendar
import ListoTestSupport
import Testing

@testable import ListoModel

/// The merge of collections against a base.
@Suite struct ThreeWayCollectionTests {
  private static let rounds = Rounds.times(60)

  private func merge(
    _ base: String, _ sides: String..., options: MergeOptions = MergeOptions.oneList
  ) throws -> Merging {
    try Merging(base: [Array(base.utf8)], sides.map { Array($0.utf8) }, options: options)
  }

  /// Collections whose reminders were edited, deleted and added apart.
  private struct Generator {
    var edits: GeneratedEdits

    typealias Items = [(uid: Int, override: Bool, draft: GeneratedEdits.Draft)]

    mutating func items(_ uids: Range<Int>) -> Items {
      uids.flatMap { uid -> Items in
        let master = (uid, false, edits.draft())
        return edits.chance(20) ? [master, (uid, true, edits.draft())] : [master]
      }
    }

    mutating func edited(_ items: Items, adding uid: Int) -> Items {
      var result: Items = []
      for item in items where !edits.chance(12) {
        result.append(edits.chance(50) ? item : (item.uid, item.override, edits.edited(item.draft)))
      }
      if edits.chance(30) { result += self.items(uid..<uid + 1) }
      return result
    }

    mutating func bytes(_ items: Items) -> [UInt8] {
      let todos = items.map { item in
        let uid = "UID:\(item.uid)\r\n" + (item.override ? "RECURRENCE-ID:20261208T090000Z\r\n" : "")
        return String(decoding: edits.bytes(item.draft), as: UTF8.self)
          .replacingOccurrences(of: "UID:1\r\n", with: uid)
          .replacingOccurrences(of: "UID:1\n", with: uid.replacingOccurrences(of: "\r\n", with: "\n"))
      }
      return Array(("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + todos.joined() + "END:VCALENDAR\r\n").utf8)
    }
  }

  @Test func laws() throws {
    let seed = Seed.current
    var generator = Generator(edits: GeneratedEdits(random: SplitMix64(seed: seed)))
    for round in 0..<Self.rounds {
      let items = generator.items(0..<5)
      let b = generator.bytes(items)
      let o = generator.bytes(generator.edited(items, adding: 7))
      let t = generator.bytes(generator.edited(items, adding: generator.edits.chance(50) ? 7 : 8))
      let merged = try Merging(base: [b], [o, t])
      let added = try Merging(base: [], [o, t])
      // Of the same completion on both sides the earlier counts, which only a merge with a base knows.
      let isCompletedTwice = try added.plan.decisions().contains { $0.fields.contains { $0.rule == .least } }
      var laws: [(String, [UInt8], [UInt8])] = [
        ("m(b,x,x) = x", try Merging(base: [b], [o, o]).output, try Merging([o]).output),
        ("m(b,b,x) = x", try Merging(base: [b], [b, o]).output, try Merging([o]).output),
        ("m(b,o,t) = m(b,t,o)", try Merging(base: [b], [t, o]).output, merged.output),
      ]
      if !isCompletedTwice { laws.append(("m(∅,o,t) = o ∨ t", added.output, try Merging([o, t]).output)) }
      for (law, left, right) in laws where left != right {
        Issue.record(
          "\(law): seed \(seed), round \(round)\n\(MergeLawTests.difference(left, right))")
        return
      }
      try checkLines(merged, [o, t], "seed \(seed), round \(round)")
    }
  }

  /// Every line of the sides is in the output, told as dropped, or in the rejects.
  private func checkLines(_ merging: Merging, _ files: [[UInt8]], _ place: String) throws {
    var known = try MergeLawTests.lines(merging.output)
    let report = merging.plan.report
    #expect(
      report.components
        == report.kept - report.siblings - report.keptFromBase + report.identical + report.equal
        + report.superseded && report.superseded >= 0
    )
    try merging.plan.forEachDecision { decision in
      let lines = decision.losers.flatMap(\.dropped) + decision.fields.flatMap(\.losers).flatMap(\.lines)
      for line in lines { known.formUnion(MergeLawTests.canonical(line.octets)) }
    }
    for line in try MergeLawTests.lines(merging.rejects) { known.insert(line) }
    for line in try files.flatMap(MergeLawTests.lines) where !known.contains(line) {
      // Versions that are equal for people.
      try #require(MergeLawTests.isInsignificant(line), "\(place): \(String(decoding: line, as: UTF8.self))")
    }
  }

  @Test func additionsAndDeletions() throws {
    let merging = try merge(
      calendar(todo("UID:1", "SUMMARY:a"), todo("UID:2", "SUMMARY:b"), todo("UID:3", "SUMMARY:c")),
      calendar(todo("UID:2", "SUMMARY:b"), todo("UID:3", "SUMMARY:c"), todo("UID:4", "SUMMARY:d")),
      calendar(todo("UID:1", "SUMMARY:a"), todo("UID:2", "SUMMARY:b"), todo("UID:3", "SUMMARY:edited")))
    #expect(!merging.text.contains("UID:1") && merging.text.contains("UID:4"))
    #expect(merging.text.contains("SUMMARY:edited") && !merging.text.contains("SUMMARY:c"))
    #expect(merging.plan.report.deleted == 1 && merging.plan.report.conflicts == 0)
    #expect(try String(decoding: merging.rejects, as: UTF8.self).contains("UID:1"))
    let decisions = try merging.plan.decisions()
    #expect(decisions.map(\.isDeleted) == [false, true])
    #expect(try merging.plan.conflictProblems().isEmpty)
  }

  @Test func bothAreKept() throws {
    let inputs = [
      calendar(todo("UID:1", "SUMMARY:b", "LAST-MODIFIED:20260101T000000Z")),
      calendar(todo("UID:1", "SUMMARY:c", "LAST-MODIFIED:20260102T000000Z")),
    ]
    let base = calendar(todo("UID:1", "SUMMARY:a"))
    let options = MergeOptions(preference: .both)
    let merging = try merge(base, inputs[0], inputs[1], options: options)
    #expect(merging.plan.report.kept == 2 && merging.plan.report.siblings == 1)
    #expect(merging.text.contains("SUMMARY:c") && merging.text.contains("SUMMARY:b"))
    #expect(merging.text.contains("RELATED-TO;RELTYPE=SIBLING:1"))
    let swapped = try merge(base, inputs[1], inputs[0], options: options)
    #expect(swapped.output == merging.output)
    // Once more, with what came of it: the sibling is not doubled.
    let again = try merge(base, merging.text, inputs[0], options: options)
    #expect(again.plan.report.kept == 2)
    #expect(try merging.plan.conflictProblems().count == 1)
  }

  @Test func aSeriesStaysTogether() throws {
    let master = todo("UID:1", "DTSTART:20261201T090000Z", "RRULE:FREQ=WEEKLY")
    let one = todo("UID:1", "RECURRENCE-ID:20261208T090000Z", "SUMMARY:one")
    let other = todo("UID:1", "RECURRENCE-ID:20261215T090000Z", "SUMMARY:other")
    let edited = todo("UID:1", "RECURRENCE-ID:20261208T090000Z", "SUMMARY:edited")
    let merging = try merge(
      calendar(master, one, other, todo("UID:2")), calendar(todo("UID:2")),
      calendar(master, edited, other, todo("UID:2")))
    #expect(merging.text.contains("RRULE") && merging.text.contains("SUMMARY:edited"))
    #expect(merging.text.contains("SUMMARY:other"))
    #expect(merging.plan.report.conflicts == 3)
    // Where only the override was deleted, the master's edit does not bring it back.
    let gone = try merge(
      calendar(master, one), calendar(master),
      calendar(master.replacingOccurrences(of: "WEEKLY", with: "DAILY"), one))
    #expect(!gone.text.contains("SUMMARY:one") && gone.text.contains("DAILY"))
  }

  @Test func noReminderBecomesPartOfItself() throws {
    let (old, new) = ("LAST-MODIFIED:20260101T000000Z", "LAST-MODIFIED:20260103T000000Z")
    let base = calendar(todo("UID:1", old), todo("UID:2", old), todo("UID:3", "RELATED-TO:2"))
    let ours = calendar(todo("UID:1", new, "RELATED-TO:3"), todo("UID:2", old), todo("UID:3", "RELATED-TO:2"))
    let theirs = calendar(
      todo("UID:1", old), todo("UID:2", "LAST-MODIFIED:20260102T000000Z", "RELATED-TO:1"),
      todo("UID:3", "RELATED-TO:2"))
    let merging = try merge(base, ours, theirs)
    #expect(merging.text.contains("RELATED-TO:3") && !merging.text.contains("RELATED-TO:1"))
    #expect(try merge(base, theirs, ours).output == merging.output)
    let rules = try merging.plan.decisions().flatMap(\.fields).map(\.rule)
    #expect(rules.contains(.noCircle))
    // A circle that was there stays, and ends nothing.
    let circle = calendar(todo("UID:1", "RELATED-TO:2"), todo("UID:2", "RELATED-TO:1"))
    let kept = try merge(
      circle, circle, calendar(todo("UID:1", "RELATED-TO:2"), todo("UID:2", "RELATED-TO:1", "SUMMARY:x")))
    #expect(kept.text.count(of: "RELATED-TO") == 2)
    let fresh = try merge(calendar(todo("UID:1"), todo("UID:2")), circle, circle)
    #expect(fresh.text.count(of: "RELATED-TO") == 2)
    // A name is the same in small letters, also where each side changed something else as well.
    let small = try merge(
      calendar(todo("UID:1", "SUMMARY:a"), todo("UID:2", "SUMMARY:b")),
      calendar(todo("UID:1", "SUMMARY:a", "related-to:2"), todo("UID:2", "SUMMARY:d")),
      calendar(todo("UID:1", "SUMMARY:c"), todo("UID:2", "SUMMARY:b", "related-to:1")))
    #expect(small.text.count(of: "related-to") == 1)
  }

  @Test func whatIsBrokenIsCarriedAlong() throws {
    let broken =
      "BEGIN:VTODO\r\nUID:1\r\nno line\r\nDUE:31 February\r\nSUMMARY:a\r\nBEGIN:VTODO\r\nUID:2\r\nSUMMARY:b"
    let end = "\r\nEND:VTODO"
    let merging = try merge(
      calendar(broken + end), calendar(broken + "\r\nPRIORITY:1" + end),
      calendar(broken.replacingOccurrences(of: "SUMMARY:a", with: "SUMMARY:c") + end))
    #expect(
      merging.text.contains(
        "BEGIN:VTODO\r\nUID:1\r\nno line\r\nDUE:31 February\r\nSUMMARY:c\r\nEND:VTODO\r\n"
          + "BEGIN:VTODO\r\nUID:2\r\nSUMMARY:b\r\nPRIORITY:1\r\nEND:VTODO\r\n"))
    let named = merging.plan.report.problems.filter { $0.code == .missingEnd }
    #expect(Set(named.map(\.file)) == ["0", "1", "base0"])
  }

  @Test func aNewerBaseIsSaid() throws {
    let item = { (text: String, day: Int) in
      calendar(todo("UID:1", "SUMMARY:\(text)", "LAST-MODIFIED:2026010\(day)T000000Z"))
    }
    let merging = try merge(item("a", 9), item("b", 1), item("a", 2))
    #expect(merging.text.contains("SUMMARY:b"))
    #expect(merging.plan.report.problems.map(\.code) == [.newerBase])
  }

  @Test func theCalendarsOwnLines() throws {
    let merging = try merge(
      calendar("NAME:a", "X-WR-CALNAME:a", "COLOR:red", "X-OLD:1"),
      calendar("NAME:a", "X-WR-CALNAME:a", "COLOR:blue", "X-OLD:1"),
      calendar("NAME:b", "X-WR-CALNAME:b", "COLOR:red", "X-NEW:1"))
    #expect(merging.text.contains("NAME:b\r\nX-WR-CALNAME:b\r\nCOLOR:blue\r\n"))
    #expect(merging.text.contains("X-NEW:1") && !merging.text.contains("X-OLD"))
    #expect(merging.plan.report.problems.isEmpty)
  }

  @Test func manyVersionsOfOneUID() throws {
    let versions = { (word: String) in
      calendar(
        (0..<5000).map { todo("UID:1", "LAST-MODIFIED:20260101T000000Z", "SUMMARY:\(word)\($0)") }.joined(
          separator: "\r\n"))
    }
    let merging = try merge(calendar(todo("UID:1", "SUMMARY:x")), versions("a"), versions("b"))
    #expect(merging.plan.report.kept == 1 && merging.plan.report.superseded == 9999)
    let united = try Merging([Array(versions("c").utf8)], options: MergeOptions(unitesSets: true))
    #expect(united.plan.report.kept == 1)
  }

  /// Three thousand, each with something of its own of which no other has anything, and all of it stays.
  @Test(arguments: ["CATEGORIES:", "ATTENDEE;CN=x:mailto:", "COMMENT:", "BEGIN:VALARM"])
  func manyVersionsWithSomethingOfTheirOwn(kind: String) throws {
    let count = 3000
    let own = { (number: Int) in
      kind == "BEGIN:VALARM"
        ? "BEGIN:VALARM\r\nUID:\(number)\r\nTRIGGER:-PT\(number)M\r\nEND:VALARM" : "\(kind)\(number)"
    }
    let component = { (lines: String...) in
      try #require(Component(Array((todo((["UID:1"] + lines).joined(separator: "\r\n")) + "\r\n").utf8)))
    }
    let versions = try (0..<count).map { try component(own($0)) }
    let results = try [
      ThreeWay.unite(versions), ThreeWay.merge(base: component("SUMMARY:s"), versions: versions),
    ]
    for result in results {
      #expect(!result.isConflict && result.rejected.isEmpty)
      let merged = try #require(result.component)
      let values = merged.all(.categories).flatMap(\.texts)
      let others = merged.all(.attendee) + merged.all(.comment)
      #expect(values.count + others.count + merged.children.count == count)
    }
  }

  @Test func whoIsAskedDecides() throws {
    let inputs = [
      MemoryInput(
        name: "0", Array(calendar(todo("UID:1", "SUMMARY:b", "PRIORITY:1"), todo("UID:2", "SUMMARY:c")).utf8)),
      MemoryInput(name: "1", Array(calendar(todo("UID:1", "SUMMARY:d"), todo("UID:2", "SUMMARY:e")).utf8)),
    ]
    let base = MergeBase(
      inputs: [
        MemoryInput(name: "b", Array(calendar(todo("UID:1", "SUMMARY:a"), todo("UID:2", "SUMMARY:a")).utf8))
      ],
      sides: [0, 1])
    for (preference, text) in [(MergePreference.ours, "SUMMARY:b"), (.theirs, "SUMMARY:d")] {
      var asked: [String] = []
      let plan = try Merge.plan(inputs, base: base) { decision in
        asked.append(decision.key.uid)
        return decision.key.uid == "1" ? .settle(preference) : .skip
      }
      var output: [UInt8] = []
      try plan.write { output += $0 }
      let written = String(decoding: output, as: UTF8.self)
      #expect(asked == ["1", "2"] && written.contains(text) && written.contains("PRIORITY:1"))
    }
    #expect(throws: MergeError.stopped) { try Merge.plan(inputs, base: base) { _ in .stop } }
  }
}
