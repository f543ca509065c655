import ICalendar
import ListoWords
import Testing

@Suite struct WordsContextTests {
  @Test func weeksBeginOnMonday() {
    #expect(WordsContext(now: LocalDateTime(startOf: Day(daysSince1970: 0))).weekStart == .monday)
  }
}
