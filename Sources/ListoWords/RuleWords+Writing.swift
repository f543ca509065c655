internal import ICalendar

extension RuleWords {
  /// A rule at a moment.
  static func resolved(
    _ rule: RuleExpression, in context: WordsContext
  ) -> Result<RuleWords, MomentProblem> {
    func day(_ expression: DateExpression?) -> Result<Day?, MomentProblem> {
      guard let expression else { return .success(nil) }
      return expression.resolved(in: context).map(\.day)
    }
    return day(rule.until).flatMap { until in
      day(rule.from).map { from in
        RuleWords(
          frequency: rule.frequency, interval: rule.interval, byDay: rule.byDay, byMonthDay: rule.byMonthDay,
          byMonth: rule.byMonth, position: rule.position, count: rule.count, until: until, from: from)
      }
    }
  }

  /// The rule in words that are read back as it: `every 2 weeks on Mon, Thu until Tue 31 Dec 2030`.
  public func words(_ language: WordsLanguage) -> String {
    let written = language.written
    var words = body(written)
    if let count { words += " " + written.times(count) }
    if let until { words += " \(written.until) \(DateWords(.date(until)).words(language))" }
    if let from { words += " \(written.from) \(DateWords(.date(from)).words(language))" }
    return words
  }

  private func body(_ written: WordsLanguage.Written) -> String {
    let every = written.every(frequency, interval)
    func name(_ weekday: Weekday) -> String { written.weekdays[weekday.index] }
    if frequency == .weekly, !byDay.isEmpty {
      if byDay == RuleExpression.workdays, interval == 1 { return written.everyWorkday }
      return "\(every) \(written.on) " + byDay.map { name($0.weekday) }.joined(separator: ", ")
    }
    let months = byMonth.map { written.months[$0 - 1] }.joined(separator: ", ")
    if frequency == .yearly, byMonthDay.count == 1, byMonthDay[0] > 0 {
      return "\(every) \(written.on) \(written.dayMonth(byMonthDay[0], months))"
    }
    var days: String?
    if !byMonthDay.isEmpty {
      days = byMonthDay.map { written.ordinal($0) + ($0 < 0 ? " \(written.day)" : "") }.joined(
        separator: ", ")
    } else if let position {
      days = "\(written.ordinal(position)) \(written.workday)"
    } else if let day = byDay.first {
      days = "\(written.ordinal(day.ordinal ?? 1)) \(name(day.weekday))"
    }
    guard let days else { return months.isEmpty ? every : "\(every) \(written.inMonth) \(months)" }
    return "\(every) \(written.onThe) \(days)" + (months.isEmpty ? "" : " \(written.of) \(months)")
  }
}
