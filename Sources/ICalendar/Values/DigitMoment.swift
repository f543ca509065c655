/// A DATE or DATE-TIME (RFC 5545 §3.3.4, §3.3.5) by its digits, for converting between notations without
/// computing days. It accepts the values that ``Moment/decode(_:valueIsDate:tzid:)`` accepts; second 60 only
/// on request.
public struct DigitMoment: Sendable, Hashable {
  /// `YYYYMMDD` and `THHMMSSZ`, the first byte the least.
  private let date: UInt64
  private let time: UInt64
  /// True for a date and time, false for a date.
  public let hasTime: Bool
  /// True if the time ends in `Z`.
  public let isUTC: Bool

  /// - Parameters:
  ///   - value: the range of the value in the bytes.
  ///   - lastSecond: 60 to accept leap seconds.
  /// - Returns: nil if the value is not a date or time.
  public init?(_ bytes: Span<UInt8>, _ value: Range<Int>, lastSecond: Int = 59) {
    guard value.count == 8 || value.count == 15 || value.count == 16, value.upperBound <= bytes.count else {
      return nil
    }
    let date = ByteSearch.word(in: bytes, at: value.lowerBound)
    // Of a time without Z the last eight bytes, moved to where they would stand with it.
    let time =
      switch value.count {
      case 8: UInt64(0)
      case 16: ByteSearch.word(in: bytes, at: value.lowerBound + 8)
      default: ByteSearch.word(in: bytes, at: value.lowerBound + 7) >> 8 | (0x5A << 56)
      }
    self.init(
      date: date, time: value.count == 8 ? nil : time, isUTC: value.count == 16, lastSecond: lastSecond)
  }

  /// - Parameters:
  ///   - date: eight bytes that may be digits.
  ///   - time: eight bytes that may be a T, six digits and a Z; nil for a date.
  private init?(date: UInt64, time: UInt64?, isUTC: Bool, lastSecond: Int = 59) {
    guard Self.areDigits(date) else { return nil }
    let (month, day) = (Self.pair(date, 4), Self.pair(date, 6))
    guard month >= 1, month <= 12, day >= 1,
      day <= 28 || (month != 2 && day <= 30) || (day == 31 && Self.isLong(month))
        || (day == 29 && Day.daysInMonth(2, year: Self.year(date)) == 29)
    else { return nil }
    // `T` and `Z` may be in lower case (RFC 5234 §2.3); they are kept in capitals.
    let time = time.map { $0 & ~(0x2000_0000_0000_0020 & (($0 & 0x4000_0000_0000_0040) >> 1)) }
    (self.date, self.time, hasTime, self.isUTC) = (date, time ?? 0, time != nil, isUTC)
    guard let time else { return }
    // `T` and `Z` with digits in their place.
    guard time & 0xFF == 0x54, time >> 56 == 0x5A,
      Self.areDigits((time & 0x00FF_FFFF_FFFF_FF00) | 0x3000_0000_0000_0030),
      Self.pair(time, 1) < 24, Self.pair(time, 3) < 60, Self.pair(time, 5) <= lastSecond
    else { return nil }
  }

  /// Reads ISO 8601: `2026-12-01`, `2026-12-01T10:15:00` or `2026-12-01T10:15:00Z`.
  ///
  /// - Parameter text: the range of the text in the bytes.
  /// - Returns: nil if the text may be valid, but only `Moment.init(iso:)` can decide.
  public init?(iso bytes: Span<UInt8>, _ text: Range<Int>) {
    guard text.count == 10 || text.count == 19 || text.count == 20, text.upperBound <= bytes.count else {
      return nil
    }
    func byte(_ index: Int) -> UInt64 { UInt64(bytes[text.lowerBound + index]) }
    let first = ByteSearch.word(in: bytes, at: text.lowerBound)
    guard first >> 32 & 0xFF == 0x2D, first >> 56 == 0x2D else { return nil }
    let date =
      first & 0xFFFF_FFFF | (first >> 40 & 0xFFFF) << 32 | byte(8) << 48 | byte(9) << 56
    guard text.count > 10 else {
      self.init(date: date, time: nil, isUTC: false)
      return
    }
    let second = ByteSearch.word(in: bytes, at: text.lowerBound + 8)
    guard second >> 40 & 0xFF == 0x3A, byte(16) == 0x3A, text.count == 19 || byte(19) == 0x5A else {
      return nil
    }
    let time =
      second >> 16 & 0xFF_FFFF | (second >> 48) << 24 | byte(17) << 40 | byte(18) << 48 | 0x5A << 56
    self.init(date: date, time: time, isUTC: text.count == 20)
  }

