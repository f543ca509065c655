import ICalendar
import ListoModel
import Testing

@testable import ListoEditing

@Suite struct RepeatingCompletionTests {
  private static let stamps: Set<PropertyID> = [.lastModified, .dtstamp]

  // MARK: Advance

  @Test func aCopyIsDoneAndTheMasterMovesOn() throws {
    var list = RepeatingList([
      "SUMMARY:Water", "dtstart;tzid=Europe/Berlin:20261201T090000", "DUE;TZID=Europe/Berlin:20261201T180000",
      "STATUS:IN-PROCESS", "PERCENT-COMPLETE:40", "RRULE:FREQ=WEEKLY;COUNT=5", "X-OWN;A=b:c",
    ])
    try list.complete()
    #expect(
      list.master.lines(without: Self.stamps) == [
        "UID:series", "SUMMARY:Water", "dtstart;tzid=Europe/Berlin:20261208T090000",
        "DUE;TZID=Europe/Berlin:20261208T180000", "STATUS:NEEDS-ACTION", "RRULE:FREQ=WEEKLY;COUNT=4",
        "X-OWN;A=b:c",
      ])
    #expect(list.master.line(.lastModified) == "LAST-MODIFIED:20261201T120000Z")
    let copy = try #require(list.copies.first)
    #expect(
      copy.lines(without: Self.stamps.union([.uid])) == [
        "SUMMARY:Water", "dtstart;tzid=Europe/Berlin:20261201T090000",
        "DUE;TZID=Europe/Berlin:20261201T180000",
        "STATUS:COMPLETED", "PERCENT-COMPLETE:100", "X-OWN;A=b:c", "COMPLETED:20261201T120000Z",
      ])
    // From the UID and the instant, so that it is the same on every device, for ever.
    #expect(
      copy.line(.uid) == "UID:" + UUIDv5.string(name: Array("series\n20261201T080000Z".utf8)))
  }

  @Test(arguments: [
    // Both changes of the clocks.
    (
      "DUE;TZID=Europe/Berlin:20260327T023000", "FREQ=DAILY",
      ["20260328T023000", "20260329T023000", "20260330T023000"]
    ),
    ("DUE;TZID=Europe/Berlin:20261024T023000", "FREQ=DAILY", ["20261025T023000", "20261026T023000"]),
    ("DUE;TZID=America/New_York:20261031T090000", "FREQ=DAILY", ["20261101T090000"]),
    ("DUE:20261024T223000Z", "FREQ=DAILY", ["20261025T223000Z"]),
    ("DUE;VALUE=DATE:20260131", "FREQ=MONTHLY", ["20260331", "20260531", "20260731"]),
    ("DUE;VALUE=DATE:20240229", "FREQ=YEARLY", ["20280229"]),
    ("DUE;VALUE=DATE:20260131", "FREQ=MONTHLY;BYMONTHDAY=-1", ["20260228", "20260331", "20260430"]),
    ("DUE:20261201T090000", "FREQ=WEEKLY;BYDAY=TU,TH", ["20261203T090000", "20261208T090000"]),
    ("DUE;VALUE=DATE:20261130", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", ["20261231", "20270129"]),
    ("DUE;VALUE=DATE:20261201", "FREQ=DAILY;INTERVAL=2;UNTIL=20261205", ["20261203", "20261205"]),
    ("DUE:20261201T090000Z", "FREQ=HOURLY;INTERVAL=20", ["20261202T050000Z", "20261203T010000Z"]),
  ])
  func nextTimes(_ due: String, _ rule: String, _ expected: [String]) throws {
    var list = RepeatingList([due, "RRULE:" + rule])
    let form = due.prefix { $0 != ":" }
    for time in expected {
      try list.complete()
      #expect(list.master.line(.due) == form + ":" + time)
    }
  }

  @Test func theDistanceOfStartAndDueIsThatOfTheClock() throws {
    // Due in UTC, begins on a clock that changes in between.
    var list = RepeatingList([
      "DTSTART;TZID=Europe/Berlin:20261020T090000", "DUE:20261020T160000Z", "RRULE:FREQ=WEEKLY",
    ])
    try list.complete()
    #expect(list.master.line(.dtstart) == "DTSTART;TZID=Europe/Berlin:20261027T090000")
    #expect(list.master.line(.due) == "DUE:20261027T170000Z")
  }

  @Test func theLastOneCompletesTheSeries() throws {
    var list = RepeatingList(["DUE;VALUE=DATE:20261201", "RRULE:FREQ=DAILY;COUNT=2"])
    try list.complete()
    #expect(list.master.line(.rrule) == "RRULE:FREQ=DAILY;COUNT=1")
    try list.complete(at: "20261202T120000Z")
    #expect(list.completesSeries && list.copies.count == 1)
    #expect(list.master.line(.status) == "STATUS:COMPLETED")
    #expect(list.master.line(.due) == "DUE;VALUE=DATE:20261202")
    #expect(throws: EditError.self) { try list.complete() }
  }

  @Test func exceptionsArePassedAndStay() throws {
    var list = RepeatingList([
      "DTSTART:20261201T090000", "RRULE:FREQ=DAILY;COUNT=5", "EXDATE:20261202T090000",
      "EXDATE;VALUE=DATE:20261204",
    ])
    try list.complete()
    #expect(list.master.line(.dtstart) == "DTSTART:20261203T090000")
    // Of the rule's five times one was done, and one taken away.
    #expect(list.master.line(.rrule) == "RRULE:FREQ=DAILY;COUNT=3")
    #expect(list.master.all(.exdate).count == 2)
    #expect(list.times(9) == ["20261203T090000", "20261205T090000"])
  }

  @Test func addedDatesAreUsedUp() throws {
    var list = RepeatingList([
      "DTSTART:20261201T090000", "RRULE:FREQ=DAILY;INTERVAL=2;COUNT=3",
      "RDATE:20261202T150000,20261203T090000,20261206T150000",
    ])
    let all = list.times(9)
    #expect(
      all == ["20261201T090000", "20261202T150000", "20261203T090000", "20261205T090000", "20261206T150000"])
    for count in 1..<5 {
      try list.complete()
      #expect(list.times(9) == Array(all[count...]))
    }
    #expect(list.master.line(.rdate) == "RDATE:20261206T150000")
    // The start stays on the rule, as long as there is one: else the rule would have other days.
    #expect(list.copies.map { $0.line(.dtstart) } == all.prefix(4).map { "DTSTART:\($0)" })
    try list.complete()
    #expect(list.completesSeries)
  }

  @Test func aRuleWhoseDayIsThatOfTheStart() throws {
    var list = RepeatingList([
      "DTSTART:20261201T090000", "DUE:20261201T100000", "RRULE:FREQ=WEEKLY", "RDATE:20261203T140000",
    ])
    let all = list.times(6)
    try list.complete()
    #expect(list.times(5) == Array(all[1...]))
    #expect(list.master.line(.dtstart) == "DTSTART:20261208T090000")
    try list.complete()
    #expect(list.copies.map { $0.line(.due) } == ["DUE:20261201T100000", "DUE:20261203T150000"])
    #expect(list.times(4) == Array(all[2...]) && list.master.first(.rdate) == nil)
  }

  @Test func severalRules() throws {
    var list = RepeatingList([
      "DTSTART:20261201T090000", "RRULE:FREQ=WEEKLY;INTERVAL=2", "RRULE:FREQ=MONTHLY;BYMONTHDAY=5",
    ])
    let all = list.times(12)
    for count in 1..<8 {
      try list.complete()
      #expect(list.times(12 - count) == Array(all[count...]), "\(list.master.text)")
    }
  }

  @Test func anotherCalendarAndShortMonths() throws {
    var list = RepeatingList([
      "DTSTART;VALUE=DATE:20260131", "RRULE:RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD;COUNT=6",
    ])
    let all = list.times(9)
    #expect(all.prefix(3) == ["20260131T000000", "20260228T000000", "20260331T000000"])
    for count in 1..<6 {
      try list.complete()
      #expect(list.times(9) == Array(all[count...]), "\(list.master.text)")
    }
    var chinese = RepeatingList(["DUE;VALUE=DATE:20260217", "RRULE:RSCALE=CHINESE;FREQ=YEARLY"])
    let years = chinese.times(4)
    try chinese.complete()
    #expect(chinese.times(3) == Array(years[1...]))
  }

  @Test func alarmsAtATimeMoveAlongAndAreUnheard() throws {
    let alarm = { (lines: String...) in
      ["BEGIN:VALARM", "ACTION:DISPLAY"] + lines + ["END:VALARM"]
    }
    var list = RepeatingList(
      ["DUE;TZID=Europe/Berlin:20261020T090000", "RRULE:FREQ=WEEKLY"]
        + alarm("TRIGGER;VALUE=DATE-TIME:20261020T063000Z", "ACKNOWLEDGED:20261020T064000Z")
        + alarm("TRIGGER:-PT15M", "ACKNOWLEDGED:20261020T064000Z", "UID:a")
        + alarm("TRIGGER;VALUE=DATE-TIME:19760401T005545Z")
        + alarm("TRIGGER;VALUE=DATE-TIME:20261020T081000Z", "RELATED-TO;RELTYPE=SNOOZE:a"))
    try list.complete()
    let alarms = list.master.children.map { $0.lines().filter { !$0.hasPrefix("ACTION") } }
    // Half an hour before it, in winter.
    #expect(
      alarms == [
        ["TRIGGER;VALUE=DATE-TIME:20261027T073000Z"], ["TRIGGER:-PT15M", "UID:a"],
        ["TRIGGER;VALUE=DATE-TIME:19760401T005545Z"],
      ])
    #expect(list.copies[0].children.count == 4)
  }

  // MARK: Overrides

  @Test func anOverrideIsWhatTheCopySays() throws {
    var list = RepeatingList(
      ["SUMMARY:Bins", "DUE:20261201T090000Z", "RRULE:FREQ=WEEKLY"],
      overrides: [
        ["RECURRENCE-ID:20261201T090000Z", "SUMMARY:Bins and glass", "DUE:20261202T090000Z"],
        ["RECURRENCE-ID:20261208T090000Z", "SUMMARY:Bins and paper", "DUE:20261208T090000Z"],
      ])
    try list.complete()
    #expect(list.copies.map { $0.line(.summary) } == ["SUMMARY:Bins and glass"])
    #expect(list.copies[0].first(.recurrenceID) == nil && list.copies[0].line(.due) == "DUE:20261202T090000Z")
    #expect(list.overrides.map { $0.line(.summary) } == ["SUMMARY:Bins and paper"])
    #expect(list.master.line(.due) == "DUE:20261208T090000Z")
  }

  /// As Thunderbird left it: two are done, the third is the first that is not.
  @Test func earlierOverridesBecomeCopies() throws {
    let done = ["STATUS:COMPLETED", "COMPLETED:20261101T000000Z", "PERCENT-COMPLETE:100"]
    var list = RepeatingList(
      ["SUMMARY:Bins", "DUE:20261201T090000Z", "RRULE:FREQ=DAILY;COUNT=9"],
      overrides: [
        ["RECURRENCE-ID:20261201T090000Z", "DUE:20261201T090000Z"] + done,
        ["RECURRENCE-ID:20261202T090000Z", "DUE:20261202T090000Z"] + done,
        ["RECURRENCE-ID:20261204T090000Z", "DUE:20261204T090000Z"] + done,
      ])
    try list.complete(at: "20261203T100000Z")
    #expect(list.overrides.isEmpty)
    #expect(list.copies.count == 4)
    #expect(
      list.copies.allSatisfy { $0.line(.status) == "STATUS:COMPLETED" && $0.first(.recurrenceID) == nil })
    #expect(Set(list.copies.map { $0.line(.uid) }).count == 4)
    // That of the fourth was done before.
    #expect(list.master.line(.due) == "DUE:20261205T090000Z")
    #expect(list.master.line(.rrule) == "RRULE:FREQ=DAILY;COUNT=5")
  }

  @Test func aRangeMovesAlong() throws {
    var list = RepeatingList(
      ["SUMMARY:Swim", "DTSTART:20261201T090000", "RRULE:FREQ=DAILY"],
      overrides: [
        ["RECURRENCE-ID;RANGE=THISANDFUTURE:20261202T090000", "SUMMARY:Run", "DTSTART:20261202T110000"]
      ])
    for _ in 0..<3 { try list.complete() }
    #expect(list.copies.map { $0.line(.summary) } == ["SUMMARY:Swim", "SUMMARY:Run", "SUMMARY:Run"])
    #expect(
      list.copies.map { $0.line(.dtstart) } == ["01T09", "02T11", "03T11"].map { "DTSTART:202612\($0)0000" })
    #expect(
      list.overrides.map { $0.lines(without: Self.stamps.union([.uid])) } == [
        [
          "RECURRENCE-ID;RANGE=THISANDFUTURE:20261204T090000", "SUMMARY:Run", "DTSTART:20261204T110000",
        ]
      ])
  }

  @Test func oneThatIsNotTheFirstIsTakenOut() throws {
    var list = RepeatingList(
      ["DUE;TZID=Europe/Berlin:20261201T090000", "RRULE:FREQ=DAILY;COUNT=4"],
      overrides: [["RECURRENCE-ID;TZID=Europe/Berlin:20261203T090000", "SUMMARY:Changed"]])
    try list.complete(occurrence: "20261203T080000Z")
    #expect(list.master.line(.exdate) == "EXDATE;TZID=Europe/Berlin:20261203T090000")
    #expect(list.master.line(.due) == "DUE;TZID=Europe/Berlin:20261201T090000" && list.overrides.isEmpty)
    // It had no dates of its own.
    #expect(list.copies[0].line(.due) == "DUE;TZID=Europe/Berlin:20261203T090000")
    #expect(list.copies[0].line(.summary) == "SUMMARY:Changed")
    #expect(list.times(9).count == 3)
  }

  // MARK: Override and series

  @Test func anOverrideLeavesTheMaster() throws {
    var list = RepeatingList([
      "SUMMARY:Bins", "DTSTART;VALUE=DATE:20261201", "DUE;VALUE=DATE:20261202", "RRULE:FREQ=WEEKLY;COUNT=3",
    ])
    let before = list.master.bytes
    try list.complete(.override)
    #expect(list.master.bytes == before && list.copies.isEmpty)
    #expect(
      list.overrides[0].lines(without: Self.stamps) == [
        "UID:series", "SUMMARY:Bins", "DTSTART;VALUE=DATE:20261201", "DUE;VALUE=DATE:20261202",
        "RECURRENCE-ID;VALUE=DATE:20261201", "STATUS:COMPLETED", "PERCENT-COMPLETE:100",
        "COMPLETED:20261201T120000Z",
      ])
    try list.complete(.override)
    #expect(list.overrides[1].line(.due) == "DUE;VALUE=DATE:20261209")
    try list.complete(.override)
    #expect(list.completesSeries && list.overrides.count == 2)
    #expect(list.master.line(.status) == "STATUS:COMPLETED")
  }

  @Test func anOverrideThatIsThere() throws {
    var list = RepeatingList(
      ["DUE;VALUE=DATE:20261201", "RRULE:FREQ=WEEKLY"],
      overrides: [["RECURRENCE-ID;VALUE=DATE:20261208", "SUMMARY:x", "STATUS:NEEDS-ACTION"]])
    try list.complete(.override, occurrence: "20261208")
    #expect(list.overrides.count == 1 && list.overrides[0].line(.status) == "STATUS:COMPLETED")
    #expect(list.overrides[0].line(.summary) == "SUMMARY:x")
    #expect(throws: EditError.self) { try list.complete(.override, occurrence: "20261208") }
  }

  @Test func allOfASeries() throws {
    var list = RepeatingList(
      ["DUE;VALUE=DATE:20261201", "RRULE:FREQ=WEEKLY"],
      overrides: [["RECURRENCE-ID;VALUE=DATE:20261208", "SUMMARY:x"]])
    try list.complete(.series)
    #expect(list.completesSeries && list.copies.isEmpty)
    #expect(list.master.line(.rrule) == "RRULE:FREQ=WEEKLY")
    #expect(list.all.allSatisfy { $0.line(.status) == "STATUS:COMPLETED" })
  }

  // MARK: Producers, and what is refused

  @Test func kOrganizerKeepsTheFirstDates() throws {
    var list = RepeatingList([
      "DTSTART;TZID=Europe/Berlin:20261020T090000", "DUE;TZID=Europe/Berlin:20261020T100000",
      "X-KDE-LIBKCAL-DTRECURRENCE:20261117T080000Z", "RRULE:FREQ=WEEKLY;COUNT=9",
    ])
    try list.complete()
    #expect(
      list.master.lines(without: Self.stamps) == [
        "UID:series", "DTSTART;TZID=Europe/Berlin:20261020T090000",
        "DUE;TZID=Europe/Berlin:20261020T100000", "X-KDE-LIBKCAL-DTRECURRENCE:20261124T080000Z",
        "RRULE:FREQ=WEEKLY;COUNT=9",
      ])
    #expect(list.copies[0].line(.due) == "DUE;TZID=Europe/Berlin:20261117T100000")
    #expect(list.copies[0].lines().allSatisfy { !$0.hasPrefix("X-KDE") })
  }

  @Test(arguments: [
    ["RRULE:FREQ=DAILY"],
    ["DUE:20261201T090000Z", "RRULE:FREQ=NEVER"],
    ["DUE:20261201T090000Z", "RRULE:FREQ=DAILY", "RDATE:tomorrow"],
    ["DUE:20261201T090000Z", "RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30"],
  ])
  func whatHasNoNextTimeIsRefused(_ lines: [String]) throws {
    var list = RepeatingList(lines)
    let error = #expect(throws: EditError.self) { try list.complete() }
    guard case .refused(_, _, let repairs)? = error else { throw try #require(error) }
    #expect(repairs.contains { $0.contains("--recur series") })
    try list.complete(.series)
    #expect(list.completesSeries)
  }

  @Test func whatWasDoneBeforeIsNotDoneTwice() throws {
    var list = RepeatingList(["DUE;VALUE=DATE:20261201", "RRULE:FREQ=DAILY"])
    let start = list.master
    try list.complete()
    list.master = start
    try list.complete(at: "20261201T130000Z")
    #expect(list.copies.count == 1)
    // Another reminder has that UID.
    list.master = start
    list.copies[0] = RepeatingList.component(["STATUS:NEEDS-ACTION"]).with(
      uid: list.copies[0].line(.uid) ?? "")
    try list.complete(at: "20261201T140000Z")
    #expect(Set(list.copies.map { $0.line(.uid) }).count == 2)
  }
}

extension Component {
  fileprivate func with(uid line: String) -> Component {
    var copy = self
    copy.set(.uid, value: Array(line.dropFirst(4).utf8))
    return copy
  }
}
