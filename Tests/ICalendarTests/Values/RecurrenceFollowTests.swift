import ListoTestSupport
import Testing

@testable import ICalendar

/// Rules that are followed day by day, beside libical's reading of the same.
@Suite struct RecurrenceFollowTests {
  /// The same as libical, where it finds as many without a long search, in which it cannot be stopped.
  @Test func daysAreFollowedAsByLibical() throws {
    var random = SplitMix64(seed: Seed.current)
    let start = try #require(LocalDateTime(iso: "2026-01-05T08:30:15"))
    var compared = 0
    for _ in 0..<400 {
      let rule = try RecurrenceRule.parse(Array(Self.rule(&random).utf8)[...])
      guard rule.hasDays else { continue }
      var steps = 400_000
      var ours: [LocalDateTime] = []
      let course = rule.followDays(from: start, notBefore: start, &steps) { local in
        ours.append(local)
        return ours.count < 12
      }
      guard course == .ended, ours.count == 12, steps > 395_000 else { continue }
      compared += 1
      var theirs: [LocalDateTime] = []
      LibicalRecurrence(Array(rule.text.utf8)[...])?.occurrences(from: start) { local in
        theirs.append(local)
        return theirs.count < ours.count
      }
      #expect(ours == theirs, "\(rule.text), seed \(random.seed)")
    }
    #expect(compared > 50)
  }

  private static func rule(_ random: inout SplitMix64) -> String {
    func often(_ times: Int) -> Bool { Int.random(in: 0..<times, using: &random) == 0 }
    func numbers(_ range: ClosedRange<Int>) -> String {
      Set((0..<Int.random(in: 1...3, using: &random)).map { _ in Int.random(in: range, using: &random) })
        .sorted()
        .map(String.init).joined(separator: ",")
    }
    // libical leaves out or adds times where filters of the time of day meet an interval, or a frequency
    // below a day.
    let interval = [1, 2, 3, 7, 11, 25, 90].pick(using: &random)
    if often(2) {
      return "FREQ=" + ["HOURLY", "MINUTELY", "SECONDLY"].pick(using: &random) + ";INTERVAL=\(interval)"
    }
    var rule = "FREQ=DAILY;INTERVAL=\(interval)"
    if often(2) { rule += ";BYHOUR=" + numbers(9...23) }
    if often(2) { rule += ";BYDAY=" + ["MO", "TU,SA", "MO,WE,FR"].pick(using: &random) }
    if often(4) { rule += ";BYMONTH=" + numbers(1...12) }
    return rule
  }

  /// Of days that the Chinese calendar may lack, libical would look for the next one for ever.
  @Test(arguments: [
    "RSCALE=CHINESE;FREQ=YEARLY;SKIP=FORWARD;INTERVAL=4;BYMONTH=10;BYDAY=-26MO",
    "RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=12L;BYMONTHDAY=1", "RSCALE=CHINESE;FREQ=MONTHLY;BYMONTHDAY=31",
    "RSCALE=CHINESE;FREQ=MONTHLY;BYDAY=1MO;BYMONTHDAY=20", "RSCALE=DANGI;FREQ=MONTHLY;BYMONTHDAY=-31",
    "RSCALE=CHINESE;FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=10",
    "RSCALE=CHINESE;FREQ=YEARLY;BYMONTHDAY=-29,-29;BYSETPOS=-1", "RSCALE=CHINESE;FREQ=YEARLY;BYYEARDAY=366",
    "RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=1;BYYEARDAY=300", "RSCALE=CHINESE;FREQ=YEARLY;INTERVAL=32767",
  ])
  func whatACalendarMayLackIsNotFollowed(text: String) throws {
    let rule = try RecurrenceRule.parse(Array(text.utf8)[...])
    let start = try #require(LocalDateTime(iso: "1996-02-29T22:27:25"))
    var steps = 10_000
    #expect(rule.follow(from: start, notBefore: start, &steps) { _ in false } == .refused)
  }

  /// The examples of RFC 7529, and rules of what every calendar has.
  @Test(arguments: [
    ("RSCALE=CHINESE;FREQ=YEARLY", "2013-02-10", "2013-02-10 2014-01-31 2015-02-19"),
    ("RSCALE=ETHIOPIC;FREQ=MONTHLY;BYMONTH=13", "2013-09-06", "2013-09-06 2014-09-06 2015-09-06"),
    (
      "RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=5L;BYMONTHDAY=8;SKIP=FORWARD", "2014-02-08",
      "2014-02-08 2015-02-27 2016-02-17"
    ),
    ("RSCALE=CHINESE;FREQ=MONTHLY;BYDAY=1MO", "2026-01-05", "2026-01-19 2026-02-23 2026-03-23"),
  ])
  func otherCalendarsAreFollowed(text: String, start: String, times: String) throws {
    let rule = try RecurrenceRule.parse(Array(text.utf8)[...])
    let start = try #require(LocalDateTime(iso: start + "T08:00:00"))
    var (steps, found): (Int, [String]) = (10_000, [])
    _ = rule.follow(from: start, notBefore: start, &steps) { local in
      found.append(String(local.description.prefix(10)))
      return found.count < 3
    }
    #expect(found.joined(separator: " ") == times)
  }

  @Test func yearsBeginOnTheirFirstDay() {
    for year in 0...9999 {
      #expect(Day(year: year, month: 1, day: 1)?.daysSince1970 == Day.days(toYear: year))
    }
  }

