import Foundation
import Testing

/// man/listo.1: its tables are those of the code, its examples run, and mandoc has nothing to say about it.
@Suite(.serialized) struct ManualTests {
  @Test func tablesAreThoseOfTheCode() throws {
    let place = try Workplace()
    defer { place.remove() }
    let document = try Document("man/listo.1")
    let tables = ManualTables(dump: try CommandDump(in: place))
    #expect(Set(DerivedSections.manual.names(in: document.text)) == Set(tables.passages))
    let page = DerivedSections.manual.replaced(in: document.text, by: tables.lines)
    let difference = try document.differs(from: page)
    #expect(difference == nil, "\(difference ?? "")")
  }

  @Test func everyCommandHasItsPlace() throws {
    let place = try Workplace()
    defer { place.remove() }
    let page = try Document("man/listo.1").text
    for command in try CommandDump(in: place).subcommands {
      #expect(page.contains("\n.Nm\n.Cm \(command.commandName)\n"), "SYNOPSIS lacks \(command.commandName)")
      #expect(page.contains("\n.Ss \(command.commandName)\n"), "COMMANDS lacks \(command.commandName)")
    }
  }

  @Test func examplesRun() throws {
    let page = try Document("man/listo.1").text
    let examples = try #require(page.range(of: "\n.Sh EXAMPLES\n"))
    let end =
      page.range(of: "\n.Sh ", range: examples.upperBound..<page.endIndex)?.lowerBound ?? page.endIndex
    let lines = page[examples.upperBound..<end].split(separator: "\n").filter { $0.hasPrefix("$ ") }
    #expect(lines.count > 5)
    try ExamplePlace.run(
      lines.map { String($0.dropFirst(2)).replacing("\\-", with: "-").replacing("\\e", with: "\\") })
  }

  @Test(.enabled(if: Sandbox.can("command -v mandoc"), "mandoc is not installed"))
  func mandocIsContent() throws {
    let place = try Workplace()
    defer { place.remove() }
    let page = Workplace.repository.appendingPathComponent("man/listo.1").path
    #expect(try place.run("mandoc -Tlint -Wwarning '\(page)'").isEmpty)
  }
}
