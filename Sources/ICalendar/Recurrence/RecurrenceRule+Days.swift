// Occurrences of rules that repeat daily or oftener, day by day. libical takes long to begin, and it cannot
// be stopped while it looks for the next one, which may never come: `FREQ=SECONDLY;BYMONTH=2` keeps it busy
// for seconds, and `FREQ=DAILY;INTERVAL=7;BYDAY=MO` from a Tuesday until the year 2582. It also counts no day
// of a month from its end for a daily rule, and leaves out or adds times where filters meet an interval (seen
// beside python-dateutil).

extension RecurrenceRule {
  /// A rule that is followed here, where each look at a day or a time is a step that is counted.
  var isByDays: Bool {
    guard rscale == nil || rscale == "GREGORIAN" else { return false }
    switch frequency {
    case .secondly, .minutely, .hourly, .daily: return true
    case .weekly, .monthly, .yearly: return false
    }
  }

  /// - Parameters:
  ///   - first: what is before it is of no interest; a COUNT counts it all the same.
  ///   - steps: how many may still be taken.
  func followDays(
    from start: LocalDateTime, notBefore first: LocalDateTime, _ steps: inout Int,
    _ body: (LocalDateTime) -> Bool
  ) -> Course {
    var left = count ?? Int.max
    var day = count == nil ? max(start.day, first.day) : start.day
    while day.year <= Self.lastYear {
      steps -= 1
      guard steps > 0 else { return .cut }
      if admits(day) {
        let times = TimesOfDay(rule: self, start: start, day: day)
        for time in times.all(&steps) where time >= start {
          left -= 1
          if time >= first, !body(time) { return .ended }
          if left == 0 { return .ended }
        }
        guard steps > 0 else { return .cut }
      }
      let next = frequency == .daily ? interval - (day.daysSince1970 - start.day.daysSince1970) % interval : 1
      let following = day.adding(days: next)
      guard following > day else { return .ended }
      day = following
    }
    return .ended
  }

  /// The year at which libical stops too.
  static let lastYear = 2582
}

/// The times of one day.
struct TimesOfDay {
  let rule: RecurrenceRule
  let start: LocalDateTime
  let day: Day

  private var hours: [Int] { rule.byHour.isEmpty ? [start.hour] : Set(rule.byHour).sorted() }
  private var minutes: [Int] { rule.byMinute.isEmpty ? [start.minute] : Set(rule.byMinute).sorted() }
  private var seconds: [Int] { rule.bySecond.isEmpty ? [start.second] : Set(rule.bySecond).sorted() }

  /// In order.
  func all(_ steps: inout Int) -> [LocalDateTime] {
    switch rule.frequency {
    case .hourly: units(3600, &steps) { _ in (minutes, seconds) }
    case .minutely: units(60, &steps) { ([$0 / 60 % 60], seconds) }
    case .secondly: units(1, &steps) { ([$0 / 60 % 60], [$0 % 60]) }
    default: isOnDay ? rule.chosen(set(&steps)) : []
    }
  }

  /// Those that a rule of days sets, in order.
  func set(_ steps: inout Int) -> [LocalDateTime] { set(hours, minutes, seconds, &steps) }

  /// Of a daily rule the interval says which days.
  private var isOnDay: Bool { (day.daysSince1970 - start.day.daysSince1970) % rule.interval == 0 }

  /// Every unit of the interval that falls into the day, filtered, and within each the times that the rule
  /// sets.
  private func units(
    _ length: Int, _ steps: inout Int, _ within: (Int) -> ([Int], [Int])
  ) -> [LocalDateTime] {
    let perDay = 86_400 / length
    let origin =
      start.day.daysSince1970 * perDay + (start.hour * 3600 + start.minute * 60 + min(start.second, 59))
      / length
    let from = max(day.daysSince1970 * perDay, origin)
    let offset = (from - origin) % rule.interval
    var unit = offset == 0 ? from : from + rule.interval - offset
    let end = (day.daysSince1970 + 1) * perDay
    var result: [LocalDateTime] = []
    while unit < end {
      steps -= 1
      guard steps > 0 else { return result }
      let second = (unit - day.daysSince1970 * perDay) * length
      let hourOfDay = second / 3600
      let (minutes, seconds) = within(second)
      if admits(rule.byHour, hourOfDay), length > 60 || admits(rule.byMinute, second / 60 % 60),
        length > 1 || admits(rule.bySecond, second % 60)
      {
        result += rule.chosen(set([hourOfDay], minutes, seconds, &steps))
      }
      unit += rule.interval
    }
    return result
  }

  private func admits(_ numbers: [Int], _ number: Int) -> Bool { numbers.isEmpty || numbers.contains(number) }

  private func set(
    _ hours: [Int], _ minutes: [Int], _ seconds: [Int], _ steps: inout Int
  ) -> [LocalDateTime] {
    var result: [LocalDateTime] = []
    for hour in hours {
      for minute in minutes {
        for second in seconds {
          steps -= 1
          guard steps > 0 else { return result }
          if let local = LocalDateTime(day: day, hour: hour, minute: minute, second: second) {
            result.append(local)
          }
        }
      }
    }
    return result
  }
}

extension RecurrenceRule {
  /// Of the times of one period, in order, those that BYSETPOS names.
  func chosen(_ set: [LocalDateTime]) -> [LocalDateTime] {
    guard !bySetPosition.isEmpty else { return set }
    return set.indices.filter { index in
      bySetPosition.contains(index + 1) || bySetPosition.contains(index - set.count)
    }.map { set[$0] }
  }
}
