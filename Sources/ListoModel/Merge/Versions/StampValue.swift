internal import ICalendar

/// The time stamps that order versions, read from their bytes: LAST-MODIFIED, DTSTAMP, CREATED are UTC times
/// (RFC 5545 §3.8.7), and sixteen digits need no library. Tests hold the answers against ``Moment``.
enum StampValue {
  /// Seconds since 1970-01-01T00:00:00Z; nil for what is no date or no time.
  ///
  /// A time without `Z`, which old Nextcloud Tasks wrote, is read as if it had one, and a date as its
  /// midnight: the order of versions must not depend on a zone.
  static func seconds(_ value: ArraySlice<UInt8>) -> Int64? { seconds(value.span, 0..<value.count) }

  /// The same for the bytes in a range.
  static func seconds(_ bytes: Span<UInt8>, _ value: Range<Int>) -> Int64? {
    let start = value.lowerBound
    guard value.count == 8 || value.count == 15 || value.count == 16,
      let day = Day(
        year: number(bytes, start, 4), month: number(bytes, start + 4, 2), day: number(bytes, start + 6, 2))
    else { return nil }
    let midnight = Int64(day.daysSince1970) * 86_400
    guard value.count > 8 else { return midnight }
    // The letters may be in lower case (RFC 5234 §2.3).
    guard bytes[start + 8].upper == 0x54, value.count == 15 || bytes[start + 15].upper == 0x5A else {
      return nil
    }
    let hour = number(bytes, start + 9, 2)
    let minute = number(bytes, start + 11, 2)
    let second = number(bytes, start + 13, 2)
    guard (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second) else { return nil }
    return midnight + Int64(hour * 3600 + minute * 60 + min(second, 59))
  }

  /// The number of these digits; -1 where one is none.
  @inline(__always)
  private static func number(_ bytes: Span<UInt8>, _ start: Int, _ count: Int) -> Int {
    var number = 0
    for index in start..<(start + count) {
      let digit = bytes[index] &- 0x30
      guard digit < 10 else { return -1 }
      number = number * 10 + Int(digit)
    }
    return number
  }

  /// A decimal integer, clamped to 32 bits, since some write 99999999999; nil for anything else.
  static func integer(_ value: ArraySlice<UInt8>) -> Int32? { integer(value.span, 0..<value.count) }

  /// The same for the bytes in a range.
  static func integer(_ bytes: Span<UInt8>, _ value: Range<Int>) -> Int32? {
    var index = value.lowerBound
    let isNegative = !value.isEmpty && bytes[index] == 0x2D
    if isNegative || !value.isEmpty && bytes[index] == 0x2B { index += 1 }
    guard index < value.upperBound else { return nil }
    var number: Int64 = 0
    for place in index..<value.upperBound {
      let digit = bytes[place] &- 0x30
      guard digit < 10 else { return nil }
      number = min(number * 10 + Int64(digit), Int64(Int32.max) + 1)
    }
    return Int32(clamping: isNegative ? -number : number)
  }
}
