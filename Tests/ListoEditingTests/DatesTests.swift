import ICalendar
import ListoEditing
import ListoModel
import Testing

@Suite struct DatesTests {
  private func after(_ lines: String, _ changes: Change..., zone: String = "Europe/Berlin") throws -> (
    lines: [String], notes: [String]
  ) {
    var desk = try Desk(["UID:a\n" + lines])
    try desk.editing.apply(changes, to: desk.id("a"))
    return (Array(desk.lines(desk.id("a")).dropFirst()), desk.notes)
  }

  private func due(_ text: String) -> Change { .set(.due, .moment(day(text))) }
  private func start(_ text: String) -> Change { .set(.start, .moment(day(text))) }

  @Test func aStartThatIsTheDueDateMovesAlong() throws {
    let found = try after("DTSTART;VALUE=DATE:20261201\nDUE;VALUE=DATE:20261201", due("20261203"))
    #expect(found.lines == ["DTSTART;VALUE=DATE:20261203", "DUE;VALUE=DATE:20261203"])
    #expect(found.notes.count == 1)
    #expect(try after("DTSTART;VALUE=DATE:20261201\nDUE;VALUE=DATE:20261201", .set(.due, nil)).lines == [])
  }

  @Test func aDayIsNotMovedByHours() throws {
    var desk = try Desk(["UID:a\nDUE;VALUE=DATE:20261201"])
    let error = #expect(throws: EditError.self) {
      try desk.editing.shift(.due, .by(months: 0, days: 0, seconds: 5400), of: desk.id("a"))
    }
    guard case .refused(_, let reason, let repairs)? = error else { throw try #require(error) }
    #expect(reason.contains("whole days") && repairs.count == 2)
    try desk.editing.shift(.due, .by(months: 0, days: 1, seconds: 0), of: desk.id("a"))
    #expect(desk.lines(desk.id("a")).last == "DUE;VALUE=DATE:20261202")
  }

  @Test func anEarlierStartStays() throws {
    let found = try after("DTSTART:20261201T080000Z\nDUE:20261202T080000Z", due("20261205T080000Z"))
    #expect(found.lines == ["DTSTART:20261201T080000Z", "DUE:20261205T080000Z"])
  }

