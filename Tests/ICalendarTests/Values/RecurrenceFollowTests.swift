import ListoTestSupport
import Testing

@testable import ICalendar

/// Rules that are followed day by day, beside libical's reading of the same.
@Suite struct RecurrenceFollowTests {
  /// The same as libical, where it finds as many without a long search, in which it cannot be stopped.
  @Test func daysAreFollowedAsByLibical() throws {
    var random = SplitMix64(seed: Seed.fresh())
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
    // libical leaves out or adds times where filters of the time of day meet an interval, or a frequency below a day.
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

  /// libical would mark days in front of its table: the 53rd week from the end of a year of 52 begins before it.
  @Test(arguments: [
    "FREQ=YEARLY;BYWEEKNO=-53", "FREQ=YEARLY;INTERVAL=4;WKST=TU;BYWEEKNO=-53,53",
    "RSCALE=HEBREW;FREQ=YEARLY;WKST=MO;BYWEEKNO=20,-52,-51",
  ])
  func weeksBeforeTheYearAreNotAskedFor(text: String) throws {
    let rule = try RecurrenceRule.parse(Array(text.utf8)[...])
    let start = try #require(LocalDateTime(iso: "1986-06-15T08:00:00"))
    var steps = 10_000
    #expect(rule.follow(from: start, notBefore: start, &steps) { _ in false } == .refused)
    #expect(rule.occurrences(from: start, limit: 10) == nil && !rule.isBoundedForZones)
  }

  @Test func otherWeeksAreFollowed() throws {
    let rule = try RecurrenceRule.parse(Array("FREQ=YEARLY;BYWEEKNO=1,-52;BYDAY=TH".utf8)[...])
    let start = try #require(LocalDateTime(iso: "2026-01-01T08:00:00"))
    // 2026 has 53 weeks, so that the 52nd from the end is its second.
    #expect(
      rule.occurrences(from: start, limit: 3)?.map(\.description) == [
        "2026-01-01T08:00:00", "2026-01-08T08:00:00", "2027-01-07T08:00:00",
      ])
  }
}
