import ICalendar
import ListoEditing
import ListoModel
import Testing

/// Occurrences completed and opened again through ``Editing``.
@Suite struct RepeatingEditingTests {
  private func open(_ desk: Desk) -> [Bool] {
    desk.editing.plan.steps.compactMap(\.after).map { Reminder($0, in: .none).isOpen }
  }

  @Test func advancing() throws {
    var desk = try Desk(["UID:a\nSUMMARY:A\nDUE:20261201T090000Z\nRRULE:FREQ=DAILY;COUNT=9"])
    try desk.apply(.complete(Completion()), to: "a")
    #expect(
      desk.lines(desk.id("a")) == ["UID:a", "SUMMARY:A", "DUE:20261202T090000Z", "RRULE:FREQ=DAILY;COUNT=8"])
    #expect(open(desk) == [true, false])
  }

  @Test func openingASeriesAgain() throws {
    var desk = try Desk(["UID:a\nSUMMARY:A\nDUE:20261201T090000Z\nRRULE:FREQ=DAILY;COUNT=2"])
    try desk.apply(.complete(Completion(.series)), to: "a")
    #expect(open(desk) == [false])
    try desk.apply(.reopen, to: "a")
    #expect(open(desk) == [true])
  }

  @Test func openingAnOccurrenceOfASeriesThatIsDone() throws {
    var desk = try Desk([
      "UID:a\nSUMMARY:A\nDUE:20261201T090000Z\nRRULE:FREQ=DAILY;COUNT=2\nSTATUS:COMPLETED\nCOMPLETED:20261103T000000Z",
      "UID:a\nRECURRENCE-ID:20261201T090000Z\nDUE:20261201T090000Z\nSTATUS:COMPLETED\nCOMPLETED:20261101T000000Z",
    ])
    let override = try #require(
      desk.editing.catalog.reminderPaths.compactMap(desk.editing.catalog.modelIdentifier).first {
        $0.recurrenceID != nil
      })
    try desk.editing.apply([.reopen], to: override)
    let after = desk.editing.plan.steps.compactMap(\.after)
    // Both, and the last one as it was done.
    #expect(after.count == 3 && open(desk).count { $0 } == 2)
    #expect(desk.editing.plan.notes.contains { $0.text.contains("series") })
    let added = try #require(after.first { !Reminder($0, in: .none).isOpen })
    #expect(String(decoding: added.bytes, as: UTF8.self).contains("RECURRENCE-ID:20261202T090000Z"))
  }

  /// New dates of a series, and what moves with them.
  @Test(arguments: [
    // A day that gets a time.
    (
      "DUE;VALUE=DATE:20261207\nRRULE:FREQ=DAILY;COUNT=5\nEXDATE;VALUE=DATE:20261209", "20261208T090000",
      [
        "DUE;TZID=Europe/Berlin:20261208T090000", "RRULE:FREQ=DAILY;COUNT=5",
        "EXDATE;TZID=Europe/Berlin:20261210T090000",
      ]
    ),
    // A time that becomes a day.
    (
      "DUE;TZID=Europe/Berlin:20261207T090000\nRRULE:FREQ=DAILY;UNTIL=20261231T080000Z\nEXDATE;TZID=Europe/Berlin:20261209T090000",
      "20261208",
      ["DUE;VALUE=DATE:20261208", "RRULE:FREQ=DAILY;UNTIL=20270101", "EXDATE;VALUE=DATE:20261210"]
    ),
    // UNTIL, a day of EXDATE, an added period, and KOrganizer's line.
    (
      "DTSTART:20261207T090000\nDUE:20261207T090000\nRRULE:FREQ=DAILY;UNTIL=20261220T090000\nEXDATE;VALUE=DATE:20261209\nRDATE;VALUE=PERIOD:20261208T120000/PT1H\nX-KDE-LIBKCAL-DTRECURRENCE:20261210T090000",
      "20261210T103000",
      [
        "DTSTART:20261207T103000", "DUE:20261207T103000", "RRULE:FREQ=DAILY;UNTIL=20261220T103000",
        "EXDATE;VALUE=DATE:20261209", "RDATE;VALUE=PERIOD:20261208T133000/PT1H",
        "X-KDE-LIBKCAL-DTRECURRENCE:20261210T103000",
      ]
    ),
  ])
  func aSeriesMovesWithItsDates(_ lines: String, _ due: String, _ expected: [String]) throws {
    var desk = try Desk(["UID:a\n" + lines])
    try desk.apply(.set(.due, .moment(day(due))), to: "a")
    #expect(Array(desk.lines(desk.id("a")).dropFirst()) == expected)
  }

  @Test func deletingTheLastOpenOccurrenceFinishesTheSeries() throws {
    var desk = try Desk([
      "UID:a\nDUE:20261207T090000\nRRULE:FREQ=WEEKLY;COUNT=2",
      "UID:a\nRECURRENCE-ID:20261207T090000\nDUE:20261207T090000\nSTATUS:COMPLETED",
    ])
    let series = desk.id("a")
    let current = desk.editing.currentOccurrence(of: series)
    let last = try #require(current)
    #expect(last.recurrenceID == "20261214T090000")
    #expect(desk.editing.seriesEnded(byDeleting: last) == series)
    #expect(desk.editing.seriesEnded(byDeleting: series) == nil)
    try desk.editing.apply(.delete(.keep), to: last)
    #expect(desk.notes == ["it was the last open occurrence, so the series is finished"])
    let none = desk.editing.currentOccurrence(of: series)
    #expect(none == nil)
  }

  /// An open override moves along, a closed one keeps the dates at which it was done, and both name their
  /// occurrences.
  @Test func overridesMoveWithTheirSeries() throws {
    var desk = try Desk([
      "UID:a\nDUE:20261207T090000\nRRULE:FREQ=WEEKLY",
      "UID:a\nRECURRENCE-ID:20261207T090000\nDUE:20261207T090000\nSTATUS:COMPLETED",
      "UID:a\nRECURRENCE-ID:20261214T090000\nDUE:20261216T100000",
    ])
    // The current occurrence is the override of the 14th, due on the 16th.
    try desk.apply(.set(.due, .moment(day("20261217T100000"))), to: "a")
    let after = desk.editing.plan.steps.compactMap(\.after).map(Desk.lines)
    #expect(
      Set(after) == [
        ["UID:a", "DUE:20261208T090000", "RRULE:FREQ=WEEKLY"],
        ["UID:a", "RECURRENCE-ID:20261208T090000", "DUE:20261207T090000", "STATUS:COMPLETED"],
        ["UID:a", "RECURRENCE-ID:20261215T090000", "DUE:20261217T100000"],
      ])
  }

  private struct Moved: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let master: String
    let override: String
    var start, due: String?
    var rule: String?
    /// The lines of the master and of the override afterwards; nil where it is refused.
    let expected: [[String]]?
  }

  private static let moved = [
    Moved(
      testDescription: "each date moves by its own distance",
      master: "DTSTART:20261207T090000\nDUE:20261207T170000\nRRULE:FREQ=WEEKLY",
      override: "RECURRENCE-ID:20261207T090000\nDTSTART:20261207T100000\nDUE:20261209T180000",
      start: "20261207T110000",
      expected: [
        ["DTSTART:20261207T100000", "DUE:20261207T170000", "RRULE:FREQ=WEEKLY"],
        ["RECURRENCE-ID:20261207T100000", "DTSTART:20261207T110000", "DUE:20261209T180000"],
      ]),
    Moved(
      testDescription: "a DURATION of an override",
      master: "DTSTART:20261207T090000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY",
      override: "RECURRENCE-ID:20261207T090000\nDTSTART:20261207T120000\nDURATION:PT3H",
      start: "20261207T130000",
      expected: [
        ["DTSTART:20261207T100000", "DURATION:PT1H", "RRULE:FREQ=WEEKLY"],
        ["RECURRENCE-ID:20261207T100000", "DTSTART:20261207T130000", "DURATION:PT3H"],
      ]),
    Moved(
      testDescription: "another due date than that of the DURATION",
      master: "DTSTART:20261207T090000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY",
      override: "RECURRENCE-ID:20261207T090000\nDTSTART:20261207T120000\nDURATION:PT3H",
      due: "20261207T180000",
      expected: [
        ["DTSTART:20261207T090000", "RRULE:FREQ=WEEKLY", "DUE:20261207T130000"],
        ["RECURRENCE-ID:20261207T090000", "DTSTART:20261207T120000", "DUE:20261207T180000"],
      ]),
    Moved(
      testDescription: "another form of the dates is of the override alone",
      master: "DUE;TZID=Europe/Berlin:20261207T090000\nRRULE:FREQ=WEEKLY",
      override: "RECURRENCE-ID;TZID=Europe/Berlin:20261207T090000\nDUE:20261207T080000Z",
      due: "20261207T100000",
      expected: [
        ["DUE;TZID=Europe/Berlin:20261207T100000", "RRULE:FREQ=WEEKLY"],
        ["RECURRENCE-ID;TZID=Europe/Berlin:20261207T100000", "DUE:20261207T090000Z"],
      ]),
    Moved(
      testDescription: "days beside a time",
      master: "DUE;VALUE=DATE:20261207\nRRULE:FREQ=WEEKLY",
      override: "RECURRENCE-ID;VALUE=DATE:20261207\nDUE:20261207T150000", due: "20261208T150000",
      expected: [
        ["DUE;VALUE=DATE:20261208", "RRULE:FREQ=WEEKLY"],
        ["RECURRENCE-ID;VALUE=DATE:20261208", "DUE:20261208T150000"],
      ]),
    Moved(
      testDescription: "hours are no distance of days",
      master: "DUE;VALUE=DATE:20261207\nRRULE:FREQ=WEEKLY",
      override: "RECURRENCE-ID;VALUE=DATE:20261207\nDUE:20261207T150000", due: "20261207T160000",
      expected: nil),
    Moved(
      testDescription: "a new rule begins at the date that was asked",
      master: "DUE;VALUE=DATE:20261130\nRRULE:FREQ=WEEKLY;BYDAY=MO",
      override: "RECURRENCE-ID;VALUE=DATE:20261130\nDUE;VALUE=DATE:20261130\nSTATUS:COMPLETED",
      due: "20261209", rule: "FREQ=WEEKLY;INTERVAL=2",
      expected: [
        ["DUE;VALUE=DATE:20261209", "RRULE:FREQ=WEEKLY;INTERVAL=2", "DTSTART;VALUE=DATE:20261209"],
        ["RECURRENCE-ID;VALUE=DATE:20261202", "DUE;VALUE=DATE:20261130", "STATUS:COMPLETED"],
      ]),
    Moved(
      testDescription: "BYDAY at the beginning of a rule",
      master: "DUE:20261207T090000\nRRULE:BYDAY=MO;FREQ=WEEKLY",
      override: "RECURRENCE-ID:20261214T090000\nDUE:20261214T090000", due: "20261209T090000", expected: nil),
    Moved(
      testDescription: "KOrganizer's line must name an occurrence",
      master: "DUE:20261015T090000\nX-KDE-LIBKCAL-DTRECURRENCE:20261115T090000\nRRULE:FREQ=MONTHLY",
      override: "RECURRENCE-ID:20270115T090000\nDUE:20270115T090000", due: "20261205T090000", expected: nil),
    Moved(
      testDescription: "an alarm at a time moves with its override",
      master: "DUE:20261207T090000\nRRULE:FREQ=WEEKLY",
      override:
        "RECURRENCE-ID:20261214T090000\nDUE:20261214T090000\nBEGIN:VALARM\nTRIGGER;VALUE=DATE-TIME:20261214T070000Z\nEND:VALARM",
      due: "20261208T090000",
      expected: [
        ["DUE:20261208T090000", "RRULE:FREQ=WEEKLY"],
        [
          "RECURRENCE-ID:20261215T090000", "DUE:20261215T090000",
          "TRIGGER;VALUE=DATE-TIME:20261215T070000Z",
        ],
      ]),
  ]

  @Test(arguments: moved)
  private func aSeriesMovesByTheDistanceToTheDateThatIsShown(_ row: Moved) throws {
    var desk = try Desk(["UID:a\n" + row.master, "UID:a\n" + row.override])
    var changes: [Change] = []
    if let start = row.start { changes.append(.set(.start, .moment(day(start)))) }
    if let due = row.due { changes.append(.set(.due, .moment(day(due)))) }
    if let rule = row.rule { changes.append(.set(.recurrence, .text(rule))) }
    guard let expected = row.expected else {
      #expect(throws: EditError.self) { try desk.editing.apply(changes, to: desk.id("a")) }
      return
    }
    try desk.editing.apply(changes, to: desk.id("a"))
    let after = desk.editing.plan.steps.compactMap(\.after).map { Array(Desk.lines($0).dropFirst()) }
    #expect(Set(after) == Set(expected))
  }

  /// The name of Thunderbird's line has the time of the occurrence.
  @Test func aSnoozeMovesWithItsOccurrence() throws {
    var desk = try Desk([
      "UID:a\nDUE:20261207T090000Z\nRRULE:FREQ=WEEKLY\nX-MOZ-SNOOZE-TIME-1796634000000000:20261207T120000Z"
    ])
    try desk.apply(
      .set(.due, .moment(.utc(LocalDateTime(startOf: Day(daysSince1970: 20_794)).adding(seconds: 36_000)))),
      to: "a")
    #expect(desk.lines(desk.id("a")).contains("X-MOZ-SNOOZE-TIME-1796637600000000:20261207T120000Z"))
  }

  @Test func whatRepeatsFromCompletionLeavesNoOverride() throws {
    var desk = try Desk([
      "UID:a\nDUE:20261128T090000\nRRULE:FREQ=DAILY;INTERVAL=3\nX-LISTO-REPEAT-FROM:COMPLETION"
    ])
    try desk.apply(.complete(Completion(.override)), to: "a")
    #expect(desk.lines(desk.id("a")).contains("DUE:20261204T090000"))
  }
}
