import ICalendar
import Testing

@testable import ListoModel

/// The steps and occurrences that all reminders of a run may take together.
@Suite struct ExpansionRationTests {
  private static func catalog(_ rules: [String]) throws -> Catalog {
    let todos = rules.enumerated().map {
      Make.todo(["UID:\($0)", "SUMMARY:\($0)"] + $1.split(separator: "|").map(String.init))
    }
    return try TestFolder.catalog([TestFolder("/s/a", [.init("a.ics", Make.calendar([], todos))])]).0
  }

  private static let year = Instant(seconds: 1_767_225_600)..<Instant(seconds: 1_798_761_600)
  private static let bomb = "DTSTART:20260101T000000Z|RRULE:FREQ=SECONDLY"

  private static func counts(_ catalog: Catalog) -> [String: Int] {
    catalog.lists.flatMap(\.identifiers).reduce(into: [:]) { $0[$1.uid?.text ?? "", default: 0] += 1 }
  }

  /// However many there are: each of 400 that never end would have ten thousand occurrences.
  @Test func rulesWithoutNumberAreBounded() throws {
    let rules = (0..<400).map { _ in Self.bomb }
    let unrolled = try Self.catalog(rules).unrolled(over: Self.year, in: RecurrenceTests.context)
    let counts = Self.counts(unrolled.catalog)
    #expect(counts.values.reduce(0, +) <= ExpansionRation.allFrequent)
    #expect(Set(counts.values).count == 1 && counts.count == 400, "each has the same share")
    #expect(unrolled.problems.count == 400)
  }

  /// Those that take little leave the rest to others, wherever they stand.
  @Test(arguments: [false, true]) func whatOneDoesNotTakeAnotherMay(isFirst: Bool) throws {
    let few = (0..<99).map { _ in "DTSTART;VALUE=DATE:20260101|RRULE:FREQ=WEEKLY" }
    let rules = isFirst ? [Self.bomb] + few : few + [Self.bomb]
    let unrolled = try Self.catalog(rules).unrolled(over: Self.year, in: RecurrenceTests.context)
    let counts = Self.counts(unrolled.catalog)
    #expect(counts[isFirst ? "0" : "99"] == ReminderSeries.most)
    #expect(counts.values.count { $0 == 52 } == 99 && unrolled.problems.count == 1)
  }

  /// Each of a thousand and one has as many as it needs; with others that never end beside them.
  @Test func aLargeCollectionIsNotCut() throws {
    let rules =
      (0..<1001).map { _ in "DTSTART;VALUE=DATE:20100101|RRULE:FREQ=DAILY" } + [Self.bomb, Self.bomb]
    let range = Instant(seconds: 1_767_225_600)..<Instant(seconds: 1_767_225_600 + 30 * 86_400)
    let unrolled = try Self.catalog(rules).unrolled(over: range, in: RecurrenceTests.context)
    let counts = Self.counts(unrolled.catalog)
    #expect(counts.values.count { $0 == 30 } == 1001)
    #expect(ExpansionRation.allOrdinary > 1001 * 366, "a year of them is none too much")
    #expect(counts["1001"] == ReminderSeries.most && counts["1002"] == ReminderSeries.most)
    #expect(unrolled.problems.count == 2)
  }

  /// The time before a range is not gone through: of three thousand rules since 2000, each has only 2,000
  /// steps, about half of its occurrences before the range.
  @Test func whatIsOverTakesNoSteps() throws {
    let rules = (0..<3000).map { _ in "DTSTART;VALUE=DATE:20000103|RRULE:FREQ=WEEKLY;BYDAY=MO,WE,FR" }
    let week = Instant(seconds: 1_767_225_600)..<Instant(seconds: 1_767_225_600 + 7 * 86_400)
    let unrolled = try Self.catalog(rules).unrolled(over: week, in: RecurrenceTests.context)
    #expect(Self.counts(unrolled.catalog).values.allSatisfy { $0 == 3 } && unrolled.problems.isEmpty)
  }

  /// Occurrences are as large as what they are made of.
  @Test func largeRemindersHaveFewer() throws {
    let notes = "DESCRIPTION:" + String(repeating: "x", count: 4 << 20)
    let unrolled = try Self.catalog(["DTSTART;VALUE=DATE:20260101|RRULE:FREQ=DAILY|\(notes)"])
      .unrolled(over: Self.year, in: RecurrenceTests.context)
    #expect(Self.counts(unrolled.catalog) == ["0": ExpansionRation.allOrdinary / 4097])
    #expect(unrolled.problems.count == 1)
  }

  @Test func tenHaveAllThatOneMayHave() throws {
    #expect(ExpansionRation(sharedBy: 10).steps == Recurrence.steps)
    let todo = try #require(Component(Array(Make.todo("DUE:20260101T000000Z", "RRULE:FREQ=DAILY").utf8)))
    let series = try #require(ReminderSeries(Reminder(todo, in: .none)))
    let most = ExpansionRation(sharedBy: 10).occurrences(of: series)
    #expect(most.ordinary == ReminderSeries.most && most.frequent == ReminderSeries.most)
    var tally = UnrolledList.Tally()
    #expect(ExpansionRation(sharedBy: 1000).larger(tally) == nil)
    tally.cut = .init(ordinary: 500, frequent: 500, all: 1000)
    #expect(ExpansionRation(sharedBy: 1000).larger(tally) != nil)
    tally.cut = .init(ordinary: 1000, frequent: 1000, all: 1000)
    #expect(ExpansionRation(sharedBy: 1000).larger(tally) == nil)
    #expect(ExpansionRation(sharedBy: .max).occurrences(of: series) == (1, 1))
  }
}
