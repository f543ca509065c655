import Foundation
import ICalendar
import ListoTestSupport
import Testing

@testable import ListoFormats

/// The written tables, as another program reads them.
struct CSVOracleTests {
  private static let titles = [
    "=1+1", "two\nlines", "a \"quoted\" word", "🪴, with a comma", "+49 30", " blanks around ", "\ttab", "",
    "@home; -x",
  ]

  @Test(
    .enabled(if: PythonEnvironment.system != nil, "python3 is not installed"),
    arguments: ["csv", "csv+semicolon", "tsv"])
  func pythonReadsWhatWasWritten(name: String) throws {
    let python = try #require(PythonEnvironment.system)
    let todos = Self.titles.enumerated().map { index, title in
      "UID:\(index)\nSUMMARY:\(String(decoding: TextValue.encode(title), as: UTF8.self))"
    }
    let choice = try FormatChoice(name)
    let calendar = Conversion.calendar(todos.joined(separator: "\nEND:VTODO\nBEGIN:VTODO\n"))
    let table = try Conversion(calendar, to: choice.format, options: choice.options).output
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("csv-oracle.py")
    let answer = try python.run(script, input: Data(table))
    let rows = try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [[String: String]]
    #expect(rows?.map { $0["title"] ?? "" } == Self.titles)
    #expect(rows?.map { $0["uid"] ?? "" } == Self.titles.indices.map { "\($0)" })
  }
}
