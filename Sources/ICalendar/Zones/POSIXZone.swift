/// The rule for all years after the last change that a TZif file lists: a POSIX TZ string with the extensions
/// of RFC 8536 §3.3.1, such as `CET-1CEST,M3.5.0,M10.5.0/3` or `IST-1GMT0,M10.5.0,M3.5.0/1`.
struct POSIXZone {
  /// A day of every year and a time on the wall clock before the change.
  private struct Change {
    enum Date {
      /// `Jn`: the n-th day, 29 February never counted.
      case julian(Int)
      /// `n`: the day after n days, 29 February counted.
      case zeroBased(Int)
      /// `Mm.w.d`: the w-th weekday d of month m, the 5th being the last.
      case weekday(month: Int, week: Int, day: Int)
    }

    var date: Date
    /// Seconds after midnight, perhaps negative or of another day.
    var time: Int

    func clockSeconds(_ year: Int) -> Int64 {
      let first = Day.days(toYear: year)
      let days: Int
      switch date {
      case .julian(let number): days = first + number - 1 + (number >= 60 && Day.isLeap(year) ? 1 : 0)
      case .zeroBased(let number): days = first + number
      case .weekday(let month, let week, let day):
        var start = first
        for earlier in 1..<month { start += Day.daysInMonth(earlier, year: year) }
        let weekdayOfFirst = ((start + 4) % 7 + 7) % 7
        let firstMatch = start + (day - weekdayOfFirst + 7) % 7
        let last = start + Day.daysInMonth(month, year: year) - 1
        let wanted = firstMatch + (week - 1) * 7
        days = wanted > last ? wanted - 7 : wanted
      }
      return Int64(days) * 86_400 + Int64(time)
    }
  }

  private var standard: (name: String, offset: Int)
  private var daylight: (name: String, offset: Int, start: Change, end: Change)?

  init?(_ text: ArraySlice<UInt8>) {
    var scanner = Scanner(rest: text)
    guard let name = scanner.name(), let west = scanner.time(limit: 24) else { return nil }
    standard = (name, -west)
    guard let daylightName = scanner.name() else {
      guard scanner.rest.isEmpty else { return nil }
      return
    }
    var offset = standard.offset + 3600
    if scanner.rest.first != UInt8(ascii: ",") {
      guard let west = scanner.time(limit: 24) else { return nil }
      offset = -west
    }
    guard let start = scanner.change(), let end = scanner.change(), scanner.rest.isEmpty else { return nil }
    daylight = (daylightName, offset, start, end)
  }

  /// The zone that it stands for by itself.
  func zone(named name: String) -> Zone {
    Zone(
      name: name, initialOffset: standard.offset, initialAbbreviation: standard.name,
      changes: changes(after: nil))
  }

  /// The changes after the last one that the file lists, up to the last year of a ``Zone``.
  func changes(after last: Instant?) -> [(instant: Instant, offset: Int, abbreviation: String)] {
    // Without daylight saving the offset of the last change, or of the file's one type, stays.
    guard let daylight else { return [] }
    // Without a listed change the rule holds for ever; 1900 is before all that people ask for.
    let firstYear = last.map { $0.utc.day.year - 1 } ?? 1900
    var changes: [(instant: Instant, offset: Int, abbreviation: String)] = []
    guard firstYear <= Zone.lastYear else { return [] }
    for year in firstYear...Zone.lastYear {
      let on = Instant(seconds: daylight.start.clockSeconds(year) - Int64(standard.offset))
      let off = Instant(seconds: daylight.end.clockSeconds(year) - Int64(daylight.offset))
      if last.map({ on > $0 }) ?? true { changes.append((on, daylight.offset, daylight.name)) }
      if last.map({ off > $0 }) ?? true { changes.append((off, standard.offset, standard.name)) }
    }
    return changes
  }

  /// Takes the pieces of a TZ string from the front.
  private struct Scanner {
    var rest: ArraySlice<UInt8>

    mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard let first = rest.first, UInt32(first) == character.value else { return false }
      rest.removeFirst()
      return true
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int? {
      let digits = rest.prefix { $0 &- 48 < 10 }
      guard digits.count <= 3, let number = IntegerValue.decimal(digits), range.contains(number) else {
        return nil
      }
      rest = rest.dropFirst(digits.count)
      return number
    }

    /// Letters, or anything in angle brackets.
    mutating func name() -> String? {
      let name: ArraySlice<UInt8>
      if take("<") {
        name = rest.prefix { $0 != UInt8(ascii: ">") }
        rest = rest.dropFirst(name.count + 1)
      } else {
        name = rest.prefix { ($0 | 32) &- 97 < 26 }
        rest = rest.dropFirst(name.count)
      }
      return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
    }

    /// `[+-]hh[:mm[:ss]]` in seconds.
    mutating func time(limit hours: Int) -> Int? {
      let isNegative = take("-")
      if !isNegative { _ = take("+") }
      guard let hours = number(0...hours) else { return nil }
      var seconds = hours * 3600
      for unit in [60, 1] where take(":") {
        guard let number = number(0...59) else { return nil }
        seconds += number * unit
      }
      return isNegative ? -seconds : seconds
    }

    mutating func change() -> Change? {
      guard take(",") else { return nil }
      let date: Change.Date
      if take("M") {
        guard let month = number(1...12), take("."), let week = number(1...5), take("."),
          let day = number(0...6)
        else { return nil }
        date = .weekday(month: month, week: week, day: day)
      } else if take("J") {
        guard let number = number(1...365) else { return nil }
        date = .julian(number)
      } else {
        guard let number = number(0...365) else { return nil }
        date = .zeroBased(number)
      }
      guard take("/") else { return Change(date: date, time: 7200) }
      guard let time = time(limit: 167) else { return nil }
      return Change(date: date, time: time)
    }
  }
}
