import ICalendar
import ListoEditing
import ListoModel
import Testing

/// Occurrences completed and opened again through ``Editing``.
@Suite struct RepeatingEditingTests {
  private func open(_ desk: Desk) -> [Bool] {
    desk.editing.plan.steps.compactMap(\.after).map { Reminder($0, in: .none).isOpen }
  }

  @Test func advancing() throws {
    var desk = try Desk(["UID:a\nSUMMARY:A\nDUE:20261201T090000Z\nRRULE:FREQ=DAILY;COUNT=9"])
    try desk.apply(.complete(Completion()), to: "a")
    #expect(
      desk.lines(desk.id("a")) == ["UID:a", "SUMMARY:A", "DUE:20261202T090000Z", "RRULE:FREQ=DAILY;COUNT=8"])
    #expect(open(desk) == [true, false])
  }

  @Test func openingASeriesAgain() throws {
    var desk = try Desk(["UID:a\nSUMMARY:A\nDUE:20261201T090000Z\nRRULE:FREQ=DAILY;COUNT=2"])
    try desk.apply(.complete(Completion(.series)), to: "a")
    #expect(open(desk) == [false])
    try desk.apply(.reopen, to: "a")
    #expect(open(desk) == [true])
  }

  @Test func openingAnOccurrenceOfASeriesThatIsDone() throws {
    var desk = try Desk([
      "UID:a\nSUMMARY:A\nDUE:20261201T090000Z\nRRULE:FREQ=DAILY;COUNT=2\nSTATUS:COMPLETED\nCOMPLETED:20261103T000000Z",
      "UID:a\nRECURRENCE-ID:20261201T090000Z\nDUE:20261201T090000Z\nSTATUS:COMPLETED\nCOMPLETED:20261101T000000Z",
    ])
    let override = try #require(
      desk.editing.catalog.reminderPaths.compactMap(desk.editing.catalog.modelIdentifier).first {
        $0.recurrenceID != nil
      })
    try desk.editing.apply([.reopen], to: override)
    let after = desk.editing.plan.steps.compactMap(\.after)
    // Both, and the last one as it was done.
    #expect(after.count == 3 && open(desk).count { $0 } == 2)
    #expect(desk.editing.plan.notes.contains { $0.text.contains("series") })
    let added = try #require(after.first { !Reminder($0, in: .none).isOpen })
    #expect(String(decoding: added.bytes, as: UTF8.self).contains("RECURRENCE-ID:20261202T090000Z"))
  }
}
