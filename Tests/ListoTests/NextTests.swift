import Testing

@testable import Listo

/// What is to be done first, and what is in the way of the rest.
@Suite struct NextTests {
  private static let context = ViewContext(now: noon, zone: .utc)

  private func catalog(_ todos: String...) throws -> Catalog {
    let folder = try StoreFolder()
    let text = StoreFolder.calendar("Home", todos.joined())
    return try CatalogReading.catalog(InputTree([try folder.write("Home.ics", text)]), WorkNotes())
  }

  @Test(
    arguments: [
      (.start, "open and not startable"), (.dependency, "startable and blocked"),
      (.subtasks, "startable and not blocked and has open subtask"),
    ] as [(Hindrance, String)])
  func whatIsInTheWay(hindrance: Hindrance, text: String) throws {
    #expect(try QueryExpression(text) == hindrance.expression)
  }

  @Test func whatWasPickedComesFirst() throws {
    let catalog = try catalog(
      StoreFolder.todo("a", "PRIORITY:5"), StoreFolder.todo("b", "PRIORITY:1"), StoreFolder.todo("c"),
      StoreFolder.todo("d", "STATUS:COMPLETED"))
    func path(_ uid: String) throws -> Catalog.IndexPath {
      try #require(catalog.indexPath(for: try catalog.identifier(uid)))
    }
    let paths = try ["a", "b", "c"].map(path)
    let picked = try ["c", "d"].map(path)
    let sorted = catalog.sorted(paths, after: picked, by: .natural, in: Self.context)
    #expect(try sorted == ["c", "b", "a"].map(path))
  }

  @Test func tagsThatNothingHas() throws {
    let catalog = try catalog(
      StoreFolder.todo("a", "CATEGORIES:Garden,home"), StoreFolder.todo("b", "CATEGORIES:home"))
    #expect(catalog.tags() == ["Garden", "home"])
    #expect(catalog.unknownTags(["garden", "gardens", "HOME", ""]) == ["gardens", ""])
  }
}
