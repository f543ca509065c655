import ListoTestSupport
import Testing

@testable import ICalendar

/// Rules from a later beginning than their own.
@Suite struct RecurrenceSkippingTests {
  /// The occurrences from some time on are those that are found from the start.
  @Test func nothingIsLeftOutOrAdded() throws {
    var random = SplitMix64(seed: Seed.current)
    var (compared, later) = (0, 0)
    for _ in 0..<600 {
      let rule = try RecurrenceRule.parse(Array(Self.rule(&random).utf8)[...])
      let day = Day(daysSince1970: Int.random(in: 10_000...15_000, using: &random))
      let start = try #require(LocalDateTime(day: day, hour: 8, minute: 30, second: 0))
      let first = start.on(day.adding(days: Int.random(in: -10...9000, using: &random)))
      guard rule.hasDays else { continue }
      if !rule.isByDays, !rule.isByPeriods, rule.beginning(from: start, before: first) > start { later += 1 }
      var (theirs, ours): ([LocalDateTime], [LocalDateTime]) = ([], [])
      var steps = 100_000
      _ = rule.follow(from: start, notBefore: start, &steps) { local in
        if local >= first { theirs.append(local) }
        return theirs.count < 15 && local.day.year < 2060
      }
      steps = 100_000
      let course = rule.follow(from: start, notBefore: first, &steps) { local in
        ours.append(local)
        return ours.count < 15
      }
      guard course == .ended else { continue }
      compared += 1
      let seen = zip(ours, theirs).prefix { $0.day.year < 2060 && $1.day.year < 2060 }
      #expect(seen.allSatisfy { $0 == $1 }, "\(rule.text) from \(start) at \(first), seed \(random.seed)")
      #expect(seen.count == theirs.prefix { $0.day.year < 2060 }.count, "\(rule.text), seed \(random.seed)")
    }
    #expect(compared > 300 && later > 20, "\(later)")
  }

  private static func rule(_ random: inout SplitMix64) -> String {
    func often(_ times: Int) -> Bool { Int.random(in: 0..<times, using: &random) == 0 }
    let interval = [1, 1, 2, 3, 5, 13].pick(using: &random)
    var rule: String
    switch Int.random(in: 0..<4, using: &random) {
    case 0: rule = "FREQ=DAILY;INTERVAL=\(interval)"
    case 1:
      rule = "FREQ=WEEKLY;INTERVAL=\(interval)"
      if !often(3) { rule += ";BYDAY=" + ["MO", "SU,TU", "MO,WE,FR", "SA,SU"].pick(using: &random) }
      if often(3) { rule += ";WKST=SU" }
    case 2:
      rule = "FREQ=MONTHLY;INTERVAL=\(interval)"
      if often(3) { rule += ";BYDAY=" + ["1MO", "-1FR", "2TU,4TU", "SA"].pick(using: &random) }
      if often(4) { rule += ";BYMONTHDAY=" + ["31", "-1", "1,15", "29,30"].pick(using: &random) }
    default:
      rule = "FREQ=YEARLY;INTERVAL=\(interval)"
      if often(2) { rule += ";BYMONTH=" + ["2", "1,7", "12"].pick(using: &random) }
      if often(3) { rule += ";BYMONTHDAY=" + ["29", "13", "-1"].pick(using: &random) }
      if often(2) { rule += ";BYDAY=" + ["1MO", "-1SU", "TU"].pick(using: &random) }
      if often(6) { rule += ";BYWEEKNO=20" }
    }
    if often(6) { rule += ";COUNT=4000" }
    return rule
  }

  /// A rule of twenty years takes no more steps than one of this year.
  @Test(arguments: ["FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,FR", "FREQ=MONTHLY", "FREQ=MONTHLY;BYDAY=-1SU"])
  func whatIsOverTakesNoSteps(text: String) throws {
    let rule = try RecurrenceRule.parse(Array(text.utf8)[...])
    let first = try #require(LocalDateTime(iso: "2026-01-31T08:00:00"))
    let counts = try ["2006-01-31T08:00:00", "2025-10-31T08:00:00"].map { start in
      var steps = 100_000
      var left = 10
      _ = rule.follow(from: try #require(LocalDateTime(iso: start)), notBefore: first, &steps) { _ in
        left -= 1
        return left > 0
      }
      return 100_000 - steps
    }
    #expect(counts[0] <= counts[1] && counts[0] < 200, "\(counts)")
  }
}
