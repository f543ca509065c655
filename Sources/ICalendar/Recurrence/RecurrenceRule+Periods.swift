// Occurrences of yearly, monthly and weekly rules, a year, a month or a week at a time, where they are days
// of months, or libical goes wrong. Of days that BYMONTHDAY names it counts one twice that is named from both
// ends, and misses the last of some years: FREQ=YEARLY;BYMONTHDAY=-2,23;BYSETPOS=-1, and in June
// FREQ=MONTHLY;BYMONTHDAY=-10,21,24;BYSETPOS=-1. It counts days where BYSETPOS counts times, and it adds what
// BYMONTH and BYMONTHDAY name to the days of BYYEARDAY, which RFC 5545 §3.3.10 limits by them (seen beside
// python-dateutil). Of weeks it marks days outside of its table: FREQ=YEARLY;BYWEEKNO=20 from a day in June
// ends the process. Of weekly rules with an interval, whose weeks begin in the middle of libical's, it takes
// others than it should: FREQ=WEEKLY;INTERVAL=3;WKST=TH;BYDAY=MO.

extension RecurrenceRule {
  /// A rule that is followed here, where each day that is looked at is a step that is counted.
  var isByPeriods: Bool {
    guard rscale == nil || rscale == "GREGORIAN", skip == .omit else { return false }
    switch frequency {
    case .yearly:
      return !byYearDay.isEmpty || !bySetPosition.isEmpty || !byWeekNumber.isEmpty || byDay.isEmpty
    case .monthly: return byYearDay.isEmpty && (!bySetPosition.isEmpty || byDay.isEmpty)
    case .weekly: return byMonthDay.isEmpty && byYearDay.isEmpty && byWeekNumber.isEmpty
    case .daily, .hourly, .minutely, .secondly: return false
    }
  }

  /// - Parameters:
  ///   - first: what is before it is of no interest; a COUNT counts it all the same.
  ///   - steps: how many may still be taken.
  func followPeriods(
    from start: LocalDateTime, notBefore first: LocalDateTime, _ steps: inout Int,
    _ body: (LocalDateTime) -> Bool
  ) -> Course {
    var left = count ?? Int.max
    let unit = unit(from: start.day)
    var period = unit.period(of: start.day)
    if count == nil {
      let ahead = unit.period(of: first.day) - period
      period += max(0, ahead / interval * interval)
    }
    while unit.year(of: period) <= Self.lastYear {
      var set: [LocalDateTime] = []
      if isOfMonthDays {
        steps -= 1
        for day in monthDays(of: period, from: start.day) {
          set += TimesOfDay(rule: self, start: start, day: day).set(&steps)
        }
      } else {
        unit.forEachDay(of: period) { day in
          steps -= 1
          guard names(day, start.day), isInWeeks(day), admits(day) else { return }
          set += TimesOfDay(rule: self, start: start, day: day).set(&steps)
        }
      }
      guard steps > 0 else { return .cut }
      for time in chosen(set) where time >= start {
        left -= 1
        if time >= first, !body(time) { return .ended }
        if left == 0 { return .ended }
      }
      let (next, isBeyond) = period.addingReportingOverflow(interval)
      guard !isBeyond else { return .ended }
      period = next
    }
    return .ended
  }

  /// Its days are days of months by their numbers, which need no search.
  private var isOfMonthDays: Bool {
    (frequency == .yearly || frequency == .monthly) && byDay.isEmpty && byYearDay.isEmpty
      && byWeekNumber.isEmpty
  }

  /// The days of a year or a month, in order.
  private func monthDays(of period: Int, from start: Day) -> [Day] {
    let (year, months): (Int, [Int])
    // There are no leap months in this calendar.
    let named = Set(byMonth.filter { !$0.isLeap }.map(\.number)).sorted()
    if frequency == .monthly {
      (year, months) = (period / 12, [period % 12 + 1].filter { byMonth.isEmpty || named.contains($0) })
    } else {
      year = period
      months = byMonth.isEmpty ? byMonthDay.isEmpty ? [start.month] : Array(1...12) : named
    }
    return months.flatMap { month -> [Day] in
      guard (1...12).contains(month) else { return [] }
      let last = Day.daysInMonth(month, year: year)
      let numbers = byMonthDay.isEmpty ? [start.day] : byMonthDay.map { $0 < 0 ? last + 1 + $0 : $0 }
      return Set(numbers).sorted().compactMap { Day(year: year, month: month, day: $0) }
    }
  }

