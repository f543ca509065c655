import Testing

@testable import Listo
@testable import ListoModel

@Suite struct FirstReminderTests {
  private static let context = ViewContext(now: Instant(seconds: 1_796_112_000), zone: .utc)

  private static func calendar(_ count: Int) -> String {
    var calendar = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nX-WR-CALNAME:Home\r\n"
    for number in 0..<count {
      let day = 10 + (number * 7) % 18
      calendar +=
        "BEGIN:VTODO\r\nUID:\(number)\r\nSUMMARY:\(number)\r\nDUE;VALUE=DATE:202611\(day)\r\n"
        + "DESCRIPTION:so that the file is a large one, which is not read whole\r\n"
        + (number % 5 == 0 ? "RELATED-TO:\((number + 20) % count)\r\n" : "") + "END:VTODO\r\n"
    }
    return calendar + "END:VCALENDAR\r\n"
  }

  private static func first(_ query: Query, of catalog: Catalog) -> [ModelIdentifier] {
    let found = catalog.found(by: query, in: context).paths
    let paths = catalog.reminderPaths.filter(found.contains)
    return catalog.sorted(paths, by: .natural, in: context).prefix(1).compactMap(catalog.modelIdentifier)
  }

  /// The first of a large file is known from those that come first, and from all where none of them is asked
  /// for.
  @Test(arguments: [
    "open", "open and not has open subtask", "title = 11990", "has dependency", "title ~ \"9$\"",
  ])
  func theFirstOfALargeFile(text: String) throws {
    let folder = try StoreFolder()
    let path = try folder.write("a.ics", Self.calendar(12_000))
    let query = try QueryExpression(text).query(in: Self.context)
    let tree = InputTree([path])
    #expect(try #require(tree.inputs.first).isLarge)
    let some = try CatalogReading.catalog(tree, firstOf: query, by: .natural, Self.context, WorkNotes())
    let all = try CatalogReading.catalog(InputTree([path]), WorkNotes())
    let first = Self.first(query, of: all)
    #expect(Self.first(query, of: some) == first && first.isEmpty == (text == "has dependency"))
  }

  /// For it a part is held. Of a file all is read where it changed meanwhile, so that this is asked of bytes.
  @Test(arguments: ["open", "open and not has open subtask", "title = 1990"])
  func aPartIsHeldForTheFirst(text: String) throws {
    let query = try QueryExpression(text).query(in: Self.context)
    let selection = try #require(CatalogSelection.first(64, of: query, by: .natural, Self.context))
    let trial = try SelectionTrial(Array(Self.calendar(2000).utf8), selection)
    let held = try #require(trial.held)
    #expect(held.reminderPaths.count < trial.whole.reminderPaths.count)
    #expect(Self.first(query, of: held) == Self.first(query, of: trial.whole))
  }
}
