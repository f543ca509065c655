internal import ICalendar

extension Span where Element == UInt8 {
  /// The bytes in a range.
  func copy(_ range: Range<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(addingCapacity: range.count) { $0.append(self, range) }
    return bytes
  }

  /// The text of the bytes in a range.
  ///
  /// - Parameter isText: they are a TEXT value (RFC 5545 §3.3.11).
  func text(_ range: Range<Int>, isText: Bool = true) -> String {
    let bytes = copy(range)
    return isText ? TextValue.decode(bytes[...]) : String(decoding: bytes, as: UTF8.self)
  }
}

extension OutputSpan where Element == UInt8 {
  /// Appends a TEXT, decoded.
  mutating func append(decoding bytes: Span<UInt8>, _ value: Range<Int>) {
    var runs = TextRuns(value)
    while let (run, endsLine) = runs.next(bytes) {
      append(bytes, run)
      if endsLine { put(0x0A) }
    }
  }
}
