internal import ICalendar

/// Dates in words: `tomorrow`, `next friday`, `in 3 days`, `1 dec 2026`, `end of month +3d`.
extension WordGrammar {
  typealias Anchor = DateExpression.Anchor
  typealias Shift = DateExpression.Shift

  /// A date, with the words that lead to it.
  ///
  /// - Parameter leads: `on` and `by` may stand before it.
  mutating func date(leads: Bool = true) -> DateExpression? {
    attempt { grammar in
      let isBy = leads && grammar.take(.by)
      if let shift = grammar.attempt({ $0.distance() }) { return grammar.shifted(.today, shift) }
      if let shifts = grammar.attempt({ $0.bareShifts() }) { return grammar.shifted(.today, shifts) }
      if let anchor = grammar.attempt({ $0.namedDay() }) { return grammar.shifted(anchor, []) }
      if let anchor = grammar.attempt({ $0.edgeDate() }) { return grammar.shifted(anchor, []) }
      let hasOn = leads && grammar.take(.on)
      if let date = grammar.attempt({ $0.calendarDate(isSaid: hasOn) }) {
        guard case .relative(let anchor, let shifts) = date else { return date }
        return grammar.shifted(anchor, shifts)
      }
      return grammar.attempt { $0.weekdayDate(isLed: hasOn || isBy) }.map { grammar.shifted($0, []) }
    }
  }

  /// The date that shifts behind it make of an anchor. Counted from today, hours count from now.
  private mutating func shifted(_ anchor: Anchor, _ found: [Shift]) -> DateExpression {
    var shifts = found
    furtherShifts(&shifts)
    let isNow = anchor == .today && !found.isEmpty && shifts[0].unit.seconds != nil
    return .relative(isNow ? .now : anchor, shifts)
  }

  /// `tomorrow`, `the day after tomorrow`.
  private mutating func namedDay() -> Anchor? {
    let start = position
    if take(.vagueDay) {
      object(.vagueTime, from: start)
      return .today
    }
    let isWhole = isWhole
    return take { meaning in
      switch meaning {
      // "Do it now" asks for no date.
      case .now: isWhole ? .now : nil
      case .today: .today
      case .tomorrow: .tomorrow
      case .yesterday: .yesterday
      case .inDays(let days): .inDays(days)
      default: nil
      }
    }
  }

  /// A day of a month, with a weekday before it that it has to be.
  private mutating func calendarDate(isSaid: Bool) -> DateExpression? {
    let start = position
    let said = weekday()
    guard said == nil || !isAtEnd else { return nil }
    _ = take(.the)
    guard let date = written() ?? dayMonth() ?? dayNumber(isSaid: isSaid) else { return nil }
    guard let said else { return date }
    switch date {
    case .absolute(let moment):
      let day = moment.day
      if day.weekday != said {
        object(.noSuchDay("\(day) is a \(day.weekday)"), from: start)
      }
    case .relative(let anchor, _):
      claim = (said, anchor)
    case .timed: break
    }
    return date
  }

  /// `in 3 days`, `3 days ago`, `vor 3 Tagen`.
  private mutating func distance() -> [Shift]? { singleDistance().map { [$0] } }

  private mutating func singleDistance() -> Shift? {
    let isWithin = take(.within)
    let isBefore = !isWithin && take(.before)
    let count = numberWord() ?? number(upTo: 6)
    if let count, let unit = unit() {
      if isWithin { return Shift(count, unit) }
      return isBefore || take(.ago) ? Shift(-count, unit) : nil
    }
    // `in 3d`
    guard count == nil, let token = peek, token.isNumber else { return nil }
    let digits = token.text.prefix { $0.isNumber }
    guard digits.utf8.count <= 6, let number = Self.digits(digits),
      let unit = shiftUnit(token.text[digits.endIndex...])
    else { return nil }
    position += 1
    if isWithin { return Shift(number, unit) }
    return isBefore || take(.ago) ? Shift(-number, unit) : nil
  }

  /// Of a shift, `m` is months and the letters are the same in every language; units in words may stand there too.
  private func shiftUnit(_ text: Substring) -> DateExpression.Unit? {
    if let unit = DateExpression.Unit(rawValue: String(text)) { return unit }
    for case .unit(let unit) in language.meanings[String(text)] ?? [] { return unit }
    return nil
  }

  // MARK: Shifts

  /// `+3d` without a day that it is counted from; backwards only where nothing but a date can stand.
  private mutating func bareShifts() -> [Shift]? {
    guard let token = peek, let sign = token.text.first, sign == "+" || isWhole && sign == "-",
      let shifts = shifts(token.text[...]), isWhole || shifts.allSatisfy({ $0.count >= 0 })
    else { return nil }
    position += 1
    return shifts
  }

  /// `+7d`, and `+ 7d` in two words, behind a date.
  private mutating func furtherShifts(_ found: inout [Shift]) {
    while let token = peek, let sign = token.text.first, sign == "+" || sign == "-" {
      if token.text.count == 1 {
        guard position + 1 < limit, let more = shifts("\(sign)\(tokens[position + 1].text)") else { return }
        found += more
        position += 2
      } else {
        guard let more = shifts(token.text[...]) else { return }
        found += more
        position += 1
      }
    }
  }

