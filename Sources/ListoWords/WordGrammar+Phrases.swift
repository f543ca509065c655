internal import ICalendar

extension WordGrammar {
  /// Reads phrases of these kinds as long as there are any.
  mutating func run(_ kinds: Set<Piece.Kind>, to end: Int) -> PhraseRun {
    var run = PhraseRun()
    while position < end {
      limit = tokens[(position + 1)...].prefix(end - position - 1).firstIndex(where: \.followsSign) ?? end
      let start = position
      guard let kind = phrase(kinds, &run) else { break }
      run.spans.append((kind, start..<position))
      if run.problem == nil { run.problem = problem }
      problem = nil
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
    let start = position
    if kinds.contains(.time), run.time == nil, let time = time() {
      if run.dateHasTime { object(.twice(.time), from: start) }
      run.time = time
      return .time
    }
    if kinds.contains(.priority), run.priority == nil, let token = peek,
      let priority = Self.priority(token.text)
    {
      position += 1
      run.priority = priority
      return .priority
    }
    return nil
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
