/// A TEXT (RFC 5545 §3.3.11) in parts that stand for themselves, decoded: see ``TextValue/decode(_:)``.
package struct TextRuns {
  private var start: Int
  private let end: Int
  private var isDone = false
  /// A character that an escape stands for is at the start.
  private var isBehindEscape = false

  /// - Parameter value: where it stands.
  @inline(__always)
  package init(_ value: Range<Int>) { (start, end) = (value.lowerBound, value.upperBound) }

  /// The next part, and whether a line feed stands behind it; nil where there is none.
  @inline(__always)
  package mutating func next(_ bytes: Span<UInt8>) -> (run: Range<Int>, endsLine: Bool)? {
    guard !isDone else { return nil }
    let first = start
    // A backslash there begins none.
    var from = isBehindEscape ? start + 1 : start
    while let index = bytes.first(0x5C, from: from, to: end), index + 1 < end {
      switch bytes[index + 1] {
      case 0x6E, 0x4E:
        (start, isBehindEscape) = (index + 2, false)
        return (first..<index, true)
      case 0x2C, 0x3B, 0x5C:
        (start, isBehindEscape) = (index + 1, true)
        return (first..<index, false)
      default: from = index + 2
      }
    }
    isDone = true
    return (first..<end, false)
  }
}
