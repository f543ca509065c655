/// A RECUR value (RFC 5545 §3.3.10 with RFC 7529's RSCALE and SKIP), its raw text kept.
public struct RecurrenceRule: Sendable, Hashable {
  /// The frequency (FREQ), from the shortest interval to the longest.
  public enum Frequency: String, Sendable, Hashable, CaseIterable {
    case secondly = "SECONDLY"
    case minutely = "MINUTELY"
    case hourly = "HOURLY"
    case daily = "DAILY"
    case weekly = "WEEKLY"
    case
      monthly = "MONTHLY"
    case yearly = "YEARLY"
  }

  /// An element of BYDAY: `MO`, or `-1SU`, the last Sunday of the month or year.
  public struct WeekdayNumber: Sendable, Hashable {
    /// 1 to 53 or -53 to -1; `nil` for every such day.
    public let ordinal: Int?
    /// The day of the week.
    public let weekday: Weekday

    /// A weekday, or the one with that number within its month or year.
    public init(_ weekday: Weekday, ordinal: Int? = nil) {
      self.weekday = weekday
      self.ordinal = ordinal
    }
  }

  /// An element of BYMONTH: 1 to 12 (13 with an RSCALE), `5L` being a leap month (RFC 7529 §4.2).
  public struct Month: Sendable, Hashable {
    /// The number of the month.
    public let number: Int
    /// Whether it is the leap month after the one of that number.
    public let isLeap: Bool

    /// A month by its number.
    public init(_ number: Int, isLeap: Bool = false) {
      self.number = number
      self.isLeap = isLeap
    }
  }

  /// The treatment of a date that a month does not have (SKIP).
  public enum Skip: String, Sendable, Hashable, CaseIterable {
    case omit = "OMIT"
    case backward = "BACKWARD"
    case forward = "FORWARD"
  }

  /// The value as it was written, without a part `FROM` of Tasks.org.
  public let text: String
  /// FREQ.
  public let frequency: Frequency
  /// INTERVAL; 1 if absent.
  public let interval: Int
  /// COUNT, exclusive with ``until``.
  public let count: Int?
  /// UNTIL: a day, a floating or a UTC time.
  public let until: Moment?
  /// WKST; Monday if absent.
  public let weekStart: Weekday
  /// BYSECOND, BYMINUTE and BYHOUR.
  public let bySecond, byMinute, byHour: [Int]
  /// BYDAY.
  public let byDay: [WeekdayNumber]
  /// BYMONTHDAY, BYYEARDAY, BYWEEKNO and BYSETPOS; negative ones count from the end.
  public let byMonthDay, byYearDay, byWeekNumber, bySetPosition: [Int]
  /// BYMONTH.
  public let byMonth: [Month]
  /// RSCALE, the calendar by which the rule counts; `nil` for the Gregorian one without saying so.
  public let rscale: String?
  /// SKIP; `.omit` if absent.
  public let skip: Skip

  /// A rule such as every second week on Monday: `RecurrenceRule(.weekly, interval: 2, on: [.monday])`.
  ///
  /// - Parameters:
  ///   - interval: 1 to 32767; other values become the nearest of these.
  ///   - weekdays: the days of the week (BYDAY); empty for that of the first date.
  ///   - count: the number of occurrences; nil for no end.
  public init(_ frequency: Frequency, interval: Int = 1, on weekdays: [Weekday] = [], count: Int? = nil) {
    self.frequency = frequency
    self.interval = min(max(interval, 1), 32_767)
    self.count = count.map { max($0, 1) }
    (until, weekStart, rscale, skip) = (nil, .monday, nil, .omit)
    (bySecond, byMinute, byHour, byMonth) = ([], [], [], [])
    (byMonthDay, byYearDay, byWeekNumber, bySetPosition) = ([], [], [], [])
    byDay = weekdays.map { WeekdayNumber($0) }
    var text = "FREQ=\(frequency.rawValue)"
    if self.interval > 1 { text += ";INTERVAL=\(self.interval)" }
    if let count = self.count { text += ";COUNT=\(count)" }
    if !weekdays.isEmpty { text += ";BYDAY=" + weekdays.map(\.rawValue).joined(separator: ",") }
    self.text = text
  }

