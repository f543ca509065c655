internal import ICalendar
internal import ListoModel

/// The DATE and DEADLINE of Todoist's template: ISO dates, English dates with a year, and rules such as `every 2 weeks at 9am
/// starting 2026-12-01`.
///
/// What needs a clock to be understood (`tomorrow`, `5 Oct`) is not.
struct TodoistDate: Hashable {
  /// The day, and the wall clock.
  var moment: Moment?
  /// An RRULE.
  var rule: String?

  init(moment: Moment? = nil, rule: String? = nil) { (self.moment, self.rule) = (moment, rule) }

  // MARK: Reading

  /// Nil for a text that is none of these.
  init?(_ text: String) {
    if let moment = CSVCell.moment(text) {
      self.moment = moment
      return
    }
    var words = text.lowercased().replacing(",", with: " , ").split(separator: " ").map(String.init)
    guard let first = words.first else { return nil }
    if first == "every" || first == "ev" || first == "daily" || first == "weekly" || first == "monthly"
      || first == "yearly"
    {
      var start: Moment?
      if let index = words.firstIndex(where: { $0 == "starting" || $0 == "from" }) {
        guard let found = Self.date(Array(words[(index + 1)...])) else { return nil }
        start = found
        words.removeSubrange(index...)
      }
      let time = Self.takeTime(&words)
      guard let rule = Self.rule(words) else { return nil }
      self.rule = rule
      if case .date(let day)? = start, let time { start = .floating(time.on(day)) }
      moment = start
      return
    }
    guard let moment = Self.date(words) else { return nil }
    self.moment = moment
  }

  /// `2026-12-01`, `oct 5 2026`, `5 oct 2026`, with a time behind it.
  private static func date(_ given: [String]) -> Moment? {
    var words = given.filter { $0 != "," }
    let time = takeTime(&words)
    let day: Day?
    if words.count == 1 {
      day = Day(iso: words[0])
    } else if words.count == 3, let year = Int(words[2]), (1000...9999).contains(year) {
      let name = words[0].utf8.first.map { $0 &- 48 < 10 } == true ? 1 : 0
      let number = words[1 - name].prefix { $0.isNumber }
      guard let month = months.firstIndex(where: { words[name].hasPrefix($0) }), let number = Int(number)
      else { return nil }
      day = Day(year: year, month: month + 1, day: number)
    } else {
      day = nil
    }
    guard let day else { return nil }
    return time.map { .floating($0.on(day)) } ?? .date(day)
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]
  private static let days: KeyValuePairs<String, String> = [
    "monday": "MO", "tuesday": "TU", "wednesday": "WE", "thursday": "TH", "friday": "FR", "saturday": "SA",
    "sunday": "SU",
  ]

  /// Takes `at 9am`, `9:30pm`, `18:00` from the end.
  private static func takeTime(_ words: inout [String]) -> LocalDateTime? {
    guard let last = words.last else { return nil }
    let hasAt = words.dropLast().last == "at"
    let isPM = last.hasSuffix("pm")
    let is12 = isPM || last.hasSuffix("am")
    guard hasAt || is12 || last.contains(":") else { return nil }
    let parts = (is12 ? last.dropLast(2) : last[...]).split(separator: ":", omittingEmptySubsequences: false)
    guard var hour = parts.first.flatMap({ Int($0) }), parts.count <= 2 else { return nil }
    let minute = parts.count == 2 ? Int(parts[1]) : 0
    if is12 {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (isPM ? 12 : 0)
    }
    guard let minute,
      let time = LocalDateTime(day: Day(daysSince1970: 0), hour: hour, minute: minute, second: 0)
    else { return nil }
    words.removeLast(hasAt ? 2 : 1)
    return time
  }

  private static func rule(_ given: [String]) -> String? {
    switch given {
    case ["daily"]: return "FREQ=DAILY"
    case ["weekly"]: return "FREQ=WEEKLY"
    case ["monthly"]: return "FREQ=MONTHLY"
    case ["yearly"]: return "FREQ=YEARLY"
    default: break
    }
    let words = given.dropFirst().filter { $0 != "," && $0 != "and" }
    guard let first = words.first else { return nil }
    if words.count == 1 {
      if let rule = units[first] { return "FREQ=\(rule)" }
      if first == "weekday" || first == "workday" { return "FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR" }
      if ["st", "nd", "rd", "th"].contains(where: { first.hasSuffix($0) }), let day = Int(first.dropLast(2)),
        (1...31).contains(day)
      {
        return "FREQ=MONTHLY;BYMONTHDAY=\(day)"
      }
    }
    if words.count == 2, words[1] == "day", first == "last" { return "FREQ=MONTHLY;BYMONTHDAY=-1" }
    if words.count == 2, let unit = units[words[1].hasSuffix("s") ? String(words[1].dropLast()) : words[1]] {
      guard let interval = first == "other" ? 2 : Int(first), (1...999).contains(interval) else { return nil }
      return interval == 1 ? "FREQ=\(unit)" : "FREQ=\(unit);INTERVAL=\(interval)"
    }
    let found = words.map { word in
      word.utf8.count < 3
        ? nil : days.first { $0.key == word || ($0.key.hasPrefix(word) && word.utf8.count <= 5) }?.value
    }
    let named = found.compactMap { $0 }
    return named.count == found.count ? "FREQ=WEEKLY;BYDAY=\(named.joined(separator: ","))" : nil
  }

  private static let units = ["day": "DAILY", "week": "WEEKLY", "month": "MONTHLY", "year": "YEARLY"]

  // MARK: Writing

  /// What Todoist understands: `2026-12-01`, `2026-12-01 10:15`, `every week at 10:15 starting 2026-12-01`. A rule that it has no
  /// words for is left out.
  var text: String {
    guard let moment else { return "" }
    let day = moment.day.description
    let clock = moment.local.map { String($0.description.dropFirst(11).prefix(5)) }
    guard let words = rule.flatMap(Self.words) else { return clock.map { "\(day) \($0)" } ?? day }
    return words + (clock.map { " at \($0)" } ?? "") + " starting " + day
  }

  /// A rule in Todoist's English; nil where it has no words for it.
  static func words(_ rule: String) -> String? {
    var parts: [String: String] = [:]
    for part in rule.split(separator: ";") {
      let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
      guard pair.count == 2 else { return nil }
      parts[pair[0]] = pair[1]
    }
    var text = "every"
    let unit = units.first { $0.value == parts["FREQ"] }?.key ?? ""
    if let days = parts["BYDAY"] {
      if parts["FREQ"] == "DAILY" {
        text += " weekday"
      } else {
        let names = days.split(separator: ",").map { day in Self.days.first { $0.value == day }?.key ?? "?" }
        text += " " + names.joined(separator: ", ")
      }
    } else if let day = parts["BYMONTHDAY"] {
      text += day == "-1" ? " last day" : " \(day)\(Self.ending(Int(day) ?? 0))"
    } else if let interval = parts["INTERVAL"] {
      text += " \(interval) \(unit)s"
    } else {
      text += " \(unit)"
    }
    return TodoistDate(text)?.rule == rule ? text : nil
  }

  private static func ending(_ number: Int) -> String {
    switch (number % 100, number % 10) {
    case (11...13, _): "th"
    case (_, 1): "st"
    case (_, 2): "nd"
    case (_, 3): "rd"
    default: "th"
    }
  }
}
