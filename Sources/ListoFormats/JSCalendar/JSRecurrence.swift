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

  // MARK: Reading

  /// A key of a rule that one part says, and the beginning of that part.
  private struct Part: Sendable {
    enum Kind: Sendable { case word, number, numbers, months, days, end, none }
    let kind: Kind
    let head: [UInt8]
  }

  private static let parts: KeyTable<Part> = {
    let known: [([String: String], Part.Kind)] = [
      (words, .word), (numbers, .number), (lists, .numbers), (["BYMONTH": "byMonth"], .months),
      (["BYDAY": "byDay"], .days), (["UNTIL": "until"], .end),
    ]
    let parts = known.flatMap { names, kind in
      names.map { (name: $1, value: Part(kind: kind, head: Array(";\($0)=".utf8))) }
    }
    return KeyTable(parts + [("@type", Part(kind: .none, head: []))])
  }()

  private static let frequencyKey = Array("frequency".utf8)
  private static let (dayKey, ordinalKey) = (Array("day".utf8), Array("nthOfPeriod".utf8))

  /// The RECUR value of a rule, which begins with its frequency; nil where it is none.
  ///
  /// - Parameter clock: on which the rule may end.
  static func value(_ json: JSONDocument, _ rule: Int, on clock: JSLocalClock) -> [UInt8]? {
    guard let frequency = json.value(frequencyKey, of: rule).flatMap({ json.string($0) }) else { return nil }
    var value = Array("FREQ=".utf8)
    append(frequency, to: &value)
    for (key, place) in json.members(rule) {
      guard let part = parts[json.bytes(key)] else { return nil }
      if json.bytes(key).elementsEqual(frequencyKey) { continue }
      value += part.head
      switch part.kind {
      case .word:
        guard let word = json.string(place) else { return nil }
        append(word, to: &value)
      case .number:
        guard let number = JSONNode(json, place).integer else { return nil }
        value += String(number).utf8
      case .numbers, .months, .days:
        guard json.kind(place) == .array else { return nil }
        var count = 0
        for element in json.elements(place) {
          let end = value.count
          if count > 0 { value.append(0x2C) }
          if append(json, element, part.kind, to: &value) {
            count += 1
          } else {
            value.removeLast(value.count - end)
          }
        }
      case .end:
        guard let local = json.string(place).flatMap({ JSTime.local($0) }) else { return nil }
        value += clock.end(local).utf8
      case .none: break
      }
    }
    // A rule is a part of a line.
    return value.allSatisfy { $0 > 0x20 && $0 != 0x3A } ? value : nil
  }

  private static func append(_ word: ArraySlice<UInt8>, to value: inout [UInt8]) {
    value += String(decoding: word, as: UTF8.self).uppercased().utf8
  }

  /// An element of a list.
  ///
  /// - Returns: false for one that cannot stand there, of which something may have been appended.
  private static func append(
    _ json: JSONDocument, _ element: Int, _ kind: Part.Kind, to value: inout [UInt8]
  ) -> Bool {
    let (node, word) = (JSONNode(json, element), json.string(element))
    switch kind {
    case .days:
      guard let day = json.value(dayKey, of: element).flatMap({ json.string($0) }) else { return false }
      let ordinal = json.value(ordinalKey, of: element).flatMap { JSONNode(json, $0).integer }
      if let ordinal { value += String(ordinal).utf8 }
      append(day, to: &value)
    case .months where word != nil: value += word ?? []
    default:
      guard let number = node.integer else { return false }
      value += String(number).utf8
    }
    return true
  }
}

extension JSLocalClock {
  /// A time on this clock as the end of a rule: where it has a zone in UTC.
  fileprivate func end(_ local: LocalDateTime) -> String {
    switch moment(local) {
    case .zoned: (resolved?.instant(of: local)).map { Moment.utc($0.utc).iCalendarText } ?? ""
    case let moment: moment.iCalendarText
    }
  }
}
