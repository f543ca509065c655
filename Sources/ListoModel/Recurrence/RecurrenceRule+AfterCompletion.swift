package import ICalendar

extension RecurrenceRule {
  /// When a reminder is due that repeats from the time of its completion: so many intervals behind that, at
  /// the time of day of what was due before; of a rule that repeats within a day, at any. A month that lacks
  /// the day has its last. If the rule names days, such as BYDAY, the date is the next that it names when it
  /// is counted from the day of completion.
  ///
  /// - Parameters:
  ///   - intervals: how many; 1 for the next.
  ///   - time: that of the completion, on the clock on which the reminder repeats.
  ///   - due: when it was due.
  /// - Returns: nil where that is beyond what can be written.
  package func due(
    _ intervals: Int, behind time: LocalDateTime, like due: LocalDateTime
  ) -> LocalDateTime? {
    let (amount, overflow) = interval.multipliedReportingOverflow(by: intervals)
    guard !overflow, amount < 1_000_000 else { return nil }
    if namesDays, ![.secondly, .minutely, .hourly].contains(frequency) {
      return named(intervals, behind: due.on(time.day))
    }
    switch frequency {
    case .secondly: return time.adding(seconds: Int64(amount))
    case .minutely: return time.adding(seconds: Int64(amount) * 60)
    case .hourly: return time.adding(seconds: Int64(amount) * 3600)
    case .daily: return due.on(time.day.adding(days: amount))
    case .weekly: return due.on(time.day.adding(days: amount * 7))
    case .monthly: return time.day.adding(months: amount).map(due.on)
    case .yearly: return time.day.adding(months: amount * 12).map(due.on)
    }
  }

  /// It names days by itself.
  private var namesDays: Bool {
    !(byDay.isEmpty && byMonthDay.isEmpty && byYearDay.isEmpty && byWeekNumber.isEmpty && byMonth.isEmpty)
  }

  /// The date that the rule names after a day from which it is counted; of several the one with a number,
  /// from 1.
  private func named(_ number: Int, behind day: LocalDateTime) -> LocalDateTime? {
    var left = number
    var found: LocalDateTime?
    var steps = Recurrence.steps
    _ = follow(from: day, notBefore: LocalDateTime(startOf: day.day.adding(days: 1)), &steps) { local in
      left -= 1
      if left == 0 { found = local }
      return left > 0
    }
    return found
  }
}

extension Day {
  /// The same day of a later month, or its last; nil beyond the year 9999.
  fileprivate func adding(months: Int) -> Day? {
    let number = year * 12 + month - 1 + months
    let (year, month) = (number / 12, number % 12 + 1)
    return Day(year: year, month: month, day: min(day, Day.daysInMonth(month, year: year)))
  }
}
