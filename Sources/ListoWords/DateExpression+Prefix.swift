internal import ICalendar

extension DateExpression {
  /// A date at the beginning of words, for languages in which dates stand among other things.
  public struct Prefix: Sendable {
    /// What the words mean, as they are asked each time.
    public let expression: DateExpression
    /// How many of the words it is.
    public let count: Int
    /// What is wrong with it, though it was understood: `next friday` is one of two days, depending on when it is asked.
    public let problem: WordsError.Problem?
  }

  /// The longest date, with a time or without, that words begin with; nil where they begin with none. What it is depends on the moment;
  /// a time alone is no date.
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
