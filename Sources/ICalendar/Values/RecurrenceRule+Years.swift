// Occurrences of yearly rules on days of the month or the year, year by year, where libical goes wrong: in common years it misses the
// last position of BYSETPOS among the days of BYMONTHDAY (FREQ=YEARLY;BYMONTHDAY=-2,23;BYSETPOS=-1), and it adds what BYMONTH and
// BYMONTHDAY name to the days of BYYEARDAY, which RFC 5545 §3.3.10 limits by them (seen beside python-dateutil).

extension RecurrenceRule {
  /// A rule that is followed here, where each day that is looked at is a step that is counted.
  var isByYears: Bool {
    guard frequency == .yearly, rscale == nil || rscale == "GREGORIAN", skip == .omit, byWeekNumber.isEmpty
    else { return false }
    return !byYearDay.isEmpty || !byMonthDay.isEmpty && !bySetPosition.isEmpty
  }

  /// - Parameters:
  ///   - first: what is before it is of no interest; a COUNT counts it all the same.
  ///   - steps: how many may still be taken.
  func followYears(
    from start: LocalDateTime, notBefore first: LocalDateTime, _ steps: inout Int,
    _ body: (LocalDateTime) -> Bool
  ) -> Course {
    var left = count ?? Int.max
    var year = start.day.year
    if count == nil, first.day.year > year { year += (first.day.year - year) / interval * interval }
    while year <= Self.lastYear {
      var set: [LocalDateTime] = []
      let (before, length) = (Day.days(toYear: year), Day.isLeap(year) ? 366 : 365)
      for number in 1...length {
        steps -= 1
        let day = Day(daysSince1970: before + number - 1)
        guard admits(day, dayOfYear: number, yearLength: length) else { continue }
        set += TimesOfDay(rule: self, start: start, day: day).set(&steps)
      }
      guard steps > 0 else { return .cut }
      for time in chosen(set) where time >= start {
        left -= 1
        if time >= first, !body(time) { return .ended }
        if left == 0 { return .ended }
      }
      guard interval <= Self.lastYear - year else { return .ended }
      year += interval
    }
    return .ended
  }
}
