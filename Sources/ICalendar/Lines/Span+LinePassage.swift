extension UInt8 {
  /// A line that begins so may be BEGIN or END; the third is a byte order mark.
  @inline(__always)
  var mayFrame: Bool { self | 0x20 == 0x62 || self | 0x20 == 0x65 || self == 0xEF }
}

extension Span where Element == UInt8 {
  /// Notes the lines from `start` on with their names, where line feeds end lines, up to the first that may
  /// frame a component or of which the end, or what follows it, is not there; no more than there is room for.
  /// That is nine of ten lines, by the least that can be done for each.
  ///
  /// - Parameters:
  ///   - bound: no line is noted that begins there or behind it.
  ///   - number: that of the line at `start`; then that of the line that comes next.
  /// - Returns: where the line begins that comes next.
  func passLines(
    from start: Int, to bound: Int = .max, number: inout UInt32, into lines: inout OutputSpan<LineStart>
  ) -> Int {
    let bound = Swift.min(bound, count)
    let names = unsafe QuickName.table.span
    var (start, passed, feeds) = (start, UInt32(0), LineFeeds(from: start))
    while start < bound, !self[start].mayFrame, !lines.isFull, let line = passLine(&feeds) {
      lines.append(LineStart(start, folds: line.folds, name: QuickName.name(names, in: self, at: start)))
      passed &+= UInt32(truncatingIfNeeded: line.folds + 1)
      start = line.end
    }
    number &+= passed
    return start
  }

  /// Notes the line at `start`, and goes behind it.
  ///
  /// - Returns: how often it is folded; nil where it does not end, or nothing follows it.
  func passFrame(at start: inout Int, into lines: inout OutputSpan<LineStart>) -> Int? {
    var feeds = LineFeeds(from: start)
    guard let line = passLine(&feeds) else { return nil }
    let name = unsafe QuickName.name(QuickName.table.span, in: self, at: start)
    lines.append(LineStart(start, folds: line.folds, name: name))
    start = line.end
    return line.folds
  }

  /// Where the line begins behind the one that stands at `start`; nil where that is not known.
  func behindLine(from start: Int) -> Int? {
    var feeds = LineFeeds(from: start)
    return passLine(&feeds)?.end
  }

  /// How often a line is folded, and where the next one begins; nil where that is not known.
  ///
  /// - Parameter feeds: those from its beginning on; then from that of the next one.
  @inline(__always)
  private func passLine(_ feeds: inout LineFeeds) -> (folds: Int, end: Int)? {
    var folds = 0
    while let feed = feeds.next(in: self), feed + 1 < count {
      let end = feed + 1
      // White space goes on with the line (RFC 5545 §3.1).
      guard self[end] == 0x20 || self[end] == 0x09 else { return (folds, end) }
      folds += 1
    }
    return nil
  }
}
