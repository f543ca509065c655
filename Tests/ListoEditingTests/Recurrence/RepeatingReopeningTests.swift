import ICalendar
import ListoModel
import Testing

@testable import ListoEditing

@Suite struct RepeatingReopeningTests {
  private static let rule = ["SUMMARY:A", "DUE;VALUE=DATE:20261201", "RRULE:FREQ=DAILY;COUNT=3"]

  private func isOpen(_ component: Component) -> Bool { Reminder(component, in: .none).isOpen }

  @Test func anOccurrence() throws {
    var list = RepeatingList(Self.rule)
    try list.complete(.override)
    list.reopen(override: 0)
    #expect(isOpen(list.master) && isOpen(list.overrides[0]))
    #expect(list.overrides[0].first(.completed) == nil && list.overrides[0].first(.percentComplete) == nil)
    // It is the first again.
    try list.complete(.override)
    #expect(list.overrides.count == 1 && !isOpen(list.overrides[0]))
  }

  @Test func theLastOfASeries() throws {
    var list = RepeatingList(Self.rule)
    for day in 1...3 { try list.complete(.override, at: "2026120\(day)T120000Z") }
    #expect(list.completesSeries)
    list.reopen()
    #expect(isOpen(list.master) && list.overrides.allSatisfy { !isOpen($0) })
    try list.complete(.override)
    #expect(list.completesSeries && list.overrides.count == 2)
  }

  @Test func anEarlierOneOfASeriesThatIsDone() throws {
    var list = RepeatingList(Self.rule)
    for day in 1...3 { try list.complete(.override, at: "2026120\(day)T120000Z") }
    list.reopen(override: 0)
    #expect(isOpen(list.master) && isOpen(list.overrides[0]))
    // The last one stays what it was.
    #expect(list.overrides.count == 3 && !isOpen(list.overrides[2]))
    #expect(list.overrides[2].line(.recurrenceID) == "RECURRENCE-ID;VALUE=DATE:20261203")
    #expect(list.overrides[2].line(.completed) == "COMPLETED:20261203T120000Z")
    try list.complete(.override)
    #expect(list.completesSeries)
  }

  @Test func whatWasCompletedWithASeries() throws {
    var list = RepeatingList(
      ["DUE;VALUE=DATE:20261201", "RRULE:FREQ=DAILY"],
      overrides: [
        ["RECURRENCE-ID;VALUE=DATE:20261202", "STATUS:COMPLETED", "COMPLETED:20261101T000000Z"],
        ["RECURRENCE-ID;VALUE=DATE:20261203", "SUMMARY:x"],
      ])
    try list.complete(.series)
    #expect(list.all.allSatisfy { !isOpen($0) })
    list.reopen()
    #expect(list.all.map(isOpen) == [true, false, true])
  }
}
