import Foundation
import ICalendar
import ListoModel
import ListoTestSupport
import Testing

@testable import ListoFormats

/// Every reader writes iCalendar in which a check finds nothing, and a format gets its own values back from
/// it.
@Suite struct StandardFormTests {
  /// A task as people write it: days alone, times without a zone, rules without a date.
  private struct Task {
    let title: String
    let isDone: Bool
    let created, start, due: Day?
    let hasTime: Bool
    /// `weekly`, `monthly` or `daily`.
    let rule: String?

    init(_ number: Int, _ random: inout SplitMix64) {
      func day(_ percent: Int, _ base: Int) -> Day? {
        Int.random(in: 0..<100, using: &random) < percent
          ? Day(daysSince1970: 20_000 + base + Int.random(in: 0..<300, using: &random)) : nil
      }
      title = "Task \(number)"
      isDone = Int.random(in: 0..<3, using: &random) == 0
      created = day(50, 0)
      start = day(30, 400)
      due = day(60, 800)
      hasTime = Int.random(in: 0..<3, using: &random) == 0
      rule =
        Int.random(in: 0..<2, using: &random) == 0
        ? ["weekly", "monthly", "daily"].pick(using: &random) : nil
    }

    var frequency: String? { rule.map { "FREQ=\($0.uppercased())" } }
    var completed: Day { (due ?? Day(daysSince1970: 21_000)).adding(days: 3) }

    func time(_ day: Day?, _ colon: String = ":") -> String? {
      day.map { hasTime ? "\($0)T09\(colon)30\(colon)00" : "\($0)" }
    }
  }

  /// Each format, with a text of it for some tasks.
  private static let texts: [(format: String, text: @Sendable ([Task]) -> String)] = [
    ("todotxt", { $0.map(todoTxt).joined(separator: "\n") + "\n" }),
    ("markdown+obsidian", { $0.map { markdown($0, isDataview: false) }.joined(separator: "\n") + "\n" }),
    ("markdown+dataview", { $0.map { markdown($0, isDataview: true) }.joined(separator: "\n") + "\n" }),
    ("org", { $0.map(org).joined(separator: "\n") + "\n" }),
    (
      "csv",
      { "title,status,created,start,due,completed,recurrence\n" + $0.map(csv).joined(separator: "\n") + "\n" }
    ),
    ("jsonl", { $0.map(json).joined(separator: "\n") + "\n" }),
    ("plain", { $0.map(\.title).joined(separator: "\n") + "\n" }),
    ("taskwarrior", { "[" + $0.map(taskwarrior).joined(separator: ",\n") + "]\n" }),
    (
      "todoist",
      {
        "TYPE,CONTENT,PRIORITY,INDENT,DATE,DATE_LANG,TIMEZONE\n"
          + $0.filter { !$0.isDone }.map(todoist).joined(separator: "\n") + "\n"
      }
    ),
    (
      "vcalendar",
      { "BEGIN:VCALENDAR\r\nVERSION:1.0\r\n" + $0.map(vCalendar).joined() + "END:VCALENDAR\r\n" }
    ),
    ("jscalendar", { "[" + $0.enumerated().map(jsCalendar).joined(separator: ",\n") + "]\n" }),
  ]

  private static func todoTxt(_ task: Task) -> String {
    var words = task.isDone ? ["x", "\(task.completed)"] : []
    if let created = task.created { words.append("\(created)") }
    words.append(task.title)
    if let due = task.due { words.append("due:\(due)") }
    if let start = task.start { words.append("t:\(start)") }
    if let rule = task.rule { words.append("rec:+1\(rule.first ?? "d")") }
    return words.joined(separator: " ")
  }

  private static func markdown(_ task: Task, isDataview: Bool) -> String {
    var words = [task.isDone ? "- [x]" : "- [ ]", task.title]
    func add(_ sign: String, _ key: String, _ value: String?) {
      if let value { words.append(isDataview ? "[\(key):: \(value)]" : "\(sign) \(value)") }
    }
    add(
      "🔁", "repeat",
      task.rule.map { ["weekly": "every week", "monthly": "every month", "daily": "every day"][$0] ?? "" })
    add("➕", "created", task.created?.description)
    add("🛫", "start", task.start?.description)
    add("📅", "due", task.due?.description)
    add("✅", "completion", task.isDone ? task.completed.description : nil)
    return words.joined(separator: " ")
  }

  private static func org(_ task: Task) -> String {
    let repeater = task.rule.map { " +1\($0.first ?? "d")" } ?? ""
    let time = task.hasTime ? " 09:30" : ""
    var planning = task.isDone ? ["CLOSED: [\(task.completed)\(time)]"] : []
    if let due = task.due { planning.append("DEADLINE: <\(due)\(time)\(repeater)>") }
    if let start = task.start { planning.append("SCHEDULED: <\(start)\(time)>") }
    return
      (["* \(task.isDone ? "DONE" : "TODO") \(task.title)"]
      + (planning.isEmpty ? [] : [planning.joined(separator: " ")]))
      .joined(separator: "\n")
  }

