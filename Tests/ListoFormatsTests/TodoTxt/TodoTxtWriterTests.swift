import ICalendar
import Listo
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
        "Call Mom +House @home @a%20b due:2026-12-01 due-time:101500 due-zone:Custom uid:1",
        "x 2026-12-01 2026-11-01 Done +House done-time:101500Z created-time:101500Z pri:A uid:3 modified:20261201T101500Z",
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
}
