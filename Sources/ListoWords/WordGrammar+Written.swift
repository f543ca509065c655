internal import ICalendar

/// Dates in numbers: ISO 8601 and RFC 9557, and those with slashes and full stops, which not everyone reads
/// alike.
extension WordGrammar {
  /// - Parameter isLed: a word before it says that it is a date.
  mutating func written(isLed: Bool = false) -> DateExpression? {
    guard let token = peek, token.isNumber else { return nil }
    let start = position
    position += 1
    if let moment = iso(token, from: start) { return .absolute(moment) }
    if let date = week(token.text) { return .absolute(.date(date)) }
    if token.text.contains("/"), let date = slashed(token.text, from: start, isLed) { return date }
    if let date = dotted(token, from: start) { return date }
    position = start
    return nil
  }

  private mutating func iso(_ token: WordToken, from start: Int) -> Moment? {
    let text = Self.upper(text, token)
    do throws(WordsError.ZoneProblem) {
      if let moment = try Moment(written: text) { return moment }
    } catch {
      // A word in brackets behind a number is no date of a title.
      guard isWhole || LocalDateTime(iso: String(text.prefix { $0 != "[" })) != nil else { return nil }
      object(.zone(error), from: start)
      return .date(Day(daysSince1970: 0))
    }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    if parts.count == 3, parts[1].utf8.count == 2, parts[2].utf8.count == 2, let year = Self.digits(parts[0]),
      let month = Self.digits(parts[1]), let day = Self.digits(parts[2]), (1...12).contains(month),
      (1...31).contains(day)
    {
      if parts[0].utf8.count == 4 {
        object(
          .noSuchDay(
            "\(WordsLanguage.english.written.months[month - 1]) \(year) has \(Day.daysInMonth(month, year: year)) days"
          ),
          from: start)
        return .date(Day(daysSince1970: 0))
      }
      if parts[0].utf8.count == 2, isWhole {
        object(.shortYear(Day(year: 2000 + year, month: month, day: day)), from: start)
        return .date(Day(daysSince1970: 0))
      }
    }
    return nil
  }

  /// As it is written but for the `t` and `z` of RFC 3339, which may be small; a zone's name stays what it
  /// is.
  private static func upper(_ text: String, _ token: WordToken) -> String {
    let raw = WordToken.visible(text[token.range])
    let kept = raw.dropLast(token.trailing.count)
    let end = kept.firstIndex(of: "[") ?? kept.endIndex
    let digits = String(String.UnicodeScalarView(kept[..<end].unicodeScalars.map(WordToken.folded)))
    return digits.uppercased() + kept[end...]
  }

  /// `2026-W50`, its Monday, and `2026-W50-3`.
  private func week(_ text: String) -> Day? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3, parts[0].utf8.count == 4, let year = Self.digits(parts[0]),
      parts[1].utf8.count == 3, parts[1].first == "w", let week = Self.digits(parts[1].dropFirst()),
      let monday = Day(isoWeek: week, of: year)
    else { return nil }
    var number = 1
    if parts.count == 3 {
      guard parts[2].utf8.count == 1, let found = Self.digits(parts[2]), (1...7).contains(found) else {
        return nil
      }
      number = found
    }
    return monday.adding(days: number - 1)
  }

  // MARK: Slashes and full stops

  /// `12/1`, in the order of day and month that the language has; `2026/12/1`.
  private mutating func slashed(_ text: String, from start: Int, _ isLed: Bool) -> DateExpression? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Self.digits($0) }
    guard (2...3).contains(parts.count), numbers.count == parts.count else { return nil }
    if parts[0].utf8.count == 4, parts.count == 3 {
      return Day(year: numbers[0], month: numbers[1], day: numbers[2]).map { .absolute(.date($0)) }
    }
    guard parts[0].utf8.count <= 2, parts[1].utf8.count <= 2 else { return nil }
    var year: Int?
    if parts.count == 3 {
      guard parts[2].utf8.count == 4 || parts[2].utf8.count == 2 else { return nil }
      year = parts[2].utf8.count == 4 ? numbers[2] : 2000 + numbers[2]
    }
    let orders = [(numbers[0], numbers[1]), (numbers[1], numbers[0])]
    var readings = (language.startsWithMonth == true ? orders.reversed() : orders).compactMap { day, month in
      Day(year: year ?? 2000, month: month, day: day).map { (year == nil ? nil : $0, month, day) }
    }
    if language.startsWithMonth != nil { readings = Array(readings.prefix(1)) }
    guard let first = readings.first else { return nil }
    let date: DateExpression =
      first.0.map { .absolute(.date($0)) } ?? .relative(.dayOf(.named(first.1), .number(first.2)), [])
    if readings.count == 2, first.1 != first.2 {
      object(
        .ambiguous(
          readings.map { day, month, number in
            .init(
              day.map(\.description)
                ?? WordsLanguage.english.written.dayMonth(
                  number, WordsLanguage.english.written.months[month - 1]))
          }), from: start)
    } else if !isWhole, year == nil, !isLed && !isBesideTime || text == "24/7" {
      // `24/7` is no day of July.
      return nil
    }
    return date
  }

  /// A time stands before the place, or behind it.
  private var isBesideTime: Bool {
    var rest = self
    rest.isBehindDay = true
    return isBehindTime || !isBefore(.to) && rest.time() != nil
  }

  /// `1.12.2026`, and in some languages `1.12.`, and `01.12` beside a time.
  private mutating func dotted(_ token: WordToken, from start: Int) -> DateExpression? {
    let parts = token.text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Self.digits($0) }
    guard numbers.count == parts.count, parts.prefix(2).allSatisfy({ $0.utf8.count <= 2 }) else { return nil }
    if language.habits.hasDottedDays, parts.count == 2,
      token.trailing.hasPrefix(".") || parts[1].utf8.count == 2 && !token.startsRange && isBesideTime,
      (1...12).contains(numbers[1]),
      (1...31).contains(numbers[0])
    {
      if let year = year() { return day(numbers[0], numbers[1], year, from: start) }
      let most = Day.daysInMonth(numbers[1], year: 2000)
      if numbers[0] > most { object(.noSuchDay(days(in: numbers[1], nil)), from: start) }
      return .relative(.dayOf(.named(numbers[1]), .number(min(numbers[0], most))), [])
    }
    guard parts.count == 3, (1...12).contains(numbers[1]), (1...31).contains(numbers[0]) else { return nil }
    switch parts[2].utf8.count {
    case 4: return day(numbers[0], numbers[1], numbers[2], from: start)
    case 2 where language.habits.hasDottedDays:
      return day(numbers[0], numbers[1], 2000 + numbers[2], from: start)
    default: return nil
    }
  }

  private mutating func day(_ day: Int, _ month: Int, _ year: Int, from start: Int) -> DateExpression {
    guard let found = Day(year: year, month: month, day: day) else {
      object(.noSuchDay(days(in: month, year)), from: start)
      return .relative(.today, [])
    }
    return .absolute(.date(found))
  }

  private func days(in month: Int, _ year: Int?) -> String {
    let name = WordsLanguage.english.written.months[month - 1] + (year.map { " \($0)" } ?? "")
    return "\(name) has \(Day.daysInMonth(month, year: year ?? 2000)) days"
  }
}
