/// Where a content line begins in a ``Block``, how often it is folded, and which property it is where that
/// was seen at once.
struct LineStart: Sendable {
  private let raw: UInt64

  /// - Parameters:
  ///   - start: below 4 GiB.
  ///   - folds: more than 16 million count as that many.
  ///   - name: ``PropertyID/other`` where the name has still to be read.
  @inline(__always)
  init(_ start: Int, folds: Int, name: PropertyID = .other) {
    raw =
      UInt64(truncatingIfNeeded: start) << 32 | UInt64(truncatingIfNeeded: min(folds, 0xFF_FFFF)) << 8
      | UInt64(name.rawValue)
  }

  @inline(__always)
  var start: Int { Int(truncatingIfNeeded: raw >> 32) }
  @inline(__always)
  var folds: Int { Int(truncatingIfNeeded: raw >> 8 & 0xFF_FFFF) }
  /// One of the properties in ``QuickName/table``; ``PropertyID/other`` where the name has still to be read.
  @inline(__always)
  var name: PropertyID { PropertyID(rawValue: rawName) ?? .other }
  @inline(__always)
  var rawName: UInt8 { UInt8(truncatingIfNeeded: raw) }
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
