package import ICalendar

extension RecurrenceRule {
  /// An RRULE value in words for people: `weekly on Mon, Wed, 10 times`, `monthly on the last Fri`, `every 2
  /// months on the 1st, until 24 Dec 2027`; the value itself where no words say all of it.
  ///
  /// - Parameters:
  ///   - raw: the RRULE as it is written (RFC 5545 §3.3.10).
  ///   - until: the words for the last date; nil leaves the end of the rule out, COUNT too.
  package static func words(_ raw: String, until: ((Moment) -> String)?) -> String {
    guard let rule = try? RecurrenceRule.parse(Array(raw.utf8)[...]), let words = rule.words else {
      return raw
    }
    guard let until else { return words }
    if let count = rule.count { return words + ", \(count) time" + (count == 1 ? "" : "s") }
    return words + (rule.until.map { ", until " + until($0) } ?? "")
  }

  /// The words without the end.
  private var words: String? {
    guard rscale == nil || rscale == "GREGORIAN", skip == .omit, byHour.isEmpty, byMinute.isEmpty,
      bySecond.isEmpty, byYearDay.isEmpty, byWeekNumber.isEmpty,
      byMonth.allSatisfy({ !$0.isLeap && $0.number <= 12 })
    else { return nil }
    switch frequency {
    case .secondly, .minutely, .hourly, .daily: return isBare ? every : nil
    case .weekly:
      guard byMonth.isEmpty, byMonthDay.isEmpty, bySetPosition.isEmpty,
        byDay.allSatisfy({ $0.ordinal == nil })
      else { return nil }
      return weekly
    case .monthly:
      guard byMonth.isEmpty else { return nil }
      return isBare ? every : dayOfMonth.map { "\(every) on \($0)" }
    case .yearly: return isBare ? every : yearly
    }
  }

  /// Nothing but FREQ and INTERVAL says when.
  private var isBare: Bool {
    byMonth.isEmpty && byMonthDay.isEmpty && bySetPosition.isEmpty && byDay.isEmpty
  }

  /// `daily`, `every 2 weeks`.
  private var every: String {
    let names: (adverb: String, unit: String) =
      switch frequency {
      case .secondly: ("every second", "second")
      case .minutely: ("every minute", "minute")
      case .hourly: ("hourly", "hour")
      case .daily: ("daily", "day")
      case .weekly: ("weekly", "week")
      case .monthly: ("monthly", "month")
      case .yearly: ("yearly", "year")
      }
    return interval == 1 ? names.adverb : "every \(interval) \(names.unit)s"
  }

  private static let workdays: Set<Weekday> = [.monday, .tuesday, .wednesday, .thursday, .friday]
  private static let weekend: Set<Weekday> = [.saturday, .sunday]

  private var weekly: String {
    let days = Set(byDay.map(\.weekday))
    guard !days.isEmpty else { return every }
    if interval == 1 && days == Self.workdays { return "every weekday" }
    if interval == 1 && days.count == 7 { return "daily" }
    // Monday first, as RFC 5545's weeks begin.
    let ordered = (Weekday.allCases.dropFirst() + [.sunday]).filter(days.contains)
    return "\(every) on \(ordered.map(EnglishNames.name).joined(separator: ", "))"
  }

  /// `the 1st`, `the last Fri`, `the last weekday`.
  private var dayOfMonth: String? {
    if !byMonthDay.isEmpty {
      guard byDay.isEmpty, bySetPosition.isEmpty else { return nil }
      return "the " + list(byMonthDay.map { ordinal($0, of: " day") })
    }
    guard !byDay.isEmpty else { return nil }
    if bySetPosition.isEmpty {
      let days = byDay.compactMap { day in
        day.ordinal.map { ordinal($0, of: "") + " " + EnglishNames.name(day.weekday) }
      }
      return days.count == byDay.count ? "the " + list(days) : nil
    }
    let days = Set(byDay.map(\.weekday))
    guard bySetPosition.count == 1, byDay.allSatisfy({ $0.ordinal == nil }) else { return nil }
    let name: String
    if days.count == 7 {
      name = "day"
    } else if days == Self.workdays {
      name = "weekday"
    } else if days == Self.weekend {
      name = "weekend day"
    } else if let only = days.first, days.count == 1 {
      name = EnglishNames.name(only)
    } else {
      return nil
    }
    return "the \(ordinal(bySetPosition[0], of: "")) \(name)"
  }

  /// `yearly on 24 Dec`, `yearly on the last Sun of Oct`, `yearly in Mar`.
  private var yearly: String? {
    guard !byMonth.isEmpty else { return nil }
    let months = list(byMonth.map { EnglishNames.months[$0.number - 1] })
    if byMonthDay.isEmpty && byDay.isEmpty {
      return bySetPosition.isEmpty ? "\(every) in \(months)" : nil
    }
    if byDay.isEmpty, bySetPosition.isEmpty, byMonth.count == 1, byMonthDay.count == 1,
      byMonthDay[0] > 0
    {
      return "\(every) on \(byMonthDay[0]) \(months)"
    }
    return dayOfMonth.map { "\(every) on \($0) of \(months)" }
  }

  private func list(_ words: [String]) -> String { words.joined(separator: ", ") }

  /// `1st`, `last`, `2nd last`; `noun` stands behind the ones that count from the end.
  private func ordinal(_ number: Int, of noun: String) -> String {
    WordsLanguage.englishOrdinal(number) + (number < 0 ? noun : "")
  }
}
