// Occurrences of a rule on a wall clock, through libical's iterator.

extension RecurrenceRule {
  /// Returns the first occurrences from a start on, in order; the start is one of them only if the rule
  /// includes it.
  ///
  /// UNTIL is ignored: its meaning depends on the time zone, which the caller knows.
  ///
  /// - Returns: nil if libical refuses the rule, or if its occurrences cannot be found in bounded time: a
  ///   frequency below a day, several times a day, no possible day, or positions that no set has.
  /// - Complexity: linear in `limit`; libical ends its search in the year 2582.
  public func occurrences(from start: LocalDateTime, limit: Int) -> [LocalDateTime]? {
    switch frequency {
    case .yearly, .monthly, .weekly, .daily: break
    case .hourly, .minutely, .secondly: return nil
    }
    guard hasDays, bySecond.count <= 1, byMinute.count <= 1, byHour.count <= 1,
      bySetPosition.allSatisfy({ abs($0) <= 31 })
    else { return nil }
    var result: [LocalDateTime] = []
    guard limit > 0 else { return result }
    if isByPeriods {
      var steps = Int.max
      _ = followPeriods(from: start, notBefore: start, &steps) { local in
        result.append(local)
        return result.count < limit
      }
      return result
    }
    guard let rule = libicalRule else { return nil }
    rule.occurrences(from: start) { local in
      if local >= start { result.append(local) }
      return result.count < limit
    }
    return result
  }
}

extension RecurrenceRule {
  /// The way in which the expansion of a rule ended.
  public enum Course: Sendable, Hashable {
    /// There are no more, or no more were wanted.
    case ended
    /// The steps ran out.
    case cut
    /// The rule was not expanded: no day or set satisfies it, or the search could not be done in bounded
    /// time.
    case refused
  }

  /// Passes the occurrences from a start on to `body`, in order, until `body` returns false; the start is one
  /// of them only if the rule includes it. COUNT is obeyed. UNTIL is ignored: its meaning depends on the time
  /// zone, which the caller knows.
  ///
  /// - Parameters:
  ///   - first: earlier occurrences are not passed on, and not computed if the rule allows that.
  ///   - steps: the remaining number of steps. An occurrence costs one step, or four if libical finds it,
  ///     because that takes longer. For rules that libical does not expand, each examined day or time costs
  ///     one. The search ends in the year 2582.
  public func follow(
    from start: LocalDateTime, notBefore first: LocalDateTime, _ steps: inout Int,
    _ body: (LocalDateTime) -> Bool
  ) -> Course {
    guard hasDays, hasPositions else { return .refused }
    if isByDays { return followDays(from: start, notBefore: first, &steps, body) }
    if isByPeriods { return followPeriods(from: start, notBefore: first, &steps, body) }
    guard isBoundedByLibical, let rule = libicalRule else { return .refused }
    var left = steps
    rule.occurrences(from: beginning(from: start, before: first)) { local in
      left -= Self.libicalSteps
      guard left > 0 else { return false }
      return local < max(start, first) || body(local)
    }
    steps = left
    return left > 0 ? .ended : .cut
  }

  private static let libicalSteps = 4

  /// The rule as libical expands it; nil where libical refuses it, or would write beyond its memory.
  var libicalRule: LibicalRecurrence? {
    staysWithinLibical ? LibicalRecurrence(Array(libicalText.utf8)[...]) : nil
  }

  /// The rule as libical reads what it says: of a yearly one with days of the month and no months it takes
  /// January's alone, where RFC 5545 §3.3.10 has those of all months.
  private var libicalText: String {
    guard frequency == .yearly, !byMonthDay.isEmpty, byMonth.isEmpty, byYearDay.isEmpty, byWeekNumber.isEmpty,
      rscale == nil
    else { return text }
    return text + ";BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12"
  }

  /// How many times a day the rule can name.
  private var timesOfDay: Int {
    max(1, bySecond.count) * max(1, byMinute.count) * max(1, byHour.count)
  }

  /// Some number of BYSETPOS is one that the largest set has.
  private var hasPositions: Bool {
    bySetPosition.isEmpty || bySetPosition.contains { abs($0) <= largestSet }
  }

  /// No set of one period, from which BYSETPOS chooses, has more members.
  private var largestSet: Int {
    switch frequency {
    case .secondly: return 1
    case .minutely: return max(1, bySecond.count)
    case .hourly: return max(1, byMinute.count) * max(1, bySecond.count)
    case .daily: return timesOfDay
    case .weekly: return max(1, byDay.count) * timesOfDay
    case .monthly:
      let days = byDay.reduce(0) { $0 + ($1.ordinal == nil ? 5 : 1) }
      return max(1, byMonthDay.isEmpty ? days : byMonthDay.count) * timesOfDay
    case .yearly:
      let months = byMonth.isEmpty ? 12 : byMonth.count
      let perDay = byMonth.isEmpty ? 53 : 5 * months
      let days = byDay.reduce(0) { $0 + ($1.ordinal == nil ? perDay : months) }
      let set = max(
        byYearDay.count, byMonthDay.count * months, days, byMonth.count, byWeekNumber.count * 7, 1)
      return set * timesOfDay
    }
  }

  /// libical finds the next occurrence, or that there is none, in bounded time.
  private var isBoundedByLibical: Bool {
    guard timesOfDay <= 1440 else { return false }
    guard rscale != nil, rscale != "GREGORIAN" else { return true }
    // Whether another calendar has such days, it finds out day by day.
    switch frequency {
    case .yearly, .monthly: return isEndedByLibical
    case .weekly, .daily: return byMonth.isEmpty && byMonthDay.isEmpty && byYearDay.isEmpty
    case .hourly, .minutely, .secondly: return false
    }
  }
}

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
