import Foundation
import ICalendar
import ListoModel
import ListoFormats
import Testing

/// Google Takeout's Tasks.json.
struct TakeoutReadingTests {
  private var sample: [UInt8] {
    get throws {
      let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
      return [UInt8](try Data(contentsOf: folder.appendingPathComponent("Samples/Takeout/Tasks.json")))
    }
  }

  @Test func listsAndTasks() throws {
    let back = try Format.takeout.iCalendar(of: sample, file: "Tasks.json")
    #expect(back.problems.isEmpty, "\(back.problems)")
    let file = try CalendarFile(reading: MemorySource(back.bytes), file: "Tasks.json")
    #expect(file.calendars.map(\.context.title) == ["My Tasks", "Bicycle 🚲"])
    let tasks = file.calendars.flatMap(\.reminders)
    #expect(tasks.map(\.title) == ["Plan the school lunches", "Find the soup thermos", "New brake pads"])
    #expect(tasks[0].notes == "Nothing with nuts.\nWednesday is soup day.")
    // A date, whatever time it shows.
    #expect(tasks[0].due?.description == "2026-12-06")
    #expect(tasks[1].parent == tasks[0].uid)
    #expect(tasks[1].isCompleted)
    #expect(tasks[1].completed?.description == "2026-11-27T16:40:00Z")
    #expect(tasks[2].url == "https://mail.google.com/mail/#all/18f2")
    #expect(tasks[2].stamp == tasks[2].modified)
  }

