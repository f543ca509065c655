import Testing

@testable import Listo

/// The reminders to be done first, and the obstacles of the rest.
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
    ] as [(ReminderObstacle, String)])
  func whatIsInTheWay(obstacle: ReminderObstacle, text: String) throws {
    #expect(try QueryExpression(text) == obstacle.expression)
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

  /// A picked parent or list puts its reminders first that can be started, whatever their depth; those that
  /// cannot stay away.
  @Test func reminderBelowPicksComeFirst() throws {
    let folder = try StoreFolder()
    let home = StoreFolder.calendar(
      "Home",
      [
        StoreFolder.todo("a", "PRIORITY:1"), StoreFolder.todo("p"), StoreFolder.todo("q", "RELATED-TO:p"),
        StoreFolder.todo("r", "RELATED-TO:q"), StoreFolder.todo("s", "RELATED-TO:p", "PRIORITY:1"),
        StoreFolder.todo("x", "RELATED-TO:y"), StoreFolder.todo("y", "RELATED-TO:x"),
      ].joined())
    let work = StoreFolder.calendar("Work", StoreFolder.todo("v") + StoreFolder.todo("w", "PRIORITY:1"))
    let catalog = try CatalogReading.catalog(
      InputTree([try folder.write("Home.ics", home), try folder.write("Work.ics", work)]), WorkNotes())
    let paths = catalog.reminderPaths
    func path(_ uid: String) throws -> Catalog.IndexPath {
      try #require(paths.first { catalog.reminder(at: $0)?.uid == uid })
    }
    let list = Catalog.IndexPath(source: try path("v").source, list: try path("v").list)
    let startable = try ["a", "r", "s", "x", "v", "w"].map(path)
    let table: [([Catalog.IndexPath], [String])] = [
      ([], ["a", "s", "w", "r", "x", "v"]), ([try path("p")], ["s", "r", "a", "w", "x", "v"]),
      ([try path("q")], ["r", "a", "s", "w", "x", "v"]), ([list], ["w", "v", "a", "s", "r", "x"]),
      ([try path("v"), try path("p"), list], ["v", "s", "r", "w", "a", "x"]),
      ([try path("y")], ["x", "a", "s", "w", "r", "v"]),
    ]
    for (picks, uids) in table {
      let sorted = catalog.sorted(startable, after: picks, by: .natural, in: Self.context)
      #expect(sorted.compactMap { catalog.reminder(at: $0)?.uid } == uids)
    }
    // One for each list and each topmost parent.
    let each = catalog.firstOfEach(catalog.sorted(startable, by: .natural, in: Self.context))
    #expect(each.compactMap { catalog.reminder(at: $0)?.uid } == ["a", "s", "w", "x"])
  }

  /// Each stands before the one behind it for a reason of its own.
  @Test func whyItIsTheNextOne() throws {
    let day = "DUE;VALUE=DATE:20261130"
    let catalog = try catalog(
      StoreFolder.todo("a", "DUE;VALUE=DATE:20261101"), StoreFolder.todo("b", "DUE;VALUE=DATE:20261120"),
      StoreFolder.todo("c", day, "PRIORITY:1"), StoreFolder.todo("d", day, "X-APPLE-SORT-ORDER:2"),
      StoreFolder.todo("e", day), StoreFolder.todo("f", day), StoreFolder.todo("g"))
    let sorted = catalog.sorted(catalog.reminderPaths.reversed(), by: .natural, in: Self.context)
    #expect(sorted.compactMap { catalog.reminder(at: $0)?.uid } == ["a", "b", "c", "d", "f", "e", "g"])
    func choice(_ index: Int, picked: [Catalog.IndexPath] = []) -> NextChoice? {
      NextChoice(
        Array(sorted.dropFirst(index)), picked: picked, by: .natural, of: catalog, Self.context)
    }
    #expect(
      (0..<7).map { choice($0)?.reason } == [
        .order(.init(.overdue)), .order(.init(.field(.due))), .order(.init(.field(.priority))),
        .order(.init(.field(.order))), .place, .order(.init(.field(.due))), .alone,
      ])
    #expect(choice(1)?.path == sorted[1] && choice(1)?.other == sorted[2] && choice(6)?.other == nil)
    #expect(choice(0, picked: [sorted[0]])?.reason == .picked)
    #expect(choice(0, picked: [sorted[0], sorted[1]])?.reason == .pickedBefore)
    #expect(choice(7) == nil)
  }

  /// The reminder is the same as without them: the fast way has no others to write.
  @Test func reasonsStandBehindTheRemindersOwnKeys() throws {
    let catalog = try catalog(
      StoreFolder.todo("a", "SUMMARY:Milk", "DUE:20261201T120000Z", "CATEGORIES:one,two"),
      StoreFolder.todo("b", "X-OWN;X-P=1:more"), StoreFolder.todo("c", "BEGIN:VALARM", "END:VALARM"),
      StoreFolder.todo("c", "RECURRENCE-ID:20261201T120000Z"))
    #expect(catalog.reminderPaths.count == 4)
    for path in catalog.reminderPaths {
      let plain = String(decoding: catalog.json(at: path, currentIn: Self.context), as: UTF8.self)
      let told = String(
        decoding: catalog.json(at: path, currentIn: Self.context, why: ["It is \"the\" one."]), as: UTF8.self)
      #expect(plain.hasSuffix("}"))
      #expect(told == plain.dropLast() + #","why":["It is \"the\" one."]}"#)
    }
  }

  /// The part that decides is one of the order that was asked for.
  @Test func whatDecidesInAnotherOrder() throws {
    let catalog = try catalog(
      StoreFolder.todo("a", "SUMMARY:A", "PRIORITY:5"), StoreFolder.todo("b", "SUMMARY:B", "PRIORITY:5"))
    let paths = catalog.reminderPaths
    func part(_ text: String) throws -> SortOrder.Part? {
      try SortOrder(text).decidingPart(between: paths[0], and: paths[1], of: catalog, Self.context)
    }
    #expect(try part("priority,-title") == SortOrder.Part(.field(.title), isDescending: true))
    #expect(try part("list,source,file,title") == SortOrder.Part(.file))
    #expect(try part("natural") == nil)
  }

  @Test func tagsThatNothingHas() throws {
    let catalog = try catalog(
      StoreFolder.todo("a", "CATEGORIES:Garden,home"), StoreFolder.todo("b", "CATEGORIES:home"))
    #expect(catalog.tags() == ["Garden", "home"])
    #expect(catalog.unknownTags(["garden", "gardens", "HOME", ""]) == ["gardens", ""])
  }
}
