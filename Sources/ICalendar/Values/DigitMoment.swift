/// A DATE or DATE-TIME (RFC 5545 §3.3.4, §3.3.5) by its digits, for writers that only put them into another form: no day is counted.
/// What ``Moment/decode(_:valueIsDate:tzid:)`` takes and this does not is 29 February and second 60.
public struct DigitMoment: Sendable {
  /// `YYYYMMDD` and `THHMMSSZ`, the first byte the least.
  private let date: UInt64
  private let time: UInt64
  /// It is a date and time, not a date.
  public let hasTime: Bool
  /// It ends in `Z`.
  public let isUTC: Bool

  /// - Parameter value: where it stands.
  /// - Returns: nil where ``Moment/decode(_:valueIsDate:tzid:)`` must tell whether it is one.
  public init?(_ bytes: Span<UInt8>, _ value: Range<Int>) {
    guard value.count == 8 || value.count == 15 || value.count == 16, value.upperBound <= bytes.count else {
      return nil
    }
    hasTime = value.count > 8
    isUTC = value.count == 16
    date = ByteSearch.word(in: bytes, at: value.lowerBound)
    guard Self.areDigits(date) else { return nil }
    let (month, day) = (Self.pair(date, 4), Self.pair(date, 6))
    guard month >= 1, month <= 12, day >= 1,
      day <= 28 || (month != 2 && day <= 30) || (day == 31 && Self.isLong(month))
    else { return nil }
    guard hasTime else {
      time = 0
      return
    }
    // Of a time without Z the last eight bytes, moved to where they would stand with it.
    time =
      isUTC
      ? ByteSearch.word(in: bytes, at: value.lowerBound + 8)
      : ByteSearch.word(in: bytes, at: value.lowerBound + 7) >> 8 | (0x5A << 56)
    // `T` and `Z` with digits in their place.
    guard time & 0xFF == 0x54, time >> 56 == 0x5A,
      Self.areDigits((time & 0x00FF_FFFF_FFFF_FF00) | 0x3000_0000_0000_0030),
      Self.pair(time, 1) < 24, Self.pair(time, 3) < 60, Self.pair(time, 5) < 60
    else { return nil }
  }

  /// Eight bytes are digits.
  private static func areDigits(_ word: UInt64) -> Bool {
    let high: UInt64 = 0xF0F0_F0F0_F0F0_F0F0
    let threes: UInt64 = 0x3030_3030_3030_3030
    return word & high == threes && (word &+ 0x0606_0606_0606_0606) & high == threes
  }

  /// It has 31 days.
  private static func isLong(_ month: Int) -> Bool { 0b1_0101_1010_1010 >> month & 1 != 0 }

  /// Two digits.
  private static func pair(_ word: UInt64, _ index: Int) -> Int {
    let pair = word >> UInt64(index * 8)
    return Int(pair & 0xF) * 10 + Int(pair >> 8 & 0xF)
  }

  /// The wall clock; midnight for a date.
  public var local: LocalDateTime? {
    let year = Self.pair(date, 0) * 100 + Self.pair(date, 2)
    guard let day = Day(year: year, month: Self.pair(date, 4), day: Self.pair(date, 6)) else { return nil }
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

extension Instant {
  /// ISO 8601 in quotation marks: `"2026-12-01T10:15:00Z"`.
  public var quotedISO: ShortText {
    var bytes: [UInt8] = [0x22]
    appendISO(to: &bytes)
    bytes.append(0x22)
    return ShortText(bytes) ?? ShortText(0, 0, 0, 0, 0, count: 0)
  }
}
