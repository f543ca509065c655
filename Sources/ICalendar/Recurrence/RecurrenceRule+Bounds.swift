// Facts about a rule that are known before libical searches for its occurrences, since that search, once
// begun, cannot be stopped: `FREQ=SECONDLY;BYHOUR=1;BYMONTHDAY=30;BYMONTH=2` keeps it busy for more than ten
// seconds.

extension RecurrenceRule {
  /// Whether some day of some year satisfies BYMONTH, BYMONTHDAY, BYYEARDAY and BYDAY together. BYWEEKNO and
  /// BYSETPOS are taken as satisfied, and a rule of another calendar than the Gregorian too.
  ///
  /// - Complexity: O(1): 14 kinds of year, a leap or common year beginning on each day of the week, of which
  ///   only the days are looked at that the rule names.
  public var hasDays: Bool {
    guard rscale == nil || rscale == "GREGORIAN" else { return true }
    return Self.kindsOfYear.contains(where: hasDays(inYear:))
  }

  /// A year of each kind.
  private static let kindsOfYear = [
    2001, 2002, 2003, 2005, 2006, 2009, 2010, 2000, 2004, 2008, 2012, 2016, 2020, 2024,
  ]

  private func hasDays(inYear year: Int) -> Bool {
    let first = Day.days(toYear: year)
    let length = Day.isLeap(year) ? 366 : 365
    func admits(_ dayOfYear: Int) -> Bool {
      self.admits(Day(daysSince1970: first + dayOfYear - 1), dayOfYear: dayOfYear, yearLength: length)
    }
    guard byYearDay.isEmpty else {
      return byYearDay.contains { number in
        let dayOfYear = number > 0 ? number : length + 1 + number
        return (1...length).contains(dayOfYear) && admits(dayOfYear)
      }
    }
    var start = 0
    for month in 1...12 {
      let days = Day.daysInMonth(month, year: year)
      defer { start += days }
      guard byMonth.isEmpty || byMonth.contains(where: { $0.number == month }) else { continue }
      let found =
        byMonthDay.isEmpty
        ? (1...days).contains { admits(start + $0) }
        : byMonthDay.contains { number in
          let day = number > 0 ? number : days + 1 + number
          return (1...days).contains(day) && admits(start + day)
        }
      if found { return true }
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
  /// - Parameter steps: the months and days that may be looked at; where they run out it ends.
  func occurrencesOnDaysOfMonths(
    from start: LocalDateTime, through lastYear: Int, _ steps: inout Int, _ body: (LocalDateTime) -> Bool
  ) {
    let months = Set(byMonth.map(\.number)).sorted()
    var year = start.day.year
    while year <= lastYear {
      for month in months {
        steps -= 1
        for number in candidates(inMonth: month, year: year, of: start.day) {
          steps -= 1
          guard steps > 0 else { return }
          guard let day = Day(year: year, month: month, day: number), day >= start.day,
            admits(day, dayOfYear: 0, yearLength: 0)
          else { continue }
          guard body(start.on(day)) else { return }
        }
        guard steps > 0 else { return }
      }
      year += interval
    }
  }

  /// The days of a month that such a rule may fall on, in order: all that it falls on are among them.
  private func candidates(inMonth month: Int, year: Int, of start: Day) -> [Int] {
    let length = Day.daysInMonth(month, year: year)
    guard !byDay.isEmpty || !byMonthDay.isEmpty else { return start.day <= length ? [start.day] : [] }
    var days: Set<Int> = []
    if byDay.isEmpty || !byMonthDay.isEmpty {
      for number in byMonthDay { days.insert(number > 0 ? number : length + 1 + number) }
    } else if let weekday = Day(year: year, month: month, day: 1)?.weekday {
      for element in byDay {
        let matches = Array(stride(from: element.weekday.days(since: weekday) + 1, through: length, by: 7))
        guard let ordinal = element.ordinal else {
          days.formUnion(matches)
          continue
        }
        let place = ordinal > 0 ? ordinal - 1 : matches.count + ordinal
        if matches.indices.contains(place) { days.insert(matches[place]) }
      }
    }
    return days.filter { (1...length).contains($0) }.sorted()
  }

  /// Whether BYMONTH, BYMONTHDAY, BYYEARDAY and BYDAY all have a day.
  func admits(_ day: Day) -> Bool {
    admits(
      day, dayOfYear: day.daysSince1970 - Day.days(toYear: day.year) + 1,
      yearLength: Day.isLeap(day.year) ? 366 : 365)
  }

  func admits(_ day: Day, dayOfYear: Int, yearLength: Int) -> Bool {
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
    // A number says nothing in a week.
    return byDay.contains { element in
      element.weekday == weekday
        && (frequency == .weekly || element.ordinal.map { $0 == fromStart || $0 == fromEnd } ?? true)
    }
  }

  /// Whether libical ends its search for the next occurrence of a yearly or monthly rule. It does so in the
  /// year 2582, which does not come in the Chinese calendar and in the Korean one, whose years begin anew
  /// every sixty (3.0.16): there only what each month and each year has is asked for.
  var isEndedByLibical: Bool {
    guard rscale == "CHINESE" || rscale == "DANGI" else { return true }
    let ordinals = byDay.compactMap(\.ordinal)
    let mostWeeks = frequency == .monthly || !byMonth.isEmpty ? 4 : 50
    let ways = [!byMonthDay.isEmpty, !byYearDay.isEmpty, !ordinals.isEmpty].count { $0 }
    return interval <= 1000 && ways <= 1
      && (byMonth.isEmpty || byMonth.contains { !$0.isLeap && $0.number <= 12 })
      && (byMonthDay.isEmpty || byMonthDay.contains { abs($0) < 30 })
      && (byYearDay.isEmpty || byMonth.isEmpty && byYearDay.contains { abs($0) <= 350 })
      && (ordinals.isEmpty || ordinals.contains { abs($0) <= mostWeeks })
      && (bySetPosition.isEmpty || bySetPosition.contains(1))
  }

  /// Whether libical stays within its memory: of weeks it marks days outside of its table (3.0.16), in front
  /// of it where one lies before its year, as the 53rd from the end does in a year of 52 weeks, and behind it
  /// where no BYDAY names the days and the start is not in the first weeks.
  var staysWithinLibical: Bool { byWeekNumber.isEmpty }

  /// Whether libical expands the rule of an observance in bounded time: yearly or monthly, with one time of
  /// day, or weekly or daily without conditions that its days could fail for centuries. (MONTHLY with
  /// BYSETPOS=366 takes it 1.1 s.)
  var isBoundedForZones: Bool {
    guard rscale == nil || rscale == "GREGORIAN", bySecond.count <= 1, byMinute.count <= 1, byHour.count <= 1,
      staysWithinLibical || isByPeriods
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
