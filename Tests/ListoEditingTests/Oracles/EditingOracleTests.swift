import Foundation
import ICalendar
import ListoEditing
import ListoModel
import ListoTestSupport
import Testing

/// The output of edits, read by python-icalendar.
@Suite struct EditingOracleTests {
  private static let icalendar = PythonEnvironment.with("icalendar==7.3.0")

  private struct Case: Encodable {
    let name, before, after, title, due, status: String
    let tags: [String]
  }

  @Test(.enabled(if: icalendar != nil, "python3 with icalendar 7.3.0 is not to be had"))
  func pythonReadsWhatIsWritten() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    var cases: [Data] = []
    for path in Corpus.own {
      guard let desk = try? Desk([(name: "file.ics", bytes: try Corpus.bytes(path))]) else { continue }
      for identifier in desk.catalog.sources.flatMap(\.lists).flatMap(\.identifiers) {
        var editing = desk.editing
        let changes: [Change] = [
          .set(
            .title,
            .text(
              "Ärger; mit \\ Zeichen, und einem sehr langen Titel, der gefaltet werden muss 🥊 "
                + String(repeating: "ü", count: 40))),
          .set(.due, .moment(day(["20261224", "20261224T180000"].pick(using: &random)))),
          .add(.tags, ["neu, und lang"]), .set(.percent, .integer(30)), .addAlarm(.relative(seconds: -900)),
        ]
        do { try editing.apply(changes.shuffled(using: &random), to: identifier) } catch { continue }
        guard let before = desk.catalog[identifier], let after = editing[identifier],
          before.component.all(.summary).count < 2,
          String(validating: before.component.bytes, as: UTF8.self) != nil
        else { continue }
        let item = Case(
          name: "\(path) \(identifier)", before: Self.calendar(before.component),
          after: Self.calendar(after.component),
          title: after.title ?? "", due: after.first(.due)?.rawText ?? "",
          status: after.first(.status)?.rawText ?? "",
          tags: after.component.all(.categories).flatMap(\.texts))
        cases.append(try JSONEncoder().encode(item))
      }
    }
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "read-edited.py")
    let input = Data(cases.joined(separator: Data("\n".utf8)))
    let found = try EditingOracleTests.icalendar?.run(script, input: input) ?? ""
    let lines = found.split(separator: "\n")
    #expect(lines.dropLast().isEmpty, "seed \(seed)\n\(lines.prefix(20).joined(separator: "\n"))")
    let count = try #require(lines.last?.split(separator: " ").first.flatMap { Int($0) })
    #expect(count > 100)
  }

  private static func calendar(_ component: Component) -> String {
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Test//Test//EN\r\n"
      + String(decoding: component.completed().bytes, as: UTF8.self) + "END:VCALENDAR\r\n"
  }
}
