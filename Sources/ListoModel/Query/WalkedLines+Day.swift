internal import ICalendar

extension WalkedLines {
  /// The day of a date or time as it is written, as ``Day/digits``; an inner nil where there is none, an
  /// outer one where its bytes do not say. The moment is less than two days away from where that day begins
  /// in UTC, whatever its zone.
  func day(_ property: PropertyID, row: Int, in bytes: [UInt8]) -> UInt64?? {
    guard let place = place(property, row: row) else {
      // Without DUE there may be a DTSTART and a DURATION.
      return property == .due && self.place(.duration, row: row) != nil ? nil : .some(nil)
    }
    let bytes = bytes.span
    guard let value = place.valueOfMoment(in: bytes) else { return nil }
    return bytes.dayOfMoment(value).map { .some($0) }
  }
}

extension Day {
  /// Its text `YYYYMMDD` as a number, most significant byte first.
  var digits: UInt64 {
    var number = year * 10_000 + month * 100 + day
    var digits: UInt64 = 0
    for place in 0..<8 {
      digits |= UInt64(0x30 + number % 10) << UInt64(place * 8)
      number /= 10
    }
    return digits
  }

  /// The day of these.
  init?(digits: UInt64) {
    func number(_ places: Range<Int>) -> Int {
      places.reduce(0) { $0 * 10 + Int(digits >> UInt64(56 - $1 * 8) & 0xF) }
    }
    self.init(year: number(0..<4), month: number(4..<6), day: number(6..<8))
  }
}

extension Span where Element == UInt8 {
  /// The first eight digits of a DATE or DATE-TIME as ``Day/digits``; nil for what may be none: another
  /// shape, a month or day that not every year has.
  fileprivate func dayOfMoment(_ value: Range<Int>) -> UInt64? {
    guard value.count == 8 || value.count == 15 || value.count == 16 else { return nil }
    var key: UInt64 = 0
    for index in value.lowerBound..<value.lowerBound + 8 {
      guard self[index] &- 0x30 < 10 else { return nil }
      key = key << 8 | UInt64(self[index])
    }
    let month = pair(value.lowerBound + 4)
    let day = pair(value.lowerBound + 6)
    guard 1...12 ~= month, day >= 1, day <= 28 || (month != 2 && day <= 30) else { return nil }
    guard value.count > 8 else { return key }
    let time = value.lowerBound + 9
    guard self[time - 1] == 0x54, value.count == 15 || self[time + 6] == 0x5A else { return nil }
    for index in time..<time + 6 where self[index] &- 0x30 >= 10 { return nil }
    guard pair(time) < 24, pair(time + 2) < 60, pair(time + 4) < 60 else { return nil }
    return key
  }

  @inline(__always)
  private func pair(_ index: Int) -> Int { Int(self[index] &- 0x30) * 10 + Int(self[index + 1] &- 0x30) }
}
