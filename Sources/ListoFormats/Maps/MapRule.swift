internal import ICalendar
internal import ListoModel
internal import ListoWords

/// The form in which an export has recurrence rules.
enum MapRule: Sendable {
  /// The value of an RRULE (RFC 5545 §3.3.10), also behind its name.
  case rrule
  /// Words such as `every 2 weeks`, in any language that Listo reads.
  case words
  /// The seconds from one occurrence to the next.
  case seconds
  /// The object `recurrence` of Microsoft Graph: a pattern and a range.
  case microsoft
  /// A value for each part of the rule.
  case parts(Parts)

  struct Parts: Sendable {
    var frequency: MapPath
    var interval, days, monthDays, months, count, until: MapPath?
  }

  /// The kinds that a map can name.
  init?(_ word: String) {
    switch word {
    case "rrule": self = .rrule
    case "words": self = .words
    case "seconds": self = .seconds
    case "microsoft": self = .microsoft
    default: return nil
    }
  }

  var paths: [MapPath] {
    guard case .parts(let parts) = self else { return [] }
    return [
      parts.frequency, parts.interval, parts.days, parts.monthDays, parts.months, parts.count, parts.until,
    ].compactMap { $0 }
  }

  // MARK: Reading

  /// A rule without the start that some programs put before it: `DTSTART:20261201;FREQ=DAILY`.
  private static func withoutStart(_ text: String) -> String {
    guard text.hasPrefix("DTSTART") else { return text }
    return text.split { $0 == ";" || $0.isNewline }.filter { part in
      !part.hasPrefix("DTSTART") && !part.hasPrefix("TZID")
    }.joined(separator: ";")
  }

  /// The RRULE value of a text or a number that is a rule by itself; nil for one that is none.
  func value(_ node: JSONNode) -> String? {
    switch self {
    case .rrule:
      guard let text = node.string,
        case .text(let rule)? = CSVCell.value(Self.withoutStart(text), of: .recurrence)
      else { return nil }
      return rule
    case .words:
      guard let text = node.string else { return nil }
      let words = text.lowercased().replacing("every!", with: "every")
      return RepeatWords.rule(words) ?? Self.singleWord(words) ?? CSVCell.rule(inWords: words)?.value
    case .seconds: return node.integer.flatMap(Self.rule(everySeconds:))
    case .microsoft: return Self.microsoft(node)
    case .parts: return nil
    }
  }

  /// `weekly`, `every week`.
  private static func singleWord(_ word: String) -> String? { frequency(word).map { "FREQ=\($0)" } }

  static func frequency(_ word: String) -> String? {
    switch word.lowercased() {
    case "hour", "hours", "hourly": "HOURLY"
    case "day", "days", "daily": "DAILY"
    case "week", "weeks", "weekly": "WEEKLY"
    case "month", "months", "monthly": "MONTHLY"
    case "year", "years", "yearly", "annually": "YEARLY"
    default: nil
    }
  }

  /// The rule of as many seconds, in the largest unit that they are a multiple of.
  private static func rule(everySeconds seconds: Int) -> String? {
    guard seconds > 0 else { return nil }
    let units = [("WEEKLY", 604_800), ("DAILY", 86_400), ("HOURLY", 3_600), ("MINUTELY", 60)]
    guard let (name, unit) = units.first(where: { seconds.isMultiple(of: $0.1) }) else { return nil }
    return rule(name, interval: seconds / unit, [])
  }

  static func rule(_ frequency: String, interval: Int, _ parts: [String]) -> String {
    (["FREQ=\(frequency)"] + (interval > 1 ? ["INTERVAL=\(interval)"] : []) + parts.filter { !$0.isEmpty })
      .joined(separator: ";")
  }

  /// The code of a weekday by its name, the first letters of that, or its number from Monday (1) to Sunday (0
  /// or 7).
  static func weekday(_ text: String) -> String? {
    let word = text.lowercased()
    if let number = Int(word), (0...7).contains(number) { return codes[(number + 6) % 7] }
    if let letters = letters[word] { return letters }
    guard word.utf8.count >= 2 else { return nil }
    return names.firstIndex { $0.hasPrefix(word) }.map { codes[$0] }
  }

  /// Habitica's.
  private static let letters = [
    "m": "MO", "t": "TU", "w": "WE", "th": "TH", "f": "FR", "s": "SA", "su": "SU",
  ]
  private static let codes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
  private static let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

  // MARK: Microsoft Graph

  /// A patternedRecurrence: its `pattern` says the days, its `range` the end.
  private static func microsoft(_ node: JSONNode) -> String? {
    guard let pattern = node["pattern"], let type = pattern["type"]?.string?.lowercased() else { return nil }
    let days = (pattern["daysOfWeek"]?.elements ?? []).compactMap(\.string).map(weekday)
    guard !days.contains(nil) else { return nil }
    let byDay = days.compactMap { $0 }
    func list(_ name: String, _ values: [String]) -> String {
      values.isEmpty ? "" : name + values.joined(separator: ",")
    }
    func number(_ key: String) -> [String] {
      [pattern[key]?.integer].compactMap { $0 }.filter { $0 > 0 }.map(String.init)
    }
    let indices = ["first": 1, "second": 2, "third": 3, "fourth": 4, "last": -1]
    let index = pattern["index"]?.string.flatMap { indices[$0.lowercased()] } ?? 1
    // Several days and an index are the first or last of these days in the month.
    let relative =
      byDay.count > 1
      ? [list("BYDAY=", byDay), "BYSETPOS=\(index)"] : [list("BYDAY=", byDay.map { "\(index)\($0)" })]
    let month = list("BYMONTH=", number("month"))
    let parts: (frequency: String, parts: [String])
    switch type {
    case "daily": parts = ("DAILY", [])
    case "weekly": parts = ("WEEKLY", [list("BYDAY=", byDay), weekStart(pattern, byDay)])
    case "absolutemonthly": parts = ("MONTHLY", [list("BYMONTHDAY=", number("dayOfMonth"))])
    case "relativemonthly": parts = ("MONTHLY", relative)
    case "absoluteyearly": parts = ("YEARLY", [list("BYMONTHDAY=", number("dayOfMonth")), month])
    case "relativeyearly": parts = ("YEARLY", relative + [month])
    default: return nil
    }
    guard let end = end(node["range"]) else { return nil }
    return rule(parts.frequency, interval: pattern["interval"]?.integer ?? 1, parts.parts + [end])
  }

  /// The first day of the week counts where a rule of several weeks has several days.
  private static func weekStart(_ pattern: JSONNode, _ days: [String]) -> String {
    guard (pattern["interval"]?.integer ?? 1) > 1, days.count > 1,
      let first = pattern["firstDayOfWeek"]?.string.flatMap(weekday), first != "MO"
    else { return "" }
    return "WKST=\(first)"
  }

  /// The part of the rule that ends it; nil for a range that is not known.
  private static func end(_ range: JSONNode?) -> String? {
    switch range?["type"]?.string?.lowercased() {
    case nil, "noend": ""
    case "numbered": range?["numberOfOccurrences"]?.integer.map { "COUNT=\($0)" }
    case "enddate":
      range?["endDate"]?.string.flatMap { Day(iso: String($0.prefix(10))) }.map {
        "UNTIL=\($0.iCalendarText)"
      }
    default: nil
    }
  }
}
