import Testing

@testable import ListoModel

/// Running numbers: who has one, and who keeps it.
@Suite struct ReminderNumbersTests {
  private func numbers(_ todos: [[String]]) throws -> [Int?] {
    let catalog = try TestFolder.catalog([
      TestFolder("/data/account", [.init("home.ics", Make.calendar(["NAME:Home #"], todos.map(Make.todo)))])
    ]).0
    let numbers = ReminderNumbers(catalog.sources[0].lists[0])
    return todos.indices.map { numbers[$0] }
  }

  @Test func orderByHandCounts() throws {
    #expect(
      try numbers([
        ["UID:a", "X-APPLE-SORT-ORDER:3"], ["UID:b", "X-APPLE-SORT-ORDER:1", "STATUS:COMPLETED"],
        ["UID:c", "X-APPLE-SORT-ORDER:2"],
      ]) == [3, 1, 2])
  }

  @Test func ownNumbersAreLeftAlone() throws {
    #expect(
      try numbers([
        ["UID:a", "SUMMARY:#1052 Gutter"], ["UID:b", "SUMMARY:Roof"], ["UID:c", "SUMMARY:#tag only"],
        ["UID:d", "SUMMARY:#7"], ["UID:e", "SUMMARY:#1st floor"], ["UID:f", "SUMMARY:#12: cellar"],
      ]) == [nil, 1, 2, nil, 3, nil])
  }

  @Test func changedOccurrencesHaveNone() throws {
    #expect(
      try numbers([
        ["UID:a", "RRULE:FREQ=DAILY", "DTSTART:20260101T080000Z"],
        ["UID:a", "RECURRENCE-ID:20260102T080000Z"], ["UID:b"],
      ]) == [1, nil, 2])
  }

  @Test(arguments: [
    ("Invoices #", true), ("Invoices # ", true), ("#", true), ("C#major", false), ("Home", false),
  ])
  func titles(title: String, isShown: Bool) {
    let list = ReminderList(identifier: "x", title: title, color: nil)
    #expect(NumberedLists.marked.contains(list) == isShown)
    #expect(NumberedLists.always.contains(list) && !NumberedLists.never.contains(list))
  }
}
