import Foundation
import ICalendar
import ListoFormats
import ListoModel
import ListoTestSupport
import Testing

/// Exports of other programs, in `Tests/Exports`: each is recognised, and each task is read as its program
/// shows it.
struct ExportTests {
  /// The name of the format that each folder of samples is read as, where it is not that of the folder.
  private static let names = [
    "things-py": "things", "things-json": "things-url", "things-cli-csv": "things-csv", "rem-json": "rem",
    "omnifocus-csv": "omnifocus", "ticktick-csv": "ticktick", "google-tasks-api": "google-tasks",
    "asana-json": "asana", "clickup-json": "clickup", "notion-csv": "notion", "planner-csv": "planner",
    "outlook-csv": "outlook", "nextcloud-deck": "deck", "nextcloud-deck-csv": "deck-csv",
    "toodledo-csv": "toodledo", "obsidian-kanban": "markdown",
    // Samples that another format or map reads than the others of their folder.
    "google-tasks-api/sample.json": "takeout", "google-keep/sample-note.json": "google-keep-note",
  ]

  @Test func thereAreSamplesOfThirtyPrograms() {
    #expect(Corpus.exports.count >= 50)
    #expect(Set(Corpus.exports.map { $0.replacing(#/\/[^\/]*$/#, with: "") }).count >= 30)
  }

  @Test(arguments: Corpus.exports) func isRecognised(_ sample: String) throws {
    let parts = sample.split(separator: "/").suffix(2).map(String.init)
    let name = Self.names[parts.joined(separator: "/")] ?? Self.names[parts[0]] ?? parts[0]
    #expect(try Self.format(of: sample).name == name)
  }

