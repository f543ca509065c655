import Foundation
import ICalendar
import Listo
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

  /// The Tasks API answers with the tasks of one list.
  @Test func tasksWithoutAList() throws {
    let text =
      "{\"kind\":\"tasks#tasks\",\"items\":[{\"id\":\"1\",\"title\":\"a\",\"links\":[]},{\"id\":\"2\",\"title\":\"b\"}]}"
    let back = try Format.takeout.iCalendar(of: Array(text.utf8))
    #expect(try DeclarationTests.reminders(back.bytes).map(\.title) == ["a", "b"])
  }
}
