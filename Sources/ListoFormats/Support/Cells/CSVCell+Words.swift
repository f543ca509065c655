internal import ICalendar
internal import ListoWords

/// Dates and rules in words, as far as they mean the same on every day: a reader has no clock.
extension CSVCell {
  /// The date that a text names with its year, such as `Oct 5, 2026` or `1. Dezember 2026 9:00`; nil for
  /// others, such as `tomorrow`.
  static func date(inWords text: String) -> Moment? {
    let numbers = text.split(whereSeparator: { !("0"..."9" ~= $0) })
    guard numbers.count > 1, numbers.contains(where: { $0.count == 4 }) else { return nil }
    return same { language, context throws(WordsError) in
      try DateWords.parse(text, language: language, in: context).moment
    }
  }

  /// The rule that words name, such as `every 2 weeks` or `jeden Montag`; nil for others, and for those that
  /// say when they begin.
  static func rule(inWords text: String) -> RuleWords? {
    let rule = same { language, context throws(WordsError) in
      try RuleWords.parse(text, language: language, in: context)
    }
    return rule?.from == nil ? rule : nil
  }

  /// The meaning of words in the first language that understands them, if it does not depend on the day.
  private static func same<Meaning: Equatable>(
    _ parse: (WordsLanguage, WordsContext) throws(WordsError) -> Meaning
  ) -> Meaning? {
    for language in WordsLanguage.all {
      let meanings = days.map { try? parse(language, WordsContext(now: $0)) }
      if let first = meanings[0], meanings.allSatisfy({ $0 == first }) { return first }
    }
    return nil
  }

  /// Two times that differ in everything.
  private static let days = [
    LocalDateTime(startOf: Day(daysSince1970: 11_000)),
    LocalDateTime(startOf: Day(daysSince1970: 20_200)).adding(seconds: 50_000),
  ]
}
