import Testing

@testable import ListoModel

@Suite struct ShortNameTests {
  private func folder(_ path: String, count: Int) -> TestFolder {
    TestFolder(path, [.init("a.ics", Make.calendar(["NAME:A"], (0..<count).map { Make.todo("UID:\($0)") }))])
  }

  @Test func namesAreUniqueAndFound() throws {
    let catalog = try TestFolder.catalog([folder("/s/t", count: 3000)]).0
    let names = ShortNames(catalog)
    var seen: Set<String> = []
    for path in catalog.reminderPaths {
      let identifier = try #require(catalog.modelIdentifier(at: path))
      let name = names.name(of: identifier)
      #expect(seen.insert(name).inserted)
      #expect(names.name(at: path) == name)
      #expect(names.identifiers(startingWith: name) == [identifier])
      #expect(names.identifiers(startingWith: name.uppercased()) == [identifier])
    }
    #expect(Set(seen.map(\.count)).count == 1, "they align")
    #expect((seen.first?.count ?? 0) > 4, "four digits do not tell 3,000 apart")
  }

  @Test func theShortestThatTellsApart() throws {
    let catalog = try TestFolder.catalog([folder("/s/t", count: 300)]).0
    let names = ShortNames(catalog)
    let identifiers = catalog.reminderPaths.compactMap(catalog.modelIdentifier)
    let length = names.name(of: identifiers[0]).count
    let shorter = Set(identifiers.map { names.name(of: $0).prefix(length - 1) })
    #expect(length == 4 || shorter.count < identifiers.count)
  }

  /// Names that stay apart from what came since.
  @Test func whatCameSince() throws {
    let names = ShortNames(try TestFolder.catalog([folder("/s/t", count: 300)]).0)
    let all = try TestFolder.catalog([folder("/s/t", count: 3000)]).0
    let identifiers = all.reminderPaths.compactMap(all.modelIdentifier)
    let more = names.including(identifiers)
    #expect(Set(identifiers.map(more.name)).count == identifiers.count)
    #expect(more.name(of: identifiers[0]) == ShortNames(all).name(of: identifiers[0]))
    #expect(
      names.including(identifiers.prefix(300)).name(of: identifiers[0]) == names.name(of: identifiers[0]))
    #expect(ShortNames(all, atLeast: 9).name(of: identifiers[0]).count == 9)
  }

  @Test func theSameWhereverTheFolderStands() throws {
    let here = try TestFolder.catalog([folder("/here/t", count: 20)]).0
    let there = try TestFolder.catalog([folder("/there/else", count: 20)]).0
    func list(_ catalog: Catalog) -> [String] {
      let names = ShortNames(catalog)
      return catalog.reminderPaths.compactMap(catalog.modelIdentifier).map(names.name)
    }
    #expect(list(here) == list(there))
  }

  @Test func twoOfOneNameAreBothFoundInOrder() throws {
    // Two copies of a folder: nothing but the source differs, which short names leave out.
    let catalog = try TestFolder.catalog([folder("/s/b", count: 5), folder("/s/a", count: 5)]).0
    let names = ShortNames(catalog)
    for row in 0..<5 {
      let both = (0..<2).map { catalog.modelIdentifier(at: .init(source: $0, list: 0, reminder: row)) }
      let name = names.name(of: try #require(both[0]))
      #expect(names.identifiers(startingWith: name) == both)
    }
  }

  @Test(arguments: ["", "g", "0x", "~", "-", "zz", "１", "１２３４５６", "ａｂｃｄｅｆ１２３４５６７８９"])
  func noPrefix(text: String) throws {
    #expect(
      ShortNames(try TestFolder.catalog([folder("/s/t", count: 9)]).0).identifiers(startingWith: text).isEmpty
    )
  }
}
