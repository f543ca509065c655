internal import ICalendar

/// Rules: `every 2 weeks on mon, thu`, `every last friday`, `monthly on the 1st until 2030`.
extension WordGrammar {
  mutating func rule() -> RuleExpression? {
    attempt { grammar in
      var rule: RuleExpression
      // `5 days` of `5 Tage lang täglich`.
      let lasting = grammar.attempt { grammar in
        grammar.length().flatMap { grammar.take(.lasting) ? $0 : nil }
      }
      let adverb: RuleExpression? = grammar.take {
        if case .adverb(let frequency, let interval) = $0 {
          RuleExpression(frequency: frequency, interval: interval)
        } else {
          nil
        }
      }
      if let adverb {
        rule = adverb
        grammar.days(of: &rule)
      } else if let days = grammar.attempt({ $0.weekly() }) {
        rule = RuleExpression(frequency: .weekly, byDay: days.map { RecurrenceRule.WeekdayNumber($0) })
      } else if let found = grammar.attempt({ $0.ofEveryMonth() }) {
        rule = found
      } else {
        guard grammar.take(.every), let found = grammar.everyWhat() else { return nil }
        rule = found
      }
      grammar.exceptions(to: &rule)
      if let lasting {
        guard let count = rule.count(in: lasting) else { return nil }
        rule.count = count
      }
      while grammar.ending(&rule) {}
      return rule
    }
  }

  /// `on mondays and thursdays`, `montags`.
  private mutating func weekly() -> [Weekday]? {
    let hasOn = take(.on)
    guard let (first, isName) = takeWeekly() else { return nil }
    var days = first
    while let next = attempt({ grammar in
      let isLinked = grammar.followsComma
      return grammar.take(.and) || isLinked ? grammar.takeWeekly()?.0 : nil
    }) {
      days += next.filter { !days.contains($0) }
    }
    var rest = self
    rest.isBehindDay = true
    return !isName || hasOn || days.count > first.count || rest.time() != nil ? days : nil
  }

  private mutating func takeWeekly() -> ([Weekday], isName: Bool)? {
    take { if case .weekly(let days, let isName) = $0 { (days, isName) } else { nil } }
  }

  /// `except friday` behind days of the week: the rule names the others.
  private mutating func exceptions(to rule: inout RuleExpression) {
    let isDaily = rule.frequency == .daily && rule.interval == 1
    guard isDaily || rule.frequency == .weekly && rule.byDay.count > 1,
      let days = attempt({ grammar in
        guard grammar.take(.except) else { return [RecurrenceRule.WeekdayNumber]?.none }
        return grammar.take(.weekend) ? Array(RuleExpression.everyDay.suffix(2)) : grammar.weekdays()
      })
    else { return }
    let all = isDaily ? RuleExpression.everyDay : rule.byDay
    let left = all.filter { !days.contains($0) }
    guard !left.isEmpty, left.count < all.count else { return }
    (rule.frequency, rule.byDay) = (.weekly, left)
  }

  /// `until 2030`, `for 10 times`, `from 1 dec`, each once; false where there is none.
  mutating func ending(_ rule: inout RuleExpression) -> Bool {
    if rule.until == nil, rule.count == nil {
      if let until = attempt({ $0.until() }) {
        rule.until = until
        return true
      }
      let found = rule
      if let count = attempt({ $0.count(of: found) }) {
        rule.count = count
        return true
      }
    }
    guard rule.from == nil, let from = attempt({ $0.beginning() }) else { return false }
    rule.from = from
    return true
  }

  /// A year is meant with its last day.
  private mutating func until() -> DateExpression? {
    guard take(.until) else { return nil }
    if let year = year(), let day = Day(year: year, month: 12, day: 31) { return .absolute(.date(day)) }
    return wholeDay()
  }

  /// A day on which a rule begins or ends; a part of that day does not matter.
  private mutating func wholeDay() -> DateExpression? {
    let said = part
    defer { part = said }
    return date(leads: false)
  }

  /// `10 times`, `for 10 days`, `10 Tage lang`.
  private mutating func count(of rule: RuleExpression) -> Int? {
    let isCounted = take(.count)
    if let length = attempt({ grammar in
      grammar.length().flatMap { grammar.take(.lasting) || isCounted ? $0 : nil }
    }) {
      return rule.count(in: length)
    }
    guard let count = number(upTo: 4), count > 0, take(.times) else { return nil }
    return count
  }

  private mutating func beginning() -> DateExpression? { take(.from) ? wholeDay() : nil }

  // MARK: What comes again

