import Foundation
import Testing

/// The pages in Documentation, its guides among them, and CONTRIBUTING.md: what they cite is there, what they
/// show is what the command prints, and comments cite nothing else.
@Suite(.serialized) struct DocumentationTests {
  /// By their paths below Documentation.
  private static let names: [String] =
    ((try? FileManager.default.subpathsOfDirectory(
      atPath: Workplace.repository.appendingPathComponent("Documentation").path)) ?? [])
    .filter { $0.hasSuffix(".md") }.sorted()

  private static let pages = names.map { "Documentation/" + $0 } + ["CONTRIBUTING.md"]

  @Test func everyPageIsInTheIndex() throws {
    let links = Set(Citations(try Document("Documentation/README.md").text).links)
    #expect(Self.names.count { $0.hasPrefix("Guides/") } > 10)
    for name in Self.names where name != "README.md" {
      #expect(links.contains(name), "\(name) is not in the index")
    }
    #expect(links.contains("../CONTRIBUTING.md"))
  }

  @Test func whatIsCitedIsThere() throws {
    let place = try Workplace()
    defer { place.remove() }
    let check = try CitationCheck(SourceIndex(), CommandDump(in: place))
    for path in Self.pages {
      let problems = check.problems(try Document(path).text, at: path)
      #expect(problems.isEmpty, "\(path) cites what is not there: \(problems.joined(separator: ", "))")
    }
    for path in ["README.md", "SECURITY.md", "Samples/README.md"] {
      let links = check.problems(try Document(path).text, at: path).filter { $0.hasPrefix("(") }
      #expect(links.isEmpty, "\(path) has links that lead nowhere: \(links.joined(separator: ", "))")
    }
    let wrong = """
      `Reminder.title` `NoSuchType` `Reminder.noSuchMember` `noSuchName` `--where` `--no-such` `listo list --where x`
      `listo list --prefer x` `listo nothing` `Sources/ICalendar` `Sources/None` `None.md` `make test` `make nothing`
      `[bad-value]` `[no-such]` `X-LISTO-ORIGIN` `X-LISTO-NONE` `LISTO_SEED` `LISTO_NONE` `DTSTAMP` `Europe/Berlin`
      [here](Laws.md#the-three-laws) [there](Laws.md#no-such) [nowhere](None.md) [below](#no-such)
      """
    #expect(
      check.problems(wrong, at: "Documentation/README.md") == [
        "`NoSuchType`", "`Reminder.noSuchMember`", "`noSuchName`", "`--no-such`", "`listo list --prefer x`",
        "`listo nothing`", "`Sources/None`", "`None.md`", "`make nothing`", "`[no-such]`", "`X-LISTO-NONE`",
        "`LISTO_NONE`", "(Laws.md#no-such)", "(None.md)", "(#no-such)",
      ])
  }

  @Test(arguments: pages)
  func commandsPrintWhatIsShown(path: String) throws {
    let document = try Document(path)
    let place = try Workplace()
    defer { place.remove() }
    let difference = try document.differs(from: MarkdownPage(document.text).rerun(in: place).text)
    #expect(difference == nil, "\(difference ?? "")")
  }

  /// The table of the architecture names each module, and what its files import.
  @Test func modulesImportWhatTheTableSays() throws {
    let index = try SourceIndex()
    var rows: Set<String> = []
    for line in try Document("Documentation/Architecture.md").text.split(separator: "\n")
    where line.hasPrefix("| `") {
      let cells = line.split(separator: "|").map { Citations(String($0)).spans }
      guard cells.count == 3, let module = cells[0].first, index.modules.contains(module) else { continue }
      rows.insert(module)
      #expect(Set(cells[2]) == index.imports(of: module), "\(module)")
    }
    #expect(rows == index.modules)
  }

  /// Each property of Listo's own is in the table of the formats.
  @Test func propertiesOfOurOwnAreListed() throws {
    let index = try SourceIndex()
    let page = Set(Citations(try Document("Documentation/Formats.md").text).spans)
    var found: Set<String> = []
    for (path, text) in index.files where path.hasPrefix("Sources/") {
      for part in text.components(separatedBy: "\"X-LISTO-").dropFirst() {
        found.insert("X-LISTO-" + part.prefix { $0.isUppercase || $0 == "-" })
      }
    }
    #expect(found.count > 5)
    for name in found.sorted() { #expect(page.contains(name), "Documentation/Formats.md lacks \(name)") }
  }

  /// A comment cites what a reader of the repository can open.
  @Test func commentsCiteWhatIsThere() throws {
    for comment in try SourceIndex().comments {
      for word in comment.text.split(whereSeparator: { !$0.isLetter && !"/.-_".contains($0) }) {
        let name = word.hasSuffix(".") ? word.dropLast() : word
        guard name.hasSuffix(".md"), name.contains(where: \.isUppercase), name.count > 3 else { continue }
        let path = Workplace.repository.appendingPathComponent(String(name)).path
        #expect(FileManager.default.fileExists(atPath: path), "\(comment.place): \(name)")
      }
      let law = comment.text.range(of: "[Ll]aw [0-9]", options: .regularExpression)
      let isCited = law == nil || comment.text.contains("Laws.md")
      #expect(isCited, "\(comment.place): which law?")
    }
  }
}