  @Test func aDueDateBeforeTheStartIsRefusedWithBothRepairs() throws {
    var desk = try Desk(["UID:a\nDTSTART:20261201T080000Z\nDUE:20261202T080000Z"])
    #expect {
      try desk.apply(due("20261130T080000Z"), to: "a")
    } throws: { error in
      guard case .refused(_, _, let repairs)? = error as? EditError else { return false }
      return repairs.count == 2
    }
    try desk.editing.apply([due("20261130T080000Z"), start("20261129T080000Z")], to: desk.id("a"))
    #expect(desk.lines(desk.id("a")) == ["UID:a", "DTSTART:20261129T080000Z", "DUE:20261130T080000Z"])
  }

  @Test func startAndDueAreOfOneKind() throws {
    let found = try after("DTSTART;VALUE=DATE:20261201\nDUE;VALUE=DATE:20261205", due("20261206T100000"))
    #expect(
      found.lines == [
        "DTSTART;TZID=Europe/Berlin:20261201T000000", "DUE;TZID=Europe/Berlin:20261206T100000",
      ])
    #expect(try after("DUE;VALUE=DATE:20261205", due("20261206")).lines == ["DUE;VALUE=DATE:20261206"])
  }

  /// UTC needs no zone, by whatever name the machine has it.
  @Test(arguments: ["UTC", "Etc/UTC", "Etc/UCT", "Zulu"]) func aTimeInUTCHasNoZone(_ zone: String) throws {
    var desk = try Desk([("Home.ics", Desk.file(["UID:a", "UID:b\nDUE;VALUE=DATE:20261205"]))], zone: zone)
    try desk.apply(due("20261206T100000"), to: "a")
    #expect(desk.lines(desk.id("a")) == ["UID:a", "DUE:20261206T100000Z"])
    let time = LocalDateTime(startOf: Day(daysSince1970: 20_793)).adding(seconds: 36_000)
    try desk.editing.shift(.due, .at(time), of: desk.id("b"))
    #expect(desk.lines(desk.id("b")) == ["UID:b", "DUE:20261206T100000Z"])
  }

  /// The clock in Berlin shows 3:30 for 2:30.
  @Test func aTimeThatTheClockSkipsIsTheOneThatItShows() throws {
    #expect(try after("", due("20270328T023000")).lines == ["DUE;TZID=Europe/Berlin:20270328T033000"])
  }

  @Test func dueTakesThePlaceOfDuration() throws {
    let lines = "DTSTART:20261201T080000Z\nDURATION:PT2H"
    #expect(
      try after(lines, due("20261201T120000Z")).lines == ["DTSTART:20261201T080000Z", "DUE:20261201T120000Z"])
    let moved = try after(lines, start("20261202T080000Z"))
    #expect(moved.lines == ["DTSTART:20261202T080000Z", "DURATION:PT2H"])
    #expect(moved.notes.count == 1)
    #expect(try after(lines, .set(.start, nil)).lines == ["DUE:20261201T100000Z"])
  }

  @Test func alarmsAtATimeMoveAlongOnTheWallClock() throws {
    // Across the end of summer time in Berlin, 29 March 2026.
    let alarm =
      "BEGIN:VALARM\nTRIGGER;VALUE=DATE-TIME:20260328T080000Z\nEND:VALARM\nBEGIN:VALARM\nTRIGGER:-PT5M\nEND:VALARM\nBEGIN:VALARM\nTRIGGER;VALUE=DATE-TIME:19760401T005545Z\nEND:VALARM"
    let found = try after("DUE;TZID=Europe/Berlin:20260328T090000\n" + alarm, due("20260330T090000"))
    #expect(
      found.lines == [
        "DUE;TZID=Europe/Berlin:20260330T090000", "TRIGGER;VALUE=DATE-TIME:20260330T070000Z", "TRIGGER:-PT5M",
        "TRIGGER;VALUE=DATE-TIME:19760401T005545Z",
      ])
    let day = try after("DUE;VALUE=DATE:20260328\n" + alarm, due("20260327T150000"))
    #expect(day.lines[1] == "TRIGGER;VALUE=DATE-TIME:20260327T080000Z")
  }

  @Test func eachOfSeveralAlarmsMoves() throws {
    let alarm = "\nBEGIN:VALARM\nTRIGGER;VALUE=DATE-TIME:20261203T080000Z\nEND:VALARM"
    let found = try after("DUE:20261204T080000Z" + alarm + alarm, due("20261205T080000Z"))
    let moved = "TRIGGER;VALUE=DATE-TIME:20261204T080000Z"
    #expect(found.lines == ["DUE:20261205T080000Z", moved, moved])
  }

  @Test func theZoneHasTheNameThatItsCalendarGivesIt() throws {
    let head = """
      BEGIN:VTIMEZONE
      TZID:/freeassociation.sourceforge.net/Europe/Berlin
      BEGIN:STANDARD
      DTSTART:19700101T000000
      TZOFFSETFROM:+0300
      TZOFFSETTO:+0300
      END:STANDARD
      END:VTIMEZONE
      """
    var desk = try Desk(["UID:a\nSUMMARY:A"], head: head)
    try desk.apply(due("20261204T150000"), to: "a")
    // That calendar's clock is two hours ahead of Berlin's.
    #expect(
      desk.lines(desk.id("a")).last
        == "DUE;TZID=/freeassociation.sourceforge.net/Europe/Berlin:20261204T170000")
    #expect(desk.editing.plan.steps.first?.zones.isEmpty == true)
  }

  @Test func whatRepeatsNeedsAStart() throws {
    let rule = Change.set(.recurrence, .text("FREQ=WEEKLY;UNTIL=20261231"))
    #expect(
      try after("DUE;TZID=Europe/Berlin:20261204T090000", rule).lines == [
        "DUE;TZID=Europe/Berlin:20261204T090000", "DTSTART;TZID=Europe/Berlin:20261204T090000",
        "RRULE:FREQ=WEEKLY;UNTIL=20261231T225959Z",
      ])
    #expect(throws: EditError.self) { try after("SUMMARY:A", rule) }
    #expect(throws: EditError.self) {
      try after("DTSTART:20261201T080000Z\nRRULE:FREQ=DAILY", .set(.start, nil))
    }
    #expect(
      try after("DTSTART:20261201T080000Z\nRRULE:FREQ=DAILY\nEXDATE:20261202T080000Z", .set(.recurrence, nil))
        .lines
        == ["DTSTART:20261201T080000Z"])
  }

  @Test func datesCountUpSequenceOnce() throws {
    let found = try after("SEQUENCE:4\nDUE;VALUE=DATE:20261205", due("20261206"), start("20261201"))
    #expect(found.lines == ["SEQUENCE:5", "DUE;VALUE=DATE:20261206", "DTSTART;VALUE=DATE:20261201"])
  }
}

/// Dates that are put off.
@Suite struct DateShiftTests {
  private func shifted(
    _ lines: String, by months: Int, _ days: Int, _ seconds: Int64 = 0, _ field: FieldID = .due
  ) throws -> [String] {
    var desk = try Desk(["UID:a\n" + lines])
    try desk.editing.shift(field, .by(months: months, days: days, seconds: seconds), of: desk.id("a"))
    return Array(desk.lines(desk.id("a")).dropFirst())
  }

  /// Months count first, then days: the other way round, a day more or less would be lost at the end of a
  /// month.
  @Test(arguments: [
    ("20260130", 1, 1, "20260301"), ("20260131", 1, 0, "20260228"), ("20280131", 1, 0, "20280229"),
    ("20260331", -1, -1, "20260227"), ("20261231", 2, 1, "20270301"), ("20260228", 12, 1, "20270301"),
    ("20261130", 0, 1, "20261201"), ("20260515", -5, 0, "20251215"),
  ])
  func monthsBeforeDays(day: String, months: Int, days: Int, result: String) throws {
    #expect(try shifted("DUE;VALUE=DATE:\(day)", by: months, days) == ["DUE;VALUE=DATE:\(result)"])
    for (zone, end) in [("", ""), ("", "Z"), (";TZID=Europe/Berlin", "")] {
      #expect(
        try shifted("DUE\(zone):\(day)T093000\(end)", by: months, days) == [
          "DUE\(zone):\(result)T093000\(end)"
        ])
    }
  }

  /// Seconds count last, on the wall clock.
  @Test func secondsComeLast() throws {
    #expect(try shifted("DUE:20260131T233000", by: 1, 0, 3600) == ["DUE:20260301T003000"])
    #expect(
      try shifted("DUE;TZID=Europe/Berlin:20260328T013000", by: 0, 0, 86_400 + 7200)
        == ["DUE;TZID=Europe/Berlin:20260329T033000"])
    #expect(try shifted("DUE;VALUE=DATE:20260131", by: 0, 0, 2 * 86_400) == ["DUE;VALUE=DATE:20260202"])
  }
}
