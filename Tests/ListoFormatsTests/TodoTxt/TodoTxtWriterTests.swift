import ICalendar
import ListoModel
import Testing

@testable import ListoFormats

@Suite struct TodoTxtWriterTests {
  @Test func aLineAReminderAndTheRestCounted() throws {
    let calendar = Conversion.calendar(
      """
      UID:1
      SUMMARY:Call Mom
      DUE;TZID=Custom:20261201T101500
      CATEGORIES;LANGUAGE=en:home,a b
      EXDATE:20261208T101500
      X-FOO:bar
      END:VTODO
      BEGIN:VEVENT
      UID:2
      END:VEVENT
      BEGIN:VTODO
      UID:3
      SUMMARY:Done
      COMPLETED:20261201T101500Z
      CREATED:20261101T101500Z
      LAST-MODIFIED:20261201T101500Z
      DTSTAMP:20261201T101500Z
      PRIORITY:1
      PERCENT-COMPLETE:very
      """,
      before: """
        BEGIN:VTIMEZONE
        TZID:Custom
        BEGIN:STANDARD
        DTSTART:19700101T000000
        TZOFFSETFROM:+0300
        TZOFFSETTO:+0300
        END:STANDARD
        END:VTIMEZONE
        """)
    let result = try Conversion(calendar, to: .todoTxt, keepingEntries: true)
    #expect(
      result.lines == [
        "Call Mom +House @home @a%20b due:2026-12-01 due-time:101500 due-zone:Custom implied:needs-action uid:1",
        "x 2026-12-01 2026-11-01 Done +House done-time:101500Z created-time:101500Z pri:A implied:completed uid:3 modified:20261201T101500Z",
      ])
    #expect(
      result.losses.counts == [
        "event": 1, "parameter": 1, "exception date": 1, "property": 1, "unreadable value": 1,
        "time zone definition": 1, "calendar property": 1,
      ])
    let plain = try Conversion(calendar, to: .todoTxt, options: FormatOptions(names: ["plain"]))
    #expect(
      plain.lines == [
        "Call Mom +House @home @a%20b due:2026-12-01", "x 2026-12-01 2026-11-01 Done +House pri:A",
      ])
    #expect(plain.losses.counts["time of day"] == 3 && plain.losses.counts["UID"] == 2)
    let entry = result.losses.entries.first { $0.kind == "unreadable value" }
    #expect(entry?.uid == "3" && entry?.name == "PERCENT-COMPLETE")
  }

  /// Rules that `rec` has no word for, in a plain line: the words behind the title, and what is read back.
  @Test(arguments: [
    (
      "FREQ=WEEKLY;BYDAY=MO,FR", "Water +House due:2026-12-01",
      "Water (every week on Monday, Friday) +House due:2026-12-01"
    ),
    (
      "FREQ=MONTHLY;BYMONTHDAY=1;COUNT=3", "",
      "Water (every month on the 1st for 3 times) +House due:2026-12-01"
    ),
    ("FREQ=YEARLY;BYYEARDAY=100", "", "Water (FREQ=YEARLY;BYYEARDAY=100) +House due:2026-12-01"),
    ("FREQ=WEEKLY", "", "Water +House due:2026-12-01 rec:+1w"),
  ])
  func aPlainLineHasTheRuleInWords(rule: String, next: String, expected: String) throws {
    let calendar = Conversion.calendar("UID:1\nSUMMARY:Water\nDUE;VALUE=DATE:20261201\nRRULE:\(rule)")
    let plain = FormatOptions(names: ["plain"])
    let result = try Conversion(calendar, to: .todoTxt, options: plain)
    #expect(result.lines == [expected[...]])
    #expect(result.losses.counts["recurrence rule"] == nil)
    var problems: [(code: Diagnostic.Code, message: String)] = []
    let back = TodoTxtTask(TodoTxtLine(Array(expected.utf8)[...]), problems: &problems)
    #expect(back.fields.text(.title) == "Water" && problems.isEmpty)
    let read = try RecurrenceRule.parse(Array((back.fields.text(.recurrence) ?? "").utf8)[...])
    #expect(try read == RecurrenceRule.parse(Array(rule.utf8)[...]))
    if !next.isEmpty {
      let without = try Conversion(
        calendar, to: .todoTxt, options: FormatOptions(names: ["plain"], recurrence: .next))
      #expect(without.lines == [next[...]] && without.losses.counts["recurrence rule"] == 1)
    }
  }

  /// A title that happens to end in such words stays what it is; in a plain line it cannot, and is counted.
  @Test func aTitleIsNoRule() throws {
    let calendar = Conversion.calendar("UID:1\nSUMMARY:Nap (every day)")
    let result = try Conversion(calendar, to: .todoTxt)
    #expect(result.lines == ["Nap (every day) +House implied:needs-action uid:1 title:Nap%20(every%20day)"])
    let line = try #require(result.lines.first)
    var problems: [(code: Diagnostic.Code, message: String)] = []
    let back = TodoTxtTask(TodoTxtLine(Array(line.utf8)[...]), problems: &problems)
    #expect(back.fields.text(.title) == "Nap (every day)" && back.fields[.recurrence] == nil)
    let plain = try Conversion(calendar, to: .todoTxt, options: FormatOptions(names: ["plain"]))
    #expect(plain.lines == ["Nap (every day) +House"] && plain.losses.counts["exact title"] == 1)
  }

  @Test func oddValuesInLines() throws {
    #expect(
      try Conversion(OddFields.few, to: .todoTxt).lines == [
        #"2024-02-29 - (A) House plus key:value next +House @plus @%20lead @trail%20 @a,b @back\slash +more @ü @1 @2 @3 @4 due:2024-02-29 due-time:101560 due-zone:Own%3A%205%2541 created-time:000000 created-zone:Europe/Berlin rrule:FREQ=DAILY;BYDAY=SU implied:needs-action uid:e,1 url:data%3Ax\,y\n stamp:20240229T000000/Europe/Berlin alarm:PT0S title:(A)%20+House%20@plus%20key%3Avalue%0Anext"#,
        #"+House implied:in-process uid:2 p:p%3A1 note:semi;colon,%20comma\n%0Anext%20"quoted"%2050%zz%2050%2541 percent:40 loc:a%E3%80%80b geo:48.1;11.5 class:odd\,%20one order:-7"#,
        "x 2026-02-28 2026-02-28 Nap (every day) +House done-time:101500 status:failed uid:3 modified:20260131T235959Z title:Nap%20(every%20day)",
      ])
    let plain = FormatOptions(names: ["plain"])
    #expect(
      try Conversion(OddFields.few, to: .todoTxt, options: plain).lines == [
        #"2024-02-29 - (A) House plus key:value next (FREQ=DAILY;BYDAY=SU) +House @plus @%20lead @trail%20 @a,b @back\slash +more @ü @1 @2 @3 @4 due:2024-02-29"#,
        "+House", "x 2026-02-28 2026-02-28 Nap (every day) +House",
      ])
  }
}