  private mutating func everyWhat() -> RuleExpression? {
    let start = position
    if let rule = attempt({ $0.everyUnits() }) { return rule }
    if take(.workday) { return RuleExpression(frequency: .weekly, byDay: RuleExpression.workdays) }
    if take(.lawfulWorkday) {
      let written = WordsLanguage.english.written
      object(
        .ambiguous([written.everyWorkday, written.everyLawfulWorkday].map { .init($0) }), from: start)
      return RuleExpression(frequency: .weekly, byDay: RuleExpression.workdays)
    }
    if let month = attempt({ grammar in
      grammar.month().flatMap { month in
        var rest = grammar
        return rest.ordinalNumber(orPlain: true) == nil ? month : nil
      }
    }) {
      object(.notUnderstood(expected: "a day of that month"), from: start - 1)
      return RuleExpression(frequency: .yearly, byMonth: [month])
    }
    let dayPart: DayPart? = take { if case .dayPart(let part, _) = $0 { part } else { nil } }
    if let dayPart {
      part = (dayPart, start..<position)
      return RuleExpression(frequency: .daily)
    }
    if take(.weekend) {
      let written = WordsLanguage.english.written
      let (every, on) = (written.every(.weekly, 1), written.on)
      let names = [Weekday.saturday, .sunday].map { written.weekdays[$0.index] }
      object(
        .ambiguous([
          .init("\(every) \(on) \(names[0])"), .init("\(every) \(on) \(names.joined(separator: ", "))"),
        ]),
        from: start)
      return RuleExpression(frequency: .weekly)
    }
    // German's second Friday is every other one, unless it is of the month.
    if let days = attempt({ grammar in
      guard grammar.take(.other), let days = grammar.weekdays(), !grammar.isBefore(.of) else {
        return [RecurrenceRule.WeekdayNumber]?.none
      }
      return days
    }) {
      return RuleExpression(frequency: .weekly, interval: 2, byDay: days)
    }
    if let days = weekdays() { return RuleExpression(frequency: .weekly, byDay: days) }
    if let rule = attempt({ $0.everyDayOfYear() }) { return rule }
    return attempt { $0.everyOrdinal() }
  }

  /// `day`, `2 weeks on mon`, `other month`, `second day`.
  private mutating func everyUnits() -> RuleExpression? {
    var interval = 1
    if let number = number(upTo: 3) ?? numberWord() {
      interval = number
    } else if take(.other) {
      interval = 2
    } else if let number = attempt({ grammar in grammar.ordinal().flatMap { $0 > 1 ? $0 : nil } }) {
      interval = number
    }
    let stretch: DateExpression.Shift? = take { if case .stretch(let shift) = $0 { shift } else { nil } }
    if let stretch { interval *= stretch.count }
    guard (1...999).contains(interval), let unit = stretch?.unit ?? unit() else { return nil }
    var rule = RuleExpression(frequency: unit.frequency, interval: interval)
    // `every second day of the month`
    if unit == .day, isBefore(.of) { return nil }
    days(of: &rule)
    return rule
  }

  /// `first`, `2nd`, `last`.
  mutating func ordinal() -> Int? {
    if let number = ordinalNumber(orPlain: false) {
      return take(.ordinal(-1)) ? -number : number
    }
    let number: Int? = take { if case .ordinal(let number) = $0 { number } else { nil } }
    guard let number, number > 0 else { return number }
    return take(.ordinal(-1)) ? -number : number
  }

  /// Weekdays, with commas or an `and` between them or without: `mon, thu`, `mon wed fri`, `mon-fri`.
  private mutating func weekdays() -> [RecurrenceRule.WeekdayNumber]? {
    guard var days = someWeekdays() else { return nil }
    while let next = attempt({ grammar in
      let isLinked = grammar.followsComma || grammar.take(.and)
      guard let days = grammar.someWeekdays() else { return [Weekday]?.none }
      // `every monday mon 30 nov`, `every monday friday next week`: the second begins a date.
      var rest = grammar
      guard isLinked || rest.isAtEnd || !rest.isDayMonth() && rest.turn() == nil else { return nil }
      return days
    }) {
      days += next.filter { !days.contains($0) }
    }
    return days.map { RecurrenceRule.WeekdayNumber($0) }
  }

  /// A weekday, or `mon-fri`.
  private mutating func someWeekdays() -> [Weekday]? {
    if let weekday = weekday() { return [weekday] }
    return weekdayRange()
  }

  /// `mon-fri`.
  mutating func weekdayRange() -> [Weekday]? {
    guard let parts = peek?.text.split(whereSeparator: WordToken.isDash), parts.count == 2,
      let first = weekday(named: parts[0]), let last = weekday(named: parts[1]), first != last
    else { return nil }
    position += 1
    return (0...last.days(since: first)).map { Weekday.allCases[(first.index + $0) % 7] }
  }

  func weekday(named text: Substring) -> Weekday? {
    for case .weekday(let weekday) in language.meanings[String(text)] ?? [] { return weekday }
    return nil
  }

  private mutating func isDayMonth() -> Bool { written() != nil || dayMonth() != nil }

  /// `1 dec`, `dec 1`.
  private mutating func everyDayOfYear() -> RuleExpression? {
    guard case .relative(.dayOf(.named(let month), .number(let day)), _)? = date(leads: false),
      claim == nil, day > 0
    else { return nil }
    return RuleExpression(frequency: .yearly, byMonthDay: [day], byMonth: [month])
  }

