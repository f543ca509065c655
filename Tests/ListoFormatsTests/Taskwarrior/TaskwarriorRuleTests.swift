import Foundation
import ICalendar
import ListoModel
import ListoTestSupport
import Testing

@testable import ListoFormats

/// Rules and dates from elsewhere, as Taskwarrior has them.
@Suite struct TaskwarriorRuleTests {
  private static func task(_ calendar: String, _ options: FormatOptions = FormatOptions()) throws
    -> TaskwarriorTask
  {
    var options = options
    options.names.insert("lines")
    let written = try Conversion(calendar, to: .taskwarrior, options: options)
    let line = try #require(written.lines.first)
    return TaskwarriorTask(try #require(JSONNode(whole: Array(line.utf8))))
  }

  private static func task(lines: String) throws -> TaskwarriorTask {
    try task(Conversion.calendar("UID:1\nSUMMARY:x\n" + lines))
  }

  private static func back(_ task: TaskwarriorTask) throws -> Component {
    var problems: [String] = []
    let reminder = task.reminder(problems: &problems)
    #expect(problems.isEmpty)
    return try #require(Component(reminder.component().bytes))
  }

  // MARK: Rules

  @Test(arguments: [
    ("FREQ=DAILY", "daily"), ("FREQ=DAILY;INTERVAL=3", "3d"), ("FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR", "weekdays"),
    ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "weekdays"), ("FREQ=WEEKLY", "weekly"),
    ("INTERVAL=1;FREQ=WEEKLY", "weekly"), ("FREQ=WEEKLY;INTERVAL=2", "biweekly"),
    ("FREQ=WEEKLY;INTERVAL=5", "5w"), ("FREQ=MONTHLY", "monthly"), ("FREQ=MONTHLY;INTERVAL=2", "2mo"),
    ("FREQ=MONTHLY;INTERVAL=3", "quarterly"), ("FREQ=MONTHLY;INTERVAL=6", "semiannual"),
    ("FREQ=YEARLY", "yearly"), ("FREQ=YEARLY;INTERVAL=4", "4y"),
  ])
  func aRuleThatTaskwarriorHasAWordForIsARecurringTask(rule: String, word: String) throws {
    let task = try Self.task(lines: "DUE:20261201T101500Z\nRRULE:\(rule)")
    #expect(task.text(.status) == "recurring" && task.text(.recur) == word && task.text(.until) == nil)
    let component = try Self.back(task)
    #expect(component.first(.rrule)?.rawText == rule)
    #expect(!component.properties.contains { $0.name == "X-TASKWARRIOR" })
    let ended = try Self.task(lines: "DUE:20261201T101500Z\nRRULE:\(rule);UNTIL=20270301T000000Z")
    #expect(ended.text(.recur) == word && ended.text(.until) == "20270301T000000Z")
    #expect(try Self.back(ended).first(.rrule)?.rawText == rule + ";UNTIL=20270301T000000Z")
  }

  /// Another rule, a series that is more than its rule, and a task that is done or has no due date.
  @Test(arguments: [
    "DUE:20261201T101500Z\nRRULE:FREQ=WEEKLY;BYDAY=TU", "DUE:20261201T101500Z\nRRULE:FREQ=DAILY;COUNT=3",
    "DUE:20261201T101500Z\nRRULE:FREQ=HOURLY", "DUE:20261201T101500Z\nRRULE:FREQ=DAILY;UNTIL=20270301",
    "RRULE:FREQ=DAILY", "DTSTART:20261201T101500Z\nRRULE:FREQ=DAILY",
    "DUE:20261201T101500Z\nRRULE:FREQ=DAILY\nEXDATE:20261202T101500Z",
    "DUE:20261201T101500Z\nRRULE:FREQ=DAILY\nX-LISTO-REPEAT-FROM:COMPLETION",
    "DUE:20261201T101500Z\nRRULE:FREQ=DAILY\nSTATUS:COMPLETED",
    "DUE:20261201T101500Z\nRRULE:FREQ=DAILY\nSTATUS:IN-PROCESS",
    "DUE:20261201T101500Z\nRRULE:FREQ=DAILY\nRECURRENCE-ID:20261201T101500Z",
  ])
  func anyOtherRuleIsKeptBesideTheTask(lines: String) throws {
    let task = try Self.task(lines: lines)
    #expect(task.text(.status) != "recurring" && !task.has(.recur) && task.has(.listo_recurrence))
    let rule = lines.split(separator: "\n").first { $0.hasPrefix("RRULE:") }
    #expect(try Self.back(task).first(.rrule).map { "RRULE:" + $0.rawText } == rule.map(String.init))
  }

  /// Taskwarrior would make the changed occurrence a second time.
  @Test func aSeriesWithAChangedOccurrenceIsNoRecurringTask() throws {
    let calendar = Conversion.calendar(
      """
      UID:1
      DUE:20261201T101500Z
      RRULE:FREQ=DAILY
      END:VTODO
      BEGIN:VTODO
      UID:1
      RECURRENCE-ID:20261202T101500Z
      DUE:20261202T120000Z
      """)
    #expect(!(try Self.task(calendar).has(.recur)))
  }

  @Test func aRuleThatWasChangedInTaskwarriorCounts() throws {
    let written = try Conversion(
      Conversion.calendar("UID:1\nSUMMARY:x\nDUE:20261201T101500Z\nRRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
      to: .taskwarrior)
    let edited = written.text.replacing("\"recur\":\"weekdays\"", with: "\"recur\":\"2w\"")
    #expect(edited != written.text)
    let back = try Format.taskwarrior.iCalendar(of: Array(edited.utf8)).bytes
    #expect(try ThereAndBack.reminders(back).map(\.recurrence) == ["FREQ=WEEKLY;INTERVAL=2"])
  }

  // MARK: Time zones

  @Test(arguments: [
    ("DUE;VALUE=DATE:20261201", "20261130T230000Z"), ("DUE;VALUE=DATE:20260701", "20260630T220000Z"),
    ("DUE:20261201T101500", "20261201T091500Z"), ("DUE:20261201T101500Z", "20261201T101500Z"),
    ("DUE;TZID=America/New_York:20261201T101500", "20261201T151500Z"),
  ])
  func datesAreMidnightInTheZone(line: String, due: String) throws {
    let options = try FormatChoice("taskwarrior+timezone=Europe/Berlin").options
    let calendar = Conversion.calendar("UID:1\nSUMMARY:x\n\(line)")
    let task = try Self.task(calendar, options)
    #expect(task.text(.due) == due)
    // The reader's own time zone does not matter.
    #expect(try Self.back(task).first(.due).map { Array($0.unfolded) } == Array(line.utf8))
    let text = try Conversion(calendar, to: .taskwarrior, options: options).text
    let edited = text.replacing("\"due\":\"\(due)\"", with: "\"due\":\"20261224T170000Z\"")
    let back = try Format.taskwarrior.iCalendar(of: Array(edited.utf8)).bytes
    #expect(try ThereAndBack.reminders(back).map { $0.due?.description } == ["2026-12-24T17:00:00Z"])
  }
}
