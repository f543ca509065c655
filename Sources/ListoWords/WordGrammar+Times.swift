internal import ICalendar

/// Times: `9:00`, `at 9`, `9am`, `noon`, `9 Uhr 30`.
extension WordGrammar {
  mutating func time() -> ClockTime? {
    attempt { grammar in
      let start = grammar.position
      let isAt = grammar.take(.at)
      let isBy = !isAt && grammar.take(.by)
      if grammar.take(.noon) { return .noon }
      if grammar.take(.midnight) { return .midnight }
      return grammar.clock(isAt: isAt, from: start, mayBeBare: isAt && !isBy)
    }
  }

  private mutating func clock(isAt: Bool, from start: Int, mayBeBare: Bool) -> ClockTime? {
    guard let token = peek, token.isNumber else { return nil }
    let digits = token.text.prefix { $0 != ":" && $0 != "." && $0.isNumber }
    guard digits.utf8.count <= 2, let hour = Self.digits(digits) else { return nil }
    var rest = token.text[digits.endIndex...]
    var parts = [0, 0]
    var count = 0
    // A full stop between hours and minutes needs what says that it is a time.
    let isDotted = rest.first == "."
    let separator: Character = isDotted ? "." : ":"
    while count < 2, rest.first == separator {
      let part = rest.dropFirst().prefix(2)
      guard part.utf8.count == 2, let number = Self.digits(part) else { return nil }
      parts[count] = number
      count += 1
      rest = rest[part.endIndex...]
    }
    position += 1
    var half: Bool?
    if !rest.isEmpty {
      let meanings = language.meanings[String(rest)] ?? []
      guard let found = meanings.contains(.am) ? false : meanings.contains(.pm) ? true : nil else {
        return nil
      }
      half = found
    } else if take(.am) {
      half = false
    } else if take(.pm) {
      half = true
    }
    if let isAfternoon = half {
      guard (1...12).contains(hour) else { return nil }
      return ClockTime(hour: hour % 12 + (isAfternoon ? 12 : 0), minute: parts[0], second: parts[1])
    }
    let isOClock = take(.oClock)
    if isOClock, count == 0, let token = peek, token.text.utf8.count == 2,
      let minute = Self.digits(token.text),
      !tokens[position - 1].trailing.contains(","), minute < 60
    {
      position += 1
      return ClockTime(hour: hour, minute: minute)
    }
    if isDotted && !isOClock { return nil }
    guard count == 0 else { return ClockTime(hour: hour, minute: parts[0], second: parts[1]) }
    guard mayBeBare || isOClock, hour <= 24 else { return nil }
    // From one to six, and in English by the clock to eleven, the morning and the afternoon are as likely.
    if (1...6).contains(hour), !isOClock || language.habits.countsTwelveHours {
      object(.ambiguous([.init("\(hour):00"), .init("\(hour + 12):00")]), from: start)
    }
    return ClockTime(hour: hour, minute: 0)
  }
}
