import ICalendar
import ListoFormats
import ListoModel
import Testing

/// TaskPaper: its lines and tags, and those of OmniFocus.
struct TaskPaperTests {
  private static func read(_ text: String) throws -> [CalendarFile.Calendar] {
    let bytes = try Format.taskPaper.iCalendar(of: Array(text.utf8)).bytes
    return try CalendarFile(reading: MemorySource(bytes), file: "list").calendars
  }

  private static func written(_ text: String) throws -> String {
    let calendar = try Format.taskPaper.iCalendar(of: Array(text.utf8)).bytes
    return String(decoding: try Conversion(calendar, to: .taskPaper).output, as: UTF8.self)
  }

  private static let sample = """
    Küche:
    \t- Buy paint @errand @due(2026-12-01) @priority(1)
    \t\tEggshell white:
    \t\tno gloss

    \t\t  two litres
    \t\t- Compare prices @done(2026-11-20)
    \t- Borrow the ladder @cancelled
    Inbox:
    \t- Call mum @start(2026-12-01 09:30) @repeat-rule(FREQ=WEEKLY;BYDAY=TU) @estimate(10m)

    """

  @Test func projectsAreListsAndIndentedTasksAreSubtasks() throws {
    let calendars = try Self.read(Self.sample)
    #expect(calendars.map(\.context.title) == ["Küche", "Inbox"])
    let (paint, prices, ladder) = (
      calendars[0].reminders[0], calendars[0].reminders[1], calendars[0].reminders[2]
    )
    #expect(paint.title == "Buy paint" && paint.tags == ["errand"] && paint.priority == 1)
    #expect(paint.due?.description == "2026-12-01")
    #expect(paint.notes == "Eggshell white:\nno gloss\n\n  two litres")
    #expect(prices.parent == paint.uid && prices.status == .completed)
    #expect(ladder.status == .cancelled && ladder.parent == nil)
    let call = calendars[1].reminders[0]
    #expect(call.start?.description == "2026-12-01T09:30:00")
    #expect(call.recurrence == "FREQ=WEEKLY;BYDAY=TU")
    #expect(
      call.component.all(named: "X-TASKPAPER").map { "\($0.parameters[0].value)=\($0.text)" } == [
        "estimate=10m"
      ])
  }

  /// A page that Listo wrote is written again as it was.
  @Test func aPageComesBackAsItWas() throws {
    let page = try Self.written(Self.sample)
    #expect(
      page.hasPrefix("Küche:\n\t- Buy paint @errand @priority(1) @due(2026-12-01)\n\t\tEggshell white:\n"))
    #expect(try Self.written(page) == page)
  }

  @Test func tagsOfOmniFocusAreFields() throws {
    let task = try Self.read(
      "- Renew passport @parallel(true) @autodone(false) @flagged @defer(2026-11-01) @tags(home, with Ann) @context(Phone)\n"
    )[0].reminders[0]
    #expect(task.title == "Renew passport" && task.priority == 1)
    #expect(task.tags == ["home", "with Ann", "Phone"] && task.start?.description == "2026-11-01")
  }

  @Test(arguments: [
    ("- Mail ann@example.com", "Mail ann@example.com", [String]()),
    ("- Ask @ann about it", "Ask @ann about it", ["ann"]),
    ("- Ask about it @ann", "Ask about it", ["ann"]),
    ("- Room @at(house \\(left\\))", "Room", []),
    ("- @home", nil, ["home"]),
    ("-", nil, []),
  ])
  func signsInTitles(_ line: String, _ title: String?, _ tags: [String]) throws {
    let task = try Self.read(line)[0].reminders[0]
    #expect(task.title == title)
    #expect(task.tags == tags)
    let page = try Self.written(line)
    #expect(try Self.read(page)[0].reminders[0].title == title, "\(page)")
    #expect(try Self.read(page)[0].reminders[0].tags == tags, "\(page)")
  }

  /// A title that would be read as tags, and a note as a task, have a backslash, and come back.
  @Test func signsThatMeanNothingAreEscaped() throws {
    let calendar = Array(
      "BEGIN:VTODO\r\nUID:1\r\nSUMMARY:Write to @bob\r\nDESCRIPTION:- paper\\n\\\\- pen\r\nEND:VTODO\r\n".utf8
    )
    let page = String(decoding: try Conversion(calendar, to: .taskPaper).output, as: UTF8.self)
    #expect(page.contains("- Write to \\@bob\n\t\t\\- paper\n\t\t\\\\- pen\n"))
    let reminder = try Self.read(page)[0].reminders[0]
    #expect(reminder.title == "Write to @bob" && reminder.tags.isEmpty)
    #expect(reminder.notes == "- paper\n\\- pen")
  }

  @Test func aDateThatIsNoneIsKept() throws {
    let (bytes, problems) = try Format.taskPaper.iCalendar(of: Array("- Go @due(someday)\n".utf8))
    #expect(String(decoding: bytes, as: UTF8.self).contains("X-TASKPAPER;X-NAME=due:someday"))
    #expect(problems.contains { $0.message.contains("@due(someday)") })
  }
}
