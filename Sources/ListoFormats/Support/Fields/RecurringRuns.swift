internal import ICalendar

/// A few runs of bytes that come again and again, each with a number, in the order in which they were met: the parameters of lines, of
/// which a calendar has a handful.
struct RecurringRuns: Sendable {
  /// The runs one behind the other, and where each ends.
  private var bytes: [UInt8] = []
  private var ends: [Int] = []

  /// How many are known.
  var count: Int { ends.count }

  /// The number of the run that has these bytes; nil where none has.
  ///
  /// - Parameter most: so many of the first are looked at.
  /// - Complexity: linear in these.
  func number(of bytes: Span<UInt8>, _ range: Range<Int>, among most: Int) -> Int? {
    var start = 0
    for number in 0..<min(most, ends.count) {
      let end = ends[number]
      if end - start == range.count,
        self.bytes.span.isSame(range.count, from: start, as: bytes, from: range.lowerBound)
      {
        return number
      }
      start = end
    }
    return nil
  }

  /// Gives a run the next number.
  mutating func append(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    self.bytes.append(addingCapacity: range.count) { $0.append(bytes, range) }
    ends.append(self.bytes.count)
  }
}
