import ICalendar
import ListoTestSupport
import Testing

@testable import Listo

/// The times of rules with EXDATE, RDATE, UNTIL, COUNT and RSCALE, and what the next one is.
@Suite struct RecurrenceTests {
  static let berlin = QueryTests.berlin
  static let context = ViewContext(now: Instant(seconds: 1_796_112_000), zone: berlin)

  private static func times(_ lines: [String], limit: Int = 8, from: String? = nil) throws -> String {
    let reminder = Reminder(try #require(Component(Array(Make.todo(lines).utf8))), in: .none)
    let recurrence = try #require(Recurrence(reminder))
    let first = from.flatMap { LocalDateTime(iso: $0) }
    let found = recurrence.times(
      from: first, through: LocalDateTime(startOf: Day(daysSince1970: Int.max)), limit: limit)
    let words = found.times.map { local in
      recurrence.anchor.local == nil ? local.day.description : String(local.description.dropLast(3))
    }
    return words.joined(separator: " ") + (found.course == .ended ? "" : " \(found.course)")
  }

  @Test(arguments: [
    ("DTSTART;VALUE=DATE:20260101|RRULE:FREQ=DAILY;COUNT=3", "2026-01-01 2026-01-02 2026-01-03"),
    ("DUE;VALUE=DATE:20260101|RRULE:FREQ=WEEKLY;COUNT=2", "2026-01-01 2026-01-08"),
    // The beginning counts, whether or not the rule names it.
    (
      "DTSTART:20260102T090000|RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=3",
      "2026-01-02T09:00 2026-01-05T09:00 2026-01-12T09:00"
    ),
    // EXDATE: a time, a day, another zone, UTC.
    (
      "DTSTART:20260101T090000|RRULE:FREQ=DAILY;COUNT=4|EXDATE:20260102T090000,20260103T100000",
      "2026-01-01T09:00 2026-01-03T09:00 2026-01-04T09:00"
    ),
    (
      "DTSTART:20260101T090000|RRULE:FREQ=DAILY;COUNT=3|EXDATE;VALUE=DATE:20260102",
      "2026-01-01T09:00 2026-01-03T09:00"
    ),
    (
      "DTSTART;TZID=Europe/Berlin:20260101T090000|RRULE:FREQ=DAILY;COUNT=3|EXDATE:20260102T080000Z",
      "2026-01-01T09:00 2026-01-03T09:00"
    ),
    (
      "DTSTART;TZID=Europe/Berlin:20260101T090000|RRULE:FREQ=DAILY;COUNT=3|EXDATE;TZID=America/New_York:20260102T030000",
      "2026-01-01T09:00 2026-01-03T09:00"
    ),
    ("DTSTART;VALUE=DATE:20260101|RRULE:FREQ=DAILY;COUNT=3|EXDATE:20260101T120000Z", "2026-01-02 2026-01-03"),
    // RDATE: dates, times, periods, and one that is there anyway.
    (
      "DTSTART:20260101T090000|RDATE:20260105T100000,20260103T090000",
      "2026-01-01T09:00 2026-01-03T09:00 2026-01-05T10:00"
    ),
    (
      "DTSTART:20260101T090000|RRULE:FREQ=DAILY;COUNT=2|RDATE;VALUE=DATE:20260102,20260104",
      "2026-01-01T09:00 2026-01-02T09:00 2026-01-04T09:00"
    ),
    (
      "DTSTART:20260101T090000Z|RDATE;VALUE=PERIOD:20260102T090000Z/PT1H", "2026-01-01T09:00 2026-01-02T09:00"
    ),
    ("DTSTART:20260101T090000|RDATE:20260105T100000|EXDATE:20260105T100000", "2026-01-01T09:00"),
    // UNTIL: a day is all of it, a time itself, UTC by the zone.
    (
      "DTSTART:20260101T090000|RRULE:FREQ=DAILY;UNTIL=20260103",
      "2026-01-01T09:00 2026-01-02T09:00 2026-01-03T09:00"
    ),
    ("DTSTART:20260101T090000|RRULE:FREQ=DAILY;UNTIL=20260102T090000", "2026-01-01T09:00 2026-01-02T09:00"),
    ("DTSTART:20260101T090000|RRULE:FREQ=DAILY;UNTIL=20260102T085959", "2026-01-01T09:00"),
    (
      "DTSTART;TZID=Europe/Berlin:20260101T090000|RRULE:FREQ=DAILY;UNTIL=20260102T080000Z",
      "2026-01-01T09:00 2026-01-02T09:00"
    ),
    (
      "DTSTART;TZID=Europe/Berlin:20260101T090000|RRULE:FREQ=DAILY;UNTIL=20260102T075959Z", "2026-01-01T09:00"
    ),
    ("DTSTART;VALUE=DATE:20260101|RRULE:FREQ=DAILY;UNTIL=20260102T235959Z", "2026-01-01 2026-01-02"),
    ("DTSTART:20260101T090000Z|RRULE:FREQ=DAILY;UNTIL=20260102", "2026-01-01T09:00 2026-01-02T09:00"),
    // Several times a day; oftener than daily.
    (
      "DTSTART:20260101T080000|RRULE:FREQ=DAILY;BYHOUR=8,20;COUNT=3",
      "2026-01-01T08:00 2026-01-01T20:00 2026-01-02T08:00"
    ),
    (
      "DTSTART:20260101T080000|RRULE:FREQ=HOURLY;INTERVAL=9;COUNT=4",
      "2026-01-01T08:00 2026-01-01T17:00 2026-01-02T02:00 2026-01-02T11:00"
    ),
    (
      "DTSTART:20260101T080000|RRULE:FREQ=MINUTELY;INTERVAL=45;BYHOUR=8,9;COUNT=4",
      "2026-01-01T08:00 2026-01-01T08:45 2026-01-01T09:30 2026-01-02T08:00"
    ),
    (
      "DTSTART:20260101T080000|RRULE:FREQ=HOURLY;BYMONTH=6;BYMONTHDAY=1;BYHOUR=1;COUNT=3",
      "2026-01-01T08:00 2026-06-01T01:00 2027-06-01T01:00"
    ),
    ("DTSTART:20260106T080000|RRULE:FREQ=DAILY;INTERVAL=7;BYDAY=MO", "2026-01-06T08:00"),
    // What never comes.
    (
      "DTSTART:20260101T080000|RRULE:FREQ=SECONDLY;BYHOUR=1;BYMONTHDAY=30;BYMONTH=2",
      "2026-01-01T08:00 refused"
    ),
    ("DTSTART:20260101T080000|RRULE:FREQ=MONTHLY;BYDAY=MO;BYSETPOS=20", "2026-01-01T08:00 refused"),
    ("DTSTART:20260101T080000|RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "2026-01-01T08:00 refused"),
    // Years at either end.
    ("DTSTART;VALUE=DATE:00010101|RRULE:FREQ=YEARLY;COUNT=2", "0001-01-01 0002-01-01"),
    ("DTSTART;VALUE=DATE:99991231|RRULE:FREQ=DAILY", "9999-12-31"),
    // RFC 7529 §3: the fifth month of the Hebrew calendar, and 29 February.
    ("DTSTART;VALUE=DATE:20130101|RRULE:RSCALE=GREGORIAN;FREQ=YEARLY;COUNT=2", "2013-01-01 2014-01-01"),
    (
      "DTSTART;VALUE=DATE:20140208|RRULE:RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=5L;BYMONTHDAY=8;SKIP=FORWARD;COUNT=5",
      "2014-02-08 2015-02-27 2016-02-17 2017-03-06 2018-02-23"
    ),
    (
      "DTSTART;VALUE=DATE:20160229|RRULE:RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=FORWARD;COUNT=3",
      "2016-02-29 2017-03-01 2018-03-01"
    ),
  ])
  func times(lines: String, expected: String) throws {
    #expect(try Self.times(lines.split(separator: "|").map(String.init)) == expected)
  }

  @Test func aWindowFarFromTheBeginning() throws {
    let lines = ["DTSTART:19700101T000000Z", "RRULE:FREQ=MINUTELY"]
    #expect(
      try Self.times(lines, limit: 2, from: "2026-12-01T08:00:30") == "2026-12-01T08:01 2026-12-01T08:02")
  }
}
