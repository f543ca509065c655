import Foundation
import Testing

/// The pages of `man`: their tables are those of the code, their examples run, mandoc has nothing to say
/// about them, and what is installed is found.
@Suite(.serialized) struct ManualTests {
  @Test func tablesAreThoseOfTheCode() throws {
    let place = try Workplace()
    defer { place.remove() }
    let pages = try ManualPage.all()
    let tables = ManualTables(dump: try CommandDump(in: place), pages: pages)
    // Each stands once.
    let passages = pages.flatMap { DerivedSections.manual.names(in: $0.document.text) }
    #expect(passages.sorted() == tables.passages.sorted())
    for page in pages {
      let truth = DerivedSections.manual.replaced(in: page.document.text, by: tables.lines)
      let difference = try page.document.differs(from: truth)
      #expect(difference == nil, "\(difference ?? "")")
    }
  }

  @Test func everyCommandHasItsPlace() throws {
    let place = try Workplace()
    defer { place.remove() }
    let pages = try ManualPage.all()
    for command in try CommandDump(in: place).subcommands.map(\.commandName) {
      let own = pages.filter { $0.names.contains("listo-" + command) }
      #expect(own.count == 1, "\(command) is in \(own.map(\.name))")
      guard let page = own.first else { continue }
      let synopsis = page.part("SYNOPSIS").joined(separator: "\n")
      let isShown = synopsis.contains(".Nm listo\n.Cm \(command)")
      #expect(isShown, "SYNOPSIS of \(page.name) lacks \(command)")
      let isTold = page.names.count == 1 || page.part("DESCRIPTION").contains(".Ss \(command)")
      #expect(isTold, "\(page.name) lacks \(command)")
    }
  }

  /// Each page is called after its file, and is reached from `listo(1)`.
  @Test func pagesLeadToPages() throws {
    let pages = try ManualPage.all()
    let known = Set(pages.flatMap { page in page.names.map { "\($0) \(page.section)" } })
    for page in pages {
      #expect(page.names.first == page.name)
      for reference in page.references {
        #expect(known.contains(reference), "\(page.name) refers to \(reference)")
      }
    }
    let main = try #require(pages.first { $0.name == "listo" })
    let reached = Set(main.references)
    for page in pages where page.name != main.name {
      #expect(reached.contains("\(page.name) \(page.section)"), "listo(1) does not refer to \(page.name)")
    }
  }

  @Test func examplesRun() throws {
    let pages = try ManualPage.all()
    #expect(pages.count { !$0.examples.isEmpty } > 8)
    for page in pages where !page.examples.isEmpty { try ExamplePlace.run(page.examples) }
  }

  /// People read a page of this length, not of three thousand lines.
  @Test(.enabled(if: Sandbox.can("command -v mandoc"), "mandoc is not installed"))
  func thePageOfTheCommandIsShort() throws {
    let place = try Workplace()
    defer { place.remove() }
    let page = Workplace.repository.appendingPathComponent("man/listo.1").path
    let lines = try place.run("mandoc -Tutf8 '\(page)'").split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect((200...600).contains(lines.count), "\(lines.count) lines")
  }

  @Test(.enabled(if: Sandbox.can("command -v mandoc"), "mandoc is not installed"))
  func mandocIsContent() throws {
    let place = try Workplace()
    defer { place.remove() }
    let folder = Workplace.repository.appendingPathComponent("man").path
    #expect(try place.run("cd '\(folder)' && mandoc -Tlint -Wwarning *.[1-8]").isEmpty)
  }

  /// `man -k listo` names every page under every name that it has.
  @Test(.enabled(if: Sandbox.can("command -v mandb && command -v apropos"), "man-db is not installed"))
  func whatIsInstalledIsFound() throws {
    let place = try Workplace()
    defer { place.remove() }
    let script = Workplace.repository.appendingPathComponent(".ci/manual").path
    #expect(
      try place.run("'\(script)' install \"$PWD/share/man\" && mandb --create --quiet share/man").isEmpty)
    let lines = try place.run("apropos -l -M share/man listo").split(separator: "\n")
    for page in try ManualPage.all() {
      for name in page.names {
        let isFound = lines.contains { $0.hasPrefix("\(name) (\(page.section))") }
        #expect(isFound, "man -k does not find \(name)(\(page.section))")
        let opened = try place.run("man -M share/man -w \(page.section) \(name)")
        #expect(opened.hasSuffix("/man\(page.section)/\(page.name).\(page.section)\n"), "\(name): \(opened)")
      }
    }
    #expect(try place.run("'\(script)' remove \"$PWD/share/man\" && find share -name '*.[1-8]'").isEmpty)
  }
}