  /// No rule goes on for ever, whatever it asks for: it ends, or its steps do.
  @Test(arguments: [
    "FREQ=SECONDLY;BYMONTH=2", "FREQ=SECONDLY;BYHOUR=1;BYMONTHDAY=30;BYMONTH=2",
    "FREQ=MINUTELY;BYYEARDAY=366",
    "FREQ=DAILY;INTERVAL=7;BYDAY=TU", "FREQ=DAILY;BYMONTHDAY=31;BYMONTH=2,4,6", "FREQ=MONTHLY;BYSETPOS=366",
    "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=31", "FREQ=YEARLY;BYWEEKNO=53;BYMONTH=6",
    "FREQ=SECONDLY;INTERVAL=32767;BYHOUR=3;BYMINUTE=7",
    "RSCALE=HEBREW;FREQ=DAILY;BYMONTH=5L;BYMONTHDAY=31",
    "RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=12L;BYMONTHDAY=31",
    "RSCALE=ETHIOPIC;FREQ=MONTHLY;BYMONTH=13;BYMONTHDAY=30", "FREQ=WEEKLY;INTERVAL=32767;BYMONTH=2;BYDAY=MO",
    "FREQ=MONTHLY;INTERVAL=12;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO", "FREQ=HOURLY;INTERVAL=24;BYHOUR=3",
  ])
  func noneEscapes(text: String) throws {
    let rule = try RecurrenceRule.parse(Array(text.utf8)[...])
    let start = try #require(LocalDateTime(iso: "2026-03-02T08:30:15"))
    var steps = 600_000
    var count = 0
    let course = rule.follow(from: start, notBefore: start, &steps) { _ in
      count += 1
      return count < 1000
    }
    #expect((course == .cut) == (steps <= 0), "\(course), \(steps)")
  }

  /// libical would mark days outside of its table, and is not asked: of another calendar, or with a SKIP,
  /// nobody is.
  @Test(arguments: [
    "RSCALE=HEBREW;FREQ=YEARLY;WKST=MO;BYWEEKNO=20,-52,-51",
    "RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=FORWARD;BYWEEKNO=20",
  ])
  func weeksOfOtherCalendarsAreNotFollowed(text: String) throws {
    let rule = try RecurrenceRule.parse(Array(text.utf8)[...])
    let start = try #require(LocalDateTime(iso: "1986-06-15T08:00:00"))
    var steps = 10_000
    #expect(rule.follow(from: start, notBefore: start, &steps) { _ in false } == .refused)
    #expect(rule.occurrences(from: start, limit: 10) == nil && !rule.isBoundedForZones)
  }

  /// Wherever the start is; where no BYDAY says which day, it is that of the start. The dates are those of
  /// the ISO 8601 calendar.
  @Test(arguments: [
    // libical read, and wrote, behind its table, and crashed where it was not lucky.
    ("FREQ=YEARLY;BYWEEKNO=20", "2008-06-13", "2009-05-15 2010-05-21 2011-05-20"),
    ("FREQ=YEARLY;BYWEEKNO=20", "2026-12-31", "2027-05-20 2028-05-18 2029-05-17"),
    ("FREQ=YEARLY;INTERVAL=5;BYWEEKNO=20,30", "2008-06-13", "2008-07-25 2013-05-17 2013-07-26"),
    ("FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", "1997-05-12", "1997-05-12 1998-05-11 1999-05-17"),
    // 2026 has 53 weeks, so that the 52nd from the end is its second.
    ("FREQ=YEARLY;BYWEEKNO=1,-52;BYDAY=TH", "2026-01-01", "2026-01-01 2026-01-08 2027-01-07"),
    // The first week of 2025 begins in 2024, and the 53rd of 2026 ends in 2027.
    ("FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO", "2024-06-01", "2024-12-30 2025-12-29 2027-01-04"),
    ("FREQ=YEARLY;BYWEEKNO=53;BYDAY=FR", "2020-06-01", "2021-01-01 2027-01-01 2032-12-31"),
    ("FREQ=YEARLY;BYWEEKNO=-53;BYDAY=TH", "2024-06-01", "2026-01-01 2032-01-01 2037-01-01"),
    ("FREQ=YEARLY;BYWEEKNO=-1", "2024-06-05", "2024-12-25 2025-12-24 2026-12-30"),
    ("FREQ=YEARLY;WKST=SU;BYWEEKNO=1;BYDAY=SU", "2026-06-01", "2027-01-03 2028-01-02 2028-12-31"),
    (
      "FREQ=YEARLY;BYWEEKNO=5,6,9;BYMONTH=2;BYDAY=SU;BYSETPOS=-1", "2026-01-01",
      "2026-02-08 2027-02-14 2028-02-13"
    ),
    ("FREQ=YEARLY;BYWEEKNO=20;COUNT=2", "2026-05-13", "2026-05-13 2027-05-19"),
    // libical counted from 19 January. The week of the start ends on 7 January.
    ("FREQ=WEEKLY;INTERVAL=3;WKST=TH;BYDAY=MO", "2026-01-06", "2026-01-26 2026-02-16 2026-03-09"),
    ("FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,TU", "1997-08-05", "1997-08-05 1997-08-10 1997-08-19"),
    ("FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=SU,TU", "1997-08-05", "1997-08-05 1997-08-17 1997-08-19"),
    ("FREQ=WEEKLY;BYDAY=1MO,WE;BYSETPOS=-1", "1969-12-30", "1969-12-31 1970-01-07 1970-01-14"),
  ])
  func weeks(text: String, start: String, times: String) throws {
    let rule = try RecurrenceRule.parse(Array(text.utf8)[...])
    let start = try #require(LocalDateTime(iso: start + "T08:00:00"))
    let found = rule.occurrences(from: start, limit: 3)?.map { String($0.description.prefix(10)) }
    #expect(found?.joined(separator: " ") == times)
  }
}
