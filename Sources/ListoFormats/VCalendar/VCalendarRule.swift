internal import ICalendar

/// The recurrence grammar of vCalendar 1.0 (§2.1, "Recurrence Rule"): `W2 TU TH #5`, `MP1 1+ SU
/// 19971224T000000Z`.
enum VCalendarRule {
  /// The RRULE that means the same; nil for a rule that has none (rules within rules, several times of day),
  /// or that is broken.
  static func rule(_ text: String) -> String? {
    let upper = text.uppercased()
    if upper.hasPrefix("FREQ=") { return text }
    var words = upper.split { $0 == " " || $0 == "\t" }.map(String.init)[...]
    guard let head = words.popFirst(), let (kind, interval) = kind(head), let ending = ending(&words) else {
      return nil
    }
    var parts = ["FREQ=" + kind.frequency]
    if interval > 1 { parts.append("INTERVAL=\(interval)") }
    parts += kind.modifiers(&words)
    guard words.isEmpty else { return nil }
    if !ending.isEmpty { parts.append(ending) }
    return parts.joined(separator: ";")
  }

  private struct Kind: Sendable {
    let mark: String
    let frequency: String
    /// Takes the words that it knows, and leaves the others, which no rule has.
    let modifiers: @Sendable (inout ArraySlice<String>) -> [String]
  }

  private static let kinds: [Kind] = [
    // The longer marks first.
    Kind(mark: "MP", frequency: "MONTHLY") { weekdaysOfMonth(&$0) + times(&$0) },
    Kind(mark: "MD", frequency: "MONTHLY") { daysOfMonth(&$0) + times(&$0) },
    Kind(mark: "YM", frequency: "YEARLY") { numbers(&$0, "BYMONTH", 1...12) + times(&$0) },
    Kind(mark: "YD", frequency: "YEARLY") { numbers(&$0, "BYYEARDAY", 1...366) + times(&$0) },
    Kind(mark: "D", frequency: "DAILY") { times(&$0) },
    Kind(mark: "W", frequency: "WEEKLY") { weekdays(&$0) + times(&$0) },
    Kind(mark: "M", frequency: "MINUTELY") { _ in [] },
  ]

  private static func kind(_ word: String) -> (Kind, Int)? {
    guard let kind = kinds.first(where: { word.hasPrefix($0.mark) }),
      let interval = number(word.dropFirst(kind.mark.count)), interval > 0
    else { return nil }
    return (kind, interval)
  }

  private static func number(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { $0 &- 0x30 < 10 } && text.utf8.count < 6 ? Int(text) : nil
  }

  /// `#5`, `#0` for ever, or the date of the end, which wins where both stand; two times where nothing does.
  private static func ending(_ words: inout ArraySlice<String>) -> String? {
    var count = 2
    var until: String?
    while let last = words.last {
      if last.hasPrefix("#") {
        guard let number = number(last.dropFirst()) else { return nil }
        count = number
      } else if last.utf8.count > 4, let moment = VCalendarDate.moment(last) {
        until = moment.iCalendarText
      } else {
        break
      }
      words.removeLast()
    }
    if let until { return "UNTIL=" + until }
    return count == 0 ? "" : "COUNT=\(count)"
  }

  /// Takes words from the front as long as they mean something.
  private static func take(_ words: inout ArraySlice<String>, _ part: String, _ value: (String) -> String?)
    -> [String]
  {
    var values: [String] = []
    while let word = words.first, let known = value(word) {
      words.removeFirst()
      if !known.isEmpty { values.append(known) }
    }
    return values.isEmpty ? [] : ["\(part)=" + values.joined(separator: ",")]
  }

  private static let codes: Set<String> = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]

  private static func weekdays(_ words: inout ArraySlice<String>) -> [String] {
    take(&words, "BYDAY") { codes.contains($0) ? $0 : nil }
  }

  /// `1+ SU`, `2- FR 1+ MO TU`.
  private static func weekdaysOfMonth(_ words: inout ArraySlice<String>) -> [String] {
    var place: Int?
    return take(&words, "BYDAY") { word in
      if let known = occurrence(word), (-5...5).contains(known) {
        place = known
        return ""
      }
      return codes.contains(word) ? place.map { "\($0)\(word)" } : nil
    }
  }

  /// `15`, `1+`, `2-`, `LD`.
  private static func daysOfMonth(_ words: inout ArraySlice<String>) -> [String] {
    take(&words, "BYMONTHDAY") { word in
      if word == "LD" { return "-1" }
      guard word.utf8.count < 4, let day = number(word[...]) ?? occurrence(word), (1...31).contains(abs(day))
      else {
        return nil
      }
      return "\(day)"
    }
  }

  private static func numbers(
    _ words: inout ArraySlice<String>, _ part: String, _ range: ClosedRange<Int>
  ) -> [String] {
    take(&words, part) { word in
      word.utf8.count < 4 ? number(word[...]).flatMap { range.contains($0) ? "\($0)" : nil } : nil
    }
  }

  /// `1+` is 1, `2-` is -2.
  private static func occurrence(_ word: String) -> Int? {
    guard let sign = word.last, sign == "+" || sign == "-", let number = number(word.dropLast()),
      (1...31).contains(number)
    else { return nil }
    return sign == "+" ? number : -number
  }

  /// One time of day, `0900`; several are beyond one RRULE.
  private static func times(_ words: inout ArraySlice<String>) -> [String] {
    guard let word = words.first, word.utf8.count == 4, let time = number(word[...]), time / 100 < 24,
      time % 100 < 60
    else { return [] }
    words.removeFirst()
    return ["BYHOUR=\(time / 100)", "BYMINUTE=\(time % 100)"]
  }
}

/// Dates of vCalendar 1.0: ISO 8601 in either form.
enum VCalendarDate {
  /// `19960401T073000`, with `Z`, `19960401`, `1996-04-01T07:30:00`.
  static func moment(_ text: String) -> Moment? {
    var bytes = text.utf8.filter { $0 != 0x2D && $0 != 0x3A }
    guard bytes.count <= 16 else { return nil }
    // Seconds may be missing.
    if bytes.count == 13 || (bytes.count == 14 && bytes.last == 0x5A) {
      bytes.insert(contentsOf: [0x30, 0x30], at: 13)
    }
    return try? Moment.parse(bytes[...])
  }
}
