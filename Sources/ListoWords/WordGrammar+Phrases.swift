internal import ICalendar

extension WordGrammar {
  /// Reads phrases of these kinds as long as there are any.
  mutating func run(_ kinds: Set<Piece.Kind>, to end: Int) -> PhraseRun {
    var run = PhraseRun()
    while position < end {
      limit = tokens[(position + 1)...].prefix(end - position - 1).firstIndex(where: \.followsSign) ?? end
      let start = position
      (isBehindDay, isBehindTime) = (run.date != nil || run.rule != nil, run.clock != nil)
      if let last = run.spans.last, dayPart(behind: run) {
        run.spans[run.spans.count - 1].words = last.words.lowerBound..<position
      } else {
        guard let kind = phrase(kinds, &run) else { break }
        run.spans.append((kind, start..<position))
      }
      if let part { run.part = run.part ?? part }
      if run.problem == nil { run.problem = problem }
      (problem, part) = (nil, nil)
    }
    if let words = run.words(of: .time), run.date != nil, run.problem == nil,
      words.contains(where: { has(.midnight, at: $0) })
    {
      // Of a day, midnight is its first moment or its last.
      run.problem = (.ambiguous([.init("0:00"), .init("24:00")]), words)
    }
    return run
  }

  private mutating func phrase(_ kinds: Set<Piece.Kind>, _ run: inout PhraseRun) -> Piece.Kind? {
    if kinds.contains(.rule) {
      if var rule = run.rule {
        if ending(&rule) {
          run.rule = rule
          return .rule
        }
      } else if let rule = rule() {
        run.rule = rule
        return .rule
      }
    }
    if kinds.contains(.date), run.date == nil {
      claim = nil
      if let date = attempt({ grammar in
        var other = run
        guard let date = grammar.date() else { return DateExpression?.none }
        other.date = date
        return other.dateHasTime && run.time != nil ? nil : date
      }) {
        (run.date, run.claim) = (date, claim)
        return .date
      }
    }
    if kinds.contains(.time), run.clock == nil, let kind = timePhrase(kinds, &run) { return kind }
    if kinds.contains(.priority), run.priority == nil, let token = peek,
      let priority = Self.priority(token.text)
    {
      position += 1
      run.priority = priority
      return .priority
    }
    return nil
  }

  /// A time, `9:00-10:00` of which the first is the start, and a part of the day that leads to it: `abends um
  /// 8`.
  private mutating func timePhrase(_ kinds: Set<Piece.Kind>, _ run: inout PhraseRun) -> Piece.Kind? {
    let start = position
    let isBehindPart = run.part.map { $0.words.upperBound == position } ?? false
    if kinds.contains(.start), run.start == nil, let first = attempt({ $0.rangeStart(isLed: isBehindPart) }) {
      run.start = first
      return .start
    }
    let clock: ClockReading?
    if run.start != nil {
      clock = attempt { $0.rangeEnd() }
    } else {
      let led = attempt { grammar in
        run.part == nil && grammar.dayPart { $0.isAdverb } ? grammar.time(mayBeBare: true) : nil
      }
      clock = led ?? time(mayBeBare: isBehindPart)
    }
    guard let clock else { return nil }
    if run.dateHasTime { object(.twice(.time), from: start) }
    run.clock = clock
    return .time
  }

  /// A part of the day behind a day, a rule or a time.
  private mutating func dayPart(behind run: PhraseRun) -> Bool {
    guard run.part == nil, let last = run.spans.last, !tokens[position].followsSign else { return false }
    return attempt { grammar in
      let isDay = run.date != nil || run.rule.map { !$0.byDay.isEmpty } ?? false
      // German's `morgen` behind a rule without days is the day on which it begins.
      guard last.kind != .priority,
        isDay || run.rule != nil && !grammar.isOfDate(grammar.position) || run.clock != nil,
        grammar.dayPart({ isDay || run.rule != nil || $0.isAdverb })
      else { return nil }
      // Noon is a time by itself.
      guard grammar.part?.0 != .midday || run.clock != nil else {
        var rest = grammar
        return rest.time() == nil ? nil : true
      }
      return true
    } ?? false
  }

  private mutating func dayPart(_ isWanted: ((part: DayPart, isAdverb: Bool)) -> Bool) -> Bool {
    let start = position
    let found: DayPart? = take {
      if case .dayPart(let part, let isAdverb) = $0, isWanted((part, isAdverb)) { part } else { nil }
    }
    guard let found else { return false }
    part = (found, start..<position)
    return true
  }

