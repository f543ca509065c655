internal import ICalendar

/// Phrases at a moment: what they mean, and their pieces.
struct Phrases {
  let text: String
  /// The due date; its day is that of the rule's first time where none is said.
  private(set) var due: DateWords?
  private(set) var rule: RuleWords?
  /// When it starts, of a time with a start and an end.
  private(set) var start: DateWords?
  private(set) var priority: Int?
  private(set) var pieces: [Piece] = []

  /// All words of a text.
  ///
  /// - Throws: ``WordsError`` where words are left, or mean two things.
  init(
    whole text: String, language: WordsLanguage, in context: WordsContext, kinds: Set<Piece.Kind>
  ) throws(WordsError) {
    let tokens = WordToken.splitting(
      WordToken.tokens(of: text, quotes: false), of: text, in: language)
    var grammar = WordGrammar(text, tokens, language, isWhole: true)
    let run = grammar.run(kinds, to: tokens.count)
    try self.init(run, grammar, in: context)
    guard grammar.position < tokens.count else { return }
    let expected = kinds.contains(.rule) ? RuleWords.expected : DateWords.expected
    throw WordsError(
      text: text,
      range: tokens[grammar.position].range.lowerBound..<tokens[tokens.count - 1].range.upperBound,
      understood: pieces,
      problem: .notUnderstood(expected: pieces.isEmpty ? expected : "nothing more"))
  }

  /// The error for words that say nothing.
  func nothing(expected: String) -> WordsError {
    WordsError(
      text: text, range: text.endIndex..<text.endIndex, understood: pieces,
      problem: .notUnderstood(expected: expected))
  }

  /// Reads the meaning of a run at a moment.
  init(_ unsettled: PhraseRun, _ grammar: WordGrammar, in context: WordsContext) throws(WordsError) {
    text = grammar.text
    let run = unsettled.settled
    /// A time with a start before it and an end after midnight.
    let isOvernight = run.start.map { start in run.time.map { $0 < start.time } ?? false } ?? false
    func error(_ problem: WordsError.Problem, _ words: Range<Int>) -> WordsError {
      let range = grammar.range(of: words)
      return WordsError(
        text: grammar.text, range: range,
        understood: pieces.filter { !$0.range.overlaps(range) }, problem: problem)
    }
    var notes: [Piece.Kind: String] = [:]
    var meanings: [Piece.Kind: String] = [:]

    if let expression = run.moment {
      let words = run.words(of: .date) ?? 0..<0
      let moment: Moment
      switch expression.resolved(in: context) {
      case .success(let found): moment = found
      case .failure(let problem): throw error(problem.problem, run.problem?.1 ?? words)
      }
      let date = DateWords(moment)
      meanings[.date] =
        run.time == nil
        ? date.words(.english) : DateWords(.date(run.day(in: context) ?? date.day)).words(.english)
      if let claim = run.claim, case .relative(let anchor, _)? = run.date, anchor == claim.anchor,
        run.problem == nil
      {
        let day = anchor.day(today: context.now.day, weekStart: context.weekStart)
        if day.weekday != claim.weekday, claim.isBehind {
          let coming = DateExpression.Anchor.weekday(claim.weekday)
            .day(today: context.now.day, weekStart: context.weekStart)
          throw error(
            .ambiguous([day, coming].map { .init(DateWords(.date($0)).words(.english)) }), words)
        }
        if day.weekday != claim.weekday {
          throw error(.noSuchDay("\(DateWords(.date(day)).words(.english)) is not a \(claim.weekday)"), words)
        }
      }
      due = date
      if let time = run.time, let said = run.day(in: context).map(time.on) {
        notes[.time] = context.note(onSkipped: said)
      }
      notes[.date] =
        context.note(onSecond: moment, of: expression)
        ?? DateExpression.minutesNote(in: String(grammar.text[grammar.range(of: words)]))
    }
    if let time = run.time {
      meanings[.time] = time.description
      if run.date == nil {
        let today = time.on(context.now.day)
        let hasPassed = (isOvernight ? run.start?.time.on(context.now.day) ?? today : today) < context.now
        let day = hasPassed ? time.on(context.now.day.adding(days: 1)) : today
        let date = DateWords(.floating(context.shown(day)))
        notes[.time] = context.note(onSkipped: day)
        due = date
        if run.rule == nil {
          meanings[.time] = date.words(.english)
          if hasPassed { notes[.time] = WordsLanguage.english.written.hasPassed(time.description) }
        }
      }
    }
    if isOvernight, let end = due?.local {
      due = DateWords(.floating(end.adding(seconds: 86_400)))
      meanings[.time] = due?.words(.english)
    }
    if let expression = run.rule {
      let words = run.words(of: .rule) ?? 0..<0
      switch RuleWords.resolved(expression, in: context) {
      case .success(let found): rule = found
      case .failure(let problem): throw error(problem.problem, words)
      }
      meanings[.rule] = rule?.words(.english)
    }
    if let rule, let due, run.date != nil, !rule.byDay.isEmpty,
      !rule.byDay.contains(where: { $0.weekday == due.day.weekday }), let words = run.words(of: .date)
    {
      throw error(.noSuchDay("the rule does not name \(DateWords(.date(due.day)).words(.english))"), words)
    }
    if let until = rule?.until, run.date != nil, let due, until < due.day, let words = run.words(of: .rule) {
      throw error(Self.endsTooEarly(due), words)
    }
    priority = run.priority
    if let priority {
      meanings[.priority] = WordsLanguage.english.written.importance[priority]
    }
    pieces = run.spans.map { span in
      Piece(grammar.range(of: span.words), span.kind, meanings[span.kind] ?? "", note: notes[span.kind])
    }
    if let (problem, words) = run.problem { throw error(problem, words) }
    if run.date == nil, let rule, let words = run.words(of: .rule) {
      let (range, pieces) = (grammar.range(of: words), pieces.filter { $0.kind != .rule })
      try begin(rule, at: due, in: context) { problem in
        WordsError(text: grammar.text, range: range, understood: pieces, problem: problem)
      }
    }
    if let clock = run.start, let end = due?.local, let time = run.time {
      // A time of 24:00 is the next day's first moment.
      let isNextDay = isOvernight || time.hour == 24
      let start = DateWords(.floating(clock.time.on(isNextDay ? end.day.adding(days: -1) : end.day)))
      self.start = start
      pieces = pieces.map { piece in
        piece.kind == .start ? Piece(piece.range, .start, start.words(.english)) : piece
      }
    }
  }

