/// Values that stand in other formats as they stand in a content line.
extension Span<UInt8> {
  /// Digits that are written as they stand: at most nine, without sign or leading zero.
  @inline(__always)
  func isPlainInteger(_ value: Range<Int>) -> Bool {
    guard value.count >= 1, value.count <= 9, value.count == 1 || self[value.lowerBound] != 0x30 else {
      return false
    }
    for index in value where self[index] &- 0x30 >= 10 { return false }
    return true
  }

  /// The number that digits say, perhaps behind a hyphen-minus: one that fits.
  func integer(_ value: Range<Int>) -> Int {
    let isNegative = self[value.lowerBound] == 0x2D
    // Below zero, since the least number has none above that is like it.
    var number = 0
    for index in value.dropFirst(isNegative ? 1 : 0) { number = number * 10 - Int(self[index] &- 0x30) }
    return isNegative ? number : -number
  }

  /// Digits and one unit, such as `-PT15M` or `P1D` (RFC 5545 §3.3.6).
  func isPlainDuration(_ value: Range<Int>) -> Bool {
    var index = value.lowerBound
    guard value.count >= 3, value.count <= 12 else { return false }
    if self[index] == 0x2D || self[index] == 0x2B { index += 1 }
    guard self[index] == 0x50 else { return false }
    index += 1
    let isTime = index < value.upperBound && self[index] == 0x54
    if isTime { index += 1 }
    let digits = index
    while index < value.upperBound, self[index] &- 0x30 < 10 { index += 1 }
    guard index > digits, index - digits <= 6, index == value.upperBound - 1 else { return false }
    switch self[index] {
    case 0x48, 0x4D, 0x53: return isTime
    case 0x44, 0x57: return !isTime
    default: return false
    }
  }
}
