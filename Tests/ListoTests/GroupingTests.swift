import Testing

@testable import Listo

/// The reminders of each group, and the order of the groups.
@Suite struct GroupingTests {
  /// At noon of 1 December 2026.
  private static let context = ViewContext(now: Instant(seconds: 1_796_126_400), zone: .utc)

  private func catalog(_ todos: String...) throws -> Catalog {
    let folder = try StoreFolder()
    let text = StoreFolder.calendar("Home", todos.joined())
    return try CatalogReading.catalog(InputTree([try folder.write("Home.ics", text)]), WorkNotes())
  }

  /// The groups with the UIDs that they hold.
  private func groups(
    _ grouping: Grouping, _ catalog: Catalog, leadsWithToday: Bool = false
  ) -> [(key: ReminderGroup.Key, uids: String)] {
    grouping.groups(of: catalog.reminderPaths, in: catalog, Self.context, leadsWithToday: leadsWithToday)
      .map { ($0.key, uids($0.paths, catalog)) }
  }

  private func uids(_ paths: [Catalog.IndexPath], _ catalog: Catalog) -> String {
    paths.compactMap { catalog.reminder(at: $0)?.uid }.joined()
  }

  private func dated() throws -> Catalog {
    try catalog(
      StoreFolder.todo("a", "DUE:20261208T120000Z"), StoreFolder.todo("b", "DUE;VALUE=DATE:20261207"),
      StoreFolder.todo("c", "DUE:20261202T000000Z"), StoreFolder.todo("d", "DUE:20261201T115959Z"),
      StoreFolder.todo("e", "DUE;VALUE=DATE:20261201"), StoreFolder.todo("f", "DUE;VALUE=DATE:20261130"),
      StoreFolder.todo("g"), StoreFolder.todo("h", "DUE:20261201T130000Z", "STATUS:COMPLETED"))
  }

  @Test func howFarAway() throws {
    let found = try groups(.due, dated())
    #expect(found.map(\.key) == DueGroup.allCases.map { .due($0) })
    #expect(found.map(\.uids) == ["df", "e", "c", "b", "a", "g", "h"])
  }

  @Test func byDay() throws {
    let catalog = try dated()
    func day(_ day: Int) throws -> ReminderGroup.Key {
      .day(try #require(Day(year: 2026, month: 12, day: day)))
    }
    var found = groups(.day, catalog)
    #expect(found.map(\.uids) == ["df", "e", "c", "b", "a", "g", "h"])
    #expect(
      try found.map(\.key) == [
        .due(.overdue), day(1), day(2), day(7), day(8), .due(.undated), .due(.done),
      ])
    // The reminders of today that are past are with the rest of today.
    found = groups(.day, catalog, leadsWithToday: true)
    #expect(found.map(\.uids) == ["de", "c", "b", "a", "f", "g", "h"])
    #expect(
      try found.map(\.key) == [
        day(1), day(2), day(7), day(8), .overdueBeforeToday, .due(.undated), .due(.done),
      ])
  }

  @Test func byPriority() throws {
    let found = try groups(
      .priority,
      catalog(
        StoreFolder.todo("a"), StoreFolder.todo("b", "PRIORITY:9"), StoreFolder.todo("c", "PRIORITY:1"),
        StoreFolder.todo("d", "PRIORITY:4"), StoreFolder.todo("e", "PRIORITY:0")))
    #expect(found.map(\.key) == [.priority(.high), .priority(.low), .priority(.none)])
    #expect(found.map(\.uids) == ["cd", "b", "ae"])
  }

  @Test func byTag() throws {
    let found = try groups(
      .tag,
      catalog(
        StoreFolder.todo("a", "CATEGORIES:Home,t10"), StoreFolder.todo("b"),
        StoreFolder.todo("c", "CATEGORIES:home,HOME,t9")))
    #expect(found.map(\.key) == [.tag("Home"), .tag("t9"), .tag("t10"), .tag(nil)])
    #expect(found.map(\.uids) == ["ac", "c", "a", "b"])
  }

  @Test func byPlace() throws {
    let catalog = try dated()
    let all = uids(catalog.reminderPaths, catalog)
    let list = Catalog.IndexPath(source: 0, list: 0)
    #expect(groups(.list, catalog).map(\.key) == [.place(list)])
    #expect(groups(.source, catalog).map(\.key) == [.place(Catalog.IndexPath(source: 0))])
    #expect(groups(.none, catalog).map(\.key) == [.all])
    for grouping in [Grouping.list, .source, .none] {
      #expect(groups(grouping, catalog).map(\.uids) == [all])
    }
    for grouping in Grouping.allCases {
      #expect(grouping.groups(of: [], in: catalog, Self.context).isEmpty)
    }
  }

  @Test func aLimit() throws {
    let catalog = try dated()
    var groups = Grouping.due.groups(of: catalog.reminderPaths, in: catalog, Self.context)
    groups.limit(to: Set(groups.flatMap(\.paths).prefix(1)), in: catalog)
    #expect(groups.map { uids($0.paths, catalog) } == ["d"])
    #expect(groups.map(\.total) == [2])
  }
}
