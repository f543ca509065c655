internal import ICalendar

/// Takes a line apart: signs first, wherever they stand, then phrases from the end of what is left.
struct QuickEntryReader {
  let line: String
  private(set) var language: WordsLanguage
  let context: WordsContext
  let tokens: [WordToken]
  /// No phrases are longer, all kinds of them together.
  static let window = 32

  var pieces: [Piece] = []
  var due: DateWords?
  var start: DateWords?
  var priority: Int?
  var tags: [String] = []
  var list: String?
  var unread: QuickEntry.UnreadDate?
  /// Words of the line that are no sign's.
  var words: [WordToken] = []

  init(_ line: String, _ language: WordsLanguage, _ context: WordsContext) {
    (self.line, self.language, self.context) = (line, language, context)
    tokens = WordToken.splitting(WordToken.tokens(of: line, quotes: true), of: line, in: language)
  }

  mutating func read() throws(WordsError) -> QuickEntry {
    try takeSigns()
    let phrases = try takePhrases()
    if let found = phrases?.due, phrases?.rule == nil || due == nil { due = found }
    if let found = phrases?.start { start = found }
    pieces += phrases?.pieces ?? []
    pieces.sort { $0.range.lowerBound < $1.range.lowerBound }
    let title = title()
    guard !title.isEmpty else {
      throw error(.noTitle, line.endIndex..<line.endIndex)
    }
    return QuickEntry(
      title: title, due: due, start: start, repeats: phrases?.rule, priority: phrases?.priority ?? priority,
      tags: tags, list: list, pieces: pieces,
      unread: due == nil && phrases?.rule == nil || unread?.language != nil ? unread : nil)
  }

  func error(_ problem: WordsError.Problem, _ range: Range<String.Index>) -> WordsError {
    WordsError(
      text: line, range: range,
      understood: pieces.filter { !$0.range.overlaps(range) && $0.kind != .escape },
      problem: problem)
  }

  // MARK: Phrases

  /// The phrases at the end of the words, and a date at their beginning.
  private mutating func takePhrases() throws(WordsError) -> Phrases? {
    let first = max(0, words.count - Self.window)
    let window = Array(words[first...])
    guard let last = window.last else { return nil }
    let grammar = WordGrammar(line, window, language, isWhole: false)
    let leading = first == 0 ? LeadingDate(grammar, openKinds) : nil
    guard let run = last.isQuoted ? nil : runAtEnd(grammar), let index = run.spans.first?.words.lowerBound
    else {
      if let leading, !hasPassed(leading.run) {
        if leading.isSure {
          let found = try phrases(leading.run, grammar)
          try refuseTimelessRule(found)
          return found
        }
        noteUnread(leading.run, 0..<leading.end, grammar, isLeading: true)
      }
      noteUnknown(grammar)
      return nil
    }
    let found = try phrases(run, grammar)
    try refuseHalf(before: index, grammar, run, found)
    if let leading, leading.end < index, run.date == nil || leading.run.date == nil,
      run.rule == nil || leading.run.rule == nil,
      !hasPassed(leading.run)
    {
      let joined = leading.run.joined(with: run)
      if leading.isSure {
        let found = try phrases(joined, grammar)
        try refuseTimelessRule(found)
        return found
      }
      // `friday call Bob at 9:00`
      if leading.isDay, run.clock != nil, run.rule == nil {
        throw error(
          .ambiguous([try phrases(joined, grammar).reading, found.reading]),
          grammar.range(of: 0..<window.count))
      }
    }
    try refuseTimelessRule(found)
    if run.date == nil { noteForeign(grammar, before: index) }
    return found.beginning(at: mark(before: index, window))
  }

  /// The most words at the end that are phrases; nil where there are none, or they are a part of the title.
  private mutating func runAtEnd(_ grammar: WordGrammar) -> PhraseRun? {
    for index in grammar.tokens.indices where grammar.couldBegin(index) {
      var attempt = grammar
      attempt.position = index
      let run = attempt.run(openKinds, to: grammar.tokens.count)
      guard attempt.position < grammar.tokens.count else {
        return isOfTitle(index, grammar) || hasPassed(run) ? nil : run
      }
      noteUnread(run, index..<attempt.position, grammar)
    }
    return nil
  }

  /// The meaning of a run at the current moment.
  private func phrases(_ run: PhraseRun, _ grammar: WordGrammar) throws(WordsError) -> Phrases {
    do throws(WordsError) {
      return try Phrases(run, grammar, in: context)
    } catch {
      throw WordsError(
        text: line, range: error.range,
        understood: (pieces.filter { $0.kind != .escape } + error.understood)
          .sorted { $0.range.lowerBound < $1.range.lowerBound },
        problem: error.problem)
    }
  }

  /// Notes what people write for a date or a rule at the end of the line, and is none here: `15/12`, `this
  /// weekend`, `1st of every month`.
  private mutating func noteUnknown(_ grammar: WordGrammar) {
    let last = grammar.tokens.count - 1
    guard unread == nil, due == nil, last > 0 else { return }
    if let first = grammar.unreadDay(before: last + 1) ?? beginning(ofUnknownAt: last, grammar) {
      unread = QuickEntry.UnreadDate(words: String(line[grammar.range(of: first..<last + 1)]), rest: "")
    } else {
      noteForeign(grammar, before: last + 1)
    }
  }

