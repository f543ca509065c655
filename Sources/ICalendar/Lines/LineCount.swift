/// Counts physical lines, for Diagnostics.
enum LineCount {
  /// How many line ends are in these bytes.
  static func lines(in bytes: ArraySlice<UInt8>, _ style: LineEnds.Style) -> Int {
    var count = 0
    var previous: UInt8 = 0
    for byte in bytes {
      if byte == 0x0A && !(style == .carriageReturn && previous == 0x0D) { count += 1 }
      if byte == 0x0D && style == .carriageReturn { count += 1 }
      previous = byte
    }
    return count
  }
}
