import Foundation
import ICalendar
import ListoFormats
import ListoModel
import ListoTestSupport
import Testing

/// Exports of other programs, in `Tests/Exports`: none of them is taken for a format that it is not.
struct ExportTests {
  /// The formats whose readers know these exports by their content.
  private static let readers = ["google-tasks-api/sample.json": "takeout"]

  /// A table with a column for titles is read as CSV. An object or a document of XML has to be one of ours.
  @Test func onlyTablesAndKnownExportsAreRead() throws {
    #expect(Corpus.exports.count >= 50)
    for sample in Corpus.exports {
      let recognized: [String] =
        switch Recognition(name: sample, beginning: try Corpus.bytes(sample)[...]) {
        case .format(let format): [format.name]
        case .ambiguous(let formats): formats.map(\.name)
        case .unknown: []
        }
      if let reader = Self.readers.first(where: { sample.hasSuffix($0.key) })?.value {
        #expect(recognized == [reader], "\(sample)")
      } else if sample.hasSuffix(".csv") {
        #expect(recognized.isEmpty || recognized == ["csv"], "\(sample)")
      } else {
        #expect(recognized.isEmpty, "\(sample)")
      }
    }
  }

  /// A reader may leave out a subtask that is the cell of a table, but each title that it reads is the title
  /// of a task in the export.
  @Test func readTitlesAreTitlesOfTasks() throws {
    var read = 0
    for sample in Corpus.exports {
      let bytes = try Corpus.bytes(sample)
      guard case .format(let format) = Recognition(name: sample, beginning: bytes[...]) else { continue }
      let titles = try Self.read(bytes, as: format).flatMap(\.reminders).map { $0.title ?? "" }
      let expected = Set(try Self.expected(for: sample).map(\.title))
      #expect(!titles.isEmpty && expected.isSuperset(of: titles), "\(sample): \(titles)")
      read += titles.count
    }
    #expect(read > 40)
  }

  /// Programs count priorities up or down, from 0 or 1, in three to five levels.
  @Test(arguments: ["toodledo-csv", "clickup-csv", "rem-csv", "things-cli-csv", "asana-csv"])
  func prioritiesAreThoseOfTheProgram(_ program: String) throws {
    let sample = try Self.table(of: program)
    let expected = Dictionary(
      try Self.expected(for: sample).map { ($0.title, $0.priority ?? 0) },
      uniquingKeysWith: { first, _ in first })
    let reminders = try Self.read(Corpus.bytes(sample), as: .csv).flatMap(\.reminders)
    #expect(!reminders.isEmpty)
    for reminder in reminders {
      let title = reminder.title ?? ""
      #expect(reminder.priority ?? 0 == expected[title], "\(title)")
    }
  }

  @Test func foldersOfToodledoAreLists() throws {
    let sample = try Self.table(of: "toodledo-csv")
    let lists = try Self.read(Corpus.bytes(sample), as: .csv).map(\.context.title)
    let expected = try Self.expected(for: sample).compactMap(\.list)
    #expect(Set(lists).isSuperset(of: expected) && !expected.isEmpty, "\(lists)")
  }

  private struct Expected: Decodable {
    let title: String
    let list: String?
    let priority: Int?
  }

  /// A sample with a file `expected-…` of its own has these tasks, and else those of its folder.
  private static func expected(for sample: String) throws -> [Expected] {
    let own = sample.replacing("/sample", with: "/expected").replacing(#/\.\w+$/#, with: ".json")
    let shared = sample.replacing(#/\/[^\/]*$/#, with: "/expected.json")
    let file = FileManager.default.fileExists(atPath: own) ? own : shared
    return try JSONDecoder().decode([Expected].self, from: Data(Corpus.bytes(file)))
  }

  private static func table(of program: String) throws -> String {
    try #require(Corpus.exports.first { $0.hasSuffix("/\(program)/sample.csv") })
  }

  private static func read(_ bytes: [UInt8], as format: Format) throws -> [CalendarFile.Calendar] {
    try CalendarFile(reading: MemorySource(format.iCalendar(of: bytes).bytes), file: "sample").calendars
  }
}
