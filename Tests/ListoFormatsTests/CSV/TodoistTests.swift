import ICalendar
import ListoModel
import Testing

@testable import ListoFormats

@Suite struct TodoistTests {
  private static func date(_ text: String) -> String? {
    TodoistDate(text).map { "\($0.rule ?? "") \($0.moment?.description ?? "")" }
  }

  @Test func datesThatNeedNoClock() {
    #expect(Self.date("2026-12-01") == " 2026-12-01")
    #expect(Self.date("2026-12-01 10:15") == " 2026-12-01T10:15:00")
    #expect(
      Self.date("Oct 5 2026") == " 2026-10-05" && Self.date("5 October 2026 at 9am") == " 2026-10-05T09:00:00"
    )
    #expect(Self.date("Oct 9, 2026 12:30am") == " 2026-10-09T00:30:00")
    #expect(
      Self.date("every day") == "FREQ=DAILY " && Self.date("every other week") == "FREQ=WEEKLY;INTERVAL=2 ")
    #expect(Self.date("every monday at 9am") == "FREQ=WEEKLY;BYDAY=MO ")
    #expect(Self.date("every 3rd friday") == "FREQ=MONTHLY;BYDAY=3FR ")
    #expect(
      Self.date("every weekend at 10:00 starting 2026-12-01") == "FREQ=WEEKLY;BYDAY=SA 2026-12-05T10:00:00")
    #expect(Self.date("every quarter") == "FREQ=MONTHLY;INTERVAL=3 " && Self.date("ev day") == "FREQ=DAILY ")
    #expect(Self.date("Oct 5 2026 9:00 AM") == " 2026-10-05T09:00:00")
    #expect(
      Self.date("every monday at 9am starting 2026-12-01") == "FREQ=WEEKLY;BYDAY=MO 2026-12-07T09:00:00")
    #expect(Self.date("every mon, wed and fri") == "FREQ=WEEKLY;BYDAY=MO,WE,FR ")
    #expect(Self.date("every 15th starting 2026-01-15") == "FREQ=MONTHLY;BYMONTHDAY=15 2026-01-15")
    #expect(
      Self.date("every 3 months at 18:00 starting Jan 15 2026")
        == "FREQ=MONTHLY;INTERVAL=3 2026-01-15T18:00:00")
    for text in [
      "tomorrow", "5 Oct", "monday", "every full moon", "Feb 30 2026", "whenever", "", "every", "at 9am",
    ] {
      #expect(Self.date(text) == nil, "\(text)")
    }
  }

  @Test func datesInTheLanguageOfTheRow() {
    func date(_ text: String, _ language: String) -> String? {
      TodoistDate(text, language: language).map { "\($0.rule ?? "") \($0.moment?.description ?? "")" }
    }
    #expect(date("5 Okt 2026 9:00", "de") == " 2026-10-05T09:00:00")
    #expect(
      date("jeden Montag um 9 Uhr ab 1. Dezember 2026", "de") == "FREQ=WEEKLY;BYDAY=MO 2026-12-07T09:00:00")
    #expect(date("jeden dritten Freitag", "de") == "FREQ=MONTHLY;BYDAY=3FR ")
    #expect(date("2026-12-01", "fr") == " 2026-12-01" && date("every day", "fr") == nil)
    #expect(date("morgen", "de") == nil && date("5. Oktober", "de") == nil)
  }

  @Test func aRuleFromTheCompletion() {
    #expect(TodoistDate("every! 3 days")?.repeatsFromCompletion == true)
    #expect(TodoistDate("after 3 days")?.rule == "FREQ=DAILY;INTERVAL=3")
    #expect(TodoistDate("jeden! Tag", language: "de")?.repeatsFromCompletion == true)
    #expect(TodoistDate("every 3 days")?.repeatsFromCompletion == false && TodoistDate("oct! 5 2026") == nil)
  }

  /// The day on which dates were written makes them dates.
  @Test func datesWithTheDayOfTheTemplate() throws {
    func date(_ text: String) -> String? {
      TodoistDate(text, zone: "Europe/Berlin", today: Day(iso: "2026-12-01")).map {
        "\($0.rule ?? "") \($0.moment?.description ?? "")"
      }
    }
    #expect(date("every monday at 9am") == "FREQ=WEEKLY;BYDAY=MO 2026-12-07T09:00:00[Europe/Berlin]")
    #expect(
      date("every monday at 9am until 2027-01-01")
        == "FREQ=WEEKLY;BYDAY=MO;UNTIL=20270101T225959Z 2026-12-07T09:00:00[Europe/Berlin]")
    #expect(date("tomorrow") == " 2026-12-02" && date("5 Oct") == " 2027-10-05")
    var options = FormatOptions()
    options.values["today"] = ["soon"]
    #expect(
      try Format.todoist.iCalendar(of: Array("TYPE,CONTENT\n".utf8), options: options).problems.map(\.message)
        == ["today=soon is not a date such as 2026-12-01; it is ignored"])
  }

  @Test func rulesInItsWords() {
    #expect(TodoistDate.words("FREQ=WEEKLY") == "every week")
    #expect(TodoistDate.words("FREQ=WEEKLY;BYDAY=MO,FR") == "every monday, friday")
    #expect(TodoistDate.words("FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR") == "every weekday")
    #expect(TodoistDate.words("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR") == "every weekday")
    #expect(TodoistDate.words("FREQ=MONTHLY;BYMONTHDAY=22") == "every 22nd")
    #expect(TodoistDate.words("FREQ=MONTHLY;BYDAY=3FR") == "every 3rd friday")
    #expect(TodoistDate.words("FREQ=MONTHLY;BYDAY=-1FR") == "every last friday")
    for rule in [
      "FREQ=WEEKLY;COUNT=5", "FREQ=HOURLY", "nonsense",
      "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO",
    ] {
      #expect(TodoistDate.words(rule) == nil, "\(rule)")
    }
  }

  @Test func aTemplate() throws {
    let calendar = Conversion.calendar(
      """
      UID:child
      SUMMARY:Buy
      RELATED-TO:root
      DTSTART;TZID=Europe/Berlin:20261201T101500
      DUE;VALUE=DATE:20261203
      END:VTODO
      BEGIN:VTODO
      UID:root
      SUMMARY:Bake a cake\\, two
      DESCRIPTION:one\\ntwo
      PRIORITY:1
      CATEGORIES:kitchen,at home
      COMMENT:first
      DUE:20261201T101500
      RRULE:FREQ=WEEKLY
      END:VTODO
      BEGIN:VTODO
      UID:done
      STATUS:COMPLETED
      """)
    let result = try Conversion(calendar, to: .todoist)
    #expect(
      result.text.replacing("\r\n", with: "\n") == """
        TYPE,CONTENT,DESCRIPTION,IS_COLLAPSED,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE,DURATION,\
        DURATION_UNIT,DEADLINE,DEADLINE_LANG
        task,"Bake a cake, two @kitchen @at_home","one
        two",,1,1,,,every week at 10:15 starting 2026-12-01,en,,,,,
        note,first,,,,,,,,,,,,,
        task,Buy,,,4,2,,,2026-12-01 10:15,en,Europe/Berlin,,,2026-12-03,en

        """)
    #expect(
      result.losses.counts == [
        "UID": 2, "completed reminder": 1, "exact tag": 1, "calendar property": 1,
      ])
  }

  /// Sections of one name, one without a name, and rows without a cell.
  @Test func sectionsOfOneNameStayApart() throws {
    let rows = ["task,Zero", "section,Later", "task,A", ",", "section,Later 2", "section,Later", "task,B"]
    let template = (["TYPE,CONTENT"] + rows + ["section,", "task,C", ""]).joined(separator: "\n")
    let calendar = try Format.todoist.iCalendar(of: Array(template.utf8)).bytes
    let written = try Conversion(calendar, to: .todoist).text.split(whereSeparator: \.isNewline).map {
      $0.split(separator: ",", omittingEmptySubsequences: false).prefix(2).joined(separator: ",")
    }
    #expect(written.dropFirst() == (rows.filter { $0 != "," } + ["section,", "task,C"])[...])
  }

  @Test func partsStandBehindWhatTheyAreAPartOf() throws {
    let parents = [
      ("a", "c"), ("b", "a"), ("c", "b"), ("d", "top"), ("e", "e"), ("top", "nowhere"), ("f", "d"),
    ]
    let todos = parents.map { "UID:\($0)\nSUMMARY:\($0)\nRELATED-TO:\($1)" }
    let calendar = Conversion.calendar(todos.joined(separator: "\nEND:VTODO\nBEGIN:VTODO\n"))
    let rows = try Conversion(calendar, to: .todoist).text.split(whereSeparator: \.isNewline).dropFirst()
    let places = rows.map { row in
      let cells = row.split(separator: ",", omittingEmptySubsequences: false)
      return "\(cells[1])\(cells[5])"
    }
    // Of a circle the first one stands at the top.
    #expect(places == ["a1", "b2", "c3", "e1", "top1", "d2", "f3"])
  }

  @Test func rulesWithoutWordsAreWrittenOut() throws {
    let calendar = Conversion.calendar(
      """
      UID:1
      SUMMARY:Report
      DTSTART;TZID=Europe/Berlin:20261030T090000
      DUE;TZID=Europe/Berlin:20261030T180000
      RRULE:FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20270401T000000Z
      EXDATE;TZID=Europe/Berlin:20261225T090000
      """)
    func dates(_ format: Format, _ recurrence: FormatOptions.Recurrence) throws -> [String] {
      let options = FormatOptions(names: format.name == "todotxt" ? ["plain"] : [], recurrence: recurrence)
      let result = try Conversion(calendar, to: format, options: options)
      #expect(result.losses.counts["recurrence rule"] == 1)
      return result.text.matches(of: /(2026|2027)-\d\d-\d\d/).map { String($0.0) }
    }
    #expect(try dates(.todoist, .text) == ["2026-10-30"] && dates(.todoist, .next) == ["2026-10-30"])
    #expect(
      try dates(.todoist, .expand(10)) == [
        "2026-10-30", "2026-11-27", "2027-01-29", "2027-02-26", "2027-03-26",
      ])
    #expect(
      try dates(.todoTxt, .expand(2)) == ["2026-10-30", "2026-10-30", "2026-11-27", "2026-11-27"])
  }

  @Test func rowsOfATemplate() {
    var row = TodoistRow()
    row[.type] = "task"
    row[.content] = "Repot the basil @garden now @weekend"
    row[.priority] = "2"
    row[.indent] = "3"
    row[.responsible] = "Kai (481)"
    row[.date] = "tomorrow"
    row[.duration] = "30"
    row[.durationUnit] = "minute"
    row[.isCollapsed] = "true"
    var problems: [String] = []
    let task = TodoistTask(row, problems: &problems)
    #expect(
      task.fields.text(.title) == "Repot the basil now" && task.fields.texts(.tags) == ["garden", "weekend"])
    #expect(task.fields.integer(.priority) == 5 && problems.count == 1)
    #expect(task.duration == "PT30M" && task.isCollapsed)
    #expect(
      task.cells == [
        .content: "Repot the basil @garden now @weekend", .responsible: "Kai (481)", .date: "tomorrow",
      ])
  }
}
