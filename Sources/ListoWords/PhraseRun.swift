internal import ICalendar

/// Phrases that stand behind each other, each kind once, as the grammar reads them: not yet at a moment.
struct PhraseRun {
  var date: DateExpression?
  /// The weekday that the day was said to be, where its year was not said.
  var claim: Claim?
  var time: ClockTime? { clock?.time }
  /// The time as it was read.
  var clock: ClockReading?
  /// When it starts, of a time with a start and an end.
  var start: ClockReading?
  /// The part of the day, and its words.
  var part: (DayPart, words: Range<Int>)?
  var rule: RuleExpression?
  var priority: Int?
  /// The pieces that were understood, by their words.
  var spans: [(kind: Piece.Kind, words: Range<Int>)] = []
  /// The first that is wrong with it.
  var problem: (WordsError.Problem, Range<Int>)?

  /// The weekday that a day is said to be.
  struct Claim {
    let weekday: Weekday
    let anchor: DateExpression.Anchor
    /// The weekday stands behind the day and could be meant alone.
    let isBehind: Bool
  }

  func words(of kind: Piece.Kind) -> Range<Int>? { spans.first { $0.kind == kind }?.words }

  /// The date names a time as well.
  var dateHasTime: Bool {
    switch date {
    case .absolute(.date), nil: false
    case .absolute, .timed: true
    case .relative(let anchor, let shifts): anchor == .now || shifts.contains { $0.unit.seconds != nil }
    }
  }

  /// The date with the time.
  var moment: DateExpression? {
    guard let time else { return date }
    switch date {
    case .absolute(.date(let day)): return .absolute(.floating(time.on(day)))
    case .relative(let anchor, let shifts): return .timed(anchor, shifts, time)
    default: return date
    }
  }
}
