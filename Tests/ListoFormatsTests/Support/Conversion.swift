import Foundation
import ICalendar
import ListoModel
import ListoFormats
import Testing

/// Converts an input that is in memory, as the command does.
struct Conversion {
  let survey: Survey
  let output: [UInt8]
  let losses: Losses

  var text: String { String(decoding: output, as: UTF8.self) }
  var lines: [Substring] { text.split(separator: "\n") }

  init(
    _ bytes: [UInt8], to format: Format, options: FormatOptions = FormatOptions(),
    fileName: String = "house.ics",
    keepingEntries: Bool = false
  ) throws {
    let source = Source(identifier: "/home/ann/tasks", title: "tasks", kind: .folder)
    let parent = Source(identifier: "/home/ann", title: "ann", kind: .folder)
    let folder = CatalogBuilder.Folder(parent: parent, source: source, name: "tasks", path: "tasks")
    var names = ListNames()
    let survey = try Survey(
      of: MemorySource(bytes), file: fileName, fileName: fileName, in: folder, names: &names)
    let make = try #require(format.makeWriter)
    var writer = make(options, Losses(keepingEntries: keepingEntries))
    var output: [UInt8] = []
    var reader = SurveyedReader(MemorySource(bytes), survey: survey)
    writer.expect([survey])
    writer.begin(calendars: survey.calendars.count, &output)
    while let batch = try reader.next() {
      batch.forEach { item, calendar, ordinal in
        writer.write(item, holder: batch.holder(ordinal), in: calendar, &output)
      }
    }
    writer.end(&output)
    (self.survey, self.output, losses) = (survey, output, writer.losses)
  }

  init(
    _ text: String, to format: Format, options: FormatOptions = FormatOptions(),
    fileName: String = "house.ics",
    keepingEntries: Bool = false
  ) throws {
    try self.init(
      Array(text.utf8), to: format, options: options, fileName: fileName, keepingEntries: keepingEntries)
  }

  /// A calendar around the lines of one reminder.
  static func calendar(_ reminder: String, before: String = "") -> String {
    """
    BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:-//Example//Tasks//EN
    X-WR-CALNAME:House
    \(before.isEmpty ? "" : before + "\n")BEGIN:VTODO
    \(reminder)
    END:VTODO
    END:VCALENDAR

    """
  }

  /// The object of a calendar's only reminder, but for `id`, `source` and `list`.
  static func reminder(_ lines: String, before: String = "") throws -> String {
    let text = try Conversion(calendar(lines, before: before), to: .jsonLines).lines.first ?? ""
    let place = try #require(text.range(of: "\"list\":\"House\""))
    let rest = text[place.upperBound...]
    return "{" + rest.drop { $0 == "," }
  }

  static func parse(_ text: some StringProtocol) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }
}
