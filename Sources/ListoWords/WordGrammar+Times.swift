internal import ICalendar

/// Times: `9:00`, `at 9`, `9am`, `noon`, `9 Uhr 30`, `half past nine`, and those with a start and an end,
/// `9:00-10:00`.
extension WordGrammar {
  /// - Parameter mayBeBare: a number alone is an hour.
  mutating func time(mayBeBare: Bool = false) -> ClockReading? {
    attempt { grammar in
      let isAt = grammar.take(.at)
      let isBy = !isAt && grammar.take(.by)
      if grammar.take(.noon) { return ClockReading(time: .noon) }
      if grammar.take(.midnight) { return ClockReading(time: .midnight) }
      guard let clock = grammar.clock(), !clock.isBare || mayBeBare || isAt && !isBy,
        !grammar.tokens[grammar.position - 1].startsRange
      else { return nil }
      return clock
    }
  }

  // MARK: Start and end

  /// The start of `9:00-10:00`, `from 9 to 10am`, `9 bis 10 Uhr`, up to the end, which ``rangeEnd()`` reads.
  mutating func rangeStart(isLed: Bool) -> ClockReading? {
    let hasFrom = take(.from)
    if !hasFrom { _ = take(.at) }
    guard var first = clock() else { return nil }
    var rest = self
    guard let last = rest.rangeEnd(), !(first.isBare && last.isBare) || isLed else { return nil }
    // `9-10am`, `11-1pm`: the last half of the day in which it starts before it ends.
    if first.isBare, !last.isOpen, first.time > last.time || last.time.hour >= 12,
      let later = first.time.later, later < last.time
    {
      first.time = later
    }
    // From the afternoon to the morning it ends on the next day.
    guard first.time < last.time || first.time.hour >= 12 && last.time.hour < 12 else {
      let start = position
      position = rest.position
      object(.noSuchDay("it ends before it starts"), from: start - 1)
      position = start
      return first
    }
    return first
  }

  /// `-10:00`, `to 10:00` behind the start.
  mutating func rangeEnd() -> ClockReading? {
    let isOneWord = position > 0 && tokens[position - 1].startsRange
    guard isOneWord || take(.to) || dash() else { return nil }
    // `at 9:00 until 1 dec`
    var rest = self
    guard rest.date(leads: false) == nil else { return nil }
    return clock(isBehindDash: isOneWord)
  }

  /// A dash between blanks.
  mutating func dash() -> Bool {
    guard let token = peek, ["-", "–", "—"].contains(token.text) else { return false }
    position += 1
    return true
  }

  // MARK: One time

  private mutating func clock(isBehindDash: Bool = false) -> ClockReading? {
    if let offset = attempt({ $0.minutesOfHour() }) { return offset }
    if let hour = attempt({ $0.hourWord() }) { return hour }
    if let time = attempt({ $0.fourDigits() }) { return time }
    guard let token = peek else { return nil }
    let start = position
    let text = isBehindDash ? token.text.dropFirst() : token.text[...]
    let digits = text.prefix { $0 != ":" && $0 != "." && $0.isNumber }
    guard (1...2).contains(digits.utf8.count), let hour = Self.digits(digits) else { return nil }
    var rest = text[digits.endIndex...]
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
    // `2h` is a length as well.
    if count == 0, isHourSign(rest), isLed(from: start) || (13...23).contains(hour) && isBesideDay {
      return ClockTime(hour: hour, minute: 0).map { ClockReading(time: $0) }
    }
    if !rest.isEmpty {
      // Right behind the digits, `am` is the same in every language.
      let meanings = WordsLanguage.english.meanings[String(rest)] ?? []
      guard let found = meanings.contains(.am) ? false : meanings.contains(.pm) ? true : nil else {
        return nil
      }
      half = found
    } else {
      half = halfOfDay()
    }
    if let isAfternoon = half {
      guard (1...12).contains(hour) else { return nil }
      return ClockTime(hour: hour % 12 + (isAfternoon ? 12 : 0), minute: parts[0], second: parts[1])
        .map { ClockReading(time: $0) }
    }
    let isOpen = (1...12).contains(hour) && !digits.hasPrefix("0")
    let oClock = oClock()
    let isOClock = oClock != nil
    if isOClock, count == 0, let token = peek, token.text.utf8.count == 2,
      let minute = Self.digits(token.text),
      !tokens[position - 1].trailing.contains(","), minute < 60
    {
      position += 1
      return ClockTime(hour: hour, minute: minute).map { ClockReading(time: $0, isOpen: isOpen) }
    }
    if isDotted && !isOClock {
      return isBehindDash ? nil : dottedTime(hour, parts[0], isOpen: isOpen && hour < 7, from: start)
    }
    guard count == 0 else {
      return ClockTime(hour: hour, minute: parts[0], second: parts[1])
        .map { ClockReading(time: $0, isOpen: isOpen) }
    }
    return reading(hour: hour, minute: 0, isOpen: isOpen, oClock)
  }

