internal import ICalendar

/// A RECUR value and a RecurrenceRule (RFC 8984 §4.3.3).
enum JSRecurrence {
  /// Lists of numbers; the others have a place of their own.
  private static let lists = [
    "BYMONTHDAY": "byMonthDay", "BYYEARDAY": "byYearDay", "BYWEEKNO": "byWeekNo", "BYHOUR": "byHour",
    "BYMINUTE": "byMinute", "BYSECOND": "bySecond", "BYSETPOS": "bySetPosition",
  ]
  private static let words = [
    "FREQ": "frequency", "WKST": "firstDayOfWeek", "RSCALE": "rscale", "SKIP": "skip",
  ]
  private static let numbers = ["INTERVAL": "interval", "COUNT": "count"]

  /// The rule; nil where it has parts, or an end, that the object cannot say.
  ///
  /// - Parameter until: what a time of the rule's end is on the clock of the object.
  static func rule(_ value: ArraySlice<UInt8>, until: (Moment) -> LocalDateTime?) -> JSONNode? {
    guard value.span.isRecurrence(0..<value.count) else { return nil }
    var rule = JSObject("RecurrenceRule")
    for part in String(decoding: value, as: UTF8.self).split(separator: ";") {
      guard let equals = part.firstIndex(of: "=") else { return nil }
      let name = part[..<equals].uppercased()
      let text = String(part[part.index(after: equals)...])
      let elements = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      let set: (key: String, value: JSONNode)
      if let key = words[name] {
        set = (key, .text(text.lowercased()))
      } else if let key = numbers[name] {
        guard let number = Int(text), String(number) == text else { return nil }
        set = (key, .number(number))
      } else if let key = lists[name] {
        let list = elements.compactMap { Int($0) }
        guard list.map(String.init) == elements else { return nil }
        set = (key, .array(list.map { .number($0) }))
      } else if name == "BYMONTH" {
        set = ("byMonth", .array(elements.map { .text($0) }))
      } else if name == "BYDAY" {
        let days = elements.compactMap(day)
        guard days.count == elements.count else { return nil }
        set = ("byDay", .array(days))
      } else if name == "UNTIL" {
        guard let moment = try? Moment.decode(Array(text.utf8)[...]), let local = until(moment) else {
          return nil
        }
        set = ("until", .text(JSTime.text(local)))
      } else {
        return nil
      }
      guard rule[set.key] == nil else { return nil }
      rule[set.key] = set.value
    }
    return rule["frequency"] == nil ? nil : rule.node
  }

  private static func day(_ text: String) -> JSONNode? {
    let name = text.suffix(2).lowercased()
    guard Weekday(rawValue: name.uppercased()) != nil else { return nil }
    var day = JSObject("NDay")
    day["day"] = .text(name)
    let number = text.dropLast(2)
    if !number.isEmpty {
      guard let ordinal = Int(number), String(ordinal) == number else { return nil }
      day["nthOfPeriod"] = .number(ordinal)
    }
    return day.node
  }

  /// The RECUR value of a rule; nil where it is none.
  ///
  /// - Parameter until: a time of the object's clock as a value of the component's.
  static func value(_ rule: JSONNode, until: (LocalDateTime) -> String) -> String? {
    guard let members = rule.members, let frequency = rule["frequency"]?.string else { return nil }
    var parts = ["FREQ=\(frequency.uppercased())"]
    let lists = Dictionary(uniqueKeysWithValues: Self.lists.map { ($1, $0) })
    let words = Dictionary(uniqueKeysWithValues: Self.words.map { ($1, $0) })
    let numbers = Dictionary(uniqueKeysWithValues: Self.numbers.map { ($1, $0) })
    for member in members where member.key != "frequency" && member.key != "@type" {
      let value = member.value
      if let name = words[member.key], let word = value.string {
        parts.append("\(name)=\(word.uppercased())")
      } else if let name = numbers[member.key], let number = value.integer {
        parts.append("\(name)=\(number)")
      } else if let name = lists[member.key], let list = value.elements?.compactMap(\.integer) {
        parts.append("\(name)=\(list.map(String.init).joined(separator: ","))")
      } else if member.key == "byMonth",
        let months = value.elements?.compactMap({ $0.string ?? $0.integer.map(String.init) })
      {
        parts.append("BYMONTH=\(months.joined(separator: ","))")
      } else if member.key == "byDay", let days = value.elements {
        let texts = days.compactMap { day in
          day["day"]?.string.map { (day["nthOfPeriod"]?.integer.map(String.init) ?? "") + $0.uppercased() }
        }
        parts.append("BYDAY=\(texts.joined(separator: ","))")
      } else if member.key == "until", let local = value.string.flatMap({ JSTime.local($0) }) {
        parts.append("UNTIL=\(until(local))")
      } else {
        return nil
      }
    }
    // A rule is a part of a line.
    let text = parts.joined(separator: ";")
    return text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x3A } ? text : nil
  }
}
