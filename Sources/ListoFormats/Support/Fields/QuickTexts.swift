internal import ICalendar

/// A few texts by where they stand.
struct QuickTexts {
  private var ranges = InlineArray<8, Range<UInt32>>(repeating: 0..<0)
  private(set) var count = 0

  subscript(index: Int) -> Range<Int> { Int(ranges[index].lowerBound)..<Int(ranges[index].upperBound) }

  /// Adds one that is not there; one that is there byte for byte is not added again.
  ///
  /// - Returns: false where there is no room, or where of two texts only their characters tell whether they
  ///   are the same: of those that are not ASCII, and of one that may have a character that is equal to one
  ///   of ASCII, and any other.
  mutating func add(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    for index in 0..<count where isSame(bytes, self[index], range) { return true }
    guard count < ranges.count, let start = UInt32(exactly: range.lowerBound),
      let end = UInt32(exactly: range.upperBound)
    else { return false }
    let script = Script(bytes, range)
    for index in 0..<count where script.mayBeSame(as: Script(bytes, self[index])) { return false }
    ranges[count] = start..<end
    count += 1
    return true
  }

  private func isSame(_ bytes: Span<UInt8>, _ left: Range<Int>, _ right: Range<Int>) -> Bool {
    left.count == right.count
      && bytes.isSame(left.count, from: left.lowerBound, as: bytes, from: right.lowerBound)
  }

  /// Of which characters a text is.
  private enum Script {
    case ascii, other
    /// Perhaps of U+037E, U+1FEF or U+212A among others, which are equal to a semicolon, a grave accent and a
    /// K.
    case likeASCII

    init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
      self = .ascii
      for index in range where bytes[index] >= 0x80 {
        switch bytes[index] {
        case 0xCD, 0xE1, 0xE2:
          self = .likeASCII
          return
        default: self = .other
        }
      }
    }

    /// Texts in different bytes may be equal.
    func mayBeSame(as other: Script) -> Bool {
      self == .likeASCII || other == .likeASCII || self == .other && other == .other
    }
  }
}
