internal import ICalendar

/// The values made of a few runs of bytes that come again and again: the parameters of lines, of which a
/// calendar has a handful.
struct RecurringRuns<Value: Sendable>: Sendable {
  /// The runs one behind the other, and where each ends.
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  private var values: [Value] = []

  /// So many are remembered.
  private static var most: Int { 32 }

  /// No more is remembered.
  var isFull: Bool { values.count == Self.most }

  /// The value made of the run that has these bytes; nil where none is remembered.
  ///
  /// - Complexity: linear in those that are.
  func value(of bytes: Span<UInt8>, _ range: Range<Int>) -> Value? {
    var start = 0
    for number in values.indices {
      let end = ends[number]
      if end - start == range.count,
        self.bytes.span.isSame(range.count, from: start, as: bytes, from: range.lowerBound)
      {
        return values[number]
      }
      start = end
    }
    return nil
  }

  /// Remembers what was made of a run that is not remembered, of the first few.
  mutating func note(_ value: Value, of bytes: Span<UInt8>, _ range: Range<Int>) {
    guard !isFull else { return }
    self.bytes.append(addingCapacity: range.count) { $0.append(bytes, range) }
    ends.append(self.bytes.count)
    values.append(value)
  }
}
