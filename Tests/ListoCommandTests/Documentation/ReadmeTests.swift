import Foundation
import Listo
import ListoTestSupport
import Testing

@testable import ListoCommand

/// Every command line in README.md is run where it says it is, and prints what it shows; its tables, and
/// those of the guides, are those of the code; its picture is what a terminal shows now.
@Suite(.serialized) struct ReadmeTests {
  @Test func commandsPrintWhatIsShown() throws {
    let document = try Document("README.md")
    let place = try Workplace()
    defer { place.remove() }
    let (page, commands) = try MarkdownPage(document.text).rerun(in: place)
    #expect(commands > 5)
    let difference = try document.differs(from: page)
    #expect(difference == nil, "\(difference ?? "")")
  }

  /// In README and in the guides, each once.
  @Test func tablesAreThoseOfTheCode() throws {
    let guides = try FileManager.default.contentsOfDirectory(
      atPath: Workplace.repository.appendingPathComponent("Documentation/Guides").path)
    var names: [String] = []
    for path in ["README.md"] + guides.sorted().map({ "Documentation/Guides/" + $0 }) {
      let document = try Document(path)
      names += DerivedSections.markdown.names(in: document.text)
      let page = DerivedSections.markdown.replaced(in: document.text) { name in
        switch name {
        case "exit statuses": Self.exitStatuses
        case "formats": Self.formats
        default: nil
        }
      }
      let difference = try document.differs(from: page)
      #expect(difference == nil, "\(difference ?? "")")
    }
    #expect(names.sorted() == ["exit statuses", "formats"])
  }

  private static let exitStatuses =
    ["| status | meaning |", "|---|---|"] + ExitStatus.allCases.map { "| \($0.rawValue) | \($0.summary) |" }

  private static let formats =
    ["| format | name | extensions | read | write | holds |", "|---|---|---|---|---|---|"]
    + Format.all.map { format in
      let extensions = format.extensions.map { "`.\($0)`" }.joined(separator: " ")
      return "| \(format.title) | `\(format.name)` | \(extensions) | \(format.canRead ? "yes" : "–") "
        + "| \(format.canWrite ? "yes" : "–") | \(format.holds) |"
    }

  @Test func theLibraryExampleIsTheOneThatIsTested() throws {
    let source = try Document("Tests/ListoCommandTests/Documentation/LibraryExample.swift").text
    let document = try Document("Documentation/Guides/Library.md")
    let code = try #require(MarkdownPage.code("swift", in: document.text))
    let page = document.text.replacingOccurrences(of: "```swift\n\(code)```", with: "```swift\n\(source)```")
    let difference = try document.differs(from: page)
    #expect(difference == nil, "\(difference ?? "")")
    let folder = Workplace.repository.appendingPathComponent("Samples/iCloud").path
    #expect(urgent(in: folder).map(\.title).contains("Call the dentist: cleaning for two"))
  }

  /// The page counts the formats that can be read besides iCalendar.
  @Test func theNumberOfFormatsIsThatOfTheCode() throws {
    let count = Format.all.count { $0.canRead && !$0.isICalendar }
    let spelling = NumberFormatter()
    (spelling.locale, spelling.numberStyle) = (Locale(identifier: "en"), .spellOut)
    let word = try #require(spelling.string(from: NSNumber(value: count)))
    #expect(try Document("README.md").text.contains(" \(word) other formats"))
  }

  /// The figures of the page are rounded from the table of Documentation/Speed.md.
  @Test(arguments: [
    ("| `filter` |", "| filter |"), ("| `list`, the first 20 rows |", "| list --where, the first 20 |"),
    ("| `merge` of two such files |", "| merge two |"),
  ]) func theSpeedIsThatOfTheSpeedPage(row: String, measured: String) throws {
    let cells = { (path: String, start: String) throws -> [Substring] in
      let line = try #require(try Document(path).text.split(separator: "\n").first { $0.hasPrefix(start) })
      return line.dropFirst(start.count).split(separator: "|")
    }
    let (shown, table) = try (cells("README.md", row), cells("Documentation/Speed.md", measured))
    let time = try #require(table[0].firstMatch(of: /([0-9.]+) (m?s)/))
    let number = try #require(Double(time.1))
    let rounded = time.2 == "ms" ? "\(Int(number.rounded()))" : "\(time.1)"
    #expect(shown[0] == " \(rounded) \(time.2) ")
    let memory = try #require(table[3].firstMatch(of: /[0-9]+/))
    #expect(shown[1] == " \(memory.0) MiB ")
  }

  /// The zone of the machine does not count, except where a format has an option for it.
  @Test func conversionsDoNotDependOnTheZone() throws {
    let place = try Workplace()
    defer { place.remove() }
    for format in Format.all where format.canWrite && format.option("timezone") == nil {
      let sums = try ["Asia/Tokyo", "America/New_York"].map { zone in
        try place.run(
          "TZ=\(zone) listo convert Samples/iCloud Samples/Nextcloud -q -t \(format.name) | cksum")
      }
      #expect(sums[0] == sums[1], "\(format.name)")
      #expect(!sums[0].hasPrefix("4294967295 0"), "\(format.name) wrote nothing")
    }
  }

  /// The page is read, not studied.
  @Test func thePageIsShort() throws {
    let lines = try Document("README.md").text.split(separator: "\n", omittingEmptySubsequences: false).count
    #expect(lines < 130)
  }

  @Test(.enabled(if: PythonEnvironment.system != nil, "Python is not installed"))
  func thePicturesAreWhatATerminalShows() throws {
    let place = try Workplace()
    defer { place.remove() }
    let script = Workplace.repository.appendingPathComponent(".ci/picture.py").path
    let told = try place.run("python3 '\(script)' '\(Workplace.product.path)' pictures")
    #expect(told.isEmpty, "\(told)")
    let names = ["list", "stats", "browse"].flatMap { ["\($0)-light.svg", "\($0)-dark.svg"] }
    for name in names {
      let drawn = place.folder.appendingPathComponent("pictures/\(name)")
      let document = try Document("Documentation/Pictures/\(name)")
      let difference = try document.differs(from: String(contentsOf: drawn, encoding: .utf8))
      #expect(difference == nil, "\(difference ?? "")")
    }
  }
}
