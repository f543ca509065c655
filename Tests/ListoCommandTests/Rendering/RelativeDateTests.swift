import Listo
import Testing

@testable import ListoCommand

@Suite struct RelativeDateTests {
  /// Tuesday, 1 December 2026, 09:00 in Berlin.
  let dates = RelativeDate(SampleCatalog.context)

  @Test(arguments: [
    ("2026-12-01", "today", "today", "today"), ("2026-12-02", "tomorrow", "tomorrow", "tomorrow"),
    ("2026-11-30", "yesterday", "yesterday", "yesterday"), ("2026-12-03", "Thu", "Thu", "in 2 days"),
    ("2026-12-07", "Mon", "Mon", "in 6 days"), ("2026-12-08", "in 7 days", "in 7 days", "in 7 days"),
    ("2026-11-29", "2 days ago", "2 days ago", "2 days ago"),
    ("2026-12-14", "in 13 days", "in 13 days", "in 13 days"),
    ("2026-12-15", "in 2 weeks", "in 2 weeks", "in 2 weeks"),
    ("2026-12-19", "in 3 weeks", "in 3 weeks", "in 3 weeks"),
    ("2026-11-17", "2 weeks ago", "2 weeks ago", "2 weeks ago"),
    ("2027-01-30", "in 9 weeks", "in 9 weeks", "in 9 weeks"),
    ("2027-02-12", "12 Feb 2027", "in 2 months", "in 2 months"),
    ("2026-03-01", "1 Mar 2026", "9 months ago", "9 months ago"),
    ("2027-12-01", "1 Dec 2027", "in 12 months", "in 12 months"),
    ("2029-01-12", "12 Jan 2029", "in 2 years", "in 2 years"),
    ("0001-01-01", "1 Jan 1", "2026 years ago", "2026 years ago"),
  ])
  func words(iso: String, alone: String, besideDate: String, besideWeekday: String) throws {
    let day = try #require(Day(iso: iso))
    #expect(dates.words(day) == alone)
    #expect(dates.words(day, .besideDate) == besideDate)
    #expect(dates.words(day, .besideWeekday) == besideWeekday)
  }

  @Test(arguments: [
    ("2026-12-01T08:30:00", "today 08:30", "30 min overdue", "1 Dec 08:30", "Tue 1 Dec 2026, 08:30"),
    ("2026-12-01T06:30:00", "today 06:30", "2 hours overdue", "1 Dec 06:30", "Tue 1 Dec 2026, 06:30"),
    ("2026-11-30T20:00:00", "yesterday 20:00", "13 hours overdue", "30 Nov 20:00", "Mon 30 Nov 2026, 20:00"),
    ("2026-11-30T08:00:00", "yesterday 08:00", "1 day overdue", "30 Nov 08:00", "Mon 30 Nov 2026, 08:00"),
    ("2026-11-30", "yesterday", "1 day overdue", "30 Nov", "Mon 30 Nov 2026"),
    ("2026-11-01T10:00:00", "4 weeks ago", "4 weeks overdue", "1 Nov 10:00", "Sun 1 Nov 2026, 10:00"),
    ("2025-11-01", "1 Nov 2025", "13 months overdue", "1 Nov 2025", "Sat 1 Nov 2025"),
    ("2026-12-01T00:30:00Z", "today 01:30", "7 hours overdue", "1 Dec 01:30", "Tue 1 Dec 2026, 01:30"),
    ("2026-11-30T23:30:00Z", "today 00:30", "8 hours overdue", "1 Dec 00:30", "Tue 1 Dec 2026, 00:30"),
  ])
  func overdue(iso: String, words: String, overdue: String, short: String, long: String) throws {
    let moment = try #require(Moment(iso: iso))
    #expect(dates.words(moment, .empty) == words)
    #expect(dates.overdue(moment, .empty) == overdue)
    #expect(dates.short(moment, .empty) == short)
    #expect(dates.long(moment, .empty) == long)
  }

  @Test(arguments: [
    (0, "now  09:00"), (29, "now  09:00"), (30, "in 1 minute  09:00"), (900, "in 15 minutes  09:15"),
    (-3540, "59 minutes ago  08:01"), (5340, "in 1 hour  10:29"), (-32_400, "9 hours ago  00:00"),
    (54_000, "00:00"), (-36_000, "23:00"),
  ])
  func instants(seconds: Int64, words: String) {
    #expect(dates.time(Instant(seconds: dates.context.now.seconds + seconds)) == words)
  }

  @Test func zonedTimesAreTheViewers() throws {
    let local = try #require(LocalDateTime(iso: "2026-12-04T10:00:00"))
    #expect(dates.words(.zoned(local, tzid: "Asia/Tokyo"), .empty) == "Fri 02:00")
    #expect(dates.words(.zoned(local, tzid: "Nowhere/Land"), .empty) == "Fri 10:00")
  }

  @Test(arguments: [
    ("2026-12-02T00:05:00", "tomorrow 12:05 AM", "Dec 2, 12:05 AM", "Wed, Dec 2, 2026, 12:05 AM"),
    ("2026-12-02T09:00:00", "tomorrow 9:00 AM", "Dec 2, 9:00 AM", "Wed, Dec 2, 2026, 9:00 AM"),
    ("2026-12-02T12:00:00", "tomorrow 12:00 PM", "Dec 2, 12:00 PM", "Wed, Dec 2, 2026, 12:00 PM"),
    ("2027-12-02T23:59:00", "Dec 2, 2027", "Dec 2, 2027, 11:59 PM", "Thu, Dec 2, 2027, 11:59 PM"),
    ("2026-12-02", "tomorrow", "Dec 2", "Wed, Dec 2, 2026"),
  ])
  func otherWaysOfWriting(iso: String, words: String, short: String, long: String) throws {
    let usual = SampleCatalog.context
    let dates = RelativeDate(
      ViewContext(now: usual.now, zone: usual.zone, dateStyle: DateStyle(clock: .hours12, order: .monthDay)))
    let moment = try #require(Moment(iso: iso))
    #expect(dates.words(moment, .empty) == words)
    #expect(dates.short(moment, .empty) == short)
    #expect(dates.long(moment, .empty) == long)
  }

  @Test func aDaysHeadingInAnotherOrder() throws {
    let usual = SampleCatalog.context
    let dates = RelativeDate(
      ViewContext(now: usual.now, zone: usual.zone, dateStyle: DateStyle(order: .monthDay)))
    #expect(dates.heading(dates.today) == "Today, Tue, Dec 1")
    #expect(self.dates.heading(dates.today) == "Today, Tue 1 Dec")
  }

  @Test func rulesEnd() {
    #expect(dates.rule("FREQ=DAILY;COUNT=30") == "daily, 30 times")
    // 23:30 UTC is the next day in Berlin.
    #expect(dates.rule("FREQ=DAILY;UNTIL=20261231T233000Z") == "daily, until 1 Jan 2027")
  }
}
