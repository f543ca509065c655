/// A date at the beginning of a line: `Tomorrow call Bob`. Most such words are of a title, as in `Monday blues playlist`.
struct LeadingDate {
  let run: PhraseRun
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
    run = attempt.run([.date, .time], to: grammar.tokens.count - 1)
    end = attempt.position
    guard run.date != nil, run.problem == nil else { return nil }
    isDay = !grammar.has(.titleWord, at: end) && !grammar.has(.sentenceWord, at: end)
    isSure =
      isDay
      && (attempt.followsComma || run.clock != nil || grammar.leadsToDate(0)
        || run.isNamedDay && grammar.tokens.count > end + 1)
  }
}

extension PhraseRun {
  /// `tomorrow`, not the name of a day or month, with which many titles begin.
  fileprivate var isNamedDay: Bool {
    switch date {
    case .relative(let anchor, _):
      switch anchor {
      case .today, .tomorrow, .inDays: true
      default: false
      }
    default: false
    }
  }

  /// The part of a day needs a time.
  fileprivate var isVague: Bool { problem?.0 == .vagueTime }

  /// This date with the phrases of another run.
  func joined(with other: PhraseRun) -> PhraseRun {
    var result = other
    (result.date, result.claim, result.part) = (date, claim, part ?? other.part)
    result.clock = clock ?? other.clock
    result.spans = spans + other.spans
    result.problem = problem ?? other.problem
    return result
  }
}
