internal import ICalendar

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
