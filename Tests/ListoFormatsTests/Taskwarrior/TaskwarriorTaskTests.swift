import ICalendar
import Listo
import ListoTestSupport
import Testing

@testable import ListoFormats

@Suite struct TaskwarriorTaskTests {
  private static func divided(_ bytes: [UInt8]) throws -> DividedReminder {
    DividedReminder(try #require(Component(bytes)), in: .none)
  }

  private static func task(_ lines: String) throws -> TaskwarriorTask {
    let bytes = Array("BEGIN:VTODO\r\n\(lines.replacing("\n", with: "\r\n"))\r\nEND:VTODO\r\n".utf8)
    let reminder = try divided(bytes)
    return TaskwarriorTask(
      reminder, status: reminder.fields.writtenStatus ?? .needsAction, project: "House", in: .none)
  }

  private static func reminder(_ task: TaskwarriorTask) -> TaskwarriorReminder {
    var problems: [String] = []
    return task.reminder(problems: &problems)
  }

  @Test func everyReminderComesBack() throws {
    let seed = Seed.fresh()
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
    for round in 0..<2000 {
      var fields = GeneratedFields.fields(&random)
      // Alarms ride along whole.
      fields[.alarms] = nil
      var rest: [UInt8] = []
      for line in extra where Int.random(in: 0...3, using: &random) == 0 { rest += Array(line.utf8) }
      var text = fields.component()
      if !rest.isEmpty { text.passage(rest) }
      let bytes = text.bytes
      let reminder = try Self.divided(bytes)
      let status = try #require(fields.writtenStatus)
      let task = TaskwarriorTask(reminder, status: status, project: "House", in: .none)
      let back = Self.reminder(task)
      let component = try #require(Component(back.component().bytes))
      let original = try #require(Component(bytes))
      let isSame = component.isEqual(to: original)
      var json = JSONText()
      task.write(to: &json)
      #expect(
        isSame && back.fields[.uid] == fields[.uid],
        """
        seed \(seed), round \(round)
        \(String(decoding: bytes, as: UTF8.self))
        \(String(decoding: json.bytes, as: UTF8.self))
        \(String(decoding: back.component().bytes, as: UTF8.self))
        """)
      guard isSame else { return }
    }
  }

  @Test func whatTaskwarriorCrashesOnIsNeverWritten() throws {
    let seed = Seed.fresh()
    var random = SplitMix64(seed: seed)
    for _ in 0..<500 {
      let fields = GeneratedFields.fields(&random)
      let reminder = try Self.divided(fields.component().bytes)
      let task = TaskwarriorTask(
        reminder, status: try #require(fields.writtenStatus), project: "", in: .none)
      for name in task.names {
        if case .text(let text)? = task[name] { #expect(!text.isEmpty, "seed \(seed): \(name)") }
      }
      for name in ["entry", "modified", "due", "scheduled", "end", "start"] {
        guard let text = task.text(name) else { continue }
        #expect(TaskwarriorDates.moment(text) != nil, "seed \(seed): \(name) \(text)")
      }
      #expect(task.text("entry") != nil && task.text("modified") != nil)
      #expect((task.text("status") == "pending") == (task.text("end") == nil))
      #expect(TaskwarriorUUID.isUUID(task.text("uuid") ?? ""))
      #expect(Set(task.annotations.map(\.entry)).count == task.annotations.count)
      #expect(task["recur"] == nil && task["parent"] == nil)
    }
  }

  @Test func aTask() throws {
    let task = try Self.task(
      """
      UID:B0114795-7B60-4774-B561-ED9A2D02AD92
      SUMMARY:Water
      DESCRIPTION:one\\n\\ntwo
      DUE;VALUE=DATE:20261210
      PRIORITY:2
      STATUS:IN-PROCESS
      CREATED:20261101T100000Z
      LAST-MODIFIED:20261102T100000Z
      DTSTAMP:20261102T100000Z
      RRULE:FREQ=WEEKLY
      RELATED-TO:4711
      """)
    var json = JSONText()
    task.write(to: &json)
    #expect(
      String(decoding: json.bytes, as: UTF8.self) == #"""
        {"uuid":"b0114795-7b60-4774-b561-ed9a2d02ad92","listo_uid":"B0114795-7B60-4774-B561-ED9A2D02AD92",\#
        "description":"Water","status":"pending","project":"House","priority":"H","listo_priority":"2",\#
        "due":"20261210T000000Z","entry":"20261101T100000Z","modified":"20261102T100000Z","start":"20261102T100000Z",\#
        "listo_due":"2026-12-10","annotations":[{"entry":"20261101T100000Z","description":"one"},\#
        {"entry":"20261101T100001Z","description":"two"}],"listo_notes":"one\n\ntwo","listo_recurrence":"FREQ=WEEKLY",\#
        "listo_parent":"4711"}
        """#)
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
    #expect(Self.reminder(task).fields.moment(.due)?.description == "2026-12-10T10:15:00[Europe/Berlin]")
    #expect(
      String(decoding: Self.reminder(task).component().bytes, as: UTF8.self).contains(
        "CATEGORIES;LANGUAGE=en:c"))
    #expect(Self.reminder(task).fields[.title] == nil && Self.reminder(task).fields[.completed] == nil)
    task["due"] = .text("20261211T091500Z")
    task["priority"] = .text("L")
    task["description"] = .text("A title")
    task["annotations"] = .annotations([.init(entry: "20261201T000000Z", text: "new")])
    task["tags"] = .texts(["a"])
    task["status"] = .text("completed")
    task["end"] = .text("20261212T000000Z")
    let fields = Self.reminder(task).fields
    #expect(fields.moment(.due)?.description == "2026-12-11T09:15:00Z")
    #expect(
      fields.integer(.priority) == 9 && fields.text(.title) == "A title" && fields.text(.notes) == "new")
    #expect(fields.texts(.tags) == ["a"] && fields.writtenStatus == .completed)
    #expect(fields.moment(.completed)?.description == "2026-12-12T00:00:00Z")
    #expect(!String(decoding: Self.reminder(task).component().bytes, as: UTF8.self).contains("LANGUAGE"))
    // `task duplicate`: another uuid, the same UDAs.
    task["uuid"] = .text("00000000-0000-4000-8000-000000000001")
    #expect(Self.reminder(task).fields.text(.uid) == "00000000-0000-4000-8000-000000000001")
  }

  @Test func tasksOfOthers() throws {
    var task = TaskwarriorTask()
    task["id"] = .json("3")
    task["uuid"] = .text("00000000-0000-4000-8000-000000000001")
    task["description"] = .text("Pay rent")
    task["status"] = .text("recurring")
    task["recur"] = .text("monthly")
    task["entry"] = .text("20261101T100000Z")
    task["wait"] = .text("20261120T000000Z")
    task["estimate"] = .json("3.5")
    task["depends"] = .text("00000000-0000-4000-8000-000000000002,00000000-0000-4000-8000-000000000003")
    task["due"] = .text("soon")
    var problems: [String] = []
    let reminder = task.reminder(problems: &problems)
    #expect(problems == ["due is no date such as 20261201T101500Z: soon"])
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

  @Test func linesThatWouldBreakOutAreRefused() {
    var task = TaskwarriorTask()
    task["uuid"] = .text("00000000-0000-4000-8000-000000000001")
    task["listo_rest"] = .text("X-A:1\nEND:VTODO\nBEGIN:VTODO\nUID:2")
    var problems: [String] = []
    let reminder = task.reminder(problems: &problems)
    #expect(problems.count == 1 && reminder.rest.isEmpty)
  }
}
