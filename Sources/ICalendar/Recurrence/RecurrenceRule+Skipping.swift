// Where libical begins to follow a rule: it goes through all occurrences from the beginning on, 3 µs for
// each.

extension RecurrenceRule {
  /// A beginning from which the rule has the same occurrences from some time on: whole periods of its
  /// interval behind the start, and at least one before that time, so that no period is cut that the time may
  /// fall into.
  ///
  /// The start itself, where each occurrence counts (COUNT), or where it says more than its place in the
  /// week, the month or the year: of a rule by weeks of the year, and by another calendar.
  func beginning(from start: LocalDateTime, before first: LocalDateTime) -> LocalDateTime {
    guard count == nil, rscale == nil, skip == .omit, byWeekNumber.isEmpty, (1...10_000).contains(interval)
    else { return start }
    switch frequency {
    case .monthly, .yearly:
      let period = frequency == .yearly ? interval * 12 : interval
      var periods = first.day.months(since: start.day) / period - 1
      // Not every month has a 31st, nor every year a 29 February.
      while periods > 0 {
        let month = start.day.year * 12 + start.day.month - 1 + periods * period
        if let day = Day(year: month / 12, month: month % 12 + 1, day: start.day.day) { return start.on(day) }
        periods -= 1
      }
      return start
    case .weekly, .daily, .hourly, .minutely, .secondly: return start
    }
  }
}

extension Day {
  /// How many months its own is behind that of another day.
  fileprivate func months(since other: Day) -> Int { (year - other.year) * 12 + month - other.month }
}
