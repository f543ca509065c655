import ICalendar
import Testing

@testable import ListoModel

/// The occurrences of reminders, and the next one that is to be done.
@Suite struct ReminderSeriesTests {
  /// Tuesday, 1 December 2026, nine o'clock in Berlin.
  private static let context = RecurrenceTests.context

  private static func series(_ master: [String], _ overrides: [[String]] = []) throws -> ReminderSeries? {
    let master = try #require(Component(Array(Make.todo(["UID:1"] + master).utf8)))
    let others = try overrides.map { try #require(Component(Array(Make.todo(["UID:1"] + $0).utf8))) }
    return ReminderSeries(
      Reminder(master, in: .none), overrides: others.map { Reminder($0, in: .none) })
  }

  private static let daily = ["DTSTART;VALUE=DATE:20261128", "RRULE:FREQ=DAILY;COUNT=4"]

  /// Overrides, and when the next one is due.
  @Test(arguments: [
    ("", "2026-11-28"),
    ("RECURRENCE-ID;VALUE=DATE:20261128|STATUS:COMPLETED", "2026-11-29"),
    ("RECURRENCE-ID;VALUE=DATE:20261128|STATUS:CANCELLED|DUE;VALUE=DATE:20261128", "2026-11-29"),
    // Moved behind the next one.
    ("RECURRENCE-ID;VALUE=DATE:20261128|DTSTART;VALUE=DATE:20261205", "2026-11-29"),
    // Moved before all others.
    ("RECURRENCE-ID;VALUE=DATE:20261130|DTSTART;VALUE=DATE:20261101", "2026-11-01"),
    ("RECURRENCE-ID;VALUE=DATE:20261129|STATUS:COMPLETED", "2026-11-28"),
  ])
  func next(override: String, expected: String) throws {
    let overrides = override.isEmpty ? [] : [override.split(separator: "|").map(String.init)]
    let series = try #require(try Self.series(Self.daily, overrides))
    let next = try #require(series.current(in: Self.context))
    #expect((next.reminder.due ?? next.reminder.start)?.day.description == expected)
    #expect(next.reminder.recurrence == nil && next.reminder.recurrenceID != nil)
  }

  @Test func noneIsLeftWhereAllAreDone() throws {
    let done = (28...30).map { ["RECURRENCE-ID;VALUE=DATE:202611\($0)", "STATUS:COMPLETED"] }
    let series = try #require(
      try Self.series(Self.daily, done + [["RECURRENCE-ID;VALUE=DATE:20261201", "STATUS:CANCELLED"]]))
    #expect(series.current(in: Self.context) == nil)
    let closed = try #require(try Self.series(Self.daily + ["STATUS:COMPLETED"]))
    #expect(closed.current(in: Self.context) == nil)
    #expect(try Self.series(["DUE:20261201T090000"]) == nil)
    #expect(try Self.series(["RRULE:FREQ=DAILY"]) == nil)
  }

