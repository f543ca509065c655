import ICalendar
import Testing

@testable import ListoModel

/// Rules of the three-way merge of one reminder, one by one.
@Suite struct ThreeWayCaseTests {
  private func component(_ lines: [String]) throws -> Component {
    try #require(Component(Array((todo((["UID:1"] + lines).joined(separator: "\r\n")) + "\r\n").utf8)))
  }

  private func merge(
    _ base: [String], _ ours: [String]?, _ theirs: [String]?, _ preference: MergePreference = .newest
  ) throws -> ThreeWayResult {
    try ThreeWay.merge(
      base: component(base), ours: ours.map(component), theirs: theirs.map(component),
      options: ThreeWayOptions(preference: preference))
  }

  /// The result's own lines but UID, and those of what is inside of it.
  private func lines(_ result: ThreeWayResult) -> [String] {
    guard let component = result.component else { return ["deleted"] }
    return String(decoding: component.bytes, as: UTF8.self).split(separator: "\r\n").map(String.init)
      .filter { !["BEGIN:VTODO", "END:VTODO", "UID:1"].contains($0) }
  }

  private static let (old, new) = ("LAST-MODIFIED:20260101T000000Z", "LAST-MODIFIED:20260102T000000Z")

  @Test func changesOfBothSides() throws {
    let result = try merge(
      ["SUMMARY:a", "PRIORITY:5", Self.old], ["SUMMARY:b", "PRIORITY:5", Self.new],
      ["SUMMARY:a", "PRIORITY:1", "URL:x", Self.old])
    #expect(lines(result) == ["SUMMARY:b", "PRIORITY:1", Self.new, "URL:x"])
    #expect(!result.isConflict && result.rejected.isEmpty)
    let told = result.decisions.map { "\($0.field) \($0.rule) \($0.chosen)" }
    #expect(
      told == [
        "SUMMARY changed [0]", "PRIORITY changed [1]", "LAST-MODIFIED changed [0]", "URL changed [1]",
      ])
    #expect(result.decisions[0].losers.map { $0.lines.map(\.text) } == [["SUMMARY:a"]])
  }

  @Test func aConflictIsSettledByTheNewest() throws {
    let (base, ours, theirs) = (["SUMMARY:a"], ["SUMMARY:b", Self.old], ["SUMMARY:c", Self.new])
    let newest = try merge(base, ours, theirs)
    #expect(lines(newest) == ["SUMMARY:c", Self.new])
    #expect(newest.isConflict && newest.rejected == [0])
    #expect(newest.decisions.first { $0.isConflict }?.rule == .lastModified)
    #expect(try lines(merge(base, ours, theirs, .ours)).contains("SUMMARY:b"))
    #expect(try lines(merge(base, ours, theirs, .theirs)).contains("SUMMARY:c"))
    let both = try merge(base, ours, theirs, .both)
    let sibling = try #require(both.siblings.first)
    #expect(lines(both) == lines(newest) && both.siblings.count == 1)
    #expect(sibling.first(.summary)?.text == "b")
    #expect(sibling.first(.relatedTo)?.rawText == "1")
    #expect(sibling.first(.relatedTo)?.parameter("RELTYPE")?.value == "SIBLING")
    #expect(sibling.first(.uid)?.rawText.count == 36)
  }

  /// A line that says nothing is no value which a deletion could be chosen from.
  @Test func aDeletionIsChosenFromNone() throws {
    for silent in [[], ["LOCATION:"]] {
      let result = try merge(["GEO:1;2"], silent, ["GEO:3.5;-4"], .ours)
      #expect(result.decisions.first { $0.isConflict }?.chosen == [])
    }
  }

  /// Another spelling of the base does not win over a default that was written out.
  @Test func aSpellingIsLessThanAnInsignificantChange() throws {
    let (base, ours) = (["SUMMARY:a"], ["SUMMARY:a", "PRIORITY:0"])
    for theirs in [base, ["summary:a"], ["SUMMARY;VALUE=TEXT:a"]] {
      #expect(try lines(merge(base, ours, theirs)) == ours)
      #expect(try lines(merge(base, theirs, ours)) == ours)
    }
  }

  /// An empty line of a set stays empty, wherever it is.
  @Test func aNewValueDoesNotFillAnEmptyLine() throws {
    for lines in [["CATEGORIES:", "CATEGORIES:e"], ["CATEGORIES:e", "CATEGORIES:"]] {
      let result = ThreeWay.unite([try component(lines + [Self.new]), try component(["CATEGORIES:b"])])
      #expect(Set(self.lines(result)) == ["CATEGORIES:", "CATEGORIES:e,b", Self.new])
    }
  }

  @Test func setsAreMergedElementByElement() throws {
    let result = try merge(
      ["CATEGORIES:a,b", "CATEGORIES;LANGUAGE=de:ä"], ["CATEGORIES:a,b,c", "CATEGORIES;LANGUAGE=de:ä"],
      ["CATEGORIES:b", "CATEGORIES:d\\, e", "CATEGORIES;LANGUAGE=de:ä,ö"])
    let texts = Set(result.component?.all(.categories).flatMap(\.texts) ?? [])
    #expect(texts == ["b", "c", "d, e", "ä", "ö"])
    #expect(!result.isConflict)
    let related = try merge(
      ["RELATED-TO:p", "RELATED-TO;RELTYPE=SIBLING:s"], ["RELATED-TO:q", "RELATED-TO;RELTYPE=SIBLING:s"],
      ["RELATED-TO;RELTYPE=PARENT:r", "RELATED-TO;RELTYPE=SIBLING:t"])
    #expect(related.isConflict)
    let parents = related.component?.all(.relatedTo).filter { $0.parameter("RELTYPE")?.value != "SIBLING" }
    #expect(parents?.count == 1)
    #expect(lines(related).contains("RELATED-TO;RELTYPE=SIBLING:t"))
    #expect(!lines(related).contains("RELATED-TO;RELTYPE=SIBLING:s"))
  }

  @Test func groupsMoveAsOne() throws {
    let result = try merge(
      ["STATUS:NEEDS-ACTION", "SUMMARY:a"],
      ["STATUS:COMPLETED", "COMPLETED:20260103T000000Z", "SUMMARY:a", Self.old],
      ["STATUS:IN-PROCESS", "PERCENT-COMPLETE:40", "SUMMARY:b", Self.new])
    #expect(lines(result) == ["STATUS:IN-PROCESS", "PERCENT-COMPLETE:40", "SUMMARY:b", Self.new])
    #expect(result.decisions.first { $0.isConflict }?.field == "STATUS, COMPLETED, PERCENT-COMPLETE")
  }

  @Test func aCompletedOccurrenceIsNoEdit() throws {
    let base = [
      "DTSTART;TZID=Europe/Berlin:20261201T090000", "DUE;TZID=Europe/Berlin:20261201T100000",
      "RRULE:FREQ=WEEKLY",
    ]
    let next = { (day: String) in
      [
        "DTSTART;TZID=Europe/Berlin:202612\(day)T090000", "DUE;TZID=Europe/Berlin:202612\(day)T100000",
        "RRULE:FREQ=WEEKLY",
      ]
    }
    let result = try merge(base, next("15") + [Self.old], next("08") + [Self.new, "SUMMARY:x"])
    #expect(lines(result).contains("DUE;TZID=Europe/Berlin:20261215T100000"))
    #expect(!result.isConflict)
    #expect(result.decisions.contains { $0.rule == .laterOccurrence })
    // Not along the rule.
    let edited = try merge(base, next("15") + [Self.old], next("09") + [Self.new])
    #expect(lines(edited).contains("DUE;TZID=Europe/Berlin:20261209T100000"))
    #expect(edited.isConflict)
  }

  @Test func exceptionsFollowTheDates() throws {
    let base = ["DTSTART:20261201T090000Z", "RRULE:FREQ=DAILY"]
    let result = try merge(
      base, base + ["EXDATE:20261203T090000Z"],
      base + ["EXDATE;TZID=Europe/Berlin:20261203T100000,20261204T100000"])
    let instants = result.component?.all(.exdate).reduce(0) { $0 + ((try? $1.moments().count) ?? 0) }
    #expect(instants == 2)
    let moved = try merge(
      base, ["DTSTART:20261201T100000Z", "RRULE:FREQ=DAILY", "EXDATE:20261203T100000Z", Self.old],
      ["DTSTART:20261201T110000Z", "RRULE:FREQ=DAILY", "EXDATE:20261204T110000Z", Self.new])
    #expect(
      lines(moved) == ["DTSTART:20261201T110000Z", "RRULE:FREQ=DAILY", "EXDATE:20261204T110000Z", Self.new])
  }

  @Test func alarmsByTheirKey() throws {
    func alarm(_ lines: String...) -> String {
      (["BEGIN:VALARM", "UID:a", "ACTION:DISPLAY"] + lines + ["END:VALARM"]).joined(separator: "\r\n")
    }
    let base = alarm("TRIGGER:-PT5M")
    let acknowledged = try merge(
      ["SUMMARY:a", base], ["SUMMARY:a", alarm("TRIGGER:-PT5M", "ACKNOWLEDGED:20260102T000000Z")],
      ["SUMMARY:b", alarm("TRIGGER:-PT10M")])
    #expect(!acknowledged.isConflict)
    #expect(lines(acknowledged).contains("ACKNOWLEDGED:20260102T000000Z"))
    #expect(lines(acknowledged).contains("TRIGGER:-PT10M") && lines(acknowledged).contains("SUMMARY:b"))
    let kept = try merge(["SUMMARY:a", base], ["SUMMARY:b"], ["SUMMARY:a", alarm("TRIGGER:-PT10M")])
    #expect(kept.isConflict && lines(kept).contains("TRIGGER:-PT10M"))
    let gone = try merge(["SUMMARY:a", base], ["SUMMARY:a"], ["SUMMARY:b", base])
    #expect(!gone.isConflict && lines(gone) == ["SUMMARY:b"])
    let snooze =
      "BEGIN:VALARM\r\nUID:s\r\nACTION:DISPLAY\r\nTRIGGER:-PT1M\r\nRELATED-TO;RELTYPE=SNOOZE:a\r\nEND:VALARM"
    let snoozed = try merge(["SUMMARY:a", base], ["SUMMARY:b"], ["SUMMARY:a", base, snooze])
    #expect(snoozed.component?.children.count == 2 && snoozed.isConflict)
  }

  @Test func parametersOfAnAttendee() throws {
    let result = try merge(
      ["ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:A@b.c"], ["ATTENDEE;PARTSTAT=ACCEPTED:mailto:a@b.c"],
      ["ATTENDEE;PARTSTAT=NEEDS-ACTION;ROLE=CHAIR:mailto:a@b.c"])
    let attendee = try #require(result.component?.first(.attendee))
    #expect(attendee.parameter("PARTSTAT")?.value == "ACCEPTED")
    #expect(attendee.parameter("ROLE")?.value == "CHAIR")
    #expect(!result.isConflict)
  }

  @Test func deletions() throws {
    let (base, edited) = (["SUMMARY:a", "DTSTAMP:20260101T000000Z"], ["SUMMARY:b"])
    let gone = try merge(base, nil, ["SUMMARY:a", "DTSTAMP:20260102T000000Z"])
    #expect(gone.component == nil && !gone.isConflict && gone.decisions[0].rule == .deleted)
    let kept = try merge(base, nil, edited)
    #expect(lines(kept) == ["SUMMARY:b"] && kept.isConflict)
    #expect(try merge(base, nil, edited, .ours).component == nil)
    #expect(try merge(base, nil, nil).component == nil)
  }

  @Test func whatTheBaseLacksIsTakenWhole() throws {
    let result = try ThreeWay.merge(
      base: nil, ours: component(["SUMMARY:a", "URL:x", Self.old]),
      theirs: component(["SUMMARY:b", Self.new]))
    #expect(lines(result) == ["SUMMARY:b", Self.new])
    #expect(result.isConflict && result.rejected == [0])
    #expect(
      try lines(ThreeWay.merge(base: nil, ours: component(["SUMMARY:a"]), theirs: nil)) == ["SUMMARY:a"])
  }

  @Test func manyVersions() throws {
    let base = ["SUMMARY:a", "CATEGORIES:a"]
    let result = try ThreeWay.merge(
      base: component(base),
      versions: [
        ["SUMMARY:b", "CATEGORIES:a"], ["SUMMARY:a", "CATEGORIES:a,b"], ["SUMMARY:a", "URL:u"], base,
      ].map(component))
    #expect(Set(result.component?.all(.categories).flatMap(\.texts) ?? []) == ["b"])
    #expect(lines(result).contains("SUMMARY:b") && lines(result).contains("URL:u"))
  }

  @Test func setsUnitedWithoutABase() throws {
    let result = try ThreeWay.unite([
      component([
        "SUMMARY:a", "CATEGORIES:a", "COMMENT:x", "COMMENT:x", "SEQUENCE:3", "CREATED:20260102T000000Z",
        Self.old,
      ]),
      component([
        "SUMMARY:b", "CATEGORIES:b", "COMMENT:x", "SEQUENCE:1", "CREATED:20260101T000000Z", Self.new,
      ]),
    ])
    #expect(
      Set(lines(result)) == [
        "SUMMARY:b", "CATEGORIES:b,a", "COMMENT:x", "SEQUENCE:3", "CREATED:20260101T000000Z", Self.new,
      ])
    #expect(result.component?.all(.comment).count == 2)
  }

  // MARK: Alarms that were given a UID

  private static func alarm(_ trigger: String, _ lines: String...) -> [String] {
    ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:\(trigger)"] + lines + ["END:VALARM"]
  }

  private static let uids = [
    ["UID:a", "X-WR-ALARMUID:a"], ["X-WR-ALARMUID:a"], ["X-EVOLUTION-ALARM-UID:a@b"],
  ]

  /// Each with the others in both orders, and with either as the newest.
  private func merges(_ base: [String], _ ours: [String]?, _ theirs: [String]?) throws -> [ThreeWayResult] {
    try [(Self.old, Self.new), (Self.new, Self.old)].flatMap { stamps in
      let (one, other) = (ours.map { [stamps.0] + $0 }, theirs.map { [stamps.1] + $0 })
      return try [merge(base, one, other), merge(base, other, one)]
    }
  }

  private func alarms(_ result: ThreeWayResult) -> [[String]] {
    (result.component?.children ?? []).map { alarm in
      ["TRIGGER", "ACKNOWLEDGED"].compactMap { name in
        alarm.properties.first { $0.name == name }.map { "\($0.rawText)" }
      }
    }
  }

  @Test(arguments: uids) func anAlarmThatWasGivenAUID(uid: [String]) throws {
    let heard = "ACKNOWLEDGED:20260101T000000Z"
    let named = ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT15M"] + uid + ["END:VALARM"]
    let base = Self.alarm("-PT15M")
    for edit in [[], ["SUMMARY:a"]] {
      for result in try merges(base, named + edit, Self.alarm("-PT30M")) {
        #expect(alarms(result) == [["-PT30M"]] && !result.isConflict, "moved")
      }
      for result in try merges(base, named + edit, []) {
        #expect(alarms(result) == [] && !result.isConflict, "removed")
      }
      for result in try merges(base, named + edit, Self.alarm("-PT15M", heard)) {
        #expect(alarms(result) == [["-PT15M", "20260101T000000Z"]] && !result.isConflict, "dismissed")
      }
    }
    for result in try merges(base, named, Self.alarm("-PT15M", heard) + ["PRIORITY:1"]) {
      #expect(alarms(result).count == 1 && alarms(result)[0].count == 2)
    }
    // The same again where another program named it too.
    let other = Self.alarm("-PT15M", "UID:z")
    for result in try merges(base, named, other + ["PRIORITY:1"]) {
      #expect(alarms(result) == [["-PT15M"]] && !result.isConflict)
    }
    for result in try merges(base, named + ["SUMMARY:a"], Self.alarm("-PT15M", "UID:z", heard)) {
      #expect(alarms(result) == [["-PT15M", "20260101T000000Z"]] && !result.isConflict)
    }
    for result in try merges(named, base, Self.alarm("-PT30M")) {
      #expect(alarms(result) == [["-PT30M"]] && !result.isConflict, "lost its name")
    }
    // Deleted beside a name.
    for result in try merges(base, named, nil) { #expect(result.component == nil && !result.isConflict) }
  }

  /// Both sides added the same alarm, or moved one to the same time, each under a UID.
  @Test func alarmsThatRingAlike() throws {
    for base in [[], Self.alarm("-PT5M")] {
      for result in try merges(base, Self.alarm("-PT15M", "UID:a"), Self.alarm("-PT15M", "UID:b")) {
        #expect(alarms(result) == [["-PT15M"]] && !result.isConflict)
      }
    }
    // Two in one version are two.
    let two = Self.alarm("-PT15M", "UID:a") + Self.alarm("-PT15M", "UID:b")
    for base in [Self.alarm("-PT15M"), []] {
      for result in try merges(base, two, Self.alarm("-PT15M", "UID:c")) {
        #expect(alarms(result).count == 2 && !result.isConflict)
      }
    }
    // Named alike and moved apart is one still.
    for result in try merges(
      Self.alarm("-PT15M", "UID:a"), Self.alarm("-PT30M", "UID:a"),
      Self.alarm("-PT15M", "UID:a", "ACKNOWLEDGED:20260101T000000Z"))
    {
      #expect(alarms(result) == [["-PT30M", "20260101T000000Z"]])
    }
  }

  /// A snooze names its alarm, which has no UID on the other side.
  @Test func aSnoozeOfAnAlarmThatWasGivenAUID() throws {
    let snooze = Self.alarm("-PT1M", "UID:s", "RELATED-TO;RELTYPE=SNOOZE:a")
    let snoozing = Self.alarm("-PT15M", "UID:a") + snooze
    for result in try merges(
      Self.alarm("-PT15M"), snoozing, Self.alarm("-PT15M", "DESCRIPTION:x") + ["SUMMARY:b"])
    {
      let children = try #require(result.component).children
      #expect(children.count == 2)
      #expect(children.contains { $0.first(.uid)?.rawText == "a" && $0.first(.description) != nil })
    }
    for result in try merges(Self.alarm("-PT15M"), snoozing, []) {
      #expect(result.component?.children.count == 2)
    }
  }
}