  /// Notes what another language has for a date or a rule before a place: `morgen` in English. A language
  /// beside English has its words.
  private mutating func noteForeign(_ grammar: WordGrammar, before end: Int) {
    for other in WordsLanguage.all
    where other.code != language.code && other.code != WordsLanguage.english.code {
      var reader = self
      reader.language = other
      let foreign = WordGrammar(line, grammar.tokens, other, isWhole: false)
      guard let run = reader.runAtEnd(foreign), run.date != nil || run.rule != nil,
        let first = run.spans.first?.words.lowerBound, first < end,
        // `do`, `so` and `mi` are days in their own language alone.
        (first..<end).contains(where: { index in
          let text = grammar.tokens[index].text
          return text.count > 2 && other.meanings[text] != nil && language.meanings[text] == nil
        })
      else { continue }
      unread = QuickEntry.UnreadDate(
        words: String(line[grammar.range(of: first..<end)]), rest: "", language: other.code)
      return
    }
  }

  /// Where words begin that end at a place; nil where they are a part of the title.
  private func beginning(ofUnknownAt last: Int, _ grammar: WordGrammar) -> Int? {
    if Self.isDayAndMonth(grammar.tokens[last].text) { return isOfTitle(last, grammar) ? nil : last }
    if grammar.has(.weekend, at: last) {
      var before = grammar
      before.position = last - 1
      let first = before.take(.coming) || before.turn() != nil ? last - 1 : last
      return isOfTitle(first, grammar) ? nil : first
    }
    var unit = grammar
    unit.position = last
    guard grammar.isOfDate(last) || unit.unit() != nil,
      let every = (max(1, last - 2)..<max(1, last)).last(where: { grammar.has(.every, at: $0) })
    else {
      return nil
    }
    guard every > 1, grammar.has(.of, at: every - 1), grammar.tokens[every - 2].isNumber else {
      return isOfTitle(every, grammar) ? nil : every
    }
    return every - 2
  }

