/// The line feeds of some bytes, one after the other. 64 bytes are looked at together: a search for each feed
/// costs a call for each line (a filter takes a twentieth less time).
struct LineFeeds {
  /// Where the bytes begin that come next.
  private var position: Int
  /// The line feeds of the 64 bytes before that were not told yet.
  private var found: UInt64 = 0

  /// Those at or behind an index.
  init(from start: Int) { position = start }

  /// The next one; nil behind the last.
  @inline(__always)
  mutating func next(in bytes: Span<UInt8>) -> Int? {
    while found == 0 {
      guard bytes.count - position >= 64 else {
        guard let last = ByteSearch.first(0x0A, in: bytes, from: position) else { return nil }
        position = last + 1
        return last
      }
      found = ByteSearch.lineFeeds(in: bytes, at: position)
      position += 64
    }
    defer { found &= found &- 1 }
    return position - 64 + found.trailingZeroBitCount
  }
}

extension Span where Element == UInt8 {
  /// How many line feeds are among the bytes.
  ///
  /// - Complexity: linear, 64 bytes at a time.
  package var lineFeedCount: Int {
    var (index, found) = (0, 0)
    while count - index >= 64 {
      found += ByteSearch.lineFeeds(in: self, at: index).nonzeroBitCount
      index += 64
    }
    while index < count {
      if self[index] == 0x0A { found += 1 }
      index += 1
    }
    return found
  }
}

extension ArraySlice<UInt8> {
  /// The same for some of an array.
  package var lineFeedCount: Int { span.lineFeedCount }
}

/// Counts physical lines, for Diagnostics.
package enum LineCount {
  /// How many line ends are in these bytes.
  static func lines(in bytes: ArraySlice<UInt8>, _ style: LineEnds.Style) -> Int {
    lines(in: bytes, returnsEndLines: style == .carriageReturn)
  }

  /// How many line ends are in these bytes.
  ///
  /// - Parameter returnsEndLines: ``Component/returnsEndLines``.
  package static func lines(in bytes: ArraySlice<UInt8>, returnsEndLines: Bool) -> Int {
    var count = 0
    var previous: UInt8 = 0
    for byte in bytes {
      if byte == 0x0A && !(returnsEndLines && previous == 0x0D) { count += 1 }
      if byte == 0x0D && returnsEndLines { count += 1 }
      previous = byte
    }
    return count
  }
}