  /// Where the words begin that end at a place and are a day that Listo does not know; nil where they are
  /// none.
  func unreadDay(before end: Int) -> Int? {
    func isUnread(_ start: Int, _ meaning: WordMeaning) -> Bool {
      meanings[start].contains { $0.meaning == meaning && start + $0.count == end }
    }
    return (max(0, end - 3)..<end).first { start in
      !tokens[start].isQuoted
        && (isUnread(start, .unread)
          || end - start == 2 && has(.calendarWeek, at: start) && tokens[end - 1].isNumber)
    }
  }

  /// Where words begin that end at a place and look like a day, though they are no date: `mon/wed`, `5th`,
  /// `12-14 jan`, `december`, `weekend`.
  func likeDay(before end: Int) -> Int? {
    let last = end - 1
    guard !tokens[last].isQuoted else { return nil }
    var (attempt, before) = (self, self)
    (attempt.position, before.position) = (last, max(0, last - 1))
    if isCompoundOfDays(tokens[last].text) || has(.weekend, at: last) || isStretch(tokens[last].text) {
      return last
    }
    if attempt.ordinalNumber(orPlain: false) != nil { return last }
    guard last > 0, !tokens[last - 1].isQuoted else { return nil }
    // Of `12-14`, which is two words, the last one begins with the dash.
    if isNumberBehindDash(last) { before.position = max(0, last - 2) }
    if attempt.month() != nil {
      if isNumberBehindDash(last - 1) { return last - 2 }
      if tokens[last - 1].isNumber || has(.of, at: last - 1) { return last - 1 }
      // Short names of months are words and names of people too: `may`, `mar`, `jan`.
      if tokens[last].text.count >= 6 { return last }
    }
    if tokens[last].isNumber || isNumberBehindDash(last), before.month() != nil { return before.position - 1 }
    return attempt.period() != nil && has(.turn(.this), at: last - 1) ? last - 1 : nil
  }

  /// `fortnight`
  private func isStretch(_ text: String) -> Bool {
    (language.meanings[text] ?? []).contains { if case .stretch = $0 { true } else { false } }
  }

  private func isNumberBehindDash(_ index: Int) -> Bool {
    index > 0 && tokens[index - 1].startsRange && tokens[index].text.first.map(WordToken.isDash) ?? false
  }

  /// Days, months and numbers with a sign between them, or the whole name of a weekday with something else:
  /// `wednesday-ish`.
  private func isCompoundOfDays(_ text: String) -> Bool {
    let parts = text.split { $0 == "/" || WordToken.isDash($0) }
    guard parts.count > 1 else { return false }
    func isName(_ part: Substring) -> Bool {
      (language.meanings[String(part)] ?? []).contains(where: \.isOfDates)
    }
    func isDotted(_ part: Substring) -> Bool {
      let numbers = part.split(separator: ".")
      return numbers.count == 2 && numbers.allSatisfy { Self.digits($0) != nil }
    }
    return parts.allSatisfy { isName($0) || Self.digits($0) != nil } && parts.contains(where: isName)
      || parts.allSatisfy(isDotted)
      || parts.contains { $0.count >= 6 && weekday(named: $0) != nil }
  }

  /// The days of the week right before a place: `mon-fri`, and `mon +`, to which the day at the place
  /// belongs.
  func days(before end: Int) -> (first: Int, weekdays: [Weekday])? {
    guard !tokens[end - 1].isQuoted else { return nil }
    var attempt = self
    attempt.position = end - 1
    if let range = attempt.weekdayRange() { return (end - 1, range) }
    guard end > 1, has(.and, at: end - 1), !tokens[end - 2].isQuoted else { return nil }
    attempt.position = end - 2
    guard let first = attempt.weekday() else { return nil }
    attempt.position = end
    guard let second = attempt.weekday() else { return nil }
    return (end - 2, [first, second])
  }

  /// Where words stand in the text, without the commas behind them.
  func range(of words: Range<Int>) -> Range<String.Index> {
    guard let first = words.first, let last = words.last else {
      let place = words.lowerBound < tokens.count ? tokens[words.lowerBound].range.lowerBound : text.endIndex
      return place..<place
    }
    return tokens[first].range.lowerBound..<tokens[last].range.upperBound
  }
}