  private func shifts(_ text: Substring) -> [Shift]? {
    var result: [Shift] = []
    var rest = text
    while let sign = rest.popFirst() {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest[digits.endIndex...]
      let letters = rest.prefix { $0 != "+" && $0 != "-" }
      rest = rest[letters.endIndex...]
      guard sign == "+" || sign == "-", digits.utf8.count <= 6, let count = Self.digits(digits),
        let unit = shiftUnit(letters)
      else { return nil }
      result.append(Shift(sign == "-" ? -count : count, unit))
    }
    return result
  }

  // MARK: Weeks, months and years

  /// `end of month`, `start of next week`, `Monatsende`.
  private mutating func edgeDate() -> Anchor? {
    let whole: Anchor? = take {
      if case .edgeOf(let isEnd, let period) = $0 { .edge(isEnd: isEnd, .this, period) } else { nil }
    }
    if let whole { return whole }
    guard let isEnd = edge() else { return nil }
    let hasOf = take(.of)
    let turn = turn()
    guard hasOf || turn != nil else { return nil }
    return period().map { .edge(isEnd: isEnd, turn ?? .this, $0) }
  }

  // MARK: Days of the week

  /// `friday`, `next friday`, `friday next week`, `next week friday`, `friday 27 nov`.
  private mutating func weekdayDate(isLed: Bool) -> Anchor? {
    let start = position
    let isComing = take(.coming)
    if !isComing, let turn = turn() {
      if let weekday = weekday() {
        switch turn {
        case .last: return .lastWeekday(weekday)
        case .this: return .weekdayOf(weekday, .this)
        case .next: return .nextWeekday(weekday)
        }
      }
      guard let period = period() else { return nil }
      if period == .week, let weekday = weekday() { return .weekdayOf(weekday, turn) }
      guard isWhole || turn == .next else { return nil }
      let edge = language.written.edge
      object(.ambiguous([.init(edge(false, turn, period)), .init(edge(true, turn, period))]), from: start)
      return .edge(isEnd: false, turn, period)
    }
    let needsCompany = !isLed && !isComing && has(.needsCompany, at: position) && !isWhole
    let isDotted = peek?.trailing.hasPrefix(".") ?? false
    guard let weekday = weekday() else { return nil }
    if let turn = attempt({ grammar in
      guard let turn = grammar.turn(), grammar.period() == .week else { return DateExpression.Turn?.none }
      return turn
    }) {
      return .weekdayOf(weekday, turn)
    }
    if needsCompany, !isDotted {
      // A time or the day of a month is company.
      var rest = self
      guard rest.time() != nil else { return nil }
    }
    return .weekday(weekday)
  }

  // MARK: Days of a month

  /// `1 dec`, `1st of december 2026`, `dec 1, 2026`, `1. Dezember`.
  private mutating func dayMonth() -> DateExpression? {
    attempt { grammar in
      let start = grammar.position
      var day: Int?
      var month: Int?
      if let first = grammar.attempt({ $0.ordinalNumber(orPlain: true) }) {
        day = first
        _ = grammar.take(.of)
        month = grammar.month()
      } else {
        month = grammar.month()
        day = month == nil ? nil : grammar.attempt({ $0.ordinalNumber(orPlain: true) })
      }
      guard let day, let month, (1...31).contains(day) else { return nil }
      let year = grammar.year()
      let date = year.map { Day(year: $0, month: month, day: day) }
      let most = Day.daysInMonth(month, year: year ?? 2000)
      if day > most {
        let name = grammar.language.written.months[month - 1] + (year.map { " \($0)" } ?? "")
        grammar.object(
          .noSuchDay("\(name) has \(most) days\(month == 2 && year == nil ? " at most" : "")"), from: start)
      } else if year == nil, let short = grammar.shortYear() {
        grammar.object(.shortYear(Day(year: 2000 + short, month: month, day: day)), from: start)
      }
      if let date, let date { return .absolute(.date(date)) }
      return .relative(.monthDay(month: month, day: min(day, most)), [])
    }
  }

  /// Four digits that are a year of people's plans.
  mutating func year() -> Int? {
    attempt { grammar in
      guard grammar.peek?.text.utf8.count == 4, let year = grammar.number(upTo: 4),
        (1900...2999).contains(year)
      else { return nil }
      return year
    }
  }

  /// Two digits where a year would stand, unless they are a time.
  private mutating func shortYear() -> Int? {
    attempt { grammar in
      var other = grammar
      guard other.time() == nil, grammar.peek?.text.utf8.count == 2 else { return nil }
      return grammar.number(upTo: 2)
    }
  }

  /// `5th`, `1.`, and where `orPlain` also `5`.
  mutating func ordinalNumber(orPlain: Bool) -> Int? {
    guard let token = peek, token.isNumber else { return nil }
    let digits = token.text.prefix { $0.isNumber }
    guard digits.utf8.count <= 2, let number = Self.digits(digits) else { return nil }
    let rest = token.text[digits.endIndex...]
    let isOrdinal: Bool
    if rest.isEmpty {
      isOrdinal = language.habits.ordinalEndings.isEmpty && token.trailing.hasPrefix(".")
    } else if language.habits.ordinalEndings.contains(String(rest)) {
      isOrdinal = true
    } else {
      return nil
    }
    guard isOrdinal || orPlain else { return nil }
    position += 1
    return number
  }

  /// `on the 5th`, `am 5.`; alone only where nothing but a date can stand.
  private mutating func dayNumber(isSaid: Bool) -> DateExpression? {
    guard isSaid || isWhole, let number = ordinalNumber(orPlain: false), (1...31).contains(number) else {
      return nil
    }
    return .relative(.dayOfMonth(number), [])
  }
}
