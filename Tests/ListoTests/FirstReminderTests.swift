import Testing

@testable import Listo

@Suite struct FirstReminderTests {
  /// The first of a large file is known from those that come first, and from all where none of them is asked for.
  @Test(arguments: [
    "open", "open and not has open subtask", "title = 11990", "has dependency", "title ~ \"9$\"",
  ])
  func theFirstOfALargeFile(text: String) throws {
    let folder = try StoreFolder()
    var calendar = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nX-WR-CALNAME:Home\r\n"
    for number in 0..<12_000 {
      let day = 10 + (number * 7) % 18
      calendar +=
        "BEGIN:VTODO\r\nUID:\(number)\r\nSUMMARY:\(number)\r\nDUE;VALUE=DATE:202611\(day)\r\n"
        + "DESCRIPTION:so that the file is a large one, which is not read whole\r\n"
        + (number % 5 == 0 ? "RELATED-TO:\((number + 20) % 12_000)\r\n" : "") + "END:VTODO\r\n"
    }
    let path = try folder.write("a.ics", calendar + "END:VCALENDAR\r\n")
    let context = ViewContext(now: Instant(seconds: 1_796_112_000), zone: .utc)
    let query = try QueryExpression(text).query(in: context)
    func first(_ catalog: Catalog) -> [ModelIdentifier] {
      let found = catalog.found(by: query, in: context).paths
      let paths = catalog.reminderPaths.filter(found.contains)
      return catalog.sorted(paths, by: .natural, in: context).prefix(1).compactMap(catalog.modelIdentifier)
    }
    let tree = InputTree([path])
    #expect(try #require(tree.inputs.first).isLarge)
    let some = try CatalogReading.catalog(tree, firstOf: query, by: .natural, context, WorkNotes())
    let all = try CatalogReading.catalog(InputTree([path]), WorkNotes())
    #expect(first(some) == first(all) && first(all).isEmpty == (text == "has dependency"))
    let isHeldInPart = some.reminderPaths.count < all.reminderPaths.count
    #expect(isHeldInPart == !["has dependency", "title ~ \"9$\""].contains(text))
  }
}
