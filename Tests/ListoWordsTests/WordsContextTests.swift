import ICalendar
import ListoWords
import Testing

@Suite struct WordsContextTests {
  @Test func weeksBeginOnMonday() {
    #expect(WordsContext(now: LocalDateTime(startOf: Day(daysSince1970: 0))).weekStart == .monday)
  }

  private func due(_ words: String, at now: String, in zone: String = "Europe/Berlin") throws -> String {
    let zone = try #require(Zone.system(named: zone))
    let context = WordsContext(now: try #require(Instant(iso: now)), in: zone)
    return try DateWords.parse(words, language: .english, in: context).moment.description
  }

  /// At 2:00 the clock shows 3:00.
  @Test(arguments: [
    ("2:30", "2026-03-29T03:30:00"), ("today 2:30", "2026-03-29T03:30:00"), ("1:30", "2026-03-29T01:30:00"),
    ("2026-03-29T02:30", "2026-03-29T03:30:00"), ("today 3:30", "2026-03-29T03:30:00"),
    ("in 1 hour", "2026-03-29T03:15:00"), ("in 30m", "2026-03-29T01:45:00"),
  ])
  func aTimeThatIsSkippedIsTheOneThatTheClockShows(words: String, due: String) throws {
    #expect(try self.due(words, at: "2026-03-29T00:15:20Z") == due)
  }

  @Test func theNoteSaysThatTheClockSkipsATime() throws {
    let zone = try #require(Zone.system(named: "Europe/Berlin"))
    let context = WordsContext(now: try #require(Instant(iso: "2026-03-28T09:00:00Z")), in: zone)
    let entry = try QuickEntry("Call Bob tomorrow 2:30", language: .english, in: context)
    #expect(entry.pieces.last?.note == "the clock skips 02:30: Sun 29 Mar 2026 03:30")
  }

  /// At 3:00 the clock shows 2:00 again. Of the hour that comes twice, the second needs UTC.
  @Test(arguments: [
    ("2026-10-25T00:10:00Z", "in 30 min", "2026-10-25T02:40:00"),
    ("2026-10-25T00:10:00Z", "in 1 hour", "2026-10-25T01:10:00Z"),
    ("2026-10-25T01:10:00Z", "in 30 min", "2026-10-25T01:40:00Z"),
    ("2026-10-25T01:10:00Z", "in 1 hour", "2026-10-25T03:10:00"),
    ("2026-10-24T23:10:00Z", "in 3 hours", "2026-10-25T03:10:00"),
    ("2026-10-24T23:10:00Z", "in 1 day", "2026-10-26"),
  ])
  func theSecondHourOfAutumnIsInUTC(now: String, words: String, due: String) throws {
    #expect(try self.due(words, at: now) == due)
  }
}