  /// Returns this day with a time read from bytes.
  ///
  /// - Parameter time: the range of six digits, optionally followed by a Z.
  /// - Returns: nil if this value has a time already, or the range is not a time.
  public func at(_ bytes: Span<UInt8>, _ time: Range<Int>) -> DigitMoment? {
    guard !hasTime, time.count == 6 || time.count == 7, time.upperBound <= bytes.count,
      time.count == 6 || bytes[time.lowerBound + 6] == 0x5A
    else { return nil }
    var word: UInt64 = 0x5A00_0000_0000_0054
    for index in 0..<6 { word |= UInt64(bytes[time.lowerBound + index]) << UInt64(index * 8 + 8) }
    return DigitMoment(date: date, time: word, isUTC: time.count == 7)
  }

  /// Eight bytes are digits.
  private static func areDigits(_ word: UInt64) -> Bool {
    let high: UInt64 = 0xF0F0_F0F0_F0F0_F0F0
    let threes: UInt64 = 0x3030_3030_3030_3030
    return word & high == threes && (word &+ 0x0606_0606_0606_0606) & high == threes
  }

  /// It has 31 days.
  private static func isLong(_ month: Int) -> Bool { 0b1_0101_1010_1010 >> month & 1 != 0 }

  private static func year(_ date: UInt64) -> Int { pair(date, 0) * 100 + pair(date, 2) }

  /// Two digits.
  private static func pair(_ word: UInt64, _ index: Int) -> Int {
    let pair = word >> UInt64(index * 8)
    return Int(pair & 0xF) * 10 + Int(pair >> 8 & 0xF)
  }

  /// The wall clock; midnight for a date.
  public var local: LocalDateTime? {
    guard let day = Day(year: Self.year(date), month: Self.pair(date, 4), day: Self.pair(date, 6)) else {
      return nil
    }
    guard hasTime else { return LocalDateTime(startOf: day) }
    return LocalDateTime(
      day: day, hour: Self.pair(time, 1), minute: Self.pair(time, 3), second: Self.pair(time, 5))
  }

  /// ISO 8601 in quotation marks: `"2026-12-01"`, `"2026-12-01T10:15:00"` or `"2026-12-01T10:15:00Z"`.
  public var quotedISO: ShortText {
    guard hasTime else {
      let (first, day) = quotedDay
      return ShortText(first, day | (Self.mark << 24), 0, 0, 0, count: 12)
    }
    guard isUTC else { return quoted(time) }
    let (first, second, seconds) = words(time)
    return ShortText(first, second, seconds | (0x5A << 32) | (Self.mark << 40), 0, 0, count: 22)
  }

  /// The wall clock in quotation marks, midnight for a date: `"2026-12-01T00:00:00"`.
  public var quotedLocal: ShortText { quoted(hasTime ? time : 0x5A30_3030_3030_3054) }

  private static var mark: UInt64 { 0x22 }

  /// A quotation mark and the date as far as the month; the hyphen behind it and the day.
  private var quotedDay: (UInt64, UInt64) {
    let hyphen: UInt64 = 0x2D
    let first = Self.mark | ((date & 0xFFFF_FFFF) << 8) | (hyphen << 40) | ((date >> 32 & 0xFFFF) << 48)
    return (first, hyphen | ((date >> 48) << 8))
  }

  /// The date behind a quotation mark, and a time as ``time`` has it.
  private func words(_ time: UInt64) -> (UInt64, UInt64, UInt64) {
    let colon: UInt64 = 0x3A
    let (first, day) = quotedDay
    // T, the hour, a colon, and the first digit of the minute.
    let second = day | ((time & 0xFF_FFFF) << 24) | (colon << 48) | ((time >> 24 & 0xFF) << 56)
    return (first, second, (time >> 32 & 0xFF) | (colon << 8) | ((time >> 40 & 0xFFFF) << 16))
  }

