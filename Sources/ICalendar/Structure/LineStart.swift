/// Where a content line begins in a ``Block``, and how often it is folded.
struct LineStart: Sendable {
  private let raw: UInt64

  /// - Parameter folds: more than 16 million count as that many.
  @inline(__always)
  init(_ start: Int, folds: Int) {
    raw = UInt64(truncatingIfNeeded: start) << 24 | UInt64(truncatingIfNeeded: min(folds, 0xFF_FFFF))
  }

  @inline(__always)
  var start: Int { Int(truncatingIfNeeded: raw >> 24) }
  @inline(__always)
  var folds: Int { Int(truncatingIfNeeded: raw & 0xFF_FFFF) }
}

extension LineEnds.Extent {
  /// The line at an index of a block's lines.
  ///
  /// - Parameter lines: the block's; the one behind the last line stands for the end of the bytes.
  @inline(__always)
  init(_ index: Int, of lines: Span<LineStart>, in bytes: Span<UInt8>) {
    let line = lines[index]
    start = line.start
    folds = line.folds
    end = lines[index + 1].start
    contentEnd = end
    // A line feed, a carriage return, or both in this order.
    if contentEnd > start && bytes[contentEnd - 1] == 0x0A { contentEnd -= 1 }
    if contentEnd > start && bytes[contentEnd - 1] == 0x0D { contentEnd -= 1 }
  }
}
