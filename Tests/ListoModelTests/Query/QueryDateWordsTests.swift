import ICalendar
import ListoWords
import Testing

@testable import ListoModel

/// Expressions take people's words for dates, and say them back in one form.
@Suite struct QueryDateWordsTests {
  @Test(arguments: [
    ("fri", "friday"), ("in 3 days", "today+3d"), ("2 weeks ago", "today-2w"), ("in 2 hours", "now+2h"),
    ("1 dec", "1 Dec"), ("dec 1", "1 Dec"), ("1 dec 2027", "2027-12-01"), ("tue 1 dec 2026", "2026-12-01"),
    ("5th", "5th"), ("5th +7d", "5th +7d"), ("the 5th", "5th"), ("1 dec+1w", "1 Dec+1w"),
    ("friday next week", "friday next week"), ("this friday", "friday this week"),
    ("next week friday", "friday next week"), ("day after tomorrow", "day after tomorrow"),
    ("2026-W50", "2026-12-07"), ("2026-W50-3", "2026-12-09"), ("tomorrow 9:00", "tomorrow 09:00"),
    ("fri 5pm", "friday 17:00"), ("today at noon", "today 12:00"), ("tomorrow+1d 9:00", "tomorrow+1d 09:00"),
    ("2026-12-01 9:00", "2026-12-01T09:00:00"), ("end of month+2d", "end of month+2d"),
    ("start of next week", "start of next week"), ("now-90min", "now-90min"), ("TOMORROW", "tomorrow"),
  ]) func wordsAreDates(_ words: String, _ text: String) throws {
    let expression = try QueryExpression("due < \(words) and open")
    #expect(expression.description == "due < \(text) and open")
    #expect(try QueryExpression(expression.description) == expression)
    #expect(try QueryDate(words).description == text)
  }

  @Test(arguments: [
    ("next friday", "'friday' or 'friday next week'"), ("12/1", "'12 Jan' or '1 Dec'"),
    ("next week", "'start of next week' or 'end of next week'"), ("26-12-01", "two digits"),
    ("31 feb", "29 days"), ("mon 1 dec 2026", "tuesday"), ("tue 1 dec", "its year"), ("9:00", "not a date"),
    ("tomorrow at 5", "'5:00' or '17:00'"), ("tonight", "no time"), ("morgen", "not a date"),
  ]) func whatMeansTwoThingsIsRefused(_ words: String, _ reason: String) {
    #expect {
      try QueryExpression("due < \(words)")
    } throws: { error in
      "\(error)".contains(reason)
    }
  }

  @Test func flagsTakeTheLanguageThatIsChosen() throws {
    #expect(try QueryDate("morgen 9 Uhr", language: .german) == QueryDate("tomorrow 9:00"))
    #expect(throws: QuerySyntaxError.self) { try QueryDate("tomorrow", language: .german) }
  }

  /// `12/1` is read in the order that was set. A day that this order does not have is read in the other.
  @Test(arguments: [
    ("12/1", true, "1 Dec"), ("12/1", false, "12 Jan"), ("24/12", true, "24 Dec"), ("12/24", false, "24 Dec"),
    ("12/1/2027", true, "2027-12-01"), ("12/1/2027", false, "2027-01-12"), ("5/5", true, "5 May"),
  ]) func slashesHaveTheOrderThatWasSet(_ words: String, startsWithMonth: Bool, _ text: String) throws {
    var language = WordsLanguage.english
    language.startsWithMonth = startsWithMonth
    #expect(try QueryDate(words, language: language).description == text)
  }

  /// 24:00 is the next day's first moment, and a time of a day is one on the viewer's clock.
  @Test func timesAreOnTheViewersClock() throws {
    let context = ViewContext(
      now: Instant(utc: LocalDateTime(startOf: Day(daysSince1970: 20_779))), zone: .utc)
    #expect(
      try QueryDate("tomorrow 24:00").moment(in: context)
        == .floating(LocalDateTime(startOf: Day(daysSince1970: 20_781))))
    #expect(try QueryDate("fri").moment(in: context) == .date(Day(daysSince1970: 20_784)))
  }
}
