import Foundation
import ICalendar
import ListoModel
import ListoTestSupport
import Testing

@testable import ListoFormats

/// Written tasks go through Taskwarrior itself and come back: `task import -`, then `task export`.
@Suite struct TaskwarriorOracleTests {
  /// `task`, in a data folder of its own.
  private struct Taskwarrior {
    let program: String
    let folder: URL

    /// - Parameter makesTasks: of recurring tasks.
    init(makesTasks: Bool = true) throws {
      program = try #require(Tool.path("task"))
      folder = FileManager.default.temporaryDirectory.appendingPathComponent("listo-task-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(
        "data.location=\(folder.path)\nconfirmation=off\nrecurrence=\(makesTasks)\nverbose=nothing\njson.array=on\n"
          .utf8
      )
      .write(to: folder.appendingPathComponent("rc"))
    }

    func run(_ arguments: [String]) throws -> (status: Int32, output: [UInt8]) {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: program)
      process.arguments = arguments
      process.environment = [
        "TASKRC": folder.appendingPathComponent("rc").path, "HOME": folder.path, "TZ": "UTC",
      ]
      let output = Pipe()
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      process.standardInput = FileHandle.nullDevice
      try process.run()
      let bytes = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return (process.terminationStatus, [UInt8](bytes))
    }

