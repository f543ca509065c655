// What can be known of a rule before libical searches for its occurrences, since that search, once begun,
// cannot be stopped: `FREQ=SECONDLY;BYHOUR=1;BYMONTHDAY=30;BYMONTH=2` keeps it busy for more than ten
// seconds.

extension RecurrenceRule {
  /// Whether some day of some year satisfies BYMONTH, BYMONTHDAY, BYYEARDAY and BYDAY together. BYWEEKNO and
  /// BYSETPOS are taken as satisfied, and a rule of another calendar than the Gregorian too.
  ///
  /// - Complexity: O(1): 14 kinds of year, a leap or common year beginning on each day of the week.
  public var hasDays: Bool {
    guard rscale == nil || rscale == "GREGORIAN" else { return true }
    // 2001 to 2028 have every kind.
    for year in 2001...2028 {
      var day = Day(daysSince1970: Day.days(toYear: year))
      let length = Day.isLeap(year) ? 366 : 365
      for dayOfYear in 1...length {
        if admits(day, dayOfYear: dayOfYear, yearLength: length) { return true }
        day = day.adding(days: 1)
      }
    }
    return false
  }

  /// Whether the rule is the kind that time zones are made of: yearly, in given months, on given days of
  /// them, such as `FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU`.
  var isOnDaysOfMonths: Bool {
    frequency == .yearly && count == nil && rscale == nil && !byMonth.isEmpty
      && byMonth.allSatisfy { !$0.isLeap }
      && byYearDay.isEmpty && byWeekNumber.isEmpty && bySetPosition.isEmpty && bySecond.isEmpty
      && byMinute.isEmpty
      && byHour.isEmpty
  }

  /// The occurrences of such a rule, without libical: its iterator loads ICU, which costs 30 ms in a process
  /// that needs nothing else of it, and 7 µs for each onset. A test holds both to be the same.
  ///
  /// - Parameter steps: the days that may be looked at; where they run out it ends.
  func occurrencesOnDaysOfMonths(
    from start: LocalDateTime, through lastYear: Int, _ steps: inout Int, _ body: (LocalDateTime) -> Bool
  ) {
    let months = Set(byMonth.map(\.number)).sorted()
    let hasDayPart = !byDay.isEmpty || !byMonthDay.isEmpty
    var year = start.day.year
    while year <= lastYear {
      for month in months {
        for number in 1...Day.daysInMonth(month, year: year) {
          steps -= 1
          guard steps > 0 else { return }
          guard let day = Day(year: year, month: month, day: number), day >= start.day,
            hasDayPart ? admits(day, dayOfYear: 0, yearLength: 0) : number == start.day.day
          else { continue }
          guard body(start.on(day)) else { return }
        }
      }
      year += interval
    }
  }

  private func admits(_ day: Day, dayOfYear: Int, yearLength: Int) -> Bool {
    let monthLength = Day.daysInMonth(day.month, year: day.year)
    func allows(_ numbers: [Int], _ number: Int, of length: Int) -> Bool {
      numbers.isEmpty || numbers.contains(number) || numbers.contains(number - length - 1)
    }
    guard byMonth.isEmpty || byMonth.contains(where: { $0.number == day.month && !$0.isLeap }),
      allows(byMonthDay, day.day, of: monthLength), allows(byYearDay, dayOfYear, of: yearLength)
    else { return false }
    guard !byDay.isEmpty else { return true }
    let countsInMonth = frequency == .monthly || !byMonth.isEmpty
    let (place, length) = countsInMonth ? (day.day, monthLength) : (dayOfYear, yearLength)
    let fromStart = (place - 1) / 7 + 1
    let fromEnd = -((length - place) / 7 + 1)
    let weekday = day.weekday
    return byDay.contains { element in
      element.weekday == weekday && (element.ordinal.map { $0 == fromStart || $0 == fromEnd } ?? true)
    }
  }

  /// Whether libical expands the rule of an observance in bounded time: yearly or monthly, with one time of
  /// day, or weekly or daily without conditions that its days could fail for centuries. (MONTHLY with
  /// BYSETPOS=366 takes it 1.1 s.)
  var isBoundedForZones: Bool {
    guard rscale == nil || rscale == "GREGORIAN", bySecond.count <= 1, byMinute.count <= 1, byHour.count <= 1
    else {
      return false
    }
    switch frequency {
    case .yearly: return true
    case .monthly: return bySetPosition.isEmpty
    case .weekly, .daily:
      return byDay.isEmpty && byMonthDay.isEmpty && byYearDay.isEmpty && byWeekNumber.isEmpty
        && byMonth.isEmpty
        && bySetPosition.isEmpty
    case .hourly, .minutely, .secondly: return false
    }
  }
}
