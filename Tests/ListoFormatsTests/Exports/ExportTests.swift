import Foundation
import ICalendar
import ListoFormats
import Testing

/// Exports of other programs, in `Tests/Exports`: none of them is taken for a format that it is not.
struct ExportTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Exports")

  private static let samples: [String] = {
    let found = FileManager.default.enumerator(atPath: folder.path())?.compactMap { $0 as? String } ?? []
    return found.filter { $0.contains("/sample") }.sorted()
  }()

  /// The formats whose readers know these exports by their content.
  private static let readers = ["google-tasks-api/sample.json": "takeout"]

  /// A table with a column for titles is read as CSV. An object or a document of XML has to be one of ours.
  @Test func onlyTablesAndKnownExportsAreRead() throws {
    #expect(Self.samples.count >= 50)
    for sample in Self.samples {
      let recognized: [String] =
        switch Recognition(name: sample, beginning: try Self.bytes(of: sample)[...]) {
        case .format(let format): [format.name]
        case .ambiguous(let formats): formats.map(\.name)
        case .unknown: []
        }
      if let reader = Self.readers[sample] {
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
    for sample in Self.samples {
      let bytes = try Self.bytes(of: sample)
      guard case .format(let format) = Recognition(name: sample, beginning: bytes[...]) else { continue }
      let titles = try Self.titles(in: format.iCalendar(of: bytes, file: sample).bytes)
      let expected = Set(try Self.expected(for: sample).map(\.title))
      #expect(!titles.isEmpty && expected.isSuperset(of: titles), "\(sample): \(titles)")
      read += titles.count
    }
    #expect(read > 40)
  }

  /// Programs count priorities up or down, from 0 or 1, in three to five levels.
  @Test(arguments: ["toodledo-csv", "clickup-csv", "rem-csv", "things-cli-csv", "asana-csv"])
  func prioritiesAreThoseOfTheProgram(_ program: String) throws {
    let sample = program + "/sample.csv"
    let expected = Dictionary(
      try Self.expected(for: sample).map { ($0.title, $0.priority ?? 0) },
      uniquingKeysWith: { first, _ in first })
    let (calendar, _) = try Format.csv.iCalendar(of: Self.bytes(of: sample), file: sample)
    let components = try Self.components(in: calendar)
    #expect(!components.isEmpty)
    for component in components {
      let title = component.first(.summary)?.text ?? ""
      let priority = component.first(.priority).flatMap { Int($0.text) } ?? 0
      #expect(priority == expected[title], "\(title)")
    }
  }

  @Test func foldersOfToodledoAreLists() throws {
    let sample = "toodledo-csv/sample.csv"
    let (calendar, _) = try Format.csv.iCalendar(of: Self.bytes(of: sample), file: sample)
    let lists = String(decoding: calendar, as: UTF8.self).split(separator: "\r\n")
      .filter { $0.hasPrefix("X-WR-CALNAME:") }.map { $0.dropFirst(13) }
    let expected = try Self.expected(for: sample).compactMap(\.list)
    #expect(Set(lists.map(String.init)).isSuperset(of: expected) && !expected.isEmpty, "\(lists)")
  }

  private struct Expected: Decodable {
    let title: String
    let list: String?
    let priority: Int?
  }

  /// A sample with a file `expected-…` of its own has these tasks, and else those of its folder.
  private static func expected(for sample: String) throws -> [Expected] {
    let own = sample.replacing("/sample", with: "/expected").replacing(#/\.\w+$/#, with: ".json")
    let shared = sample.replacing(#/\/.*/#, with: "/expected.json")
    let file = FileManager.default.fileExists(atPath: folder.appending(path: own).path()) ? own : shared
    return try JSONDecoder().decode([Expected].self, from: Data(contentsOf: folder.appending(path: file)))
  }

  private static func bytes(of sample: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appending(path: sample)))
  }

  private static func titles(in calendar: [UInt8]) throws -> [String] {
    try components(in: calendar).map { $0.first(.summary)?.text ?? "" }
  }

  private static func components(in calendar: [UInt8]) throws -> [Component] {
    var (components, reader) = ([Component](), ItemReader(calendar))
    while let item = try reader.next() {
      if case .component(let component) = item { components.append(component) }
    }
    return components
  }
}
