import ICalendar
import Testing

@testable import Listo

/// What all reminders of a run may take together.
@Suite struct ExpansionRationTests {
  private static func catalog(_ rules: [String]) throws -> Catalog {
    let todos = rules.enumerated().map {
      Make.todo(["UID:\($0)", "SUMMARY:\($0)"] + $1.split(separator: "|").map(String.init))
    }
    return try TestFolder.catalog([TestFolder("/s/a", [.init("a.ics", Make.calendar([], todos))])]).0
  }

  private static let year = Catalog.Unrolling.range(
    from: Instant(seconds: 1_767_225_600), to: Instant(seconds: 1_798_761_600))
  private static let bomb = "DTSTART:20260101T000000Z|RRULE:FREQ=SECONDLY"

  private static func counts(_ catalog: Catalog) -> [String: Int] {
    catalog.reminderPaths.reduce(into: [:]) {
      $0[catalog.modelIdentifier(at: $1)?.uid?.text ?? "", default: 0] += 1
    }
  }

  /// However many there are: each of 400 that never end would have ten thousand occurrences.
  @Test func rulesWithoutNumberAreBounded() throws {
    let rules = (0..<400).map { _ in Self.bomb }
    let unrolled = try Self.catalog(rules).unrolled(Self.year, in: RecurrenceTests.context)
    let counts = Self.counts(unrolled.catalog)
    #expect(counts.values.reduce(0, +) <= ExpansionRation.allOccurrences)
    #expect(Set(counts.values).count == 1 && counts.count == 400, "each has the same share")
    #expect(unrolled.problems.count == 400)
  }

  /// Those that take little leave the rest to others, wherever they stand.
  @Test(arguments: [false, true]) func whatOneDoesNotTakeAnotherMay(isFirst: Bool) throws {
    let few = (0..<99).map { _ in "DTSTART;VALUE=DATE:20260101|RRULE:FREQ=WEEKLY" }
    let rules = isFirst ? [Self.bomb] + few : few + [Self.bomb]
    let unrolled = try Self.catalog(rules).unrolled(Self.year, in: RecurrenceTests.context)
    let counts = Self.counts(unrolled.catalog)
    #expect(counts[isFirst ? "0" : "99"] == ReminderSeries.most)
    #expect(counts.values.count { $0 == 52 } == 99 && unrolled.problems.count == 1)
  }

  @Test func tenHaveAllThatOneMayHave() {
    #expect(ExpansionRation(sharedBy: 1) == ExpansionRation(sharedBy: 10))
    #expect(ExpansionRation(sharedBy: 10).steps == Recurrence.steps)
    #expect(ExpansionRation(sharedBy: 1000).larger(stepsTaken: 0, occurrencesTaken: 0, sharedBy: 1000) == nil)
    #expect(ExpansionRation(sharedBy: 1000).larger(stepsTaken: 0, occurrencesTaken: 0, sharedBy: 0) == nil)
    #expect(ExpansionRation(sharedBy: .max).occurrences > 0)
  }
}
