import ICalendar
import Testing

@testable import ListoModel

/// The changes that are reported as differences, and those that are not.
@Suite struct DifferenceTests {
  private func fields(_ old: [String], _ new: [String], all: Bool = false) throws -> [FieldDifference] {
    let sides = [old, new].map { Array(calendar("NAME:L", todo($0)).utf8) }
    var options = CatalogDifference.Options()
    options.includesInsignificant = all
    return try Patching.difference(sides[0], sides[1], options: options).lists.flatMap(\.items).flatMap(
      \.fields)
  }

  private func todo(_ lines: [String]) -> String {
    (["BEGIN:VTODO", "UID:1"] + lines + ["END:VTODO"]).joined(separator: "\r\n")
  }

  @Test(arguments: [
    (["SUMMARY:a\\, b"], ["summary:a, b"]), (["A:1", "B:2"], ["B:2", "A:1"]),
    (["DUE;VALUE=DATE-TIME:20260101T000000Z"], ["DUE:20260101T000000Z"]),
    (["CATEGORIES:a,b"], ["CATEGORIES:b", "CATEGORIES:a"]), (["SUMMARY:long"], ["SUMM\r\n ARY:lo\r\n ng"]),
    (["EXDATE;TZID=Europe/Berlin:20261201T090000"], ["EXDATE:20261201T080000Z"]),
    (["DUE;TZID=Europe/Berlin:20261201T090000"], ["DUE;TZID=Europe/London:20261201T080000"]),
    (["RELATED-TO:p"], ["RELATED-TO;RELTYPE=PARENT:p"]), (["PRIORITY:0"], []), ([], ["STATUS:NEEDS-ACTION"]),
    (["CLASS:PUBLIC"], []), (["PERCENT-COMPLETE:0", "STATUS:NEEDS-ACTION"], []),
    (["DTSTAMP:20260101T000000Z", "SEQUENCE:1"], ["LAST-MODIFIED:20260101T000000Z", "X-MOZ-GENERATION:4"]),
  ])
  func isTheSame(old: [String], new: [String]) throws {
    #expect(try fields(old, new).isEmpty)
    #expect(try fields(new, old).isEmpty)
  }

  @Test(arguments: [
    (["DUE:20260101T000000"], ["DUE:20260101T000000Z"], "DUE"),
    (["DUE;VALUE=DATE:20260101"], ["DUE:20260101T000000"], "DUE"),
    (["DUE;TZID=Europe/Berlin:20261201T090000"], ["DUE;TZID=Europe/London:20261201T090000"], "DUE"),
    (["STATUS:NEEDS-ACTION", "COMPLETED:20260101T000000Z"], ["COMPLETED:20260101T000000Z"], "STATUS"),
    (["X-A:1", "X-A:2"], ["X-A:1", "X-A:1"], "X-A"), (["no line"], [], ""),
    (["CATEGORIES:a,b"], ["CATEGORIES:a"], "CATEGORIES"),
    (["SUMMARY;LANGUAGE=de:a"], ["SUMMARY:a"], "SUMMARY"),
    (["RELATED-TO;RELTYPE=CHILD:p"], ["RELATED-TO:p"], "RELATED-TO"),
  ])
  func isDifferent(old: [String], new: [String], name: String) throws {
    #expect(try fields(old, new).map(\.name) == [name])
    #expect(try fields(new, old).map(\.name) == [name])
  }

  /// A line that is the same in both is told where what stands beside it makes it count in one of them.
  @Test(arguments: [
    (["SEQUENCE:1"], "ORGANIZER:mailto:a@example.org", ["ORGANIZER", "SEQUENCE"]),
    (["STATUS:NEEDS-ACTION"], "COMPLETED:20260101T000000Z", ["COMPLETED", "STATUS"]),
    (["STATUS:NEEDS-ACTION"], "PERCENT-COMPLETE:50", ["PERCENT-COMPLETE", "STATUS"]),
    (["PERCENT-COMPLETE:0"], "COMPLETED:20260101T000000Z", ["COMPLETED", "PERCENT-COMPLETE"]),
    (["PERCENT-COMPLETE:0"], "STATUS:IN-PROCESS", ["PERCENT-COMPLETE", "STATUS"]),
    (["SEQUENCE:1", "STATUS:NEEDS-ACTION", "PERCENT-COMPLETE:0"], "SUMMARY:a", ["SUMMARY"]),
  ])
  func whatCountsByWhatStandsBesideIt(lines: [String], more: String, names: [String]) throws {
    #expect(try fields(lines, lines + [more]).map(\.name).sorted() == names)
    #expect(try fields(lines + [more], lines).map(\.name).sorted() == names)
  }

  @Test func anAlarmThatIsTheSameIsNotTold() throws {
    let alarm = ["BEGIN:VALARM", "TRIGGER:-PT5M", "END:VALARM"]
    let alarms = alarm + alarm
    #expect(try fields(["SUMMARY:a"] + alarms, ["SUMMARY:b"] + alarms).map(\.name) == ["SUMMARY"])
  }

  @Test func allTellsWhatIsInsignificantToo() throws {
    let names = try fields(
      ["DTSTAMP:20260101T000000Z", "PRIORITY:0"], ["SEQUENCE:1", "X-MOZ-GENERATION:4"], all: true
    ).map(\.name)
    #expect(Set(names) == ["DTSTAMP", "PRIORITY", "SEQUENCE", "X-MOZ-GENERATION"])
  }