  private func unit(from start: Day) -> PeriodUnit {
    switch frequency {
    case .yearly: return .year
    case .monthly: return .month
    case .weekly, .daily, .hourly, .minutely, .secondly:
      let weekdays = byDay.isEmpty ? [start.weekday] : byDay.map(\.weekday)
      return .week(
        zero: -Day(daysSince1970: 0).weekday.days(since: weekStart),
        places: Set(weekdays.map { $0.days(since: weekStart) }).sorted())
    }
  }

  /// A week number is that of the week that the day is in, which may be one of the year before or behind.
  private func isInWeeks(_ day: Day) -> Bool {
    guard !byWeekNumber.isEmpty else { return true }
    let week = Week(of: day, from: weekStart)
    return byWeekNumber.contains(week.number) || byWeekNumber.contains(week.number - week.count - 1)
  }

  /// Where no part names days, they are the start's (RFC 5545 §3.3.10).
  private func names(_ day: Day, _ start: Day) -> Bool {
    guard byDay.isEmpty, byMonthDay.isEmpty, byYearDay.isEmpty else { return true }
    guard byWeekNumber.isEmpty, frequency != .weekly else { return day.weekday == start.weekday }
    return day.day == start.day && (frequency == .monthly || !byMonth.isEmpty || day.month == start.month)
  }
}

/// A week of a year: the first is the one that has four days in it (RFC 5545 §3.3.10, BYWEEKNO).
private struct Week {
  /// From 1 on.
  let number: Int
  /// So many weeks its year has.
  let count: Int

  /// - Parameter first: the day on which weeks begin.
  init(of day: Day, from first: Weekday) {
    // The fourth day of a week is in the year whose week it is.
    let year = day.adding(days: 3 - day.weekday.days(since: first)).year
    let begin = Self.begin(of: year, first)
    number = (day.daysSince1970 - begin) / 7 + 1
    count = (Self.begin(of: year + 1, first) - begin) / 7
  }

  /// The first day of the first week, since 1970.
  private static func begin(of year: Int, _ first: Weekday) -> Int {
    let fourth = Day(daysSince1970: Day.days(toYear: year) + 3)
    return fourth.daysSince1970 - fourth.weekday.days(since: first)
  }
}

/// The unit by which a rule repeats; its periods are numbered, one after the other.
private enum PeriodUnit {
  case year, month
  /// The first day of the week that has 1 January 1970, since that day, and the places of the days in a week
  /// that are looked at.
  case week(zero: Int, places: [Int])

  func period(of day: Day) -> Int {
    switch self {
    case .year: day.year
    case .month: day.year * 12 + day.month - 1
    case .week(let zero, _): ((day.daysSince1970 - zero) - ((day.daysSince1970 - zero) % 7 + 7) % 7) / 7
    }
  }

  /// In which it begins.
  func year(of period: Int) -> Int {
    switch self {
    case .year: period
    case .month: period / 12
    case .week: Day(daysSince1970: days(of: period).lowerBound).year
    }
  }

  /// In their order.
  func forEachDay(of period: Int, _ body: (Day) -> Void) {
    let days = days(of: period)
    guard case .week(_, let places) = self else {
      for number in days { body(Day(daysSince1970: number)) }
      return
    }
    for place in places { body(Day(daysSince1970: days.lowerBound + place)) }
  }

  /// Since 1970.
  private func days(of period: Int) -> Range<Int> {
    switch self {
    case .year: return Day.days(toYear: period)..<Day.days(toYear: period + 1)
    case .month:
      let (year, month) = (period / 12, period % 12 + 1)
      let first = (1..<month).reduce(Day.days(toYear: year)) { $0 + Day.daysInMonth($1, year: year) }
      return first..<first + Day.daysInMonth(month, year: year)
    case .week(let zero, _): return zero + period * 7..<zero + period * 7 + 7
    }
  }
}