  /// Two rules are equal if they say the same, however they are written.
  public static func == (left: RecurrenceRule, right: RecurrenceRule) -> Bool {
    left.canonicalText == right.canonicalText
  }
  public func hash(into hasher: inout Hasher) { hasher.combine(canonicalText) }
}

extension RecurrenceRule: CustomStringConvertible {
  /// The value as it was written, without a part `FROM` of Tasks.org.
  public var description: String { text }
}

extension RecurrenceRule {
  /// The parts that a rule may have (RFC 5545 §3.3.10, RFC 7529).
  private static let partNames: Set<String> = Set(RecurrenceGrammar.lists.keys).union([
    "FREQ", "INTERVAL", "COUNT", "UNTIL", "WKST", "BYDAY", "BYMONTH", "RSCALE", "SKIP",
  ])

  /// Returns a RECUR value in one spelling, which is equal for two values with the same meaning, whatever the
  /// order of parts and elements; INTERVAL=1, WKST=MO and SKIP=OMIT are left out.
  ///
  /// - Returns: nil for a value that cannot be read, or that has a part unknown to the standards.
  /// - Complexity: O(n log n) in the elements; libical is not called.
  public static func canonicalText(of value: ArraySlice<UInt8>) -> String? {
    guard value.count <= 8192, let grammar = try? RecurrenceGrammar(value),
      grammar.parts.allSatisfy({ partNames.contains($0.name) }),
      let rule = try? RecurrenceRule(grammar, text: "")
    else { return nil }
    return rule.canonicalText
  }

  /// All parts in one fixed order and spelling, sets sorted.
  var canonicalText: String {
    var parts = ["FREQ=\(frequency.rawValue)"]
    func add(_ name: String, _ value: String?) {
      if let value, !value.isEmpty { parts.append("\(name)=\(value)") }
    }
    func list(_ numbers: [Int]) -> String { Set(numbers).sorted().map(String.init).joined(separator: ",") }
    add("INTERVAL", interval == 1 ? nil : "\(interval)")
    add("COUNT", count.map(String.init))
    add("UNTIL", until?.iCalendarText)
    add("WKST", weekStart == .monday ? nil : weekStart.rawValue)
    add("BYSECOND", list(bySecond))
    add("BYMINUTE", list(byMinute))
    add("BYHOUR", list(byHour))
    add(
      "BYDAY",
      Set(byDay.map { "\($0.ordinal.map(String.init) ?? "")\($0.weekday.rawValue)" }).sorted()
        .joined(separator: ","))
    add("BYMONTHDAY", list(byMonthDay))
    add("BYYEARDAY", list(byYearDay))
    add("BYWEEKNO", list(byWeekNumber))
    add("BYSETPOS", list(bySetPosition))
    add(
      "BYMONTH",
      Set(byMonth.map { "\($0.number)\($0.isLeap ? "L" : "")" }).sorted().joined(separator: ","))
    add("RSCALE", rscale)
    add("SKIP", skip == .omit ? nil : skip.rawValue)
    return parts.joined(separator: ";")
  }
}

extension RecurrenceRule {
  /// The rule without BYHOUR, BYMINUTE and BYSECOND, which a rule that starts on a DATE must not have and
  /// which are ignored there (RFC 5545 §3.3.10).
  package var ofDays: RecurrenceRule {
    guard !(byHour.isEmpty && byMinute.isEmpty && bySecond.isEmpty) else { return self }
    let parts = text.split(separator: ";").filter { part in
      !["BYHOUR=", "BYMINUTE=", "BYSECOND="].contains { part.uppercased().hasPrefix($0) }
    }
    return (try? Self.parse(Array(parts.joined(separator: ";").utf8)[...])) ?? self
  }
}
