internal import ICalendar

/// A few texts by where they stand.
struct QuickTexts {
  private var ranges = InlineArray<8, Range<UInt32>>(repeating: 0..<0)
  private(set) var count = 0

  subscript(index: Int) -> Range<Int> { Int(ranges[index].lowerBound)..<Int(ranges[index].upperBound) }

  /// Adds one that is not there; one that is there byte for byte is not added again.
  ///
  /// - Returns: false where there is no room, or where of two texts that are not ASCII only their characters tell whether they are the
  ///   same.
  mutating func add(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    for index in 0..<count where isSame(bytes, self[index], range) { return true }
    guard count < ranges.count, let start = UInt32(exactly: range.lowerBound),
      let end = UInt32(exactly: range.upperBound)
    else { return false }
    if !isASCII(bytes, range) {
      for index in 0..<count where !isASCII(bytes, self[index]) { return false }
    }
    ranges[count] = start..<end
    count += 1
    return true
  }

  private func isSame(_ bytes: Span<UInt8>, _ left: Range<Int>, _ right: Range<Int>) -> Bool {
    left.count == right.count
      && bytes.isSame(left.count, from: left.lowerBound, as: bytes, from: right.lowerBound)
  }

  private func isASCII(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    for index in range where bytes[index] >= 0x80 { return false }
    return true
  }
}
