internal import ICalendar

/// Reads dates, times and rules from words, from a place on: each function takes what it understands and
/// stands behind it, or takes nothing.
///
///     phrases = { rule | ending | date | time | priority }        each kind once
///
/// The grammar is the same for every language; the words come from the language's table. There is no
/// recursion, and no phrase is longer than a window of words, so that the work is linear in the words.
struct WordGrammar {
  let text: String
  let tokens: [WordToken]
  let language: WordsLanguage
  /// All words have to be understood, and more can be said shortly: `5th`. In a title, only what is no title
  /// by itself is a date.
  let isWhole: Bool
  /// The meanings that each word can have, and the number of words that make up each.
  let meanings: [[(meaning: WordMeaning, count: Int)]]
  var position = 0
  /// Where the words end that may be taken.
  var limit: Int
  /// The first problem with words that were taken and understood.
  var problem: (WordsError.Problem, Range<Int>)?
  /// The day of the week that a day without a year was said to be.
  var claim: PhraseRun.Claim?
  /// A day or a rule stands before the place, so that `17.30` is a time; a time, so that `12/24` is a day.
  var (isBehindDay, isBehindTime) = (false, false)
  /// The part of the day that was said with a day.
  var part: (DayPart, Range<Int>)?

  init(_ text: String, _ tokens: [WordToken], _ language: WordsLanguage, isWhole: Bool) {
    (self.text, self.tokens, self.language, self.isWhole) = (text, tokens, language, isWhole)
    limit = tokens.count
    meanings = tokens.indices.map { start in
      var found: [(WordMeaning, Int)] = []
      var key = ""
      for index in start..<min(start + language.longest, tokens.count) {
        let token = tokens[index]
        if token.isQuoted || index > start && (token.followsSign || !tokens[index - 1].trailing.isEmpty) {
          break
        }
        key += (key.isEmpty ? "" : " ") + token.text
        for meaning in language.meanings[key] ?? [] { found.append((meaning, index - start + 1)) }
      }
      // The longest first, and those of one length in the order of the table.
      return found.enumerated().sorted {
        ($1.element.1, $0.offset) < ($0.element.1, $1.offset)
      }.map(\.element)
    }
  }

  // MARK: Words

  var isAtEnd: Bool { position >= limit }

  /// The token at the place, unless it is quoted.
  var peek: WordToken? {
    guard position < limit, !tokens[position].isQuoted else { return nil }
    return tokens[position]
  }

  /// A comma stands behind the last word that was taken.
  var followsComma: Bool { position > 0 && tokens[position - 1].trailing.contains(",") }

  func has(_ meaning: WordMeaning, at index: Int) -> Bool {
    tokens.indices.contains(index) && meanings[index].contains { $0.meaning == meaning && $0.count == 1 }
  }

  /// The word at a place begins or makes up a date: a name of one, or a number.
  func isOfDate(_ index: Int) -> Bool {
    tokens.indices.contains(index)
      && (tokens[index].isNumber || meanings[index].contains { $0.meaning.isOfDates })
  }

  /// The words at a place are a day, a month or numbers with a sign between them: `fri`, `12/24`, `6-7`.
  func isOfDay(_ index: Int) -> Bool {
    var attempt = self
    attempt.position = index
    return isOfDate(index) && !isNumberAlone(index) || attempt.weekdayRange() != nil
  }

  private func isNumberAlone(_ index: Int) -> Bool { Self.digits(tokens[index].text) != nil }

  /// The word at a place leads to a date: `on`, `in`, `next`.
  func leadsToDate(_ index: Int) -> Bool {
    meanings[index].contains { meaning, _ in
      switch meaning {
      case .on, .by, .within, .coming, .turn(.this), .turn(.next): true
      default: false
      }
    }
  }

  /// The word at a place could begin a phrase.
  func couldBegin(_ index: Int) -> Bool {
    !tokens[index].isQuoted
      && (!meanings[index].isEmpty || tokens[index].isNumber || tokens[index].text.hasPrefix("+")
        || tokens[index].text.hasPrefix("-") || Self.priority(tokens[index].text) != nil)
  }

  func isBefore(_ meaning: WordMeaning) -> Bool {
    var other = self
    return other.take(meaning)
  }

  mutating func take(_ meaning: WordMeaning) -> Bool { take { $0 == meaning ? true : nil } ?? false }

  mutating func take<T>(_ choose: (WordMeaning) -> T?) -> T? {
    guard position < limit else { return nil }
    for (meaning, count) in meanings[position] where position + count <= limit {
      if let chosen = choose(meaning) {
        position += count
        return chosen
      }
    }
    return nil
  }

  mutating func weekday() -> Weekday? {
    take { if case .weekday(let weekday) = $0 { weekday } else { nil } }
  }
  mutating func month() -> Int? { take { if case .month(let month) = $0 { month } else { nil } } }
  mutating func unit() -> DateExpression.Unit? { take { if case .unit(let unit) = $0 { unit } else { nil } } }
  mutating func turn() -> DateExpression.Turn? { take { if case .turn(let turn) = $0 { turn } else { nil } } }
  mutating func period() -> DateExpression.Period? {
    take { if case .period(let period) = $0 { period } else { nil } }
  }
  mutating func edge() -> Bool? { take { if case .edge(let isEnd) = $0 { isEnd } else { nil } } }

  mutating func numberWord() -> Int? {
    take {
      switch $0 {
      case .number(let number): number
      case .article: 1
      default: nil
      }
    }
  }

  /// Digits alone, at most so many.
  mutating func number(upTo digits: Int) -> Int? {
    guard let token = peek, !token.startsRange, token.text.utf8.count <= digits,
      let number = Self.digits(token.text)
    else {
      return nil
    }
    position += 1
    return number
  }

  static func digits(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty, text.utf8.count <= 9, text.utf8.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
    return Int(text)
  }

  /// Goes back to where it was unless something was read.
  mutating func attempt<T>(_ read: (inout WordGrammar) -> T?) -> T? {
    let (position, problem, claim, part) = (position, problem, claim, part)
    if let value = read(&self) { return value }
    (self.position, self.problem, self.claim, self.part) = (position, problem, claim, part)
    return nil
  }

  /// Keeps the first problem with words that are understood.
  mutating func object(_ found: WordsError.Problem, from start: Int) {
    if problem == nil { problem = (found, start..<position) }
  }

  /// The priorities that `p1` to `p3` mean, as Todoist has them; nil for any other text.
  static func priority(_ text: String) -> Int? {
    switch text {
    case "p1": 1
    case "p2": 5
    case "p3": 9
    default: nil
    }
  }
}
