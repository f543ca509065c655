import ListoTestSupport
import Testing

@testable import Listo
@testable import ListoModel

/// An agenda of what is held of a large file is that of the whole file.
@Suite struct AgendaTests {
  private static let context = ViewContext(now: Instant(seconds: 1_796_112_000), zone: .utc)

  @Test func agendaOfWhatIsHeld() throws {
    try SelectionTrial.run(times: 80, calendar: Self.calendar, Self.compare)
  }

  private static func compare(
    _ bytes: [UInt8], _ random: inout SplitMix64, _ words: String
  ) throws -> Int {
    let text = ["open", "open or not open", "priority = high and open", "title ~ a"].pick(using: &random)
    let query = try QueryExpression(text).query(in: context)
    let days = [1, 7, 366].pick(using: &random)
    let trial = try SelectionTrial(bytes, Agenda.selection(query, context, days: days), &random)
    guard let held = trial.held else { return 0 }
    #expect(lines(held, query, days) == lines(trial.whole, query, days), "\(text), \(days) days, \(words)")
    return 1
  }

  private static func lines(_ catalog: Catalog, _ query: Query, _ days: Int) -> [String] {
    let (agenda, names) = (Agenda(catalog, query, context, days: days), ShortNames(catalog))
    var lines = ["\(agenda.overdue) overdue"] + agenda.problems.map(\.description)
    let parents = agenda.catalog.sources.map { $0.lists.map { Hierarchy.parents(of: $0.reminders) } }
    for (day, paths) in agenda.days {
      for path in paths {
        guard let identifier = agenda.catalog.modelIdentifier(at: path),
          let reminder = agenda.catalog.reminder(at: path)
        else { continue }
        let master = catalog.masterPath(ofOccurrence: identifier).flatMap(catalog.reminder(at:))
        let parent = agenda.catalog.list(at: path).flatMap { list in
          path.reminder.flatMap { parents[path.source][path.list ?? 0][$0] }.map { list.reminders[$0] }
        }
        lines.append(
          "\(day) \(names.name(of: identifier)) \(identifier) \(String(decoding: reminder.component.bytes, as: UTF8.self)) "
            + "of \(master?.title ?? "none"), in \(parent?.title ?? "none")")
      }
    }
    return lines
  }

  // MARK: Calendars

  private static func calendar(_ random: inout SplitMix64) -> String {
    // Where there are parts of series, the input is read whole.
    let hasParts = Int.random(in: 0..<4, using: &random) == 0
    let todos = (0..<12).map { number in
      var lines = ["BEGIN:VTODO", "UID:\(number)", "SUMMARY:a\(number)"]
      for name in ["DTSTART", "DUE"] where Int.random(in: 0..<3, using: &random) > 0 {
        lines.append(name + moment(&random))
      }
      let rule = [
        "", "", "", "RRULE:FREQ=DAILY", "RRULE:FREQ=WEEKLY;COUNT=4", "RRULE:FREQ=MONTHLY;BYMONTHDAY=31",
        hasParts ? "RDATE" + moment(&random) : "", hasParts ? "RECURRENCE-ID" + moment(&random) : "",
      ].pick(using: &random)
      if !rule.isEmpty { lines.append(rule) }
      if rule.hasPrefix("RECURRENCE-ID") { lines[1] = "UID:\(Int.random(in: 0..<12, using: &random))" }
      let status = ["", "STATUS:COMPLETED", "STATUS:IN-PROCESS", "PERCENT-COMPLETE:100"].pick(using: &random)
      if !status.isEmpty { lines.append(status) }
      if Int.random(in: 0..<3, using: &random) == 0 {
        lines.append("RELATED-TO:\(Int.random(in: 0..<14, using: &random))")
      }
      return (lines + ["PRIORITY:\(number % 3)", "END:VTODO"]).map { $0 + "\r\n" }.joined()
    }
    return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nX-WR-CALNAME:Home\r\n" + todos.joined() + "END:VCALENDAR\r\n"
  }

  /// Around the day of the context, 1 December 2026.
  private static func moment(_ random: inout SplitMix64) -> String {
    let day = [
      "20261128", "20261129", "20261130", "20261201", "20261202", "20261207", "20261208", "20270301",
    ]
    .pick(using: &random)
    let time = ["000000", "235959", "120000"].pick(using: &random)
    return [";VALUE=DATE:\(day)", ":\(day)T\(time)", ":\(day)T\(time)Z"].pick(using: &random)
  }
}
