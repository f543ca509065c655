internal import ICalendar

/// A date, a time and a rule that are said together: `every monday at 9am starting 1 dec 2026`.
package struct PlanWords: Sendable, Hashable {
  /// The due date; for a rule without a date, the first day that it names.
  package let due: DateWords?
  /// The rule.
  package let rule: RuleWords?

  /// - Throws: ``WordsError``, also where words are left.
  package static func parse(
    _ text: String, language: WordsLanguage, in context: WordsContext
  ) throws(WordsError) -> PlanWords {
    let phrases = try Phrases(whole: text, language: language, in: context, kinds: [.date, .time, .rule])
    guard phrases.due != nil || phrases.rule != nil else {
      throw phrases.nothing(expected: DateWords.expected)
    }
    return PlanWords(due: phrases.due, rule: phrases.rule)
  }
}
