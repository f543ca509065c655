import ListoWords
import Testing

/// A date that stays in the title since something stands behind it.
@Suite struct UnreadDateTests {
  private func unread(_ line: String, _ code: String = "en") throws -> QuickEntry.UnreadDate? {
    let entry = try QuickEntry(
      line, language: WordsLanguage(locale: code), in: WordsContext(now: GoldenLine.now))
    return entry.unread
  }

  @Test func isToldWithWhatStandsBehindIt() throws {
    let found = try #require(try unread("Call Anna tomorrow 5pm urgent @Work"))
    #expect(found.words == "tomorrow 5pm")
    #expect(found.rest == "urgent")
    #expect(try unread("Call Anna tomorrow !!")?.rest == "!!")
    #expect(try unread("Anna anrufen morgen dringend", "de")?.words == "morgen")
  }

  /// Words that are no date here, though people write them for one.
  @Test(arguments: [
    ("Call Bob 15/12", "15/12"), ("Trip on weekends", "weekends"), ("Wrap presents xmas eve", "xmas eve"),
  ])
  func isToldOfWhatIsNone(line: String, words: String) throws {
    let found = try #require(try unread(line))
    #expect(found.words == words && found.rest.isEmpty)
  }

  /// A date in another language: reported, also where a time behind it was understood.
  @Test(arguments: [
    ("Anruf morgen", "morgen"), ("Anruf am Montag", "am Montag"), ("Anruf morgen 9:00", "morgen"),
    ("Anruf jeden Montag 9:00", "jeden Montag"), ("Anruf heute Abend um 8", "heute Abend um 8"),
  ])
  func isToldOfAnotherLanguage(line: String, words: String) throws {
    let found = try #require(try unread(line))
    #expect(found.words == words && found.language == "de")
    #expect(try unread(line, "de") == nil)
  }

  /// A day at the beginning of a line, which most titles begin with.
  @Test func isToldOfTheBeginning() throws {
    #expect(try unread("Friday call Bob about the car")?.words == "Friday")
    #expect(try unread("Tomorrow never dies")?.rest == "never dies")
    #expect(try unread("Tomorrow call Bob about the car") == nil)
  }

  @Test(arguments: [
    "What to do", "Call mo", "Do so", "Mi casa es su casa", "Plan for the weekend", "Plan for this weekend",
    "Room 24/7", "Water every plant", "Check each door",
    "Every little thing", "Call Anna every month",
    "Call Anna tomorrow", "Call Anna", "Buy tickets for friday evening show",
    "Sort the photos 2019-06-01 again",
    "Call Anna tomorrow about the house and the car", "Call Anna urgent due:tomorrow", "Read 1984 again",
  ])
  func isNotToldOfASentenceOrWhereADateIsRead(line: String) throws { #expect(try unread(line) == nil) }
}
