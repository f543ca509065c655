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
