/// A date or a rule at the beginning of a line: `Tomorrow call Bob`, `Every monday call Bob`. Most such words
/// are of a title, as in `Monday blues playlist`.
struct LeadingDate {
  private(set) var run: PhraseRun
  /// The word behind it.
  let end: Int
  /// It says when, and the rest is the title.
  let isSure: Bool
  /// No word behind it makes it the beginning of a sentence.
  let isDay: Bool

  /// Nil where the line begins with no date, or is one.
  init?(_ grammar: WordGrammar, _ kinds: Set<Piece.Kind>) {
    guard kinds.contains(.date), grammar.tokens.count > 1, grammar.couldBegin(0) else { return nil }
    var attempt = grammar
    let isRule = grammar.has(.every, at: 0)
    run = attempt.run(isRule ? [.date, .time, .rule] : [.date, .time], to: grammar.tokens.count - 1)
    let followsMark =
      attempt.position > 0
      && grammar.tokens[attempt.position - 1].trailing.contains { $0 == "," || $0 == ":" }
    let behind = attempt.position
    let isDashed = attempt.dash() && attempt.position < grammar.tokens.count
    guard run.date != nil || run.isSaidRule(grammar), run.problem == nil, let last = run.spans.indices.last
    else { return nil }
    let next = isDashed ? attempt.position : behind
    let isMarked = followsMark || isDashed
    isDay =
      !grammar.has(.titleWord, at: next) && !grammar.has(.sentenceWord, at: next)
      && !(isMarked && grammar.isOfDay(next))
    isSure =
      isDay
      && (isMarked || run.clock != nil || run.claim != nil || grammar.leadsToDate(0)
        || (run.isNamedDay || run.rule != nil) && grammar.tokens.count > next + 1)
    // The dash goes with the date.
    end = isSure ? next : behind
    run.spans[last].words = run.spans[last].words.lowerBound..<end
  }
}

extension PhraseRun {
  /// `tomorrow`, not the name of a day or month, with which many titles begin.
  fileprivate var isNamedDay: Bool {
    switch date {
    case .relative(let anchor, _):
      switch anchor {
      case .now, .today, .tomorrow, .inDays: true
      default: false
      }
    default: false
    }
  }

  /// A rule that no title begins with: not the `every second` of `every second counts`.
  fileprivate func isSaidRule(_ grammar: WordGrammar) -> Bool {
    guard let rule, let words = words(of: .rule) else { return false }
    return rule.byMonthDay.isEmpty || words.contains { grammar.tokens[$0].isNumber }
  }

  /// The part of a day needs a time.
  fileprivate var isVague: Bool { problem?.0 == .vagueTime }

  /// This date with the phrases of another run.
  func joined(with other: PhraseRun) -> PhraseRun {
    var result = other
    (result.date, result.claim, result.part) = (date ?? other.date, claim ?? other.claim, part ?? other.part)
    result.rule = rule ?? other.rule
    (result.clock, result.start) = (clock ?? other.clock, start ?? other.start)
    result.spans = spans + other.spans
    result.problem = problem ?? other.problem
    return result
  }
}
