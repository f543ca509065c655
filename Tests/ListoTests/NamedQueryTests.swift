import Testing

@testable import Listo

/// The questions that have names.
@Suite struct NamedQueryTests {
  private func catalog(_ list: String) throws -> Catalog {
    let folder = try StoreFolder()
    let todos = [
      StoreFolder.todo("a"), StoreFolder.todo("b", "STATUS:COMPLETED"),
      StoreFolder.todo("c", "DUE:20261201T120000Z"), StoreFolder.todo("d", "DTSTART:20261201T120000Z"),
      StoreFolder.todo("e", "CATEGORIES:home"), StoreFolder.todo("f", "RELATED-TO:a"),
    ].joined()
    let file = try folder.write("Home.ics", StoreFolder.calendar(list, todos))
    return try CatalogReading.catalog(InputTree([file]), WorkNotes())
  }

  @Test func viewsAreExpressions() throws {
    for view in StandardQuery.allCases {
      let query = view.query
      let expression = try query.expression()
      #expect("\(expression)" == query.text, "\(query.name)")
    }
    let whole = try StandardQuery.allCases.map { try "\($0.query.expression(isWhole: true))" }
    #expect(
      whole == [
        "due <= today and (open or due >= today)", "overdue",
        "due >= start of week and due <= end of week",
        "startable and not blocked and not has open subtask", "open or not open",
      ])
  }

  @Test func anotherQuestionStandsAsItsOwnDid() throws {
    let today = StandardQuery.today.query.asking("flagged")
    #expect(today.name == "today" && today.text == "flagged" && today.whole == nil)
    #expect(today.grouping == .day && today.leadsWithToday && today.order == .natural)
    #expect(throws: QuerySyntaxError.self) { try today.asking("(").expression() }
  }

  @Test(arguments: [("INBOX", "acdef"), ("Home", "a")])
  func theInbox(list: String, uids: String) throws {
    let catalog = try catalog(list)
    let context = ViewContext(now: Instant(seconds: 1_796_126_400), zone: .utc)
    let query = try NamedQuery.inbox(in: catalog).expression().query(in: context)
    let found = catalog.found(by: query, in: context).paths.sorted()
    #expect(found.compactMap { catalog.reminder(at: $0)?.uid }.joined() == uids)
  }
}
