import Foundation
import ICalendar
import ListoModel
import ListoTestSupport
import Testing

@testable import ListoFormats

@Suite struct TaskwarriorTaskTests {
  /// The task of a reminder in the list `House`.
  private static func task(_ lines: String) throws -> TaskwarriorTask {
    try #require(try tasks(Conversion.calendar(lines)).first)
  }

  /// Those of a calendar's reminders.
  private static func tasks(_ calendar: String) throws -> [TaskwarriorTask] {
    try Conversion(calendar, to: .taskwarrior, options: FormatOptions(names: ["lines"])).lines.map {
      TaskwarriorTask(try #require(JSONNode(whole: Array($0.utf8))))
    }
  }

  private static func tasks(_ reminders: [[UInt8]]) throws -> [TaskwarriorTask] {
    let begin = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"
    return try tasks(begin + String(decoding: reminders.joined(), as: UTF8.self) + "END:VCALENDAR\r\n")
  }

  private static func reminder(_ task: TaskwarriorTask) -> TaskwarriorReminder {
    var problems: [String] = []
    return task.reminder(problems: &problems)
  }

  /// Every holder of a UID has a uuid, which follows from the UID, the list and how many were before it: so
  /// it is the same each time.
  @Test func holdersOfOneUIDAreCounted() throws {
    let uid = "b0114795-7b60-4774-b561-ed9a2d02ad92"
    let todo = "BEGIN:VTODO\r\nUID:\(uid)\r\nSUMMARY:x\r\nEND:VTODO\r\n"
    let text = "BEGIN:VCALENDAR\r\n" + String(repeating: todo, count: 6) + "END:VCALENDAR\r\n"
    let conversion = try Conversion(text, to: .taskwarrior)
    let list = try #require(conversion.survey.calendars.first?.list)
    let expected = [uid] + (2...6).map { UUIDv5.string(name: Array("\(uid)\n\(list)\n\($0)".utf8)) }
    let uuids = conversion.text.split(separator: "\"uuid\":\"").dropFirst().map { $0.prefix(36) }
    #expect(uuids.map(String.init) == expected)
  }

  @Test func everyReminderComesBack() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    let extra = [
      "X-FOO;X-BAR=\"a:b\":c\\,d\r\n", "RELATED-TO;RELTYPE=DEPENDS-ON:4711\r\n",
      "ATTACH:https://example.org/a\r\n",
      "RELATED-TO;RELTYPE=DEPENDS-ON:b0114795-7b60-4774-b561-ed9a2d02ad92\r\n",
      "EXDATE;VALUE=DATE:20261201\r\n",
      "no line\r\n", "X-TASKWARRIOR;X-NAME=estimate:3h\r\n", "X-TASKWARRIOR;X-NAME=recur:weekly\r\n",
      "BEGIN:X-PART\r\nX-A:1\r\nBEGIN:X-INNER\r\nEND:X-INNER\r\nEND:X-PART\r\n",
      "BEGIN:VALARM\r\nACTION:AUDIO\r\nTRIGGER:-PT5M\r\nX-WR-ALARMUID:1\r\nEND:VALARM\r\n",
    ]
    var reminders: [(fields: ReminderFields, bytes: [UInt8])] = []
    for _ in 0..<2000 {
      var fields = GeneratedFields.fields(&random)
      // Alarms ride along whole.
      fields[.alarms] = nil
      var rest: [UInt8] = []
      for line in extra where Int.random(in: 0...3, using: &random) == 0 { rest += Array(line.utf8) }
      var text = fields.component()
      if !rest.isEmpty { text.passage(rest) }
      reminders.append((fields, text.bytes))
    }
    let tasks = try Self.tasks(reminders.map(\.bytes))
    try #require(tasks.count == reminders.count)
    for (task, (fields, bytes)) in zip(tasks, reminders) {
      let back = Self.reminder(task)
      let component = try #require(Component(back.component().bytes))
      let original = try #require(Component(bytes))
      // By the strictest rule for content: no value is spelled anew.
      let isSame =
        ContentName(component) == ContentName(original)
        && component.first(.dtstamp)?.rawText == original.first(.dtstamp)?.rawText
      #expect(
        isSame && back.values[.uid] == fields[.uid],
        """
        seed \(seed)
        \(String(decoding: bytes, as: UTF8.self))
        \(task)
        \(String(decoding: back.component().bytes, as: UTF8.self))
        """)
      guard isSame else { return }
    }
  }

  @Test func whatTaskwarriorCrashesOnIsNeverWritten() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    let reminders = (0..<500).map { _ in GeneratedFields.fields(&random).component().bytes }
    let calendar =
      "BEGIN:VCALENDAR\r\n\(String(decoding: reminders.joined(), as: UTF8.self))END:VCALENDAR\r\n"
    #expect(try !Conversion(calendar, to: .taskwarrior).text.contains(":\"\""), "seed \(seed): an empty text")
    for task in try Self.tasks(reminders) {
      for date in [TaskwarriorAttribute.entry, .modified, .due, .scheduled, .end, .start] {
        guard let text = task.text(date) else { continue }
        #expect(TaskwarriorDate.utc(text) != nil, "seed \(seed): \(date) \(text)")
      }
      #expect(task.text(.entry) != nil && task.text(.modified) != nil)
      let isOpen = ["pending", "recurring"].contains(task.text(.status))
      #expect(isOpen == (task.text(.end) == nil))
      #expect(
        (task.text(.status) == "recurring") == task.has(.recur) && (!task.has(.recur) || task.has(.due)))
      #expect(UUIDText.isUUID(task.text(.uuid) ?? ""))
      #expect(Set(task.entries).count == task.annotations.count)
      #expect(!task.has(.parent))
    }
  }

  @Test func whatWasChangedInTaskwarriorCounts() throws {
    var task = try Self.task(
      """
      UID:1
      DUE;TZID=Europe/Berlin:20261210T101500
      PRIORITY:2
      DESCRIPTION:one\\n\\ntwo
      CATEGORIES:b,a
      CATEGORIES;LANGUAGE=en:c
      STATUS:FAILED
      """)
    #expect(Self.reminder(task).values.moment(.due)?.description == "2026-12-10T10:15:00[Europe/Berlin]")
    #expect(
      String(decoding: Self.reminder(task).component().bytes, as: UTF8.self).contains(
        "CATEGORIES;LANGUAGE=en:c"))
    #expect(Self.reminder(task).values[.title] == nil && Self.reminder(task).values[.completed] == nil)
    task.set(.due, .text("20261211T091500Z"))
    task.set(.priority, .text("L"))
    task.set(.description, .text("A title"))
    task.set(
      .annotations,
      .array([.object([("entry", "20261201T000000Z"), ("description", "new")])]))
    task.set(.tags, .array([.text("a")]))
    task.set(.status, .text("completed"))
    task.set(.end, .text("20261212T000000Z"))
    let fields = Self.reminder(task).values
    #expect(fields.moment(.due)?.description == "2026-12-11T09:15:00Z")
    #expect(
      fields.integer(.priority) == 9 && fields.text(.title) == "A title" && fields.text(.notes) == "new")
    #expect(fields.texts(.tags) == ["a"] && fields.writtenStatus == .completed)
    #expect(fields.moment(.completed)?.description == "2026-12-12T00:00:00Z")
    #expect(!String(decoding: Self.reminder(task).component().bytes, as: UTF8.self).contains("LANGUAGE"))
    // `task duplicate`: another uuid, the same UDAs.
    task.set(.uuid, .text("00000000-0000-4000-8000-000000000001"))
    #expect(Self.reminder(task).values.text(.uid) == "00000000-0000-4000-8000-000000000001")
  }

  /// A TZID that neither the file nor tzdata defines; the others, so that what tzdata says of them does not
  /// count either.
  @Test(arguments: ["No/Such", "Europe/Berlin", "W. Europe Standard Time"])
  func aDateThatWasChangedCountsWhateverItsZone(tzid: String) throws {
    for date in TaskwarriorAttribute.dates {
      let property = Field[date.field].property.name
      let lines = "UID:1\nSTATUS:COMPLETED\n\(property);TZID=\(tzid):20261210T101500"
      var task = try Self.task(lines)
      #expect(task.text(date.written) == task.text(date.plain))
      let moment = Self.reminder(task).values.moment(date.field)
      #expect(moment?.description == "2026-12-10T10:15:00[\(tzid)]")
      task.set(date.plain, .text("20261211T070000Z"))
      let changed = Self.reminder(task).values.moment(date.field)
      #expect(changed?.description == "2026-12-11T07:00:00Z", "\(date.plain)")
      task.set(date.plain, nil)
      if date.field != .completed { #expect(Self.reminder(task).values[date.field] == nil) }
    }
  }

  /// A due date written by the rules of the calendar's own VTIMEZONE counts as unchanged.
  @Test func aZoneOfTheFileIsNoChange() throws {
    let calendar = Conversion.calendar(
      "UID:1\nDUE;TZID=Home:20261210T101500", before: TaskwarriorObjectTests.zone)
    let written = try Conversion(calendar, to: .taskwarrior)
    #expect(written.text.contains("\"due\":\"20261210T051500Z\""))
    let back = try ThereAndBack(calendar, .taskwarrior)
    #expect(back.changes(of: [.due]).isEmpty)
    let edited = written.text.replacingOccurrences(
      of: "\"due\":\"20261210T051500Z\"", with: "\"due\":\"20261210T061500Z\"")
    let (bytes, _) = try Format.taskwarrior.iCalendar(of: Array(edited.utf8))
    #expect(try ThereAndBack.reminders(bytes).first?.due?.description == "2026-12-10T06:15:00Z")
  }

  /// A reminder without STATUS has none afterwards, until what it is becomes another.
  @Test(arguments: ["PERCENT-COMPLETE:50", "PERCENT-COMPLETE:100", "COMPLETED:20261210T101500Z", "X-A:1"])
  func noStatusIsAdded(line: String) throws {
    var task = try Self.task("UID:1\n\(line)")
    #expect(Self.reminder(task).values[.status] == nil)
    let isDone = task.text(.status) == "completed"
    task.set(.status, .text(isDone ? "pending" : "completed"))
    task.set(.start, nil)
    if !isDone { task.set(.end, .text("20261224T000000Z")) }
    #expect(Self.reminder(task).values.writtenStatus == (isDone ? .needsAction : .completed))
  }

  @Test func tasksOfOthers() throws {
    let json = #"""
      {"id":3,"uuid":"00000000-0000-4000-8000-000000000001","description":"Pay rent","status":"recurring",
      "recur":"monthly","entry":"20261101T100000Z","wait":"20261120T000000Z","estimate":3.5,"due":"soon",
      "depends":"00000000-0000-4000-8000-000000000002,00000000-0000-4000-8000-000000000003"}
      """#
    let task = TaskwarriorTask(try #require(JSONNode(whole: Array(json.utf8))))
    var problems: [String] = []
    let reminder = task.reminder(problems: &problems)
    #expect(problems == ["due is not a date such as 20261201T101500Z: soon"])
    let text = String(decoding: reminder.component().bytes, as: UTF8.self)
    #expect(text.contains("RRULE:FREQ=MONTHLY\r\n") && text.contains("STATUS:NEEDS-ACTION\r\n"))
    #expect(text.contains("RELATED-TO;RELTYPE=DEPENDS-ON:00000000-0000-4000-8000-000000000003\r\n"))
    #expect(text.contains("X-TASKWARRIOR;X-NAME=wait:20261120T000000Z\r\n"))
    #expect(text.contains("X-TASKWARRIOR;X-NAME=estimate;VALUE=X-JSON:3.5\r\n"))
    #expect(text.contains("X-TASKWARRIOR;X-NAME=due:soon\r\n") && !text.contains("X-NAME=id"))
    #expect(TaskwarriorRecurrence.rule("2 weeks") == "FREQ=WEEKLY;INTERVAL=2")
    #expect(TaskwarriorRecurrence.rule("P3M") == "FREQ=MONTHLY;INTERVAL=3")
    #expect(TaskwarriorRecurrence.rule("3min") == nil && TaskwarriorRecurrence.rule("") == nil)
  }

  private static func read(_ tasks: String) throws -> (reminders: [Reminder], problems: [String]) {
    let (bytes, problems) = try Format.taskwarrior.iCalendar(of: Array(tasks.utf8))
    return (
      try ThereAndBack.reminders(bytes), problems.filter { $0.code != .inventedStamp }.map(\.message)
    )
  }

  /// As `task export` of 2.6.2 has them, in any order.
  @Test func whatRepeatsIsOneReminder() throws {
    let template =
      #"{"uuid":"5a0abf26-867f-450e-82cc-ae7f51a4f010","description":"Rent","status":"recurring","recur":"monthly","mask":"+-","until":"20270601T000000Z","due":"20261031T100000Z","entry":"20261101T000000Z","project":"Home"}"#
    func instance(_ uuid: Int, _ number: String, _ due: String, _ more: String = #""project":"Home""#)
      -> String
    {
      #"{"uuid":"00000000-0000-4000-8000-00000000000\#(uuid)","parent":"5a0abf26-867f-450e-82cc-ae7f51a4f010","imask":\#(number),"recur":"monthly","until":"20270601T000000Z","due":"\#(due)","description":"Rent","status":"pending","entry":"20261101T000000Z",\#(more)}"#
    }
    let tasks = [
      instance(1, "0", "20261031T100000Z"), template, instance(2, "1", "20261130T100000Z"),
      instance(3, "2.000000", "20270101T090000Z"),
      // The same once more, of another template, in another project, without a number.
      instance(4, "1", "20261130T100000Z"),
      instance(5, "0", "20261031T100000Z").replacingOccurrences(of: "5a0abf26", with: "6a0abf26"),
      instance(6, "3", "20270131T100000Z", #""project":"Work""#), instance(7, "\"x\"", "20270131T100000Z"),
    ]
    for order in [tasks, tasks.reversed()] {
      let (reminders, problems) = try Self.read("[" + order.joined(separator: ",\n") + "]")
      #expect(problems.isEmpty, "\(problems)")
      let master = try #require(reminders.first { $0.recurrence != nil })
      #expect(reminders.filter { $0.recurrence != nil }.count == 1)
      #expect(
        master.recurrence == "FREQ=MONTHLY;UNTIL=20270601T000000Z"
          && master.due?.description == "2026-10-31T10:00:00Z")
      #expect(!master.component.properties.contains { $0.text == "20270601T000000Z" })
      let changed = reminders.filter { $0.recurrenceID != nil }
      #expect(changed.allSatisfy { $0.uid == master.uid })
      #expect(
        Set(changed.compactMap { $0.recurrenceID?.description }) == [
          "2026-10-31T10:00:00Z", "2026-11-30T10:00:00Z", "2026-12-31T10:00:00Z",
        ])
      #expect(changed.contains { $0.due?.description == "2027-01-01T09:00:00Z" })
      #expect(reminders.count == 8 && Set(reminders.compactMap { $0.uid }).count == 5)
    }
    // Back to Taskwarrior each has the uuid that it had there.
    let (bytes, _) = try Format.taskwarrior.iCalendar(of: Array(tasks.joined(separator: "\n").utf8))
    let written = try Conversion(bytes, to: .taskwarrior, options: FormatOptions(names: ["lines"]))
    for number in 1...7 {
      #expect(written.text.contains("{\"uuid\":\"00000000-0000-4000-8000-00000000000\(number)\""))
    }
    #expect(written.lines.count == 8)
    let again = try Format.taskwarrior.iCalendar(of: written.output)
    #expect(
      try Conversion(again.bytes, to: .taskwarrior, options: FormatOptions(names: ["lines"])).text
        == written.text)
  }

  @Test(arguments: [
    ("FREQ=DAILY;INTERVAL=3", "2026-12-01", 2, "2026-12-07"), ("FREQ=WEEKLY", "2026-12-01", 1, "2026-12-08"),
    ("FREQ=MONTHLY", "2026-01-31", 1, "2026-02-28"),
    ("FREQ=MONTHLY;INTERVAL=3", "2026-11-30", 1, "2027-02-28"),
    ("FREQ=YEARLY", "2024-02-29", 1, "2025-02-28"),
    ("FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR", "2026-12-03", 2, "2026-12-07"),
    ("FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR", "2026-12-05", 1, "2026-12-07"),
    ("FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR", "2026-12-05", 0, "2026-12-05"),
    ("FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR", "2026-12-01", 23, "2027-01-01"),
  ])
  func theTimeOfAnOccurrence(rule: String, anchor: String, number: Int, expected: String) throws {
    let rule = try RecurrenceRule.parse(Array(rule.utf8)[...])
    let anchor = Moment.date(try #require(Day(iso: anchor)))
    #expect(TaskwarriorInstances.occurrence(number, of: rule, from: anchor)?.description == expected)
  }

  @Test(arguments: [
    (
      #""annotations":"a note""#, "annotations is a text instead of an array of annotations",
      #"annotations;VALUE=X-JSON:"a note""#
    ),
    (
      #""annotations":[{"entry":"20261101T000000Z","description":"ok"},7]"#,
      "annotations is a number instead",
      "annotations;VALUE=X-JSON:7"
    ),
    (
      #""annotations":[{"entry":5,"description":"ok"}]"#, "annotations is an object instead",
      #"annotations;VALUE=X-JSON:{"entry":5\,"description":"ok"}"#
    ),
    (
      #""depends":{"a":1}"#, "depends is an object instead of an array of texts",
      #"depends;VALUE=X-JSON:{"a":1}"#
    ),
    (
      #""depends":["00000000-0000-4000-8000-000000000002",true]"#,
      "depends is true or false instead of a text", "depends;VALUE=X-JSON:true"
    ),
    (#""tags":5"#, "tags is a number instead", "tags;VALUE=X-JSON:5"),
    (#""project":7"#, "project is a number", "project;VALUE=X-JSON:7"),
    (#""due":20261201"#, "due is a number", "due;VALUE=X-JSON:20261201"),
    (#""status":["x"]"#, "status is an array", #"status;VALUE=X-JSON:["x"]"#),
    (#""priority":1"#, "priority is a number", "priority;VALUE=X-JSON:1"),
    (#""listo_rest":1"#, "listo_rest is a number", "listo_rest;VALUE=X-JSON:1"),
    (#""description":1"#, "description is a number", "description;VALUE=X-JSON:1"),
  ])
  func whatIsOfTheWrongTypeIsKept(attribute: String, problem: String, line: String) throws {
    let (reminders, problems) = try Self.read(
      #"{"uuid":"00000000-0000-4000-8000-000000000001",\#(attribute)}"#)
    #expect(problems.count == 1 && problems[0].hasPrefix(problem), "\(problems)")
    let lines = reminders[0].component.all(named: "X-TASKWARRIOR").map {
      String(decoding: $0.unfolded, as: UTF8.self)
    }
    #expect(lines.contains("X-TASKWARRIOR;X-NAME=\(line)"), "\(lines)")
    #expect(reminders[0].notes == (attribute.contains("ok") ? "ok" : nil))
    // And again, through Taskwarrior.
    let calendar =
      "BEGIN:VCALENDAR\r\n" + String(decoding: reminders[0].component.bytes, as: UTF8.self)
      + "END:VCALENDAR\r\n"
    let back = try ThereAndBack(calendar, .taskwarrior)
    #expect(back.after.first?.component.all(named: "X-TASKWARRIOR").count == lines.count)
  }

  /// Few or many, each tag stands once, in the place of the first.
  @Test func tagsStandOnce() {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    let names = (0..<12).map { "t\($0)" } + ["a b", "a:b", "a_b", "é", "e\u{301}", "-", "½", "\u{2028}"]
    for _ in 0..<500 {
      let tags = (0..<Int.random(in: 0...40, using: &random)).map { _ in names.pick(using: &random) }
      var expected: [String] = []
      for tag in tags {
        let plain = ["a b": "a_b", "a:b": "a_b", "\u{2028}": "_"][tag] ?? tag
        if !expected.contains(plain) { expected.append(plain) }
      }
      #expect(TaskwarriorTask.plainTags(tags) == expected, "seed \(seed): \(tags)")
    }
  }

  @Test func theAttributesOfListoAreKnown() {
    for attribute in TaskwarriorAttribute.allCases {
      #expect(TaskwarriorAttribute(Array(attribute.name.utf8)) == attribute)
      #expect(attribute.isListos == attribute.name.hasPrefix("listo_"))
    }
    for name in ["listo_", "listo_x", "", "LISTO_due", "due_", "masks"] {
      #expect(TaskwarriorAttribute(Array(name.utf8)) == nil)
    }
  }

  /// Attributes of others come in their order, those that are not read among them.
  @Test func attributesOfOthersComeInTheirOrder() throws {
    let names = (0..<300).map { "a\($0)" }
    let others = names.map { "\"\($0)\":\"\($0)\"," }.joined()
    let (reminders, _) = try Self.read(
      "{\"z\":1,\(others)\"due\":\"soon\",\"é\":[\"b\"],\"status\":\"odd\",\"uuid\":\"1\"}")
    let lines = try #require(reminders.first).component.all(named: "X-TASKWARRIOR").map {
      $0.parameters.first?.value
    }
    #expect(lines == ["z"] + names + ["due", "é", "status"])
  }

  @Test func linesThatWouldBreakOutAreRefused() throws {
    let json =
      #"{"uuid":"00000000-0000-4000-8000-000000000001","listo_rest":"X-A:1\nEND:VTODO\nBEGIN:VTODO\nUID:2"}"#
    let task = TaskwarriorTask(try #require(JSONNode(whole: Array(json.utf8))))
    var problems: [String] = []
    let reminder = task.reminder(problems: &problems)
    #expect(problems.count == 1 && reminder.rest.isEmpty)
  }
}

extension TaskwarriorTask {
  /// Of its annotations.
  var entries: [String] { annotations.compactMap(\.entry).map { json.text($0) } }

  /// Gives an attribute another value.
  fileprivate mutating func set(_ attribute: TaskwarriorAttribute, _ value: JSONNode?) {
    var members = JSONNode(JSONDocument(json)).members ?? []
    members.removeAll { $0.key == attribute.name }
    if let value { members.append(JSONNode.Member(key: attribute.name, value: value)) }
    self = TaskwarriorTask(JSONNode(content: .object(members), line: 1))
  }
}

extension JSONNode {
  fileprivate static func text(_ text: String) -> JSONNode { JSONNode(content: .string(text), line: 1) }

  fileprivate static func array(_ nodes: [JSONNode]) -> JSONNode { JSONNode(content: .array(nodes), line: 1) }

  fileprivate static func object(_ texts: [(String, String)]) -> JSONNode {
    JSONNode(content: .object(texts.map { Member(key: $0, value: .text($1)) }), line: 1)
  }
}