  @Test(arguments: Corpus.exports) func eachTaskIsReadAsTheProgramShowsIt(_ sample: String) throws {
    let calendars = try Self.read(sample, as: Self.format(of: sample))
    var read = calendars.flatMap { calendar in
      calendar.reminders.map { Read($0, in: calendar, of: calendars) }
    }
    for task in try Self.expected(for: sample) {
      guard let index = read.firstIndex(where: { $0.title == task.title }) else {
        Issue.record("\(sample): \(task.title) is missing")
        continue
      }
      let found = read.remove(at: index)
      #expect(found.status == task.status, "\(sample): \(task.title)")
      #expect(found.due == task.due, "\(sample): \(task.title)")
      // Programs with one date for both write it twice.
      #expect(
        found.start == task.start || task.start == nil && found.start == found.due, "\(sample): \(task.title)"
      )
      #expect(found.completed == task.completed, "\(sample): \(task.title)")
      #expect(found.priority == task.priority ?? 0, "\(sample): \(task.title)")
      #expect(found.tags == task.tags ?? [], "\(sample): \(task.title)")
      #expect(found.notes == task.notes, "\(sample): \(task.title)")
      #expect(found.parent == task.parent, "\(sample): \(task.title)")
      #expect(
        found.rule == Set((task.rrule ?? "").split(separator: ";").map(String.init)),
        "\(sample): \(task.title)")
      #expect(
        found.alarms.first == task.alarm.flatMap { found.time(ofAlarm: $0) },
        "\(sample): \(task.title), alarms \(found.alarms)")
      if let list = task.list { #expect(found.list == list, "\(sample): \(task.title)") }
      if let url = task.url { #expect(found.url == url, "\(sample): \(task.title)") }
    }
    #expect(read.map(\.title) == [], "\(sample)")
  }

  /// A value that no field holds is kept, and reported once for each key.
  @Test func unknownKeysAreKept() throws {
    let sample = try #require(Corpus.exports.first { $0.hasSuffix("/trello/sample.json") })
    let (bytes, problems) = try Self.format(of: sample).iCalendar(of: Corpus.bytes(sample))
    #expect(String(decoding: bytes, as: UTF8.self).contains("X-LISTO-CELL;X-COLUMN=xFuture:[1]"))
    #expect(problems.filter { $0.message.contains("xFuture") }.count == 1)
  }

  /// Most Toodledo priorities would be wrong in a table that is read without its map.
  @Test func listsOfAnExportCanBecomeTags() throws {
    let sample = try #require(Corpus.exports.first { $0.hasSuffix("/trello/sample.json") })
    let choice = try FormatChoice("trello+lists=tags+skip=closed:true")
    let bytes = try choice.format.iCalendar(of: Corpus.bytes(sample), options: choice.options).bytes
    let calendars = try CalendarFile(reading: MemorySource(bytes), file: "sample").calendars
    #expect(calendars.count == 1)
    let reminders = calendars[0].reminders
    #expect(reminders.first { $0.title == "Paint door" }?.tags == ["Done"])
    #expect(!reminders.contains { $0.title == "Old idea" } && reminders.contains { $0.title == "No date" })
  }

  // MARK: Samples

  private struct Expected: Decodable {
    let title, status: String
    let list, due, start, completed, notes, url, parent, rrule, alarm: String?
    let tags: [String]?
    let priority: Int?
  }

  /// A reminder in the form of ``Expected``.
  private struct Read {
    let title: String
    let list, due, start, completed, notes, url, parent: String?
    let status: String
    let priority: Int
    let tags: [String]
    let rule: Set<String>
    /// The times at which alarms ring, in the form of dates.
    let alarms: [String]
    private let dueMoment: Moment?

    init(_ reminder: Reminder, in calendar: CalendarFile.Calendar, of all: [CalendarFile.Calendar]) {
      title = reminder.title ?? ""
      list = calendar.context.title
      due = Self.text(reminder.due)
      start = Self.text(reminder.start)
      completed = Self.text(reminder.completed)
      (notes, url) = (reminder.notes, reminder.url)
      let uid = reminder.parent
      parent = uid.flatMap { uid in all.flatMap(\.reminders).first { $0.uid == uid }?.title ?? uid }
      status =
        switch reminder.status {
        case .completed: "completed"
        case .cancelled: "cancelled"
        case .inProcess: "inProcess"
        default: "needsAction"
        }
      priority = reminder.priority ?? 0
      tags = reminder.tags
      rule = Set((reminder.recurrence ?? "").split(separator: ";").map(String.init))
      dueMoment = reminder.due
      alarms = reminder.alarms.compactMap { alarm in
        switch alarm.trigger {
        case .absolute(let local)?: Moment.utc(local).description
        case .relative(let duration)?:
          Self.time(duration, from: alarm.isRelatedToEnd ? reminder.due : reminder.start ?? reminder.due)
        case nil: nil
        }
      }
    }

    /// The time of an expected alarm, which may be a duration before the due date.
    func time(ofAlarm text: String) -> String? {
      guard let duration = try? CalendarDuration.parse(Array(text.utf8)[...]) else { return text }
      return Self.time(duration, from: dueMoment)
    }

    private static func time(_ duration: CalendarDuration, from moment: Moment?) -> String? {
      guard let moment else { return nil }
      let local = (moment.local ?? LocalDateTime(startOf: moment.day)).adding(duration)
      return switch moment {
      case .utc: Moment.utc(local).description
      case .zoned(_, let tzid): Self.text(.zoned(local, tzid: tzid))
      case .date, .floating: Moment.floating(local).description
      }
    }

    /// ISO 8601; a time in a zone as UTC.
    private static func text(_ moment: Moment?) -> String? {
      guard case .zoned(let local, let tzid)? = moment, let zone = Zone.resolve(tzid: tzid)?.zone else {
        return moment?.description
      }
      return Moment.utc(Zone.utc.local(of: zone.instant(of: local))).description
    }
  }

  /// A sample with a file `expected-…` of its own has these tasks, and else those of its folder.
  private static func expected(for sample: String) throws -> [Expected] {
    let own = sample.replacing("/sample", with: "/expected").replacing(#/\.\w+$/#, with: ".json")
    let shared = sample.replacing(#/\/[^\/]*$/#, with: "/expected.json")
    let file = FileManager.default.fileExists(atPath: own) ? own : shared
    return try JSONDecoder().decode([Expected].self, from: Data(Corpus.bytes(file)))
  }

  private static func format(of sample: String) throws -> Format {
    let recognition = Recognition(name: sample, beginning: try Corpus.bytes(sample)[...])
    guard case .format(let format) = recognition else {
      Issue.record("\(sample): \(recognition)")
      return .iCalendar
    }
    return format
  }

  private static func read(_ sample: String, as format: Format) throws -> [CalendarFile.Calendar] {
    let bytes = try format.iCalendar(of: Corpus.bytes(sample), file: sample).bytes
    return try CalendarFile(reading: MemorySource(bytes), file: sample).calendars
  }
}
