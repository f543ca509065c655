internal import ICalendar
internal import ListoModel

/// The words of Taskwarrior's own recurrence (its durations): a template is a reminder with a rule.
enum TaskwarriorRecurrence {
  private static let words: [String: String] = [
    "daily": "FREQ=DAILY", "day": "FREQ=DAILY", "weekdays": "FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR",
    "weekly": "FREQ=WEEKLY", "week": "FREQ=WEEKLY", "sennight": "FREQ=WEEKLY",
    "biweekly": "FREQ=WEEKLY;INTERVAL=2", "fortnight": "FREQ=WEEKLY;INTERVAL=2",
    "monthly": "FREQ=MONTHLY", "month": "FREQ=MONTHLY", "bimonthly": "FREQ=MONTHLY;INTERVAL=2",
    "quarterly": "FREQ=MONTHLY;INTERVAL=3", "quarter": "FREQ=MONTHLY;INTERVAL=3",
    "semiannual": "FREQ=MONTHLY;INTERVAL=6", "annual": "FREQ=YEARLY", "yearly": "FREQ=YEARLY",
    "year": "FREQ=YEARLY",
    "biannual": "FREQ=YEARLY;INTERVAL=2", "biyearly": "FREQ=YEARLY;INTERVAL=2",
  ]

  private static let units: KeyValuePairs<String, String> = [
    "days": "DAILY", "day": "DAILY", "d": "DAILY", "weeks": "WEEKLY", "week": "WEEKLY", "wks": "WEEKLY",
    "w": "WEEKLY",
    "months": "MONTHLY", "month": "MONTHLY", "mo": "MONTHLY", "years": "YEARLY", "year": "YEARLY",
    "yrs": "YEARLY",
    "y": "YEARLY",
  ]

  /// The word for a rule; nil for a rule that no word says.
  static func word(_ rule: String) -> String? {
    if let word = ["daily", "weekdays", "weekly", "monthly", "yearly"].first(where: { words[$0] == rule }) {
      return word
    }
    let digits = String(rule.reversed().prefix(while: \.isNumber).reversed())
    return ["d", "w", "mo", "y"].map { digits + $0 }.first { self.rule($0) == rule }
  }

  /// The word for a rule, however it is written, and its end; nil for a rule that Taskwarrior cannot follow.
  static func task(of raw: String) -> (word: String, until: DigitMoment?)? {
    let parts = raw.split(separator: ";")
    let ends = parts.filter { $0.uppercased().hasPrefix("UNTIL=") }
    let until = ends.first.flatMap { TaskwarriorDate.utc(String($0.dropFirst(6))) }
    guard let rule = parsed(parts.filter { !ends.contains($0) }.joined(separator: ";")), ends.count < 2,
      (until == nil) == ends.isEmpty
    else { return nil }
    let letter = units.first {
      $0.value == rule.frequency.rawValue && ["d", "w", "mo", "y"].contains($0.key)
    }
    let words = ["daily", "weekdays", "weekly", "biweekly", "monthly", "quarterly", "semiannual", "yearly"]
    let counted = letter.map { ["\(rule.interval)\($0.key)"] } ?? []
    guard rule != parsed("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR") else { return ("weekdays", until) }
    return (words + counted).first { self.rule($0).flatMap(parsed) == rule }.map { ($0, until) }
  }

  private static func parsed(_ rule: String) -> RecurrenceRule? {
    try? RecurrenceRule.parse(Array(rule.utf8)[...])
  }

  /// Nil for a word that no rule says.
  static func rule(_ word: String) -> String? {
    let word = word.lowercased()
    if let rule = words[word] { return rule }
    // ISO 8601: P1M, P2W.
    let isISO = word.hasPrefix("p")
    let digits = word.utf8.dropFirst(isISO ? 1 : 0).prefix { $0 &- 0x30 < 10 }
    guard let count = Int(String(Substring(digits))), (1...9999).contains(count) else { return nil }
    let unit = String(Substring(word.utf8.dropFirst(digits.count + (isISO ? 1 : 0)))).filter { $0 != " " }
    let frequency =
      isISO
      ? ["d": "DAILY", "w": "WEEKLY", "m": "MONTHLY", "y": "YEARLY"][unit]
      : units.first { $0.key == unit }?.value
    guard let frequency else { return nil }
    return count == 1 ? "FREQ=\(frequency)" : "FREQ=\(frequency);INTERVAL=\(count)"
  }
}