  @Test func anAlarmIsFoundByItsUID() throws {
    let alarm = { (uid: String, trigger: String) -> [String] in
      ["BEGIN:VALARM", "UID:\(uid)", "TRIGGER:\(trigger)", "END:VALARM"]
    }
    let changed = try fields(alarm("a", "-PT5M"), alarm("a", "-PT10M"))
    guard case .component(.some, .some, let inner)? = changed.first?.change else {
      Issue.record("not one alarm that changed")
      return
    }
    #expect(inner.map(\.name) == ["TRIGGER"])
    #expect(try fields(alarm("a", "-PT5M"), alarm("b", "-PT10M")).count == 2)
    #expect(try fields(alarm("a", "-PT5M"), alarm("b", "-PT5M")).isEmpty)
  }

  @Test func linesOfNotes() {
    #expect(
      TextLines.difference("a\nb\nc\nd", "a\nx\nc\nd\ne")
        == [.kept("a"), .removed("b"), .added("x"), .kept("c"), .kept("d"), .added("e")])
    #expect(TextLines.difference("a", "a") == [.kept("a")])
    let long = (0..<5000).map { "\($0)" }.joined(separator: "\n")
    let other = (0..<5000).map { "\($0)x" }.joined(separator: "\n")
    #expect(TextLines.difference(long, other).count == 10_000)
  }

  @Test func listsArePairedByIdentifierThenTitleThenFile() throws {
    let pairs = { (old: [String: String], new: [String: String]) in
      let catalogs = try [old, new].map { files in
        try TestFolder.catalog([
          TestFolder("/s/f", files.sorted { $0.key < $1.key }.map { .init($0.key, $0.value) })
        ]).0
      }
      let (left, right) = (CatalogOrdinals(catalogs[0]), CatalogOrdinals(catalogs[1]))
      return try ListPairing().pairs(left, right)
    }
    let list = { (name: String, id: String?) in calendar("NAME:\(name)", id.map { "UID:\($0)" } ?? "X-A:1") }
    #expect(
      try pairs(["a": list("A", "1"), "b": list("B", "2")], ["c": list("B", "1"), "d": list("A", "2")]) == [
        0, 1,
      ])
    #expect(
      try pairs(["a": list("A", nil), "b": list("B", nil)], ["c": list("B", nil), "d": list("A", nil)]) == [
        1, 0,
      ])
    #expect(
      try pairs(["a": list("A", nil), "b": list("B", nil)], ["b": list("C", nil), "c": list("D", nil)]) == [
        1, nil,
      ])
    #expect(
      try pairs(["a": list("A", "1"), "b": list("B", "2")], ["c": list("A", "3"), "d": list("B", "2")]) == [
        nil, 1,
      ])
    #expect(try pairs(["a": list("A", "1")], ["b": list("B", "2")]) == [0])
  }

  @Test func aZoneOfAnotherClockIsToldOf() throws {
    let file = { (offset: String) in
      Array(
        calendar(
          "NAME:L", "BEGIN:VTIMEZONE", "TZID:Z", "BEGIN:STANDARD", "DTSTART:19700101T000000",
          "TZOFFSETFROM:\(offset)", "TZOFFSETTO:\(offset)", "END:STANDARD", "END:VTIMEZONE",
          todo(["DUE;TZID=Z:20260101T090000"])
        ).utf8)
    }
    let items = try Patching.difference(file("+0100"), file("+0200")).lists.flatMap(\.items)
    #expect(items.flatMap(\.fields).map(\.name) == ["Z"])
    #expect(try Patching.difference(file("+0100"), file("+0100")).isEmpty)
  }

  /// A definition that begins in 1996, or is not there, says the same of what is later; only what it says of
  /// a component counts.
  @Test func aZoneIsToldOfWhereTimesAreOthers() throws {
    let berlin = { (standard: String) in
      [
        "BEGIN:VTIMEZONE", "TZID:Europe/Berlin", "BEGIN:STANDARD", "DTSTART:\(standard)T030000",
        "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10", "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100", "END:STANDARD",
        "BEGIN:DAYLIGHT", "DTSTART:19810329T020000", "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3",
        "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200", "END:DAYLIGHT", "END:VTIMEZONE",
      ]
    }
    let file = { (zone: [String], due: String) in
      let todo = todo(["DUE;TZID=Europe/Berlin:\(due)T090000"])
      return Array(calendar((["NAME:L"] + zone + [todo]).joined(separator: "\r\n")).utf8)
    }
    let names = { (old: [String], new: [String], due: String) in
      try Patching.difference(file(old, due), file(new, due)).lists.flatMap(\.items).flatMap(\.fields).map(
        \.name)
    }
    let (early, late) = (berlin("19700927"), berlin("19961027"))
    for pair in [(early, late), (early, []), (late, [])] {
      #expect(try names(pair.0, pair.1, "20260715").isEmpty)
      #expect(try names(pair.1, pair.0, "19850715").isEmpty)
    }
    #expect(try names(early, late, "19850115") == ["Europe/Berlin"])
    #expect(try names(late, [], "19850115") == ["Europe/Berlin"])
    #expect(try names(early, [], "19850115").isEmpty)
  }
}
