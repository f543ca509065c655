import Foundation
import ICalendar
import ListoTestSupport
import Testing

@testable import ListoModel

/// When a due date is, seen from a zone: beside Python's zoneinfo, and where Python cannot say.
@Suite struct ViewContextTests {
  private static let names = [
    "UTC", "Europe/Berlin", "Europe/London", "Europe/Dublin", "Europe/Lisbon", "America/New_York",
    "America/Los_Angeles",
    "America/St_Johns", "America/Sao_Paulo", "America/Havana", "America/Asuncion", "Africa/Cairo",
    "Africa/Casablanca",
    "Asia/Tokyo", "Asia/Kolkata", "Asia/Kathmandu", "Asia/Tehran", "Asia/Beirut", "Australia/Lord_Howe",
    "Australia/Sydney",
    "Pacific/Auckland", "Pacific/Apia",
  ]

  private static let python = PythonEnvironment.with("recurring-ical-events==3.8.2")

  private struct Case {
    let zone: String
    let local: LocalDateTime
    let seconds: Int64
    let what: String
  }

  /// Days, floating times and times with TZID, at random and around every change of the clocks between 2019
  /// and 2031.
  @Test(.enabled(if: python != nil, "python3 with recurring-ical-events 3.8.2 is not to be had"))
  func instantsAreThoseOfZoneinfo() throws {
    let python = try #require(Self.python)
    var random = SplitMix64(seed: Seed.current)
    var cases: [Case] = []
    for name in Self.names {
      let zone = try #require(Zone.system(named: name))
      var days = (0..<40).map { _ in Day(daysSince1970: Int.random(in: 0..<40_000, using: &random)) }
      for change in zone.transitions where (17_897...22_280).contains(Int(change.instant.seconds / 86_400)) {
        days += [-1, 0, 1].map { zone.local(of: change.instant).day.adding(days: $0) }
      }
      for day in days { cases += Self.cases(day, name, zone, &random) }
    }
    var input = Data()
    for item in cases {
      input +=
        try JSONSerialization.data(
          withJSONObject: ["zone": item.zone, "local": item.local.description]) + Data("\n".utf8)
    }
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "Oracles/zone-oracle.py")
    let answers = try python.run(script, input: input).split(separator: "\n").map { Int64($0) }
    #expect(answers.count == cases.count && cases.count > 4_000)
    for (item, answer) in zip(cases, answers) where answer != item.seconds {
      Issue.record(
        "\(item.what) \(item.local) in \(item.zone): \(item.seconds) and not \(String(describing: answer)), seed \(random.seed)"
      )
    }
  }

  private static func cases(
    _ day: Day, _ name: String, _ zone: Zone, _ random: inout SplitMix64
  ) -> [Case] {
    let viewer = ViewContext(now: Instant(seconds: 0), zone: zone)
    let other = ViewContext(now: Instant(seconds: 0), zone: .utc)
    let midnight = LocalDateTime(startOf: day)
    let next = LocalDateTime(startOf: day.adding(days: 1))
    var cases = [
      Case(
        zone: name, local: midnight, seconds: viewer.instant(of: .date(day), zones: .empty).seconds,
        what: "start of"),
      Case(
        zone: name, local: next, seconds: viewer.end(of: .date(day), zones: .empty).seconds,
        what: "end before"),
    ]
    for _ in 0..<4 {
      let local = midnight.adding(seconds: Int64.random(in: 0..<28, using: &random) * 900)
      cases.append(
        Case(
          zone: name, local: local, seconds: viewer.instant(of: .floating(local), zones: .empty).seconds,
          what: "floating"))
      cases.append(
        Case(
          zone: name, local: local,
          seconds: other.instant(of: .zoned(local, tzid: name), zones: .empty).seconds, what: "TZID"))
    }
    return cases
  }

  /// RFC 5545 §3.3.5: what comes twice is its first time, what is skipped is read with the offset before the
  /// gap.
  @Test(arguments: [
    ("Europe/Berlin", "2026-03-29T02:30", "2026-03-29T01:30:00Z"),
    ("Europe/Berlin", "2026-10-25T02:30", "2026-10-25T00:30:00Z"),
    ("America/New_York", "2007-03-11T02:30", "2007-03-11T07:30:00Z"),
    ("America/New_York", "2007-11-04T01:30", "2007-11-04T05:30:00Z"),
    ("Australia/Lord_Howe", "2026-04-05T01:45", "2026-04-04T14:45:00Z"),
    ("Australia/Lord_Howe", "2026-10-04T02:15", "2026-10-03T15:45:00Z"),
    // A day that Samoa left out.
    ("Pacific/Apia", "2011-12-30T12:00", "2011-12-30T22:00:00Z"),
    // Midnight that does not exist: the day begins an hour late.
    ("America/Havana", "2026-03-08T00:00", "2026-03-08T05:00:00Z"),
  ])
  func gapsAndOverlaps(zone: String, local: String, instant: String) throws {
    let viewer = ViewContext(now: Instant(seconds: 0), zone: .utc)
    let local = try #require(LocalDateTime(iso: local))
    #expect(viewer.instant(of: .zoned(local, tzid: zone), zones: .empty).description == instant)
    let there = ViewContext(now: Instant(seconds: 0), zone: try #require(Zone.system(named: zone)))
    #expect(there.instant(of: .floating(local), zones: .empty).description == instant)
  }

  /// A file that says that Berlin is five hours ahead is right about its own times.
  @Test func theFileKnowsItsZonesBest() throws {
    let zone = """
      BEGIN:VTIMEZONE
      TZID:Europe/Berlin
      BEGIN:STANDARD
      DTSTART:19700101T000000
      TZOFFSETFROM:+0500
      TZOFFSETTO:+0500
      END:STANDARD
      END:VTIMEZONE

      """
    let text = Make.calendar(
      [], [zone.replacing("\n", with: "\r\n"), Make.todo("DUE;TZID=Europe/Berlin:20260701T120000")])
    let file = try CalendarFile(reading: MemorySource(Array(text.utf8)), file: "a.ics")
    let reminder = try #require(file.calendars.first?.reminders.first)
    let viewer = ViewContext(now: Instant(seconds: 0), zone: QueryTests.berlin)
    let due = try #require(reminder.due)
    #expect(viewer.instant(of: due, zones: reminder.calendar.zones).description == "2026-07-01T07:00:00Z")
    #expect(viewer.instant(of: due, zones: .empty).description == "2026-07-01T10:00:00Z")
    // The zone of an expression is the system's, whatever the file says.
    let query = try QueryExpression("due < 2026-07-01T09:30[Europe/Berlin]").query(in: viewer)
    #expect(query.matches(reminder, at: QueryTests.place, in: viewer))
  }

  @Test func aZoneThatNoOneKnowsFloats() throws {
    let viewer = ViewContext(now: Instant(seconds: 0), zone: QueryTests.berlin)
    let local = try #require(LocalDateTime(iso: "2026-07-01T12:00"))
    for tzid in ["Nowhere/None", "", "../../etc/passwd", "Customized Time Zone 1"] {
      #expect(
        viewer.instant(of: .zoned(local, tzid: tzid), zones: .empty).description == "2026-07-01T10:00:00Z")
    }
  }

  /// The first and the last year that a date can have: still in order, and within what a time can say.
  @Test(arguments: ["UTC", "Europe/Berlin", "Pacific/Apia", "America/New_York"])
  func yearsAtEitherEnd(name: String) throws {
    let viewer = ViewContext(now: Instant(seconds: 0), zone: try #require(Zone.system(named: name)))
    for (year, month, day) in [(0, 1, 1), (1, 1, 1), (9999, 12, 31)] {
      let day = try #require(Day(year: year, month: month, day: day))
      let (start, end) = (
        viewer.instant(of: .date(day), zones: .empty), viewer.end(of: .date(day), zones: .empty)
      )
      #expect(start <= end)
      #expect(viewer.day(of: .date(day), zones: .empty) == day)
      for text in [
        "due < today", "due > today", "due = 0001-01-01 or due = 9999-12-31", "due < today+999999y",
        "due > -999999w", "due > end of next year",
      ] {
        let reminder = try Make.reminder("DUE;VALUE=DATE:" + day.iCalendarText)
        let moved = ViewContext(now: start, zone: viewer.zone)
        _ = try QueryExpression(text).query(in: moved).matches(reminder, at: QueryTests.place, in: moved)
      }
    }
  }
}