  // MARK: Beside a day

  /// A day or a rule stands before the words or right behind them.
  private var isBesideDay: Bool {
    var rest = self
    (rest.isBehindTime, rest.isBehindDay) = (true, false)
    return isBehindDay || rest.rule() != nil || rest.date() != nil
  }

  private func isHourSign(_ text: Substring) -> Bool {
    language.meanings[String(text)]?.contains(.hourSign) ?? false
  }

  /// `um` or `bis` stands before it.
  private func isLed(from start: Int) -> Bool { has(.at, at: start - 1) || has(.by, at: start - 1) }

  /// `0430` beside a day.
  private mutating func fourDigits() -> ClockReading? {
    guard let token = peek, token.text.utf8.count == 4, token.text.hasPrefix("0"),
      let number = Self.digits(token.text)
    else { return nil }
    position += 1
    guard isBesideDay else { return nil }
    return ClockTime(hour: number / 100, minute: number % 100).map { ClockReading(time: $0) }
  }

  /// `17.30` beside a day; before it, where the minutes are some that people say. Some are a day of a month
  /// as well.
  private mutating func dottedTime(_ hour: Int, _ minute: Int, isOpen: Bool, from start: Int) -> ClockReading?
  {
    guard isBehindDay || minute % 5 == 0 && isBesideDay, let time = ClockTime(hour: hour, minute: minute)
    else { return nil }
    if language.habits.hasDottedDays, (1...12).contains(minute),
      Day(year: 2000, month: minute, day: hour) != nil
    {
      object(
        .ambiguous([
          .init("\(time.short)"),
          .init(
            WordsLanguage.english.written.dayMonth(hour, WordsLanguage.english.written.months[minute - 1])),
        ]), from: start)
    }
    return ClockReading(time: time, isOpen: isOpen, isAmbiguous: isOpen)
  }

  // MARK: Words of a time

  /// `pm` is true; `am` is false, and not in the German `9 am Freitag`.
  private mutating func halfOfDay() -> Bool? {
    var rest = self
    if !isBefore(.on) || rest.date() == nil, take(.am) { return false }
    return take(.pm) ? true : nil
  }

  /// `o'clock`, and whether its clock has twelve hours.
  private mutating func oClock() -> Bool? {
    take { if case .oClock(let hasTwelveHours) = $0 { hasTwelveHours } else { nil } }
  }

  /// An hour without minutes. From one to six, and in English by the clock to eleven, the morning and the
  /// afternoon are as likely.
  private func reading(hour: Int, minute: Int, isOpen: Bool, _ oClock: Bool?) -> ClockReading? {
    ClockTime(hour: hour, minute: minute).map { time in
      ClockReading(
        time: time, isOpen: isOpen,
        isAmbiguous: (1...6).contains(hour) && oClock != false, isBare: oClock == nil)
    }
  }

  /// `nine`, `nine o'clock`.
  private mutating func hourWord() -> ClockReading? {
    let isArticle = isBefore(.article)
    guard let hour = numberWord(), (1...12).contains(hour) else { return nil }
    let oClock = oClock()
    guard oClock != nil || !isArticle else { return nil }
    return reading(hour: hour, minute: 0, isOpen: true, oClock)
  }

  /// `half past nine`, `halb 9`.
  private mutating func minutesOfHour() -> ClockReading? {
    let minutes: Int? = take { if case .minutes(let minutes) = $0 { minutes } else { nil } }
    guard let minutes, let said = numberWord() ?? number(upTo: 2), (1...24).contains(said) else { return nil }
    if let isAfternoon = halfOfDay() {
      let all = (said % 12 + (isAfternoon ? 12 : 0)) * 60 + minutes
      return ClockTime(hour: (all + 1440) % 1440 / 60, minute: (all + 60) % 60)
        .map { ClockReading(time: $0) }
    }
    _ = oClock()
    let hour = minutes < 0 ? said - 1 : said
    guard
      var found = reading(
        hour: hour == 0 ? 12 : hour, minute: (minutes + 60) % 60, isOpen: (0...12).contains(hour), nil)
    else { return nil }
    found.isBare = false
    return found
  }
}
