internal import Listo

/// Recurrence rules in words, for the shapes that people make; all others as they are written.
enum RecurrenceWords {
  /// `weekly on Mon, Wed`, `monthly on the last Fri`, `every 2 months on the 1st`; with `dates`, also how
  /// long.
  ///
  /// - Parameter raw: the RRULE as it is written (RFC 5545 §3.3.10).
  static func words(_ raw: String, ending dates: RelativeDate? = nil) -> String {
    guard let rule = try? RecurrenceRule.parse(Array(raw.utf8)[...]), let words = words(rule) else {
      return raw
    }
    guard let dates else { return words }
    if let count = rule.count { return "\(words), \(RelativeDate.count(count, "time"))" }
    guard let until = rule.until else { return words }
    return "\(words), until \(dates.date(dates.context.day(of: until, zones: .empty), alwaysYear: true))"
  }

  private static func words(_ rule: RecurrenceRule) -> String? {
    guard rule.rscale == nil || rule.rscale == "GREGORIAN", rule.skip == .omit, rule.byHour.isEmpty,
      rule.byMinute.isEmpty, rule.bySecond.isEmpty, rule.byYearDay.isEmpty, rule.byWeekNumber.isEmpty,
      rule.byMonth.allSatisfy({ !$0.isLeap && $0.number <= 12 })
    else { return nil }
    switch rule.frequency {
    case .secondly, .minutely, .hourly, .daily:
      guard isBare(rule) else { return nil }
      return every(rule)
    case .weekly:
      guard rule.byMonth.isEmpty, rule.byMonthDay.isEmpty, rule.bySetPosition.isEmpty,
        rule.byDay.allSatisfy({ $0.ordinal == nil })
      else { return nil }
      return weekly(rule)
    case .monthly:
      guard rule.byMonth.isEmpty else { return nil }
      if isBare(rule) { return every(rule) }
      return dayOfMonth(rule).map { "\(every(rule)) on \($0)" }
    case .yearly:
      if isBare(rule) { return every(rule) }
      return yearly(rule)
    }
  }

  /// Nothing but FREQ and INTERVAL says when.
  private static func isBare(_ rule: RecurrenceRule) -> Bool {
    rule.byMonth.isEmpty && rule.byMonthDay.isEmpty && rule.bySetPosition.isEmpty && rule.byDay.isEmpty
  }

  /// `daily`, `every 2 weeks`.
  private static func every(_ rule: RecurrenceRule) -> String {
    let names: (adverb: String, unit: String) =
      switch rule.frequency {
      case .secondly: ("every second", "second")
      case .minutely: ("every minute", "minute")
      case .hourly: ("hourly", "hour")
      case .daily: ("daily", "day")
      case .weekly: ("weekly", "week")
      case .monthly: ("monthly", "month")
      case .yearly: ("yearly", "year")
      }
    return rule.interval == 1 ? names.adverb : "every \(rule.interval) \(names.unit)s"
  }

  private static let workdays: Set<Weekday> = [.monday, .tuesday, .wednesday, .thursday, .friday]
  private static let weekend: Set<Weekday> = [.saturday, .sunday]

  private static func weekly(_ rule: RecurrenceRule) -> String {
    let days = Set(rule.byDay.map(\.weekday))
    guard !days.isEmpty else { return every(rule) }
    if rule.interval == 1 && days == workdays { return "every weekday" }
    if rule.interval == 1 && days.count == 7 { return "daily" }
    // Monday first, as RFC 5545's weeks begin.
    let ordered = (Weekday.allCases.dropFirst() + [.sunday]).filter(days.contains)
    return "\(every(rule)) on \(ordered.map(RelativeDate.name).joined(separator: ", "))"
  }

  /// `the 1st`, `the last Fri`, `the last weekday`.
  private static func dayOfMonth(_ rule: RecurrenceRule) -> String? {
    if !rule.byMonthDay.isEmpty {
      guard rule.byDay.isEmpty, rule.bySetPosition.isEmpty else { return nil }
      return "the " + list(rule.byMonthDay.map { ordinal($0, of: " day") })
    }
    guard !rule.byDay.isEmpty else { return nil }
    if rule.bySetPosition.isEmpty {
      let days = rule.byDay.compactMap { day in
        day.ordinal.map { ordinal($0, of: "") + " " + RelativeDate.name(day.weekday) }
      }
      return days.count == rule.byDay.count ? "the " + list(days) : nil
    }
    let days = Set(rule.byDay.map(\.weekday))
    guard rule.bySetPosition.count == 1, rule.byDay.allSatisfy({ $0.ordinal == nil }) else { return nil }
    let name: String
    if days.count == 7 {
      name = "day"
    } else if days == workdays {
      name = "weekday"
    } else if days == weekend {
      name = "weekend day"
    } else if let only = days.first, days.count == 1 {
      name = RelativeDate.name(only)
    } else {
      return nil
    }
    return "the \(ordinal(rule.bySetPosition[0], of: "")) \(name)"
  }

  /// `yearly on 24 Dec`, `yearly on the last Sun of Oct`, `yearly in Mar`.
  private static func yearly(_ rule: RecurrenceRule) -> String? {
    guard !rule.byMonth.isEmpty else { return nil }
    let months = list(rule.byMonth.map { RelativeDate.name(month: $0.number) })
    if rule.byMonthDay.isEmpty && rule.byDay.isEmpty {
      return rule.bySetPosition.isEmpty ? "\(every(rule)) in \(months)" : nil
    }
    if rule.byDay.isEmpty, rule.bySetPosition.isEmpty, rule.byMonth.count == 1, rule.byMonthDay.count == 1,
      rule.byMonthDay[0] > 0
    {
      return "\(every(rule)) on \(rule.byMonthDay[0]) \(months)"
    }
    return dayOfMonth(rule).map { "\(every(rule)) on \($0) of \(months)" }
  }

  private static func list(_ words: [String]) -> String { words.joined(separator: ", ") }

  /// `1st`, `last`, `2nd last`; `noun` stands behind the ones that count from the end.
  private static func ordinal(_ number: Int, of noun: String) -> String {
    WordsLanguage.englishOrdinal(number) + (number < 0 ? noun : "")
  }
}
