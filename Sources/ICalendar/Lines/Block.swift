/// A component by its place in a ``Block``.
struct ComponentNode: Sendable {
  var kind: ComponentKind
  /// Its `END` is there.
  var isComplete: Bool
  /// It nests deeper than the limit: it has an extent, and nothing else is known of it.
  var isUnread: Bool
  /// Offset of the first byte of its `BEGIN`, and behind the line end of its `END`.
  var start: UInt32
  var end: UInt32
  /// Indices of the line of its `BEGIN`, and of the line behind it, in ``Block/lines``.
  var firstLine: UInt32
  var endLine: UInt32
  /// The physical line of the input where it begins, counted from 1.
  var number: UInt32
  /// The physical line behind it.
  var endNumber: UInt32
  /// Index behind the last node of its subtree; nodes stand in the order of their `BEGIN`.
  var subtreeEnd: Int32

  var extent: Range<Int> { Int(start)..<Int(end) }
  var lines: Range<Int> { Int(firstLine)..<Int(endLine) }
}

/// A run of input bytes and the components in it. Immutable, shared by the values that read it.
///
/// Of the content lines only the places are kept: what stands in one is read when someone asks, and most are
/// never asked for.
final class Block: Sendable {
  let bytes: [UInt8]
  let nodes: [ComponentNode]
  /// Every content line, and behind the last one where it ends.
  let lines: [LineStart]
  let lineEnd: LineEnds.Style
  /// Under which it was read.
  let limits: ReadingLimits
  /// The byte ranges beyond a limit, in their order: whole lines, and components that nest too deep. They are
  /// kept, but not read.
  let unread: [Range<Int>]

  /// - Parameter unread: what is known to be beyond the limits; nothing is looked for.
  init(
    bytes: [UInt8], nodes: [ComponentNode], lines: [LineStart], lineEnd: LineEnds.Style,
    limits: ReadingLimits, unread: [Range<Int>] = []
  ) {
    (self.bytes, self.nodes, self.lines, self.lineEnd) = (bytes, nodes, lines, lineEnd)
    (self.limits, self.unread) = (limits, unread)
  }

  /// A block in which what goes beyond the limits is marked, and what there is to say about it.
  ///
  /// - Complexity: O(n) in the components, and in the lines of large ones; linear in the bytes of those that
  ///   may break a limit.
  static func limited(
    bytes: [UInt8], nodes: [ComponentNode], lines: [LineStart], lineEnd: LineEnds.Style, limits: ReadingLimits
  ) -> (block: Block, problems: [Diagnostic]) {
    let block = Block(bytes: bytes, nodes: nodes, lines: lines, lineEnd: lineEnd, limits: limits)
    let scan = LimitScan(block)
    guard !scan.unread.isEmpty else { return (block, []) }
    let marked = Block(
      bytes: bytes, nodes: nodes, lines: lines, lineEnd: lineEnd, limits: limits, unread: scan.unread)
    return (marked, scan.problems)
  }

  /// Whether anything in it is unread: to be looked at before many lines are, each of which ``isUnread(_:)``
  /// then need not be asked about.
  @inline(__always)
  var hasUnread: Bool { !unread.isEmpty }

  /// The text at this offset is kept and not read.
  ///
  /// - Complexity: O(log n) in the places that are unread.
  func isUnread(_ offset: Int) -> Bool {
    let behind = unread.partitionPoint { $0.lowerBound <= offset }
    return behind > 0 && offset < unread[behind - 1].upperBound
  }

  /// The unread ranges that begin in this extent.
  ///
  /// - Complexity: O(log n) in the places that are unread.
  func unread(in extent: Range<Int>) -> ArraySlice<Range<Int>> {
    let first = unread.partitionPoint { $0.lowerBound < extent.lowerBound }
    let behind = unread.partitionPoint { $0.lowerBound < extent.upperBound }
    return unread[first..<behind]
  }
}
