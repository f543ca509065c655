import ListoTestSupport
import Testing

@testable import Listo
@testable import ListoModel

/// The statistics of what is held of a large file are those of the whole file.
@Suite struct StatisticsSelectionTests {
  private static let zones = ["UTC", "Pacific/Kiritimati", "America/Los_Angeles", "Europe/Berlin"]

  @Test func statisticsOfWhatIsHeld() throws {
    try SelectionTrial.run(times: 120, calendar: Self.calendar, Self.compare)
  }

  private static func compare(
    _ bytes: [UInt8], _ random: inout SplitMix64, _ words: String
  ) throws -> Int {
    let zone = try #require(Zone.resolve(tzid: zones.pick(using: &random))?.zone)
    let context = ViewContext(now: Instant(seconds: 1_796_112_000), zone: zone)
    let text = ["open or not open", "open", "priority = high", "completed", "title ~ a and not overdue"]
      .pick(using: &random)
    let query = try QueryExpression(text).query(in: context)
    let past = [1, 4, 104].pick(using: &random)
    let selection = Statistics.selection(query, context, past: past, coming: 3)
    let trial = try SelectionTrial(bytes, selection, &random)
    guard let held = trial.held else { return 0 }
    func lines(_ catalog: Catalog) -> [String] {
      let selected = catalog.matches(query, in: context).paths
      let statistics = Statistics(catalog, selected, context, past: past, coming: 3)
      return statistics.lists.map { "\($0.title) \($0.counts)" }
        + ["\(statistics.total) \(statistics.doneWithoutDate)"] + statistics.weeks.map { "\($0)" }
    }
    #expect(lines(held) == lines(trial.whole), "\(text), \(past) weeks, \(zone.name), \(words)")
    return 1
  }

  private static func calendar(_ random: inout SplitMix64) -> String {
    let todos = (0..<14).map { number in
      var lines = ["BEGIN:VTODO", "UID:\(number)", "SUMMARY:a\(number)", "PRIORITY:\(number % 3)"]
      for name in ["DTSTART", "DUE", "COMPLETED"] where Int.random(in: 0..<3, using: &random) > 0 {
        lines.append(name + moment(&random))
      }
      let more = [
        "", "", "DURATION:P1D", "RRULE:FREQ=DAILY", "STATUS:COMPLETED", "STATUS:completed",
        "STATUS:CANCELLED",
        "STATUS:IN-PROCESS", "PERCENT-COMPLETE:100", "COMPLETED:nonsense", "DUE:nonsense",
      ].pick(using: &random)
      return (lines + (more.isEmpty ? [] : [more]) + ["END:VTODO"]).map { $0 + "\r\n" }.joined()
    }
    return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nX-WR-CALNAME:Home\r\n" + todos.joined() + "END:VCALENDAR\r\n"
  }

  /// Around the edges of weeks near the day of the context, 1 December 2026.
  private static func moment(_ random: inout SplitMix64) -> String {
    let day = [
      "20261101", "20261108", "20261109", "20261129", "20261130", "20261201", "20261206", "20261207",
      "20261227",
      "20261228", "20250101", "20280101",
    ].pick(using: &random)
    let time = ["000000", "235959", "120000"].pick(using: &random)
    return [";VALUE=DATE:\(day)", ":\(day)T\(time)", ":\(day)T\(time)Z"].pick(using: &random)
  }
}