  /// KOrganizer's word for the occurrence that it stands at.
  @Test func kOrganizerStandsAtAnOccurrence() throws {
    let series = try #require(
      try Self.series([
        "DTSTART;TZID=Europe/Berlin:20260203T180000", "DUE;TZID=Europe/Berlin:20260203T183000",
        "RRULE:FREQ=WEEKLY;BYDAY=TU,TH", "X-KDE-LIBKCAL-DTRECURRENCE:20261201T170000Z",
      ]))
    let next = try #require(series.current(in: Self.context))
    #expect(next.reminder.due?.description == "2026-12-01T18:30:00[Europe/Berlin]")
    #expect(next.reminder.recurrenceID?.description == "2026-12-01T18:00:00[Europe/Berlin]")
  }

  /// Nine o'clock stays nine o'clock when clocks change; what is in no hour is read as RFC 5545 §3.3.5 says.
  @Test func wallClocks() throws {
    let series = try #require(
      try Self.series(["DTSTART;TZID=Europe/Berlin:20260328T023000", "RRULE:FREQ=DAILY;COUNT=3"]))
    let all = series.occurrences(
      from: Instant(seconds: 0), to: Instant(seconds: 4_000_000_000), in: Self.context)
    #expect(
      all.occurrences.map(\.instant.description) == [
        "2026-03-28T01:30:00Z", "2026-03-29T01:30:00Z", "2026-03-30T00:30:00Z",
      ])
  }

  @Test func aRangeTakesWhatWasMovedIntoIt() throws {
    let series = try #require(
      try Self.series(
        ["DUE:20261125T090000", "RRULE:FREQ=WEEKLY"],
        [["RECURRENCE-ID:20261209T090000", "DUE:20261203T100000", "SUMMARY:earlier"]]))
    let found = series.occurrences(
      from: Instant(seconds: 1_796_079_600), to: Instant(seconds: 1_796_079_600 + 9 * 86_400),
      in: Self.context)
    #expect(
      found.occurrences.map { $0.reminder.due?.description } == [
        "2026-12-02T09:00:00", "2026-12-03T10:00:00",
      ])
    #expect(found.occurrences.map(\.isOverride) == [false, true])
  }

  /// RANGE=THISANDFUTURE (RFC 5545 §3.8.4.4): all behind are moved by as much, and are otherwise what the
  /// override is.
  private static func due(_ master: [String], _ overrides: [[String]], days: Int = 6) throws -> [String] {
    let series = try #require(try series(master, overrides))
    let from = Instant(seconds: 1_796_083_200)
    return series.occurrences(
      from: from, to: Instant(seconds: from.seconds + Int64(days) * 86_400), in: context
    ).occurrences.map { occurrence in
      let reminder = occurrence.reminder
      let when = reminder.due ?? reminder.start
      #expect(reminder.first(.recurrenceID)?.parameter("RANGE") == nil || occurrence.isOverride)
      #expect(reminder.recurrence == nil)
      return "\(reminder.recurrenceID?.day.day ?? 0):\(when.map(\.description) ?? "") \(reminder.title ?? "")"
    }
  }

  @Test func thisAndAllBehindIt() throws {
    let master = [
      "DTSTART:20261201T090000", "DUE:20261201T100000", "RRULE:FREQ=DAILY", "SUMMARY:a",
      "EXDATE:20261205T090000",
    ]
    #expect(
      try Self.due(
        master,
        [
          // Two hours later, and half an hour shorter.
          [
            "RECURRENCE-ID;RANGE=THISANDFUTURE:20261203T090000", "DTSTART:20261203T110000",
            "DUE:20261203T113000", "SUMMARY:b",
          ],
          // One by itself counts for itself.
          ["RECURRENCE-ID:20261204T090000", "DUE:20261204T180000", "SUMMARY:c"],
        ]) == [
          "1:2026-12-01T10:00:00 a", "2:2026-12-02T10:00:00 a", "3:2026-12-03T11:30:00 b",
          "4:2026-12-04T18:00:00 c", "6:2026-12-06T11:30:00 b",
        ])
  }

  @Test func aRangeEndsWhereTheNextBegins() throws {
    #expect(
      try Self.due(
        ["DUE;VALUE=DATE:20261130", "RRULE:FREQ=DAILY;COUNT=6", "SUMMARY:a"],
        [
          ["RECURRENCE-ID;VALUE=DATE;RANGE=THISANDFUTURE:20261202", "SUMMARY:b"],
          ["RECURRENCE-ID;VALUE=DATE;RANGE=THISANDFUTURE:20261204", "DUE;VALUE=DATE:20261205", "SUMMARY:c"],
          ["RECURRENCE-ID;VALUE=DATE;RANGE=THISANDPRIOR:20261201", "DUE;VALUE=DATE:20261202", "SUMMARY:d"],
        ]) == ["1:2026-12-02 d", "2:2026-12-02 b", "3:2026-12-03 b", "4:2026-12-05 c", "5:2026-12-06 c"])
  }

  /// Moved by a month, so that a window sees them that none of the rule's own times falls into.
  @Test func aRangeMayBeMovedFar() throws {
    #expect(
      try Self.due(
        ["DUE;VALUE=DATE:20261001", "RRULE:FREQ=WEEKLY"],
        [["RECURRENCE-ID;VALUE=DATE;RANGE=THISANDFUTURE:20261015", "DUE;VALUE=DATE:20261115"]], days: 14
      ) == ["5:2026-12-06 ", "12:2026-12-13 "])
  }

  /// An occurrence that is cancelled from some day on is not next; one that begins again behind that is.
  @Test func nextPassesOverARangeThatIsDone() throws {
    let end = ["RECURRENCE-ID;VALUE=DATE;RANGE=THISANDFUTURE:20261201", "STATUS:CANCELLED"]
    let first = ["RECURRENCE-ID;VALUE=DATE:20261130", "STATUS:COMPLETED"]
    let master = ["DTSTART;VALUE=DATE:20261130", "RRULE:FREQ=DAILY"]
    let over = try #require(try Self.series(master, [end, first]))
    #expect(over.current(in: Self.context) == nil)
    let again = [
      "RECURRENCE-ID;VALUE=DATE;RANGE=THISANDFUTURE:20261224", "DTSTART;VALUE=DATE:20261226",
      "STATUS:COMPLETED",
    ]
    let done = try #require(try Self.series(master, [end, first, again]))
    #expect(done.current(in: Self.context) == nil)
    let open = try #require(try Self.series(master, [end, first, Array(again.dropLast())]))
    #expect(open.current(in: Self.context)?.reminder.start?.day.description == "2026-12-26")
  }

  @Test func aCatalogIsUnrolled() throws {
    let text = Make.calendar(
      ["X-WR-CALNAME:Home"],
      [
        Make.todo("UID:plain", "DUE;VALUE=DATE:20200101"),
        Make.todo("UID:1", "DUE;VALUE=DATE:20261129", "RRULE:FREQ=DAILY"),
        Make.todo(
          "UID:1", "RECURRENCE-ID;VALUE=DATE:20261202", "DUE;VALUE=DATE:20261202", "STATUS:COMPLETED"),
        Make.todo("UID:never", "DUE;VALUE=DATE:20261129", "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"),
      ])
    var builder = CatalogBuilder()
    builder.add(
      try CalendarFile(reading: MemorySource(Array(text.utf8)), file: "Home.ics"), fileName: "Home.ics",
      in: TestFolder("/s/f", []).folder)
    let range = try QueryRange("today..today+2d").instants(in: Self.context)
    let week = builder.catalog().unrolled(over: range.from..<range.to, in: Self.context)
    #expect(week.problems.map(\.code) == [.tooManySteps])
    let names = week.catalog.reminderPaths.compactMap { week.catalog.modelIdentifier(at: $0) }
    #expect(
      names.map { "\($0.uid?.text ?? "")/\($0.recurrenceID ?? "")" } == [
        "plain/", "1/20261201", "1/20261202", "1/20261203", "never/",
      ])
    for path in week.catalog.reminderPaths {
      let name = try #require(week.catalog.modelIdentifier(at: path))
      #expect(week.catalog.indexPath(for: name) == path)
    }
    // Each occurrence that was made is found by its name again; what is in the file is not taken for one.
    let original = builder.catalog()
    for path in week.catalog.reminderPaths {
      let name = try #require(week.catalog.modelIdentifier(at: path))
      let shown = original.showingOccurrence(name, in: Self.context)
      #expect((shown == nil) == (original.indexPath(for: name) != nil))
      guard let shown else { continue }
      #expect(shown.catalog.reminder(at: shown.path)?.due == week.catalog.reminder(at: path)?.due)
      #expect(original.masterPath(ofOccurrence: name) == shown.path)
    }
    let rows = builder.catalog().atCurrentOccurrences(in: Self.context).catalog
    #expect(
      rows.reminderPaths.compactMap { rows.reminder(at: $0)?.due?.day.description } == [
        "2020-01-01", "2026-11-29", "2026-12-02", "2026-11-29",
      ])
  }
}

extension ReminderSeries {
  /// Its current occurrence; nil where it is finished.
  fileprivate func current(in context: ViewContext) -> Occurrence? {
    switch position(in: context).position {
    case .current(let occurrence): return occurrence
    case .finished: return nil
    case .unknown(let course):
      Issue.record("the position is not known: \(course)")
      return nil
    }
  }
}