  private static func csv(_ task: Task) -> String {
    [
      task.title, task.isDone ? "completed" : "needs-action", task.created?.description,
      task.time(task.start),
      task.time(task.due), task.isDone ? task.time(task.completed) : nil, task.frequency,
    ].map { $0 ?? "" }.joined(separator: ",")
  }

  private static func json(_ task: Task) -> String {
    let members: [(String, String?)] = [
      ("title", task.title), ("status", task.isDone ? "completed" : nil),
      ("created", task.created?.description),
      ("start", task.time(task.start)), ("due", task.time(task.due)),
      ("completed", task.isDone ? task.time(task.completed) : nil), ("recurrence", task.frequency),
    ]
    return "{"
      + members.compactMap { key, value in value.map { "\"\(key)\":\"\($0)\"" } }.joined(separator: ",") + "}"
  }

  private static func taskwarrior(_ task: Task) -> String {
    func utc(_ day: Day) -> String { Moment.utc(LocalDateTime(startOf: day)).iCalendarText }
    let entry = utc(task.created ?? Day(daysSince1970: 20_000))
    var members = [
      "\"uuid\":\"\(UUIDv5.string(name: Array(task.title.utf8)))\"", "\"description\":\"\(task.title)\"",
      "\"entry\":\"\(entry)\"", "\"modified\":\"\(entry)\"",
    ]
    if let start = task.start { members.append("\"scheduled\":\"\(utc(start))\"") }
    if let due = task.due {
      members.append("\"due\":\"\(utc(due))\"")
      if let rule = task.rule, !task.isDone {
        members += ["\"recur\":\"\(rule)\"", "\"status\":\"recurring\"", "\"rtype\":\"periodic\""]
        return "{" + members.joined(separator: ",") + "}"
      }
    }
    members.append("\"status\":\"\(task.isDone ? "completed" : "pending")\"")
    if task.isDone { members.append("\"end\":\"\(utc(task.completed))\"") }
    return "{" + members.joined(separator: ",") + "}"
  }

  private static func todoist(_ task: Task) -> String {
    let rule = task.rule.map {
      ["weekly": "every week", "monthly": "every month", "daily": "every day"][$0] ?? ""
    }
    let time = task.hasTime ? "09:30" : nil
    let date =
      rule.map { rule in
        [rule, time.map { "at \($0)" }, task.due.map { "starting \($0)" }].compactMap { $0 }.joined(
          separator: " ")
      } ?? task.due.map { due in [due.description, time].compactMap { $0 }.joined(separator: " ") } ?? ""
    return "task,\(task.title),1,1,\(date),en,\(task.hasTime ? "Europe/Berlin" : "")"
  }

  private static func vCalendar(_ task: Task) -> String {
    func utc(_ day: Day) -> String { Moment.utc(LocalDateTime(startOf: day)).iCalendarText }
    var lines = ["BEGIN:VTODO", "SUMMARY:\(task.title)"]
    if let created = task.created { lines.append("DCREATED:\(utc(created))") }
    if let start = task.start { lines.append("DTSTART:\(utc(start))") }
    if let due = task.due { lines.append("DUE:\(utc(due))") }
    if task.isDone { lines += ["STATUS:COMPLETED", "COMPLETED:\(utc(task.completed))"] }
    if let rule = task.rule {
      lines.append(["weekly": "RRULE:W1 #0", "monthly": "RRULE:MD1 #0", "daily": "RRULE:D1 #0"][rule] ?? "")
    }
    return (lines + ["END:VTODO", ""]).joined(separator: "\r\n")
  }

  private static func jsCalendar(_ number: Int, _ task: Task) -> String {
    var members = [
      "\"@type\":\"Task\"", "\"uid\":\"task-\(number)\"", "\"updated\":\"2026-11-01T10:00:00Z\"",
      "\"title\":\"\(task.title)\"", "\"progress\":\"\(task.isDone ? "completed" : "needs-action")\"",
    ]
    if let start = task.start { members.append("\"start\":\"\(start)T09:30:00\"") }
    if let due = task.due { members.append("\"due\":\"\(due)T09:30:00\"") }
    if let rule = task.rule, task.start != nil {
      members.append("\"recurrenceRules\":[{\"@type\":\"RecurrenceRule\",\"frequency\":\"\(rule)\"}]")
    }
    return "{" + members.joined(separator: ",") + "}"
  }

