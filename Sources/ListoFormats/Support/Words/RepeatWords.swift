internal import ICalendar
internal import ListoWords

/// Recurrence rules in the English that Obsidian Tasks reads and writes (that of rrule.js): `every 2 weeks on
/// Monday, Friday`.
enum RepeatWords {
  /// Behind a rule of Obsidian Tasks whose next date is counted from the completion.
  static let whenDone = " when done"

  /// The words for an RRULE; nil where they cannot say all of it.
  static func words(_ raw: String) -> String? {
    guard let rule = try? RecurrenceRule.parse(Array(raw.utf8)[...]), let words = words(rule) else {
      return nil
    }
    // The words are worth nothing unless they mean the same when they are read.
    guard let back = self.rule(words), let read = try? RecurrenceRule.parse(Array(back.utf8)[...]) else {
      return nil
    }
    return read == rule ? words : nil
  }

  /// The RRULE that the words mean; nil for words that are not understood.
  static func rule(_ words: String) -> String? {
    var rest = words.lowercased().split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)[...]
    guard rest.popFirst() == "every" else { return nil }
    var parts: [String] = []
    if let interval = rest.first.flatMap(Int.init), interval > 0 {
      rest.removeFirst()
      if interval > 1 { parts.append("INTERVAL=\(interval)") }
    } else if rest.first == "other" {
      rest.removeFirst()
      parts.append("INTERVAL=2")
    }
    guard let unit = rest.popFirst() else { return nil }
    guard let frequency = frequency(unit, &rest, &parts) else { return nil }
    guard ending(&rest, &parts), rest.isEmpty else { return nil }
    return (["FREQ=\(frequency)"] + parts).joined(separator: ";")
  }

  // MARK: Writing

  private static func words(_ rule: RecurrenceRule) -> String? {
    let unit: String
    switch rule.frequency {
    case .hourly: unit = "hour"
    case .daily: unit = "day"
    case .weekly: unit = "week"
    case .monthly: unit = "month"
    case .yearly: unit = "year"
    default: return nil
    }
    var text = rule.interval == 1 ? "every \(unit)" : "every \(rule.interval) \(unit)s"
    if rule.frequency == .weekly, !rule.byDay.isEmpty {
      let days = Set(rule.byDay.map(\.weekday))
      if rule.interval == 1, days == workdays {
        text = "every weekday"
      } else {
        let ordered = (Weekday.allCases.dropFirst() + [.sunday]).filter(days.contains)
        text += " on " + ordered.map { names[$0.rawValue] ?? "" }.joined(separator: ", ")
      }
    } else if rule.frequency == .monthly, !rule.byMonthDay.isEmpty {
      text += " on the " + rule.byMonthDay.map(WordsLanguage.englishOrdinal).joined(separator: ", ")
    } else if rule.frequency == .monthly, let day = rule.byDay.first, let place = day.ordinal {
      text += " on the \(WordsLanguage.englishOrdinal(place)) \(names[day.weekday.rawValue] ?? "")"
    } else if rule.frequency == .yearly, let month = rule.byMonth.first, let day = rule.byMonthDay.first,
      rule.interval == 1, months.indices.contains(month.number - 1)
    {
      text = "every \(months[month.number - 1]) on the \(WordsLanguage.englishOrdinal(day))"
    }
    if let count = rule.count { text += count == 1 ? " for 1 time" : " for \(count) times" }
    if case .date(let day)? = rule.until { text += " until \(months[day.month - 1]) \(day.day), \(day.year)" }
    return text
  }

  // MARK: Reading

  private static func frequency(
    _ unit: String, _ rest: inout ArraySlice<String>, _ parts: inout [String]
  ) -> String? {
    switch unit {
    case "hour", "hours": return "HOURLY"
    case "day", "days": return "DAILY"
    case "weekday", "weekdays":
      guard parts.isEmpty else { return nil }
      parts.append("BYDAY=MO,TU,WE,TH,FR")
      return "WEEKLY"
    case "week", "weeks":
      guard rest.first == "on" else { return "WEEKLY" }
      rest.removeFirst()
      guard let days = days(&rest) else { return nil }
      parts.append("BYDAY=" + days.joined(separator: ","))
      return "WEEKLY"
    case "month", "months":
      guard rest.first == "on" else { return "MONTHLY" }
      rest.removeFirst()
      return dayOfMonth(&rest, &parts) ? "MONTHLY" : nil
    case "year", "years": return "YEARLY"
    default:
      if let day = code(unit) {
        guard parts.isEmpty else { return nil }
        parts.append("BYDAY=" + day)
        return "WEEKLY"
      }
      guard parts.isEmpty, let month = months.firstIndex(where: { $0.lowercased() == unit }) else {
        return nil
      }
      parts.append("BYMONTH=\(month + 1)")
      guard rest.first == "on" else { return "YEARLY" }
      rest.removeFirst()
      return dayOfMonth(&rest, &parts) ? "YEARLY" : nil
    }
  }

  private static func days(_ rest: inout ArraySlice<String>) -> [String]? {
    var days: [String] = []
    while let word = rest.first {
      if word == "and" || word == "," {
        rest.removeFirst()
        continue
      }
      guard let day = code(word.hasSuffix(",") ? String(word.dropLast()) : word) else { break }
      rest.removeFirst()
      days.append(day)
    }
    return days.isEmpty ? nil : days
  }

  /// `the 1st, 15th`, `the last`, `the 2nd last Friday`.
  private static func dayOfMonth(_ rest: inout ArraySlice<String>, _ parts: inout [String]) -> Bool {
    if rest.first == "the" { rest.removeFirst() }
    var numbers: [Int] = []
    while let word = rest.first {
      let bare = word.hasSuffix(",") ? String(word.dropLast()) : word
      guard var number = number(bare) else { break }
      rest.removeFirst()
      if number > 0, !word.hasSuffix(","), rest.first == "last" || rest.first == "last," {
        number = -number
        rest.removeFirst()
      }
      numbers.append(number)
    }
    guard let first = numbers.first else { return false }
    if numbers.count == 1, let day = rest.first.flatMap(code) {
      rest.removeFirst()
      guard (-5...5).contains(first) else { return false }
      parts.append("BYDAY=\(first)\(day)")
      return true
    }
    guard numbers.allSatisfy({ (-31...31).contains($0) }) else { return false }
    parts.append("BYMONTHDAY=" + numbers.map(String.init).joined(separator: ","))
    return true
  }

  /// `for 10 times`, `until January 31, 2027`, or nothing.
  private static func ending(_ rest: inout ArraySlice<String>, _ parts: inout [String]) -> Bool {
    switch rest.first {
    case nil: return true
    case "for":
      let words = Array(rest)
      guard words.count == 3, let count = Int(words[1]), count > 0, words[2].hasPrefix("time") else {
        return false
      }
      parts.append("COUNT=\(count)")
    case "until":
      let words = Array(rest)
      guard words.count == 4, let month = months.firstIndex(where: { $0.lowercased() == words[1] }),
        let number = Int(words[2].filter { $0 != "," }), let year = Int(words[3]),
        let day = Day(year: year, month: month + 1, day: number)
      else { return false }
      parts.append("UNTIL=" + day.iCalendarText)
    default: return false
    }
    rest = []
    return true
  }

  private static func number(_ word: String) -> Int? {
    if word == "last" { return -1 }
    for ending in ["st", "nd", "rd", "th"] where word.hasSuffix(ending) { return Int(word.dropLast(2)) }
    return nil
  }

  /// `MO` for `monday`, `mon` or `mondays`.
  private static func code(_ word: String) -> String? {
    names.first { _, name in
      let lower = name.lowercased()
      return word == lower || word == lower + "s" || word == lower.prefix(3)
    }?.key
  }

  private static let workdays: Set<Weekday> = [.monday, .tuesday, .wednesday, .thursday, .friday]
  private static let names = [
    "MO": "Monday", "TU": "Tuesday", "WE": "Wednesday", "TH": "Thursday", "FR": "Friday", "SA": "Saturday",
    "SU": "Sunday",
  ]
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November",
    "December",
  ]
}

// MARK: Behind a title

extension RepeatWords {
  /// The text in parentheses behind a title for a rule that a format has no other place for: words, else the
  /// RRULE itself; nil where that holds characters which could be taken for something else.
  static func behindTitle(_ raw: String) -> String? { words(raw) ?? (isRule(raw) ? raw : nil) }

  /// The rule that such a text is; nil for any other text.
  static func ruleBehindTitle(_ text: String) -> String? {
    if let rule = rule(text) { return rule }
    return text.hasPrefix("FREQ=") && isRule(text) ? text : nil
  }

  /// A rule that can stand in parentheses.
  private static func isRule(_ raw: String) -> Bool {
    (try? RecurrenceRule.parse(Array(raw.utf8)[...])) != nil
      && raw.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B...0x2D, 0x3A...0x3D: true
        default: false
        }
      }
  }
}
