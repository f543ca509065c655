import ICalendar
import ListoTestSupport
import Testing

@Suite struct DayInstantTests {
  @Test func daysThatDoNotExistAreRefused() {
    #expect(Day(year: 2026, month: 2, day: 29) == nil)
    #expect(Day(year: 2028, month: 2, day: 29) != nil)
    #expect(Day(year: 2100, month: 2, day: 29) == nil)
    #expect(Day(year: 2000, month: 2, day: 29) != nil)
    #expect(Day(year: 2026, month: 13, day: 1) == nil)
    #expect(Day(year: 2026, month: 4, day: 31) == nil)
    #expect(Day(year: 10_000, month: 1, day: 1) == nil)
    #expect(Day(year: 2026, month: 1, day: 0) == nil)
  }

  /// Every day of four centuries and the ends of every month of all years: the count goes up, back and forth.
  @Test func daysThereAndBack() throws {
    var expected = -719_528
    for year in 0...9999 {
      for month in 1...12 {
        let length = Day.daysInMonth(month, year: year)
        for number in (1800..<2200).contains(year) ? Array(1...length) : [1, length] {
          let count = expected + number - 1
          guard let day = Day(year: year, month: month, day: number), day.daysSince1970 == count,
            Day(daysSince1970: count) == day, Day(daysSince1970: count - 1) < day || count == -719_528
          else {
            Issue.record("\(year)-\(month)-\(number) is not \(count)")
            return
          }
        }
        expected += length
      }
    }
    #expect(expected == 2_932_897)
  }

  @Test func knownDays() throws {
    let day = try #require(Day(year: 2026, month: 12, day: 1))
    #expect(day.daysSince1970 == 20_788)
    #expect(day.weekday == .tuesday)
    #expect(Day(daysSince1970: 0).weekday == .thursday)
    #expect(Day(daysSince1970: -1).weekday == .wednesday)
    #expect(Day(daysSince1970: .max).description == "9999-12-31")
    #expect(day.adding(days: .min).description == "0000-01-01")
    #expect(day.adding(days: 31).description == "2027-01-01")
  }

  @Test func instantsThereAndBack() throws {
    var random = SplitMix64(seed: 20_261_201)
    for _ in 0..<20_000 {
      let instant = Instant(seconds: Int64.random(in: -62_167_219_200...253_402_300_799, using: &random))
      #expect(Instant(utc: instant.utc) == instant, "seed \(random.seed)")
      #expect(Instant(iso: instant.description) == instant, "seed \(random.seed)")
    }
    #expect(Instant(seconds: .max).description == "9999-12-31T23:59:59Z")
    #expect(Instant(seconds: .min).description == "0000-01-01T00:00:00Z")
  }

  @Test func secondSixtyIsKeptAndCountsAs59() throws {
    let leap = try #require(LocalDateTime(iso: "2016-12-31T23:59:60"))
    #expect(leap.description == "2016-12-31T23:59:60")
    #expect(Instant(utc: leap).description == "2016-12-31T23:59:59Z")
    #expect(LocalDateTime(iso: "2016-12-31T23:59:61") == nil)
  }

  @Test func spellings() throws {
    let local = try #require(LocalDateTime(iso: "2026-12-01T10:15:07"))
    #expect(local.iCalendarText == "20261201T101507")
    #expect(local.day.iCalendarText == "20261201")
    #expect(Instant(utc: local).iCalendarText == "20261201T101507Z")
    #expect(LocalDateTime(iso: "2026-12-01T10:15")?.description == "2026-12-01T10:15:00")
    #expect(Instant(iso: "2026-12-01T10:15:00+02:00")?.description == "2026-12-01T08:15:00Z")
    #expect(Instant(iso: "2026-12-01T10:15-0330")?.description == "2026-12-01T13:45:00Z")
    #expect(Instant(iso: "2026-12-01T10:15:00+05")?.description == "2026-12-01T05:15:00Z")
    for bad in [
      "2026-12-01T10:15:00", "2026-12-01", "2026-12-01T10:15:00Z ", "2026-12-01T10:15:00+24:00", "",
    ] {
      #expect(Instant(iso: bad) == nil)
    }
    #expect(Moment(iso: "2026-12-01")?.description == "2026-12-01")
    #expect(Moment(iso: "2026-12-01T10:15:00")?.iCalendarText == "20261201T101500")
    #expect(Moment(iso: "2026-12-01T10:15:00+01:00")?.iCalendarText == "20261201T091500Z")
    #expect(Moment(iso: "2026-02-31") == nil)
    #expect(Moment(iso: "2016-12-31T23:59:60Z")?.iCalendarText == "20161231T235959Z")
  }

  /// A moment is the day, the local time or the instant that its text is read as.
  @Test func momentsAreWhatTheirTextsSay() {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    let days = ["2026-12-01", "0000-01-01", "9999-12-31", "2026-02-30", "2026-1-1", ""]
    let times = ["T10:15", "T23:59:60", "T00:00:00", "T23:59:59", "T24:00:00", "T1:2", "T", " 10:15", ""]
    let ends = ["Z", "+00:00", "-00:00", "+02:00", "-0330", "+05", "+24:00", "+", "z", "Z ", "", ""]
    for _ in 0..<2000 {
      let text =
        days.pick(using: &random) + times.pick(using: &random) + ends.pick(using: &random)
      let expected =
        Day(iso: text).map { Moment.date($0) } ?? LocalDateTime(iso: text).map { .floating($0) }
        ?? Instant(iso: text).map { .utc($0.utc) }
      #expect(Moment(iso: text) == expected, "seed \(seed): \(text)")
    }
  }
}
