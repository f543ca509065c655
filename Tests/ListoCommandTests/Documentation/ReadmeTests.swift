import Foundation
import Listo
import ListoTestSupport
import Testing

@testable import ListoCommand

/// Every command line in README.md is run where it says it is, and prints what it shows; its tables, and those of the guides, are those
/// of the code; its picture is what a terminal shows now.
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

  /// The page is read, not studied.
  @Test func thePageIsShort() throws {
    let lines = try Document("README.md").text.split(separator: "\n", omittingEmptySubsequences: false).count
    #expect(lines < 130)
  }

  @Test(.enabled(if: PythonEnvironment.system != nil, "Python is not installed"))
  func thePictureIsWhatATerminalShows() throws {
    let place = try Workplace()
    defer { place.remove() }
    let script = Workplace.repository.appendingPathComponent(".ci/picture.py").path
    let told = try place.run("python3 '\(script)' '\(Workplace.product.path)' pictures")
    #expect(told.isEmpty, "\(told)")
    for name in ["list-light.svg", "list-dark.svg"] {
      let drawn = place.folder.appendingPathComponent("pictures/\(name)")
      let document = try Document("Documentation/Pictures/\(name)")
      let difference = try document.differs(from: String(contentsOf: drawn, encoding: .utf8))
      #expect(difference == nil, "\(difference ?? "")")
    }
  }
}
