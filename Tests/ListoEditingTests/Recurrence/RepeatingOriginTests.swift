import ICalendar
import ListoModel
import Testing

@testable import ListoEditing

/// Where the next time is counted from: from now on, or from the day of completion.
@Suite struct RepeatingOriginTests {
  @Test func theFirstAfterNow() throws {
    var list = RepeatingList(
      ["DUE;VALUE=DATE:20261101", "RRULE:FREQ=DAILY;COUNT=90", "RDATE;VALUE=DATE:20261110,20270301"],
      overrides: [["RECURRENCE-ID;VALUE=DATE:20261105", "DUE;VALUE=DATE:20261224", "SUMMARY:Moved"]])
    try list.complete(from: .next, at: "20261201T080000Z")
    #expect(list.master.line(.due) == "DUE;VALUE=DATE:20261202")
    #expect(list.master.line(.rrule) == "RRULE:FREQ=DAILY;COUNT=59")
    #expect(list.master.line(.rdate) == "RDATE;VALUE=DATE:20270301")
    // The one that was moved is still to be done.
    #expect(list.overrides.isEmpty && list.copies.count == 2)
    #expect(list.copies[1].line(.due) == "DUE;VALUE=DATE:20261224" && list.copies[1].first(.completed) == nil)
    #expect(list.notes.count == 3)
  }

  @Test func whatIsDueLaterThanItBegins() throws {
    var list = RepeatingList([
      "DTSTART;VALUE=DATE:20261109", "DUE;VALUE=DATE:20261115", "RRULE:FREQ=WEEKLY",
    ])
    // Monday's week is on, and due on Sunday.
    try list.complete(from: .next, at: "20261202T080000Z")
    #expect(list.master.line(.dtstart) == "DTSTART;VALUE=DATE:20261130")
    #expect(list.master.line(.due) == "DUE;VALUE=DATE:20261206")
  }

  @Test(arguments: [
    ("DUE;VALUE=DATE:20261101", "FREQ=DAILY;INTERVAL=3", "20261204"),
    ("DUE;VALUE=DATE:20261102", "FREQ=WEEKLY;BYDAY=MO", "20261207"),
    ("DUE:20261031T090000", "FREQ=MONTHLY", "20270101T090000"),
    ("DUE:20241101T090000Z", "FREQ=YEARLY;COUNT=7", "20271201T090000Z"),
    ("DUE:20261101T090000Z", "FREQ=HOURLY;INTERVAL=6", "20261201T180000Z"),
  ])
  func theIntervalFromToday(_ due: String, _ rule: String, _ expected: String) throws {
    var list = RepeatingList([due, "RRULE:" + rule])
    try list.complete(from: .completion)
    #expect(list.master.line(.due) == due.prefix { $0 != ":" } + ":" + expected)
    let counted = rule.replacing("COUNT=7", with: "COUNT=6")
    #expect(list.master.line(.rrule) == "RRULE:" + counted)
    #expect(list.copies.count == 1)
  }

  @Test func monthsWithoutTheDay() throws {
    var list = RepeatingList(["DUE;VALUE=DATE:20260115", "RRULE:FREQ=MONTHLY"])
    try list.complete(from: .completion, at: "20260131T120000Z")
    #expect(list.master.line(.due) == "DUE;VALUE=DATE:20260228")
  }

  @Test func todayIsThatOfTheClock() throws {
    // Half past eleven on Tuesday in New York; in Berlin it is Wednesday.
    var list = RepeatingList(
      ["DUE;VALUE=DATE:20261101", "RRULE:FREQ=WEEKLY"], zone: "America/New_York")
    try list.complete(from: .completion, at: "20261202T043000Z")
    #expect(list.master.line(.due) == "DUE;VALUE=DATE:20261208")
    var zoned = RepeatingList(
      ["DUE;TZID=Europe/Berlin:20261101T090000", "RRULE:FREQ=WEEKLY"], zone: "America/New_York")
    try zoned.complete(from: .completion, at: "20261202T043000Z")
    #expect(zoned.master.line(.due) == "DUE;TZID=Europe/Berlin:20261209T090000")
  }

  @Test func whatIsFixedIsNotCountedFromToday() throws {
    let lists = [
      RepeatingList(["DUE;VALUE=DATE:20261201", "RRULE:FREQ=DAILY", "RDATE;VALUE=DATE:20270101"]),
      RepeatingList(
        ["DUE;VALUE=DATE:20261201", "RRULE:FREQ=DAILY"],
        overrides: [["RECURRENCE-ID;VALUE=DATE:20261205", "SUMMARY:x"]]),
      RepeatingList(["DUE;VALUE=DATE:20261201", "RRULE:FREQ=DAILY", "RRULE:FREQ=MONTHLY"]),
    ]
    for list in lists {
      var list = list
      let before = list.text
      let error = #expect(throws: EditError.self) { try list.complete(from: .completion) }
      guard case .refused(_, _, let repairs)? = error else { throw try #require(error) }
      #expect(repairs.contains { $0.contains("--from next") })
      #expect(list.text == before)
    }
  }

  /// A rule that names days keeps them, counted from the day of completion.
  @Test(arguments: [
    ("FREQ=WEEKLY;BYDAY=MO", "20261207"), ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO", "20261214"),
    ("FREQ=MONTHLY;BYMONTHDAY=15", "20261215"), ("FREQ=MONTHLY;BYDAY=-1FR", "20261225"),
    ("FREQ=WEEKLY", "20261208"), ("FREQ=DAILY;INTERVAL=3", "20261204"),
  ])
  func theDaysOfTheRuleStay(_ rule: String, _ expected: String) throws {
    var list = RepeatingList([
      "DUE;VALUE=DATE:20261109", "RRULE:" + rule, "X-LISTO-REPEAT-FROM:COMPLETION",
    ])
    // Tuesday; the line says where it is counted from.
    try list.complete(at: "20261201T120000Z")
    #expect(list.master.line(.due) == "DUE;VALUE=DATE:" + expected)
    #expect(list.copies.first?.first(.xListoRepeatFrom) == nil)
    #expect(!list.notes.contains { $0.contains("missed") })
    // Whoever asks for another origin gets it.
    var other = RepeatingList(["DUE;VALUE=DATE:20261109", "RRULE:FREQ=DAILY;FROM=COMPLETION"])
    try other.complete(from: .due, at: "20261201T120000Z")
    #expect(other.master.line(.due) == "DUE;VALUE=DATE:20261110")
    try other.complete(at: "20261201T120000Z")
    #expect(other.master.line(.due) == "DUE;VALUE=DATE:20261202")
  }

  @Test func anEndBeforeTheInterval() throws {
    var list = RepeatingList(["DUE;VALUE=DATE:20261201", "RRULE:FREQ=WEEKLY;UNTIL=20261207"])
    try list.complete(from: .completion)
    #expect(list.completesSeries && list.copies.isEmpty)
  }
}