  /// `15/12`: without a year it may as well be a fraction.
  private static func isDayAndMonth(_ text: String) -> Bool {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.count <= 2 }), let left = WordGrammar.digits(parts[0]),
      let right = WordGrammar.digits(parts[1])
    else { return false }
    // Always, as people say it.
    guard text != "24/7" else { return false }
    return (1...31).contains(left) && (1...31).contains(right) && min(left, right) <= 12
      && max(left, right) > 4
  }

  /// Notes a date that would be one if the line ended behind it.
  private mutating func noteUnread(
    _ run: PhraseRun, _ phrase: Range<Int>, _ grammar: WordGrammar, isLeading: Bool = false
  ) {
    let end = grammar.tokens.count
    guard unread == nil, due == nil, run.date != nil || isLeading, run.problem == nil,
      !isOfTitle(phrase.lowerBound, grammar), !hasPassed(run),
      isLeading || end - phrase.upperBound <= Self.unreadWords
    else { return }
    unread = QuickEntry.UnreadDate(
      words: String(line[grammar.range(of: phrase)]),
      rest: String(line[grammar.range(of: phrase.upperBound..<end)]))
  }

  /// A date before more words than these is one of a sentence.
  private static let unreadWords = 2

  /// Where a comma or a dash stands that links the title to what is taken away.
  private func mark(before index: Int, _ window: [WordToken]) -> String.Index? {
    guard index > 0, !window[index].followsSign else { return nil }
    let before = window[index - 1]
    if index > 1, ["-", "–", "—"].contains(before.text) { return before.range.lowerBound }
    let comma = line.unicodeScalars.index(before: before.range.upperBound)
    return before.trailing == "," && line.unicodeScalars[comma] == "," ? comma : nil
  }

  /// The kinds of pieces that no sign of the line has given.
  private var openKinds: Set<Piece.Kind> {
    var kinds: Set<Piece.Kind> = [.rule]
    if due == nil { kinds.formUnion([.date, .time]) }
    if due == nil, start == nil { kinds.insert(.start) }
    if priority == nil { kinds.insert(.priority) }
    return kinds
  }

  /// The word before makes of a date a part of the title: `the sun`, `for friday`, `monday until friday`.
  private func isOfTitle(_ index: Int, _ grammar: WordGrammar) -> Bool {
    let tokens = grammar.tokens
    guard index > 0, !tokens[index].followsSign, !tokens[index - 1].isQuoted else { return false }
    let before = tokens[index - 1]
    if before.trailing.isEmpty, grammar.has(.titleWord, at: index - 1) { return true }
    if grammar.isOfDate(index - 1) {
      if grammar.has(.until, at: index) || grammar.has(.and, at: index) { return true }
      if before.trailing == ",", !before.isNumber, grammar.isOfDate(index), !tokens[index].isNumber {
        return true
      }
    }
    return index > 1 && ["-", "–", "—"].contains(before.text) && grammar.isOfDate(index - 2)
  }

  /// A new reminder is due today or later; an earlier day is part of the title: `Photos 2019-06-01`.
  private func hasPassed(_ run: PhraseRun) -> Bool {
    guard let date = run.date, run.problem == nil,
      case .success(let moment) = date.resolved(in: context)
    else { return false }
    return moment.day < context.now.day
  }

  /// A day, a distance or a rule right before the phrases belongs to them: without it they mean another day.
  private func refuseHalf(
    before index: Int, _ grammar: WordGrammar, _ said: PhraseRun, _ found: Phrases
  ) throws(WordsError) {
    guard found.due != nil || found.rule != nil, index > 0, !grammar.tokens[index].followsSign,
      !grammar.tokens[index - 1].isQuoted
    else { return }
    guard let (first, run) = date(before: index, grammar) else {
      return try refuseUnread(before: index, grammar, said)
    }
    let words = String(line[grammar.range(of: first..<index)])
    let before = (try? phrases(run, grammar))?.reading ?? .init(words)
    throw error(
      .ambiguous([before, found.reading]), grammar.range(of: first..<grammar.tokens.count))
  }

  /// Refuses words right before the phrases that say when and are not understood: `christmas eve 5pm`,
  /// `3pm EST mon`, `mon-fri 9:00`, `mon + thu`.
  private func refuseUnread(
    before index: Int, _ grammar: WordGrammar, _ said: PhraseRun
  ) throws(WordsError) {
    let example = DateWords(.date(context.now.day.adding(days: 1))).words(.english)
    let written = WordsLanguage.english.written
    let first: Int
    let expected: String
    if grammar.has(.zone, at: index - 1), said.clock == nil, index > 1,
      grammar.tokens[index - 2].isNumber || grammar.isOfDate(index - 2)
    {
      (first, expected) = (index - 2, "the time on the clock of this place")
    } else if said.date == nil || grammar.tokens[index - 1].isNumber,
      let unread = grammar.unreadDay(before: index)
        ?? (said.date == nil ? Self.pair(before: index, grammar) : nil)
    {
      (first, expected) = (unread, "the day, such as \(example)")
    } else if let days = grammar.days(before: index) {
      first = days.first
      let names = days.weekdays.map { written.weekdays[$0.index] }.joined(separator: ", ")
      expected = "'\(written.every(.weekly, 1)) \(written.on) \(names)', or one day"
    } else if said.date == nil, said.rule == nil, let like = grammar.likeDay(before: index) {
      (first, expected) = (like, "the day, such as \(example)")
    } else {
      return
    }
    throw error(.notUnderstood(expected: expected), grammar.range(of: first..<index))
  }

  /// `24.12`, two numbers that are a day and a month.
  private static func pair(before index: Int, _ grammar: WordGrammar) -> Int? {
    let text = grammar.tokens[index - 1].text
    let isDotted = text.utf8.count == 5 && text.dropFirst(2).first == "."
    return isDayAndMonth(isDotted ? text.split(separator: ".").joined(separator: "/") : text)
      ? index - 1 : nil
  }

  /// The words up to a place that are a date or a rule, and where they begin; nil where the words there are
  /// of the title.
  private func date(before end: Int, _ grammar: WordGrammar) -> (Int, PhraseRun)? {
    for first in max(0, end - Self.nearWords)..<end
    where grammar.couldBegin(first) && !isOfTitle(first, grammar) {
      var attempt = grammar
      attempt.position = first
      let run = attempt.run([.date, .time, .rule], to: end)
      let isExcepted = run.rule != nil && attempt.position < end && attempt.take(.except)
      if attempt.position == end, run.date != nil && !hasPassed(run) || run.rule != nil || isExcepted {
        return (first, run)
      }
    }
    return nil
  }

  /// How many words before a phrase can belong to it.
  private static let nearWords = 4

  /// A rule that repeats every few hours needs an hour to begin at.
  private func refuseTimelessRule(_ phrases: Phrases) throws(WordsError) {
    guard phrases.rule != nil, phrases.due == nil, due == nil,
      let piece = phrases.pieces.first(where: { $0.kind == .rule })
    else { return }
    throw WordsError(
      text: line, range: piece.range.upperBound..<piece.range.upperBound,
      understood: pieces.filter { $0.kind != .escape } + phrases.pieces,
      problem: .notUnderstood(expected: "a time at which it begins, such as 9:00"))
  }

  // MARK: Title

  private func title() -> String {
    var title = String.UnicodeScalarView()
    var place = line.startIndex
    let scalars = line.unicodeScalars
    for piece in pieces {
      title += scalars[place..<piece.range.lowerBound]
      if piece.kind != .escape { while let last = title.last, WordToken.isBlank(last) { title.removeLast() } }
      place = piece.range.upperBound
    }
    title += scalars[place...]
    func isEdge(_ scalar: Unicode.Scalar) -> Bool {
      WordToken.isBlank(scalar) || WordToken.isInvisible(scalar)
    }
    guard let first = title.firstIndex(where: { !isEdge($0) }),
      let last = title.lastIndex(where: { !isEdge($0) })
    else { return "" }
    return String(String.UnicodeScalarView(title[first...last]))
  }
}
