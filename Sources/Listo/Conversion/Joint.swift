internal import ICalendar
internal import ListoStores

/// Puts one input behind another: a line end between them where the first has none, so that no two lines
/// become one.
struct Joint {
  private var last: UInt8?
  private var isPending = false

  /// Begins another input.
  mutating func next() { isPending = last != nil }

  mutating func write(_ bytes: ArraySlice<UInt8>, to output: Output) throws(StoreError) {
    guard let end = bytes.last else { return }
    if isPending, let last, last != 0x0A && last != 0x0D { try output.write(ContentLineText.crlf[...]) }
    isPending = false
    last = end
    try output.write(bytes)
  }
}