  private func quoted(_ time: UInt64) -> ShortText {
    let (first, second, seconds) = words(time)
    return ShortText(first, second, seconds | (Self.mark << 32), 0, 0, count: 21)
  }
}

extension DigitMoment {
  /// ISO 8601: `2026-12-01`, `2026-12-01T10:15:00` or `2026-12-01T10:15:00Z`.
  public var iso: ShortText {
    let (hyphen, colon): (UInt64, UInt64) = (0x2D, 0x3A)
    let first = date & 0xFFFF_FFFF | hyphen << 32 | (date >> 32 & 0xFFFF) << 40 | hyphen << 56
    let day = date >> 48
    guard hasTime else { return ShortText(first, day, 0, 0, 0, count: 10) }
    // T and the hour, a colon, the minute.
    let second = day | (time & 0xFF_FFFF) << 16 | colon << 40 | (time >> 24 & 0xFFFF) << 48
    let third = colon | (time >> 40 & 0xFF_FFFF) << 8
    return ShortText(first, second, third, 0, 0, count: isUTC ? 20 : 19)
  }

  /// The notation of RFC 5545: `20261201`, `20261201T101500` or `20261201T101500Z`.
  public var iCalendar: ShortText {
    ShortText(date, time, 0, 0, 0, count: hasTime ? isUTC ? 16 : 15 : 8)
  }

  /// Its day alone.
  public var day: DigitMoment { DigitMoment(dayOf: self) }

  private init(dayOf moment: DigitMoment) { (date, time, hasTime, isUTC) = (moment.date, 0, false, false) }

  /// The text after the T: `101500` or `101500Z`; empty for a date.
  public var clock: ShortText {
    ShortText(time >> 8, 0, 0, 0, 0, count: hasTime ? isUTC ? 7 : 6 : 0)
  }
}

extension DigitMoment {
  /// Any moment, 29 February and second 60 too. A zone's name is left to who needs it.
  public init(_ moment: Moment) {
    let day = moment.day
    date =
      Self.digits(day.year / 100) | Self.digits(day.year % 100) << 16 | Self.digits(day.month) << 32
      | Self.digits(day.day) << 48
    if case .utc = moment { isUTC = true } else { isUTC = false }
    hasTime = moment.local != nil
    time =
      moment.local.map {
        0x5A00_0000_0000_0054 | Self.digits($0.hour) << 8 | Self.digits($0.minute) << 24
          | Self.digits($0.second) << 40
      } ?? 0
  }

  /// Two digits, the first the least.
  private static func digits(_ number: Int) -> UInt64 {
    0x3030 | UInt64(truncatingIfNeeded: number / 10) | UInt64(truncatingIfNeeded: number % 10) << 8
  }

  /// Second 60 as 59, as ``Instant/init(utc:)`` has it; any other time as it is.
  public var withoutLeapSecond: DigitMoment {
    let (seconds, sixty): (UInt64, UInt64) = (0xFFFF << 40, 0x3036 << 40)
    guard time & seconds == sixty else { return self }
    return DigitMoment(self, time: time & ~seconds | 0x3935 << 40)
  }

  /// The UTC time of the same digits: midnight of a date. Second 60 counts as 59.
  public var utc: DigitMoment {
    DigitMoment(self, time: hasTime ? withoutLeapSecond.time : 0x5A30_3030_3030_3054, isUTC: true)
  }

  /// The date of another with a time.
  private init(_ moment: DigitMoment, time: UInt64, isUTC: Bool? = nil) {
    (date, self.time, hasTime, self.isUTC) = (moment.date, time, true, isUTC ?? moment.isUTC)
  }
}

extension DigitMoment: Comparable {
  /// Compares the digits; of two UTC times, the earlier is less.
  public static func < (left: DigitMoment, right: DigitMoment) -> Bool {
    left.date == right.date
      ? left.time.byteSwapped < right.time.byteSwapped : left.date.byteSwapped < right.date.byteSwapped
  }
}

extension Instant {
  /// ISO 8601 in quotation marks: `"2026-12-01T10:15:00Z"`.
  public var quotedISO: ShortText {
    var bytes: [UInt8] = [0x22]
    appendISO(to: &bytes)
    bytes.append(0x22)
    return ShortText(bytes) ?? ShortText(0, 0, 0, 0, 0, count: 0)
  }
}
