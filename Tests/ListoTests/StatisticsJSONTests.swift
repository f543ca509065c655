import Testing

@testable import Listo

/// The JSON of statistics, for an app or a script.
@Suite struct StatisticsJSONTests {
  @Test func whatIsOverdueIsOpenInAListAndNotInAWeek() throws {
    let folder = try StoreFolder()
    let text = StoreFolder.calendar(
      "Home",
      StoreFolder.todo("a", "DUE;VALUE=DATE:20261116") + StoreFolder.todo("b", "DUE;VALUE=DATE:20261119")
        + StoreFolder.todo("c", "STATUS:COMPLETED"))
    let catalog = try CatalogReading.catalog(InputTree([try folder.write("Home.ics", text)]), WorkNotes())
    let context = ViewContext(now: noon, zone: .utc)
    let statistics = Statistics(catalog, nil, context, past: 1, coming: 0)
    let source = String(decoding: JSONValue.string(catalog.sources[0].source.title).compact, as: UTF8.self)
    let counts = #"{"open":2,"overdue":1,"completed":1,"cancelled":0}"#
    #expect(
      String(decoding: statistics.json.compact, as: UTF8.self) == #"""
        {"listo":"stats","version":1,"total":\#(counts),"completedWithoutDate":1,\#
        "lists":[{"title":"Home","source":\#(source),"counts":\#(counts)}],\#
        "weeks":[{"start":"2026-11-16","completed":0,"overdue":1,"due":1}]}
        """#)
  }
}
