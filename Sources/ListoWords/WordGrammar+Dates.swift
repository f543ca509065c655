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
      if let date = grammar.attempt({ $0.lengthOn() }) { return date }
      if let anchor = grammar.attempt({ $0.weekdayInWeeks() }) { return grammar.shifted(anchor, []) }
      if let found = grammar.attempt({ $0.lengthFrom() }) { return grammar.shifted(found.0, [found.1]) }
      if let shift = grammar.attempt({ $0.distance() }) { return grammar.shifted(.today, shift) }
      if let shifts = grammar.attempt({ $0.bareShifts() }) { return grammar.shifted(.today, shifts) }
      if let anchor = grammar.attempt({ $0.namedDay() }) { return grammar.shifted(anchor, []) }
      if let anchor = grammar.attempt({ $0.calendarWeek() }) { return grammar.shifted(anchor, []) }
      if let date = grammar.attempt({ $0.edgeDate() }) { return grammar.shifted(date) }
      let hasOn = leads && grammar.take(.on)
      if hasOn, let date = grammar.attempt({ $0.edgeDate() }) { return grammar.shifted(date) }
      if let date = grammar.attempt({ $0.ordinalDay() }) { return grammar.shifted(date) }
      if let date = grammar.attempt({ $0.calendarDate(isSaid: hasOn, isLed: isBy) }) {
        return grammar.shifted(date)
      }
      if (leads || hasOn || isBy) && grammar.attempt({ $0.weekend(isLed: hasOn || isBy) }) != nil {
        return .relative(.weekday(.saturday), [])
      }
      guard let anchor = grammar.attempt({ $0.weekdayDate(isLed: hasOn || isBy) }) else { return nil }
      if case .weekday = anchor, grammar.take(.weekLater) { return .relative(anchor, [Shift(1, .week)]) }
      return grammar.shifted(anchor, [])
    }
  }

  private mutating func shifted(_ date: DateExpression) -> DateExpression {
    guard case .relative(let anchor, let shifts) = date else { return date }
    return shifted(anchor, shifts)
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
    let todaysPart: DayPart? = take { if case .todaysPart(let part) = $0 { part } else { nil } }
    if let todaysPart {
      part = (todaysPart, start..<position)
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

  /// A day of a month, with a weekday before or behind it that it has to be.
  private mutating func calendarDate(isSaid: Bool, isLed: Bool) -> DateExpression? {
    let start = position
    let before = weekday()
    guard before == nil || !isAtEnd else { return nil }
    _ = take(.the)
    guard
      let date = written(isLed: isSaid || isLed || before != nil) ?? dayMonth() ?? dayNumber(isSaid: isSaid)
    else { return nil }
    guard let said = before ?? attempt({ $0.weekdayBehind() }) else { return date }
    switch date {
    case .absolute(let moment):
      let day = moment.day
      guard day.weekday != said else { break }
      if before == nil {
        object(
          .ambiguous([
            .init(DateWords(.date(day)).words(.english)),
            .init(WordsLanguage.english.written.weekdays[said.index]),
          ]), from: start)
      } else {
        object(.noSuchDay("\(day) is a \(day.weekday)"), from: start)
      }
    case .relative(let anchor, _):
      claim = PhraseRun.Claim(weekday: said, anchor: anchor, isBehind: before == nil)
    case .timed: break
    }
    return date
  }

  /// `11th dec friday`, and not `11th dec friday next week`.
  private mutating func weekdayBehind() -> Weekday? {
    guard let weekday = weekday() else { return nil }
    var rest = self
    return rest.turn() == nil && rest.distance() == nil ? weekday : nil
  }

  // MARK: Distances

  /// `in 3 days`, `3 days ago`, `vor 3 Tagen`.
  private mutating func distance() -> [Shift]? {
    let isWithin = take(.within)
    let isBefore = !isWithin && take(.before)
    guard let length = length() else { return nil }
    if isWithin { return [length] }
    return isBefore || take(.ago) ? [Shift(-length.count, length.unit)] : nil
  }

  /// `3 days`, `a week`, `half an hour`, `3d`.
  mutating func length() -> Shift? {
    if let hours = attempt({ $0.decimalHours() }) { return hours }
    let count = numberWord() ?? number(upTo: 6)
    if let stretch = stretch() { return Shift((count ?? 1) * stretch.count, stretch.unit) }
    if let count { return unit().map { Shift(count, $0) } }
    guard let token = peek, token.isNumber else { return nil }
    let digits = token.text.prefix { $0.isNumber }
    guard digits.utf8.count <= 6, let number = Self.digits(digits),
      let unit = shiftUnit(token.text[digits.endIndex...])
    else { return nil }
    position += 1
    return Shift(number, unit)
  }

  /// `1,5 hours`, of which the part behind the comma is a quarter, a half or three quarters.
  private mutating func decimalHours() -> Shift? {
    guard let parts = peek?.text.split(whereSeparator: { $0 == "," || $0 == "." }), parts.count == 2,
      parts[0].utf8.count <= 3, let hours = Self.digits(parts[0]),
      let minutes = ["25": 15, "5": 30, "50": 30, "75": 45][parts[1]]
    else { return nil }
    position += 1
    return unit() == .hour ? Shift(hours * 60 + minutes, .minute) : nil
  }

  /// `a week on tuesday`: a week after the next one.
  private mutating func lengthOn() -> DateExpression? {
    let weeks: Int? = take { if case .weeksOn(let weeks) = $0 { weeks } else { nil } }
    guard let weeks, let anchor = namedDay() ?? weekday().map({ .weekday($0) }), part == nil else {
      return nil
    }
    return .relative(anchor, [Shift(weeks, .week)])
  }

  /// `in two weeks on friday`.
  private mutating func weekdayInWeeks() -> Anchor? {
    guard let weeks = wholeWeeks() else { return nil }
    _ = take(.on)
    return weekday().map { .weekdayIn($0, weeks: weeks) }
  }

  /// `in two weeks`, `in 14 days`: a distance that leaves the day of the week as it is.
  private mutating func wholeWeeks() -> Int? {
    guard take(.within), let length = length() else { return nil }
    switch length.unit {
    case .week: return length.count
    case .day: return length.count % 7 == 0 ? length.count / 7 : nil
    default: return nil
    }
  }

  /// `a week from friday`, `two days from now`.
  private mutating func lengthFrom() -> (Anchor, Shift)? {
    _ = take(.within)
    guard let length = length(), take(.from) else { return nil }
    if take(.now) { return (length.unit.seconds == nil ? .today : .now, length) }
    guard length.unit.seconds == nil, let anchor = namedDay() ?? weekday().map({ .weekday($0) }), part == nil
    else { return nil }
    return (anchor, length)
  }

  /// Of a shift, the letters are the same in every language; units in words may stand there too.
  private func shiftUnit(_ text: Substring) -> DateExpression.Unit? {
    if text == "m" { return .minute }
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

  /// `+7d`, and `+ 7d` in two words, behind a date; `in a week` behind a day.
  private mutating func furtherShifts(_ found: inout [Shift]) {
    if found.isEmpty, let weeks = attempt({ $0.wholeWeeks() }) { found = [Shift(weeks, .week)] }
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

  /// `KW 50`: its Monday.
  private mutating func calendarWeek() -> Anchor? {
    guard take(.calendarWeek), let number = number(upTo: 2), (1...53).contains(number) else { return nil }
    return .isoWeek(number)
  }

  /// `end of month`, `start of next week`, `Monatsende`, `end of january`.
  private mutating func edgeDate() -> DateExpression? {
    let whole: Anchor? = take {
      if case .edgeOf(let isEnd, let period) = $0 { .edge(isEnd: isEnd, .this, period) } else { nil }
    }
    if let whole { return .relative(whole, []) }
    if take(.middle) { return month().flatMap { day(.number(15), ofMonth: $0) } }
    guard let isEnd = edge() else { return nil }
    let hasOf = take(.of)
    if let month = month() { return day(.number(isEnd ? -1 : 1), ofMonth: month) }
    let turn = turn()
    guard hasOf || turn != nil else { return nil }
    return period().map { .relative(.edge(isEnd: isEnd, turn ?? .this, $0), []) }
  }

  /// `last friday of the month`, `first monday of december 2027`, `last day of next month`.
  private mutating func ordinalDay() -> DateExpression? {
    _ = take(.the)
    let start = position
    guard let number = ordinal() else { return nil }
    let found: DateExpression.MonthDay
    if let weekday = weekday() {
      guard (-5...5).contains(number) else { return nil }
      found = .weekday(weekday, number)
    } else {
      guard take(.dayWord), (-31...31).contains(number) else { return nil }
      found = .number(number)
    }
    let hasOf = take(.of)
    if let month = month() {
      let date = day(found, ofMonth: month)
      if date == nil { object(.noSuchDay("that month has no such day"), from: start) }
      return date ?? .relative(.today, [])
    }
    let turn = turn()
    guard hasOf || turn != nil, period() == .month else { return nil }
    return .relative(.dayOf(turn.map { .turn($0) } ?? .any, found), [])
  }

  /// The day of a month, of the year behind it where one is written; nil where that month has no such day.
  private mutating func day(_ day: DateExpression.MonthDay, ofMonth month: Int) -> DateExpression? {
    guard let year = year() else { return .relative(.dayOf(.named(month), day), []) }
    return day.day(year: year, month: month).map { .absolute(.date($0)) }
  }

  private mutating func stretch() -> Shift? {
    take { if case .stretch(let shift) = $0 { shift } else { nil } }
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
      // The day that begins it.
      if turn != .last, take(.oneWeekend) {
        return turn == .next ? .nextWeekday(.saturday) : .weekdayOf(.saturday, .this)
      }
      guard let period = period() else { return nil }
      if period == .week, let weekday = attempt({ $0.weekdayOnIt() }) { return .weekdayOf(weekday, turn) }
      if period == .month, let number = attempt({ $0.dayOnIt() }) {
        return .dayOf(.turn(turn), .number(number))
      }
      guard isWhole || turn == .next else { return nil }
      let edge = WordsLanguage.english.written.edge
      object(.ambiguous([.init(edge(false, turn, period)), .init(edge(true, turn, period))]), from: start)
      return .edge(isEnd: false, turn, period)
    }
    let needsCompany = !isLed && !isComing && has(.needsCompany, at: position) && !isWhole
    let isDotted = peek?.trailing.hasPrefix(".") ?? false
    guard let weekday = weekday() else { return nil }
    if let turn = attempt({ grammar in
      _ = grammar.take(.of)
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

  /// `at the weekend`, `by the weekend`: its Saturday.
  private mutating func weekend(isLed: Bool) -> Bool? {
    (isLed || take(.at)) && take(.oneWeekend) ? true : nil
  }

  /// `on friday` behind a week.
  private mutating func weekdayOnIt() -> Weekday? {
    _ = take(.on)
    return weekday()
  }

  /// `on the 3rd` behind a month.
  private mutating func dayOnIt() -> Int? {
    guard take(.on) || isBefore(.the) else { return nil }
    _ = take(.the)
    return ordinalNumber(orPlain: false).flatMap { (1...31).contains($0) ? $0 : nil }
  }

  // MARK: Days of a month

  /// `1 dec`, `1st of december 2026`, `dec 1, 2026`, `1. Dezember`.
  mutating func dayMonth() -> DateExpression? {
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
      let year = grammar.year() ?? grammar.shortYear()
      let date = year.map { Day(year: $0, month: month, day: day) }
      let most = Day.daysInMonth(month, year: year ?? 2000)
      if day > most {
        let name = WordsLanguage.english.written.months[month - 1] + (year.map { " \($0)" } ?? "")
        grammar.object(
          .noSuchDay("\(name) has \(most) days\(month == 2 && year == nil ? " at most" : "")"), from: start)
      }
      if let date, let date { return .absolute(.date(date)) }
      return .relative(.dayOf(.named(month), .number(min(day, most))), [])
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

  /// The year of two digits behind a day and a month, unless they are a time: `1 dec 26`.
  private mutating func shortYear() -> Int? {
    attempt { grammar in
      var other = grammar
      guard other.time() == nil, grammar.peek?.text.utf8.count == 2 else { return nil }
      return grammar.number(upTo: 2).map { 2000 + $0 }
    }
  }

  /// `5th`, `1.`, and where `orPlain` also `5`.
  mutating func ordinalNumber(orPlain: Bool) -> Int? {
    guard let token = peek, token.isNumber, !token.startsRange else { return nil }
    let digits = token.text.prefix { $0.isNumber }
    guard digits.utf8.count <= 2, let number = Self.digits(digits) else { return nil }
    let rest = token.text[digits.endIndex...]
    let isOrdinal: Bool
    if rest.isEmpty {
      isOrdinal = language.habits.hasDottedDays && token.trailing.hasPrefix(".")
    } else if ["st", "nd", "rd", "th"].contains(rest)
      || language.habits.hasDottedDays && ["te", "ten", "ter"].contains(rest)
    {
      isOrdinal = true
    } else {
      return nil
    }
    guard isOrdinal || orPlain else { return nil }
    position += 1
    return number
  }

  /// `on the 5th`, `am 5.`, `the 3rd of next month`; alone only where nothing but a date can stand.
  private mutating func dayNumber(isSaid: Bool) -> DateExpression? {
    guard let number = ordinalNumber(orPlain: false), (1...31).contains(number) else { return nil }
    if let turn = attempt({ grammar in
      _ = grammar.take(.of)
      guard let turn = grammar.turn(), grammar.period() == .month else { return DateExpression.Turn?.none }
      return turn
    }) {
      return .relative(.dayOf(.turn(turn), .number(number)), [])
    }
    return isSaid || isWhole ? .relative(.dayOf(.any, .number(number)), []) : nil
  }
}
