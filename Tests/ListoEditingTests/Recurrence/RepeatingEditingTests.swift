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

  /// An open override moves along, a closed one keeps the dates at which it was done, and both name their occurrences.
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
}
