internal import ICalendar

extension DateExpression {
  /// A date at the beginning of words, for languages in which dates appear among other words.
  public struct Prefix: Sendable {
    /// The meaning of the words, resolved anew for each question.
    public let expression: DateExpression
    /// The number of words.
    public let count: Int
    /// A problem with words that were understood: `next friday` is one of two days, depending on the present
    /// day.
    public let problem: WordsError.Problem?
  }

  /// Returns the longest date, with or without a time, at the beginning of the words; nil if there is none.
  /// The date depends on the present moment. A time alone is not a date.
  ///
  /// - Parameter words: without blanks in them.
  public static func prefix(of words: [String], language: WordsLanguage) -> Prefix? {
    var text = ""
    var tokens: [WordToken] = []
    for word in words.prefix(16) {
      let start = text.endIndex
      text += word
      tokens.append(WordToken(start..<text.endIndex, of: text))
      text += " "
    }
    let ends = tokens.map(\.range.upperBound)
    tokens = WordToken.splitting(tokens, of: text, in: language)
    var grammar = WordGrammar(text, tokens, language, isWhole: true)
    let run = grammar.run([.date, .time], to: tokens.count).settled
    // A text that begins with a time does not begin with a date.
    guard run.spans.first?.kind == .date, let expression = run.moment else { return nil }
    // A word of which only the beginning is a date is none: `today+7x`.
    guard let last = ends.firstIndex(of: tokens[grammar.position - 1].range.upperBound) else { return nil }
    var problem = run.problem?.0
    if problem == nil, case .relative(.nextWeekday(let weekday), _) = run.date {
      problem = .ambiguous([.init("\(weekday)"), .init("\(weekday) next week")])
    }
    if problem == nil, case .relative(.weekdayIn(let weekday, let weeks), _) = run.date {
      problem = .ambiguous([
        .init("today+\(weeks)w"), .init("\(weekday)+\(weeks)w"),
      ])
    }
    if problem == nil, run.claim != nil { problem = .notUnderstood(expected: "its year") }
    return Prefix(expression: expression, count: last + 1, problem: problem)
  }
}
