import Testing

@testable import ListoModel

/// What may have been meant by a word that is not known.
@Suite struct SpellingTests {
  private static let known = [
    "stored-method", "bad-date", "bad-rule", "rule-without-days", "cyrus", "lock", "clock",
  ]

  @Test(arguments: [
    ("bad-dates", "bad-date"), ("cyru", "cyrus"), ("clokc", "clock"), ("stored", "stored-method"),
    // A part between hyphens, where one word alone has it.
    ("method", "stored-method"), ("Method", "stored-method"), ("date", "bad-date"),
    ("days", "rule-without-days"),
    // Its beginning, sooner than what is spelled alike.
    ("cloc", "clock"), ("clo", "clock"),
  ])
  func nearest(word: String, meant: String) {
    #expect(Spelling.nearest(to: word, in: Self.known) == meant)
  }

  @Test(arguments: ["xyz", "without-d", ""]) func nothingIsGuessed(word: String) {
    #expect(Spelling.nearest(to: word, in: Self.known) == nil)
  }
}