  /// `last friday`, `first workday of the month`, `15th`.
  private mutating func everyOrdinal() -> RuleExpression? {
    let start = position
    guard let number = ordinal() else { return nil }
    var rule = RuleExpression(frequency: .monthly)
    guard day(number, of: &rule) else { return nil }
    furtherDays(of: &rule)
    let weekday = rule.byDay.first?.weekday
    let isNamed = ofMonth(&rule)
    if let weekday, number > 1, rule.position == nil, !isNamed {
      let written = WordsLanguage.english.written
      let name = written.weekdays[weekday.index]
      object(
        .ambiguous([
          .init("\(written.every(.monthly, 1)) \(written.onThe) \(written.ordinal(number)) \(name)"),
          .init("\(written.every(.weekly, number)) \(written.on) \(name)"),
        ]), from: start)
    }
    return rule
  }

  /// `15th of every month`, `the last friday of each month`, `am 15. jedes Monats`.
  private mutating func ofEveryMonth() -> RuleExpression? {
    _ = take(.on)
    _ = take(.the)
    var rule = RuleExpression(frequency: .monthly)
    guard let number = ordinal(), day(number, of: &rule) else { return nil }
    furtherDays(of: &rule)
    _ = take(.of)
    return take(.every) && period() == .month ? rule : nil
  }

  /// Reads the days that an ordinal counts: a weekday, a workday, the days of the month.
  private mutating func day(_ number: Int, of rule: inout RuleExpression) -> Bool {
    if let weekday = weekday() {
      guard (-5...5).contains(number) else { return false }
      rule.byDay = [.init(weekday, ordinal: number)]
    } else if take(.workday) {
      guard (-5...5).contains(number) else { return false }
      (rule.byDay, rule.position) = (RuleExpression.workdays, number)
    } else {
      _ = take(.dayWord)
      guard (-31...31).contains(number), number != 0 else { return false }
      rule.byMonthDay = [number]
    }
    return true
  }

  /// `of the month`, `of october`; false where nothing is said.
  private mutating func ofMonth(_ rule: inout RuleExpression) -> Bool {
    let months: [Int]? = attempt { grammar in
      guard grammar.take(.of) else { return nil }
      if grammar.period() == .month { return [] }
      return grammar.month().map { [$0] }
    }
    guard let months else { return false }
    if !months.isEmpty { (rule.frequency, rule.byMonth) = (.yearly, months) }
    return true
  }

  // MARK: On which days

  /// `on mon, thu`, `on the 1st`, `on the last friday`, `on 24 dec`, `in march`: what fits the frequency, or
  /// nothing.
  private mutating func days(of rule: inout RuleExpression) {
    let read = rule
    if let found = attempt({ $0.on(read) }) { rule = found }
  }

  private mutating func on(_ bare: RuleExpression) -> RuleExpression? {
    var rule = bare
    if bare.frequency == .yearly, take(.within) || take(.of) {
      guard let month = month() else { return nil }
      rule.byMonth = [month]
      return rule
    }
    guard take(.on) else { return nil }
    switch bare.frequency {
    case .weekly:
      guard let days = weekdays() else { return nil }
      rule.byDay = days
      return rule
    case .monthly:
      _ = take(.the)
      guard let number = ordinal(), day(number, of: &rule) else { return nil }
      furtherDays(of: &rule)
      return rule
    case .yearly:
      if let found = attempt({ $0.everyDayOfYear() }) {
        (rule.byMonth, rule.byMonthDay) = (found.byMonth, found.byMonthDay)
        return rule
      }
      _ = take(.the)
      guard let number = ordinal(), day(number, of: &rule), ofMonth(&rule), !rule.byMonth.isEmpty else {
        return nil
      }
      return rule
    default: return nil
    }
  }
}

extension WordGrammar {
  /// `, 15th` and `and the 15th` behind a day of the month.
  private mutating func furtherDays(of rule: inout RuleExpression) {
    let isList = !rule.byMonthDay.isEmpty
    while isList,
      let next = attempt({ grammar in
        let isLinked = grammar.followsComma
        guard grammar.take(.and) || isLinked else { return Int?.none }
        _ = grammar.take(.the)
        guard let number = grammar.ordinal(), (-31...31).contains(number), number != 0 else { return nil }
        _ = grammar.take(.dayWord)
        var other = grammar
        return other.weekday() == nil && other.month() == nil ? number : nil
      })
    {
      if !rule.byMonthDay.contains(next) { rule.byMonthDay.append(next) }
    }
  }
}

extension RuleExpression {
  /// How many times it comes in a length of its own unit, or of weeks where it comes daily; nil in another
  /// one.
  fileprivate func count(in length: DateExpression.Shift) -> Int? {
    let isInWeeks = frequency == .daily && length.unit == .week
    let units = isInWeeks ? length.count * 7 : length.count
    guard isInWeeks || length.unit.frequency == frequency, units > 0, units % interval == 0 else {
      return nil
    }
    return units / interval * max(1, byDay.count)
  }
}

extension DateExpression.Unit {
  var frequency: RecurrenceRule.Frequency {
    switch self {
    case .minute: .minutely
    case .hour: .hourly
    case .day: .daily
    case .week: .weekly
    case .month: .monthly
    case .year: .yearly
    }
  }
}
