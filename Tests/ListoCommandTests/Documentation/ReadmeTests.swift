import Foundation
import Listo
import Testing

@testable import ListoCommand

/// Every command line in README.md is run where it says it is, and prints what it shows; its tables are those of the code.
@Suite(.serialized) struct ReadmeTests {
  @Test func commandsPrintWhatIsShown() throws {
    let document = try Document("README.md")
    let place = try Workplace()
    defer { place.remove() }
    let (page, commands) = try MarkdownPage(document.text).rerun(in: place)
    #expect(commands > 10)
    let difference = try document.differs(from: page)
    #expect(difference == nil, "\(difference ?? "")")
  }

  @Test func tablesAreThoseOfTheCode() throws {
    let document = try Document("README.md")
    let page = DerivedSections.markdown.replaced(in: document.text) { name in
      switch name {
      case "exit statuses": Self.exitStatuses
      case "formats": Self.formats
      default: nil
      }
    }
    #expect(Set(DerivedSections.markdown.names(in: document.text)) == ["exit statuses", "formats"])
    let difference = try document.differs(from: page)
    #expect(difference == nil, "\(difference ?? "")")
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
    let document = try Document("README.md")
    let code = try #require(MarkdownPage.code("swift", in: document.text))
    let page = document.text.replacingOccurrences(of: "```swift\n\(code)```", with: "```swift\n\(source)```")
    let difference = try document.differs(from: page)
    #expect(difference == nil, "\(difference ?? "")")
    let folder = Workplace.repository.appendingPathComponent("Samples/iCloud").path
    #expect(urgent(in: folder).map(\.title).contains("Call the dentist: cleaning for two"))
  }
}
