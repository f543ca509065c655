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