  @Test(arguments: texts.map(\.format)) func whatAReaderWritesIsStandard(name: String) throws {
    let choice = try FormatChoice(name)
    let text = try #require(Self.texts.first { $0.format == name }).text
    var random = SplitMix64(seed: Seed.current)
    for _ in 0..<Rounds.times(3) {
      let tasks = (0..<40).map { Task($0, &random) }
      let made = try choice.format.iCalendar(of: Array(text(tasks).utf8), options: choice.options)
      #expect(
        made.problems.filter {
          $0.severity == .warning && !$0.message.hasPrefix("DATE does not say on which day")
        } == [],
        "seed \(Seed.current)")
      #expect(try Self.findings(made.bytes) == [], "seed \(Seed.current)")
      guard choice.format.makeWriter != nil else { continue }
      let back = try choice.format.iCalendar(
        of: try Conversion(made.bytes, to: choice.format, options: choice.options).output,
        options: choice.options)
      #expect(try Self.findings(back.bytes) == [], "seed \(Seed.current)")
      let (before, after) = (try Self.fields(made.bytes), try Self.fields(back.bytes))
      #expect(before.count == (name == "todoist" ? tasks.count { !$0.isDone } : tasks.count))
      for (title, fields) in before { #expect(after[title] == fields, "seed \(Seed.current), \(title)") }
    }
  }

  /// The same of what programs wrote, through each format that Listo writes.
  @Test(arguments: Format.all.filter { $0.makeReader != nil && $0.makeWriter != nil }.map(\.name))
  func samplesBecomeStandard(name: String) throws {
    let format = try #require(Format.named(name))
    for file in Samples.files {
      let bytes = [UInt8](try Data(contentsOf: file))
      let own = try Self.findings(bytes).count
      let back = try format.iCalendar(of: try Conversion(bytes, to: format).output)
      #expect(try Self.findings(back.bytes).count <= own, "\(file.lastPathComponent)")
    }
  }

  /// Without UID and DTSTAMP, which a reader makes where the format has none.
  private static func fields(_ bytes: [UInt8]) throws -> [String: ReminderFields] {
    var result: [String: ReminderFields] = [:]
    for reminder in try DeclarationTests.reminders(bytes) {
      var fields = FieldReader.values(of: reminder.component.inGivenForm, in: reminder.calendar)
      (fields[.uid], fields[.stamp]) = (nil, nil)
      result[reminder.title ?? ""] = fields
    }
    return result
  }

  private static func findings(_ bytes: [UInt8]) throws -> [String] {
    let source = Source(identifier: "/home/ann", title: "ann", kind: .folder)
    let folder = CatalogBuilder.Folder(parent: source, source: source, name: "tasks", path: "tasks")
    var names = ListNames()
    let survey = try Survey(
      of: MemorySource(bytes), file: "a.ics", fileName: "a.ics", in: folder, names: &names)
    let check = CalendarCheck()
    var order = FindingOrder(survey)
    var reader = SurveyedReader(MemorySource(bytes), survey: survey)
    var findings: [Diagnostic] = []
    while let batch = try reader.next() { findings += order.take(check.check(batch, file: "a.ics")) }
    findings += order.finish()
    return findings.filter { $0.severity != .note }.map(\.message)
  }

  private enum Samples {
    /// The calendars of Samples that are iCalendar.
    static var files: [URL] {
      let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../Samples").standardizedFileURL
      let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
      return (all?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "ics" }.sorted {
        $0.path < $1.path
      }
    }
  }

  @Test func aDayOfCompletionIsNoonInUTC() throws {
    let made = try Format.todoTxt.iCalendar(of: Array("x 2026-11-20 2026-11-01 Milk\n".utf8)).bytes
    let text = String(decoding: made, as: UTF8.self)
    #expect(text.contains("\r\nCOMPLETED;X-LISTO-DATE=20261120:20261120T120000Z\r\n"))
    #expect(text.contains("\r\nCREATED;X-LISTO-DATE=20261101:20261101T120000Z\r\n"))
    let reminder = try #require(try DeclarationTests.reminders(made).first)
    #expect(reminder.completed?.description == "2026-11-20")
  }

  /// A time that another program set counts, and so does a start.
  @Test func changesOfOtherProgramsCount() throws {
    let calendar = Conversion.calendar(
      """
      UID:1
      SUMMARY:Milk
      STATUS:COMPLETED
      DTSTART;VALUE=DATE;X-LISTO-COPY=DUE:20261130
      DUE;VALUE=DATE:20261201
      COMPLETED;X-LISTO-DATE=20261120:20261121T080000Z
      RRULE:FREQ=WEEKLY
      """)
    let reminder = try #require(try DeclarationTests.reminders(Array(calendar.utf8)).first)
    #expect(reminder.completed?.description == "2026-11-21T08:00:00Z")
    #expect(reminder.start?.description == "2026-11-30" && reminder.inGivenForm.start == reminder.start)
  }

  @Test func aRuleWithoutADateIsKeptAside() throws {
    let made = try Format.todoTxt.iCalendar(of: Array("Milk rec:+1w\n".utf8))
    #expect(String(decoding: made.bytes, as: UTF8.self).contains("\r\nX-LISTO-RRULE:FREQ=WEEKLY\r\n"))
    #expect(made.problems.contains { $0.message.contains("X-LISTO-RRULE") })
    #expect(try Conversion(made.bytes, to: .todoTxt).text.contains(" rec:+1w"))
  }
}