  /// An export has the time of day, and the series of a task; of several times the current one counts.
  @Test(arguments: [
    (#"[{"current":true,"start":"2026-12-06T09:30:00Z"}]"#, "2026-12-06T09:30:00Z"),
    (
      #"[{"current":false,"start":"2026-12-01T08:00:00Z"},{"current":true,"start":"2026-12-06T09:30:00.000Z"},{"start":"2026-12-09T08:00:00Z"}]"#,
      "2026-12-06T09:30:00Z"
    ),
    (#"[{"start":"2026-12-07T00:00:00Z"}]"#, "2026-12-07"),
  ])
  func aTaskOfASeriesHasItsTime(times: String, due: String) throws {
    let text =
      #"{"items":[{"title":"L","items":[{"title":"a","due":"2026-12-06T00:00:00Z","scheduled_time":\#(times),"task_recurrence_id":"r,1"}]}]}"#
    let back = try Format.takeout.iCalendar(of: Array(text.utf8), file: "Tasks.json")
    #expect(back.problems.filter { $0.code != .inventedStamp }.isEmpty)
    let task = try #require(try DeclarationTests.reminders(back.bytes).first)
    #expect(task.due?.description == due)
    #expect(task.component.all(named: "X-GOOGLE-TASK-RECURRENCE-ID").map(\.text) == ["r,1"])
  }

  @Test func theSampleIsRecognised() throws {
    guard case .format(let format) = Recognition(name: "Tasks.json", beginning: try sample[...]) else {
      Issue.record("it is not recognised")
      return
    }
    #expect(format.name == "takeout")
  }

  @Test(arguments: [
    (
      "{\"items\":[{\"title\":\"List\",\"items\":[{\"title\":\"a\",\"due\":\"soon\"}]}]}",
      Diagnostic.Code.badValue
    ),
    ("{\"items\":[{\"title\":\"List\",\"items\":[{\"title\":\"a\",\"colour\":1}]}]}", .unknownKey),
    ("{\"items\":[{\"title\":\"List\",\"items\":[7,{\"title\":\"a\"}]}]}", .badValue),
    ("{\"items\":[{\"title\":\"List\",\"items\":[{\"title\":\"a\"},\n{\"title\":", .badSyntax),
  ])
  func whatIsWrongIsNamed(text: String, code: Diagnostic.Code) throws {
    let back = try Format.takeout.iCalendar(of: Array(text.utf8), file: "a.json")
    #expect(back.problems.filter { $0.code != .inventedStamp }.map(\.code) == [code])
    #expect(try DeclarationTests.reminders(back.bytes).map(\.title) == ["a"])
  }

  private func lists(_ text: String) throws -> [String] {
    let back = try Format.takeout.iCalendar(of: Array(text.utf8))
    return try CalendarFile(reading: MemorySource(back.bytes), file: "a").calendars.map {
      "\($0.context.title ?? ""): " + $0.reminders.map { $0.title ?? "" }.joined(separator: " ")
    }
  }

  /// A list without tasks has no `items`.
  @Test(arguments: [
    #"{"kind":"tasks#taskLists","items":[{"kind":"tasks#tasks","id":"1","title":"A"},{"id":"2","title":"B","items":[{"title":"b"}]}]}"#,
    #"{"kind":"tasks#taskLists","items":[{"id":"1","title":"A","updated":"2026-01-01T00:00:00Z"},{"id":"2","title":"B","items":[{"title":"b"}]}]}"#,
    #"{"items":[{"kind":"tasks#taskList","title":"A","items":[]},{"title":"B","items":[{"title":"b"}]}]}"#,
  ])
  func anEmptyListIsAList(text: String) throws {
    #expect(try lists(text) == ["A: ", "B: b"])
  }

  @Test func whatHasAStatusIsATask() throws {
    #expect(
      try lists(#"{"kind":"tasks#taskLists","items":[{"title":"a","status":"needsAction"}]}"#) == [": a"])
  }

  @Test func deletedIsCancelledOnce() throws {
    for (status, completed) in [("completed", "20261201T000000Z"), ("needsAction", nil)] {
      for order in [[0, 1], [1, 0]] {
        let parts = [#""status":"\#(status)""#, #""deleted":true"#]
        let time = completed == nil ? "" : #","completed":"2026-12-01T00:00:00Z""#
        let text =
          #"{"items":[{"title":"L","items":[{"title":"a",\#(order.map { parts[$0] }.joined(separator: ","))\#(time)}]}]}"#
        let back = try Format.takeout.iCalendar(of: Array(text.utf8))
        let task = try #require(try DeclarationTests.reminders(back.bytes).first)
        #expect(task.component.all(.status).map(\.rawText) == ["CANCELLED"])
        #expect(task.component.first(.completed)?.rawText == completed)
      }
    }
  }

  /// Of a key that stands twice the last counts, in each format of JSON; of lists both are read.
  @Test func aKeyThatStandsTwice() throws {
    let text =
      #"{"items":[{"title":"L","items":[{"title":"a","due":"2026-12-01","title":"b","due":"2026-12-02"}],"items":[{"title":"c"}]}]}"#
    let back = try Format.takeout.iCalendar(of: Array(text.utf8))
    let tasks = try DeclarationTests.reminders(back.bytes)
    #expect(tasks.map(\.title) == ["b", "c"])
    #expect(
      tasks[0].component.all(.due).map(\.rawText) == ["20261202"]
        && tasks[0].component.all(.summary).count == 1)
    let told = back.problems.filter { $0.code == .duplicateKey }.map(\.message)
    #expect(
      told.filter { $0.hasSuffix("the last one counts") }.count == 2
        && told.filter { $0.hasSuffix("both are read") }.count == 1)
    let task =
      #"{"@type":"Task","uid":"1","title":"a","due":"2026-12-01T00:00:00","title":"b","due":"2026-12-02T00:00:00","keywords":{"x":true},"keywords":{"y":true}}"#
    let other = try #require(
      try DeclarationTests.reminders(Format.jsCalendar.iCalendar(of: Array(task.utf8)).bytes).first)
    #expect(
      other.title == "b" && other.component.all(.summary).count == 1 && other.component.all(.due).count == 1)
    #expect(other.tags == ["y"])
  }

  /// The Tasks API answers with the tasks of one list.
  @Test func tasksWithoutAList() throws {
    let text =
      "{\"kind\":\"tasks#tasks\",\"items\":[{\"id\":\"1\",\"title\":\"a\",\"links\":[]},{\"id\":\"2\",\"title\":\"b\"}]}"
    let back = try Format.takeout.iCalendar(of: Array(text.utf8))
    #expect(try DeclarationTests.reminders(back.bytes).map(\.title) == ["a", "b"])
  }
}