    /// Taskwarrior's export of tasks after their import.
    func exported(_ tasks: [UInt8]) throws -> [UInt8] {
      let file = folder.appendingPathComponent("tasks.json")
      try Data(tasks).write(to: file)
      let imported = try run(["import", file.path])
      #expect(imported.status == 0)
      return try run(["export"]).output
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }
  }

  /// Every field by UID and RECURRENCE-ID.
  private static func table(_ bytes: [UInt8]) throws -> [String: [ReminderFields]] {
    var table: [String: [ReminderFields]] = [:]
    var reader = ItemReader(bytes)
    while let item = try reader.next() {
      guard case .component(let component) = item, component.kind == .vtodo else { continue }
      let fields = FieldReader.values(of: component.inGivenForm, in: .none)
      table["\(fields.text(.uid) ?? "") \(fields.moment(.recurrenceID)?.description ?? "")", default: []]
        .append(fields)
    }
    return table
  }

  @Test(.enabled(if: Tool.path("task") != nil, "taskwarrior is not installed"))
  func generatedRemindersComeBack() throws {
    let taskwarrior = try Taskwarrior(makesTasks: false)
    defer { taskwarrior.remove() }
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    var bytes = Array("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nX-WR-CALNAME:House & Garden. 2\r\n".utf8)
    for _ in 0..<150 {
      var fields = GeneratedFields.fields(&random)
      fields.set(.uid, "\(random.next())")
      bytes += fields.component().bytes
    }
    bytes += Array("END:VCALENDAR\r\n".utf8)
    let written = try Conversion(bytes, to: .taskwarrior)
    let back = try Format.taskwarrior.iCalendar(of: try taskwarrior.exported(written.output))
    let (before, after) = (try Self.table(bytes), try Self.table(back.bytes))
    #expect(back.problems.allSatisfy { $0.severity == .note }, "seed \(seed): \(back.problems.prefix(3))")
    #expect(before.count == 150 && before.keys == after.keys, "seed \(seed)")
    for (key, fields) in before {
      for field in Field.all {
        #expect(
          after[key]?.first?[field.id] == fields.first?[field.id], "seed \(seed), \(key), \(field.name)")
      }
    }
  }

  /// Taskwarrior's own recurring tasks, a started task and one with annotations go back into its database
  /// unchanged.
  @Test(.enabled(if: Tool.path("task") != nil, "taskwarrior is not installed"))
  func itsOwnTasksComeBackAsTheyWere() throws {
    let taskwarrior = try Taskwarrior()
    defer { taskwarrior.remove() }
    let tasks = [
      ["Rent", "due:2026-10-31T09:00:00Z", "recur:monthly", "until:2099-06-01T00:00:00Z"],
      ["Bins", "due:2026-11-20T09:00:00Z", "recur:2w", "project:Home"], ["Milk"],
    ]
    for task in tasks { #expect(try taskwarrior.run(["add"] + task).status == 0) }
    #expect(try taskwarrior.run(["3", "start"]).status == 0)
    #expect(try taskwarrior.run(["3", "annotate", "whole milk"]).status == 0)
    _ = try taskwarrior.run(["list"])
    // An import that changes nothing makes a change of the tasks of a template all the same.
    let changing: Set<String> = ["id", "urgency", "modified"]
    func tasksByUUID() throws -> [String: String] {
      let text = try taskwarrior.run(["export"]).output
      let objects = try #require(try JSONSerialization.jsonObject(with: Data(text)) as? [[String: Any]])
      var tasks: [String: String] = [:]
      for object in objects {
        let data = try JSONSerialization.data(
          withJSONObject: object.filter { !changing.contains($0.key) }, options: .sortedKeys)
        tasks[object["uuid"] as? String ?? ""] = String(decoding: data, as: UTF8.self)
      }
      return tasks
    }
    let before = try tasksByUUID()
    let calendar = try Format.taskwarrior.iCalendar(of: try taskwarrior.run(["export"]).output)
    let written = try Conversion(calendar.bytes, to: .taskwarrior)
    _ = try taskwarrior.exported(written.output)
    let after = try tasksByUUID()
    #expect(after.keys == before.keys && before.count > 4)
    for (uuid, task) in before { #expect(after[uuid] == task) }
  }

  /// A rule from elsewhere makes the tasks that Taskwarrior makes of one of its own, and these come back as
  /// occurrences.
  @Test(.enabled(if: Tool.path("task") != nil, "taskwarrior is not installed"))
  func rulesFromElsewhereMakeTasks() throws {
    let taskwarrior = try Taskwarrior()
    defer { taskwarrior.remove() }
    let calendar = Conversion.calendar(
      """
      UID:b0114795-7b60-4774-b561-ed9a2d02ad92
      SUMMARY:Water
      DUE;VALUE=DATE:20200301
      RRULE:FREQ=YEARLY
      CREATED:20261101T100000Z
      LAST-MODIFIED:20261102T100000Z
      DTSTAMP:20261102T100000Z
      """)
    let options = try FormatChoice("taskwarrior+timezone=Europe/Berlin").options
    _ = try taskwarrior.exported(try Conversion(calendar, to: .taskwarrior, options: options).output)
    // A report makes the tasks that are due.
    _ = try taskwarrior.run(["list"])
    let back = try Format.taskwarrior.iCalendar(of: try taskwarrior.run(["export"]).output)
    let table = try Self.table(back.bytes)
    let series = try #require(table["b0114795-7b60-4774-b561-ed9a2d02ad92 "]?.first)
    #expect(series.text(.recurrence) == "FREQ=YEARLY")
    #expect(series.moment(.due)?.description == "2020-03-01")
    let occurrences = table.filter { $0.value.first?.has(.recurrenceID) ?? false }
    #expect(!occurrences.isEmpty && occurrences.count == table.count - 1)
    #expect(occurrences.values.joined().allSatisfy { !$0.has(.recurrence) })
  }

  /// Attributes that Taskwarrior was not told of (`rc.uda…`) are kept all the same.
  @Test(.enabled(if: Tool.path("task") != nil, "taskwarrior is not installed"))
  func changesThatItMakesAreRead() throws {
    let taskwarrior = try Taskwarrior()
    defer { taskwarrior.remove() }
    let calendar = Conversion.calendar(
      """
      UID:B0114795-7B60-4774-B561-ED9A2D02AD92
      SUMMARY:Water
      DUE;VALUE=DATE:20261210
      RRULE:FREQ=WEEKLY;BYDAY=TH
      CREATED:20261101T100000Z
      LAST-MODIFIED:20261102T100000Z
      DTSTAMP:20261102T100000Z
      """)
    _ = try taskwarrior.exported(try Conversion(calendar, to: .taskwarrior).output)
    let uuid = "b0114795-7b60-4774-b561-ed9a2d02ad92"
    #expect(try taskwarrior.run([uuid, "modify", "due:2026-12-24T18:00:00Z", "+garden"]).status == 0)
    #expect(try taskwarrior.run([uuid, "done"]).status == 0)
    let back = try Format.taskwarrior.iCalendar(of: try taskwarrior.run(["export"]).output)
    let fields = try #require(try Self.table(back.bytes).values.first?.first)
    #expect(fields.moment(.due)?.description == "2026-12-24T18:00:00Z" && fields.texts(.tags) == ["garden"])
    #expect(fields.writtenStatus == .completed && fields[.completed] != nil)
    #expect(
      fields.text(.uid) == "B0114795-7B60-4774-B561-ED9A2D02AD92"
        && fields.text(.recurrence) == "FREQ=WEEKLY;BYDAY=TH"
    )
    #expect(fields.moment(.created)?.description == "2026-11-01T10:00:00Z")
  }
}
