package import ICalendar

/// A recurrence rule that was said in words.
package struct RuleWords: Sendable, Hashable {
  /// FREQ (RFC 5545 §3.3.10).
  public let frequency: RecurrenceRule.Frequency
  /// INTERVAL: 1 to 999.
  public let interval: Int
  /// BYDAY: weekdays, of months with their number; none where nothing is said.
  public let byDay: [RecurrenceRule.WeekdayNumber]
  /// BYMONTHDAY: 1 to 31, or from the end: -1 to -31.
  public let byMonthDay: [Int]
  /// BYMONTH: 1 to 12.
  public let byMonth: [Int]
  /// Which of the days of ``byDay`` in a month: the first, the last.
  public let position: Int?
  /// COUNT: the total number of occurrences; nil for no such end.
  public let count: Int?
  /// The last day on which it can fall.
  public let until: Day?
  /// The first day, if the words give one: `from 1 dec`.
  public let from: Day?

  /// The RRULE value (RFC 5545 §3.3.10), UNTIL being a day. Of a reminder with a time use
  /// ``value(timedIn:)``.
  public var value: String { value(until: until?.iCalendarText) }

  /// The RRULE value for a reminder with a time in a zone: UNTIL is the end of its day there, in UTC, as RFC
  /// 5545 §3.3.10 wants it. Of a reminder whose times float pass nil.
  public func value(timedIn zone: Zone?) -> String {
    guard let until, let last = LocalDateTime(day: until, hour: 23, minute: 59, second: 59) else {
      return value
    }
    guard let zone else { return value(until: last.iCalendarText) }
    return value(until: zone.instant(of: last).utc.iCalendarText + "Z")
  }

  private func value(until: String?) -> String {
    var parts = ["FREQ=\(frequency.rawValue)"]
    if interval > 1 { parts.append("INTERVAL=\(interval)") }
    if !byMonth.isEmpty { parts.append("BYMONTH=" + Self.list(byMonth)) }
    if !byMonthDay.isEmpty { parts.append("BYMONTHDAY=" + Self.list(byMonthDay)) }
    if !byDay.isEmpty {
      parts.append(
        "BYDAY="
          + byDay.map { ($0.ordinal.map(String.init) ?? "") + $0.weekday.rawValue }.joined(separator: ","))
    }
    if let position { parts.append("BYSETPOS=\(position)") }
    if let count { parts.append("COUNT=\(count)") }
    if let until { parts.append("UNTIL=\(until)") }
    return parts.joined(separator: ";")
  }

  private static func list(_ numbers: [Int]) -> String { numbers.map(String.init).joined(separator: ",") }

  /// The same without an interval and an end.
  var each: RuleWords {
    RuleWords(
      frequency: frequency, interval: 1, byDay: byDay, byMonthDay: byMonthDay, byMonth: byMonth,
      position: position, count: nil, until: nil, from: from)
  }

  /// Reads a rule, such as `every 2 weeks on mon, thu until 2030`.
  ///
  /// - Throws: ``WordsError``, also where words are left.
  public static func parse(
    _ text: String, language: WordsLanguage, in context: WordsContext
  ) throws(WordsError) -> RuleWords {
    let phrases = try Phrases(whole: text, language: language, in: context, kinds: [.rule])
    guard let rule = phrases.rule else { throw phrases.nothing(expected: expected) }
    return rule
  }

  static let expected = "a rule such as every 2 weeks on mon, thu or every last friday until 2030"
}

/// A rule as the grammar reads it: its dates not yet those of a moment.
struct RuleExpression {
  var frequency: RecurrenceRule.Frequency
  var interval = 1
  var byDay: [RecurrenceRule.WeekdayNumber] = []
  var byMonthDay: [Int] = []
  var byMonth: [Int] = []
  var position: Int?
  var count: Int?
  var until: DateExpression?
  var from: DateExpression?

  static let workdays: [RecurrenceRule.WeekdayNumber] = Array(everyDay.prefix(5))

  static let everyDay: [RecurrenceRule.WeekdayNumber] = [
    .monday, .tuesday, .wednesday, .thursday, .friday, .saturday, .sunday,
  ].map { RecurrenceRule.WeekdayNumber($0) }
}
