import Testing

@testable import Listo

/// The facts that are kept of a catalog are those that would be worked out of it anew, whatever became of it.
@Suite struct CatalogFactsTests {
  private static let context = ViewContext(now: Instant(seconds: 1_796_126_400), zone: .utc)

  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  /// The next state of one list.
  private func read(_ todos: [String]) throws -> Catalog {
    let file = try folder.write("Home.ics", StoreFolder.calendar("Home #", todos.joined()))
    return try CatalogReading.catalog(InputTree([file]), WorkNotes())
  }

  private static let (a, b, c) = (
    StoreFolder.todo("a"), StoreFolder.todo("b", "RELATED-TO:a"),
    StoreFolder.todo("c", "DUE:20261101T120000Z")
  )

  private static let states: [[String]] = [
    [a, b, c], [StoreFolder.todo("a", "STATUS:COMPLETED"), b, c], [a, StoreFolder.todo("b"), c],
    [a, b, StoreFolder.todo("c", "DUE:20270101T120000Z")], [c, a, b],
    [c, a, b, StoreFolder.todo("d", "RELATED-TO:c")], [b],
  ]

  @Test func whatIsKeptIsRight() throws {
    var facts = CatalogFacts(try read(Self.states[0]), Self.context)
    for state in Self.states {
      let catalog = try read(state)
      let list = catalog.lists[0]
      facts.replace(catalog, Self.context, changed: [list.identifier])
      var fresh = CatalogFacts(catalog, Self.context)
      let (counts, freshCounts) = (facts.counts(of: list), fresh.counts(of: list))
      #expect(counts == freshCounts && facts.knownCounts(of: list.identifier) == counts)
      let (parents, freshParents) = (facts.parents(of: list), fresh.parents(of: list))
      #expect(parents == freshParents)
      let (numbers, freshNumbers) = (facts.numbers(of: list), fresh.numbers(of: list))
      #expect(numbers != nil)
      for (index, identifier) in list.identifiers.enumerated() {
        #expect(numbers?[index] == freshNumbers?[index])
        #expect(facts.path(of: identifier) == catalog.indexPath(for: identifier))
        #expect(facts.reminder(identifier) == list.reminders[index])
      }
    }
  }

  @Test func subtasksAreCounted() throws {
    let done = StoreFolder.todo("d", "RELATED-TO:a", "STATUS:COMPLETED")
    let catalog = try read([Self.a, Self.b, Self.c, done])
    var facts = CatalogFacts(catalog, Self.context)
    let (a, c) = (try catalog.identifier("a"), try catalog.identifier("c"))
    let open = facts.subtasks(of: a, openOnly: true)
    let all = [a, c].map { facts.subtasks(of: $0, openOnly: false) }
    #expect(open == 1 && all == [2, 0])
  }

  @Test(
    arguments: [
      ("SUMMARY:New", true, true), ("PRIORITY:1", true, false), ("RELATED-TO:c", false, false),
      ("STATUS:COMPLETED", false, false),
    ])
  func placesThatAreKept(line: String, byHand: Bool, naturally: Bool) throws {
    let before = try read([Self.a, Self.c])
    let list = before.lists[0].identifier
    var facts = CatalogFacts(before, Self.context)
    func keeps(_ order: SortOrder) -> Bool {
      facts.keepsPlaces(in: list, by: order) { _, reminder in reminder.isOpen }
    }
    // Nothing is known of what was before.
    #expect(!keeps(.manual))
    facts.replace(before, Self.context, changed: [])
    #expect(keeps(.manual) && keeps(.natural))
    facts.replace(try read([StoreFolder.todo("a", line), Self.c]), Self.context, changed: [list])
    #expect(keeps(.manual) == byHand && keeps(.natural) == naturally)
    facts.replace(try read([Self.c]), Self.context, changed: [list])
    #expect(!keeps(.manual))
  }
}