  /// The same, of which the first piece begins with a mark before it.
  func beginning(at mark: String.Index?) -> Phrases {
    guard let mark, let first = pieces.first else { return self }
    var result = self
    result.pieces[0] = Piece(
      mark..<first.range.upperBound, first.kind, first.meaning, note: first.note)
    return result
  }

  /// The rule or the date, for one of the readings of words.
  var reading: WordsError.Reading {
    .init(rule?.words(.english) ?? due?.words(.english) ?? "")
  }

  private static func endsTooEarly(_ first: DateWords) -> WordsError.Problem {
    .noSuchDay("the rule ends before its first day, \(DateWords(.date(first.day)).words(.english))")
  }

  /// A rule without a date is due on the first day that it names.
  private mutating func begin(
    _ rule: RuleWords, at time: DateWords?, in context: WordsContext,
    _ error: (WordsError.Problem) -> WordsError
  ) throws(WordsError) {
    if !rule.byMonth.isEmpty, rule.byMonthDay.isEmpty, rule.byDay.isEmpty {
      throw error(.notUnderstood(expected: "a day of that month"))
    }
    var start = time?.local ?? LocalDateTime(startOf: context.now.day)
    if let from = rule.from, from > start.day { start = start.on(from) }
    // The first of every second week is the next one: intervals count from it.
    guard let recurrence = try? RecurrenceRule.parse(Array(rule.each.value.utf8)[...]) else { return }
    guard let first = recurrence.occurrences(from: start, limit: 1)?.first else {
      if rule.frequency == .hourly || rule.frequency == .minutely {
        due = time
        return
      }
      throw error(.noSuchDay("the rule has no day"))
    }
    if let until = rule.until, until < first.day {
      throw error(Self.endsTooEarly(DateWords(.date(first.day))))
    }
    let date = DateWords(time == nil ? .date(first.day) : .floating(first))
    due = date
    let note = WordsLanguage.english.written.isFirst(date.words(.english))
    pieces = pieces.map { piece in
      piece.kind == .rule ? Piece(piece.range, piece.kind, piece.meaning, note: note) : piece
    }
  }
}

extension PhraseRun {
  /// The day of the date alone.
  fileprivate func day(in context: WordsContext) -> Day? {
    switch date {
    case .absolute(let moment): moment.day
    case .relative(let anchor, let shifts), .timed(let anchor, let shifts, _):
      shifts.reduce(anchor.day(today: context.now.day, weekStart: context.weekStart)) { $1.applied(to: $0) }
    case nil: nil
    }
  }
}

extension WordsContext {
  /// Why a time from now is written in UTC; nil where it is not.
  fileprivate func note(
    onSecond moment: Moment, of expression: DateExpression
  ) -> String? {
    guard case .relative(.now, _) = expression, case .utc(let local) = moment,
      let shown = clockTime(of: Instant(utc: local))
    else { return nil }
    return WordsLanguage.english.written.isSecond(DateWords(.floating(shown)).words(.english))
  }

  /// Why a time is another one; nil where the clock shows it.
  fileprivate func note(onSkipped local: LocalDateTime) -> String? {
    let shown = shown(local)
    guard shown != local, let time = ClockTime(hour: local.hour, minute: local.minute) else { return nil }
    return WordsLanguage.english.written.isSkipped(
      time.description, DateWords(.floating(shown)).words(.english))
  }
}
