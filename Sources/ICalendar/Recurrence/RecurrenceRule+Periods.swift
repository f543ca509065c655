// Occurrences of yearly and monthly rules, a year or a month at a time, where libical goes wrong. Of days that BYMONTHDAY names it counts
// one twice that is named from both ends, and misses the last of some years: FREQ=YEARLY;BYMONTHDAY=-2,23;BYSETPOS=-1, and in June
// FREQ=MONTHLY;BYMONTHDAY=-10,21,24;BYSETPOS=-1. It counts days where BYSETPOS counts times, and it adds what BYMONTH and BYMONTHDAY name
// to the days of BYYEARDAY, which RFC 5545 §3.3.10 limits by them (seen beside python-dateutil).

extension RecurrenceRule {
  /// A rule that is followed here, where each day that is looked at is a step that is counted.
  var isByPeriods: Bool {
    guard rscale == nil || rscale == "GREGORIAN", skip == .omit, byWeekNumber.isEmpty else { return false }
    switch frequency {
    case .yearly: return !byYearDay.isEmpty || !bySetPosition.isEmpty
    case .monthly: return byYearDay.isEmpty && !bySetPosition.isEmpty
    case .weekly, .daily, .hourly, .minutely, .secondly: return false
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
    var period = Period(of: start.day, isYear: frequency == .yearly)
    if count == nil {
      let ahead = Period(of: first.day, isYear: period.isYear).number - period.number
      period.number += max(0, ahead / interval * interval)
    }
    while period.year <= Self.lastYear {
      var set: [LocalDateTime] = []
      let newYear = Day.days(toYear: period.year)
      let yearLength = Day.isLeap(period.year) ? 366 : 365
      for number in period.days {
        steps -= 1
        let day = Day(daysSince1970: number)
        guard names(day, start.day),
          admits(day, dayOfYear: number - newYear + 1, yearLength: yearLength)
        else { continue }
        set += TimesOfDay(rule: self, start: start, day: day).set(&steps)
      }
      guard steps > 0 else { return .cut }
      for time in chosen(set) where time >= start {
        left -= 1
        if time >= first, !body(time) { return .ended }
        if left == 0 { return .ended }
      }
      let (next, isBeyond) = period.number.addingReportingOverflow(interval)
      guard !isBeyond else { return .ended }
      period.number = next
    }
    return .ended
  }

  /// Where no part names days, they are the start's (RFC 5545 §3.3.10).
  private func names(_ day: Day, _ start: Day) -> Bool {
    guard byDay.isEmpty, byMonthDay.isEmpty, byYearDay.isEmpty else { return true }
    return day.day == start.day && (frequency == .monthly || !byMonth.isEmpty || day.month == start.month)
  }
}

/// A year, or a month of a year.
private struct Period {
  let isYear: Bool
  /// Years or months since the beginning of the year 0.
  var number: Int

  init(of day: Day, isYear: Bool) {
    self.isYear = isYear
    number = isYear ? day.year : day.year * 12 + day.month - 1
  }

  var year: Int { isYear ? number : number / 12 }

  /// Its days, since 1970.
  var days: Range<Int> {
    let newYear = Day.days(toYear: year)
    guard !isYear else { return newYear..<Day.days(toYear: year + 1) }
    let month = number % 12 + 1
    let first = (1..<month).reduce(newYear) { $0 + Day.daysInMonth($1, year: year) }
    return first..<first + Day.daysInMonth(month, year: year)
  }
}
