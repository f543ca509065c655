internal import ICalendar

/// Takes a line apart: signs first, wherever they stand, then phrases from the end of what is left.
struct QuickEntryReader {
  let line: String
  let language: WordsLanguage
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
    pieces.sort { $0.range.lowerBound < $1.range.lowerBound }
    let title = title()
    guard !title.isEmpty else {
      throw error(.noTitle, line.endIndex..<line.endIndex)
    }
    return QuickEntry(
      title: title, due: due, start: start, repeats: phrases?.rule, priority: phrases?.priority ?? priority,
      tags: tags, list: list, pieces: pieces, unread: due == nil && phrases?.rule == nil ? unread : nil)
  }

  func error(_ problem: WordsError.Problem, _ range: Range<String.Index>) -> WordsError {
    WordsError(
      text: line, range: range,
      understood: pieces.filter { !$0.range.overlaps(range) && $0.kind != .escape },
      problem: problem)
  }

  // MARK: Phrases

  /// The phrases at the end of the words: the most words that are phrases up to the last.
  private mutating func takePhrases() throws(WordsError) -> Phrases? {
    let first = max(0, words.count - Self.window)
    let window = Array(words[first...])
    guard let last = window.last, !last.isQuoted else { return nil }
    let grammar = WordGrammar(line, window, language, isWhole: false)
    let kinds = openKinds
    for index in window.indices where grammar.couldBegin(index) {
      var attempt = grammar
      attempt.position = index
      let run = attempt.run(kinds, to: window.count)
      guard attempt.position == window.count else {
        try refuseVagueTime(run, attempt)
        noteUnread(run, from: index, attempt)
        continue
      }
      guard !isOfTitle(index, grammar), !hasPassed(run) else {
        noteUnknown(grammar)
        return nil
      }
      let phrases: Phrases
      do throws(WordsError) {
        phrases = try Phrases(run, attempt, in: context)
      } catch {
        throw WordsError(
          text: line, range: error.range,
          understood: (pieces.filter { $0.kind != .escape } + error.understood)
            .sorted { $0.range.lowerBound < $1.range.lowerBound },
          problem: error.problem)
      }
      try refuseHalf(before: index, grammar, phrases)
      pieces += phrases.pieces.enumerated().map { offset, piece in
        guard offset == 0, let mark = mark(before: index, window) else { return piece }
        return Piece(mark..<piece.range.upperBound, piece.kind, piece.meaning, note: piece.note)
      }
      try refuseTimelessRule(phrases)
      return phrases
    }
    noteUnknown(grammar)
    return nil
  }

  /// Notes what people write for a date or a rule at the end of the line, and is none here: `15/12`, `this weekend`, `1st of every month`.
  private mutating func noteUnknown(_ grammar: WordGrammar) {
    let last = grammar.tokens.count - 1
    guard unread == nil, due == nil, last > 0 else { return }
    guard let first = beginning(ofUnknownAt: last, grammar) else { return }
    unread = QuickEntry.UnreadDate(words: String(line[grammar.range(of: first..<last + 1)]), rest: "")
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
  private mutating func noteUnread(_ run: PhraseRun, from index: Int, _ grammar: WordGrammar) {
    guard unread == nil, due == nil, run.date != nil, run.problem == nil, !isOfTitle(index, grammar),
      !hasPassed(run), grammar.tokens.count - grammar.position <= Self.unreadWords
    else { return }
    let phrase = grammar.range(of: index..<grammar.position)
    let rest = grammar.range(of: grammar.position..<grammar.tokens.count)
    unread = QuickEntry.UnreadDate(words: String(line[phrase]), rest: String(line[rest]))
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

  /// What no sign has said.
  private var openKinds: Set<Piece.Kind> {
    var kinds: Set<Piece.Kind> = [.rule]
    if due == nil { kinds.formUnion([.date, .time]) }
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

  /// What is added is due today or later; a day before is of the title: `Photos 2019-06-01`.
  private func hasPassed(_ run: PhraseRun) -> Bool {
    guard let date = run.date, run.problem == nil,
      case .success(let moment) = date.resolved(in: context, language)
    else { return false }
    return moment.day < context.now.day
  }

  /// `tomorrow morning` is a date that names no time.
  private func refuseVagueTime(_ run: PhraseRun, _ grammar: WordGrammar) throws(WordsError) {
    let index = grammar.position
    guard run.date != nil, run.time == nil, run.spans.last?.kind == .date, index == grammar.tokens.count - 1,
      grammar.has(.dayPart, at: index), let first = run.spans.first,
      !isOfTitle(first.words.lowerBound, grammar), !hasPassed(run)
    else { return }
    throw error(.vagueTime, grammar.range(of: index..<index + 1))
  }

  /// A day, a part of a day, a distance or a rule right before the phrases belongs to them: without it they mean another day.
  private func refuseHalf(
    before index: Int, _ grammar: WordGrammar, _ phrases: Phrases
  ) throws(WordsError) {
    guard phrases.due != nil || phrases.rule != nil, index > 0, !grammar.tokens[index].followsSign,
      !grammar.tokens[index - 1].isQuoted, let first = beginning(ofDateBefore: index, grammar)
    else { return }
    throw WordsError(
      text: line, range: grammar.range(of: first..<index),
      understood: pieces.filter { $0.kind != .escape } + phrases.pieces,
      problem: .notUnderstood(
        expected: "one date, such as fri 19:00, or put the words of the title in quotation marks"))
  }

  /// Where the words begin that are a date, a part of a day or a rule and end at a place; nil where the words there are of the title.
  private func beginning(ofDateBefore end: Int, _ grammar: WordGrammar) -> Int? {
    // `movie night` is of the title, `friday night` is not.
    let end = grammar.has(.dayPart, at: end - 1) ? end - 1 : end
    guard end > 0 else { return nil }
    if grammar.has(.dayPart, at: end), grammar.has(.coming, at: end - 1) { return end - 1 }
    for first in max(0, end - Self.nearWords)..<end
    where grammar.couldBegin(first) && !isOfTitle(first, grammar) {
      var attempt = grammar
      attempt.position = first
      let run = attempt.run([.date, .rule], to: end)
      if attempt.position == end, run.date != nil && !hasPassed(run) || run.rule != nil { return first }
      if run.rule != nil, attempt.position == end - 1,
        Self.excepting.contains(grammar.tokens[end - 1].text.lowercased())
      {
        return first
      }
    }
    return nil
  }

  /// What follows a rule and takes days out of it, which rules cannot say.
  private static let excepting: Set<String> = ["except", "but", "außer", "ausser"]

  /// How many words before a phrase can belong to it.
  private static let nearWords = 4

  /// What comes every few hours needs an hour to begin at.
  private func refuseTimelessRule(_ phrases: Phrases) throws(WordsError) {
    guard phrases.rule != nil, phrases.due == nil, due == nil,
      let piece = phrases.pieces.first(where: { $0.kind == .rule })
    else { return }
    throw WordsError(
      text: line, range: piece.range.upperBound..<piece.range.upperBound, understood: pieces,
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
