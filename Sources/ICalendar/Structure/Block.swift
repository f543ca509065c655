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
  /// The physical line of the input where it begins, counted from 1.
  var number: UInt32
  /// The physical line behind it.
  var endNumber: UInt32
  /// Index behind the last node of its subtree; nodes stand in the order of their `BEGIN`.
  var subtreeEnd: Int32

  var extent: Range<Int> { Int(start)..<Int(end) }
}

/// A run of input bytes and the components in it. Immutable, shared by the values that read it.
///
/// Content lines are not indexed: to find a property again in its component costs a few nanoseconds a line, and most are never
/// asked for.
final class Block: Sendable {
  let bytes: [UInt8]
  let nodes: [ComponentNode]
  let lineEnd: LineEnds.Style
  /// Under which it was read.
  let limits: ReadingLimits
  /// What is kept and not read, since it goes beyond a limit: whole lines, and components that nest too deep; in their order.
  let unread: [Range<Int>]

  /// - Parameter unread: what is known to be beyond the limits; nothing is looked for.
  init(
    bytes: [UInt8], nodes: [ComponentNode], lineEnd: LineEnds.Style, limits: ReadingLimits,
    unread: [Range<Int>] = []
  ) {
    (self.bytes, self.nodes, self.lineEnd) = (bytes, nodes, lineEnd)
    (self.limits, self.unread) = (limits, unread)
  }

  /// A block in which what goes beyond the limits is marked, and what there is to say about it.
  ///
  /// - Complexity: O(n) in the components; linear in the bytes of those that are large enough to break a limit.
  static func limited(
    bytes: [UInt8], nodes: [ComponentNode], lineEnd: LineEnds.Style, limits: ReadingLimits
  ) -> (block: Block, problems: [Diagnostic]) {
    let block = Block(bytes: bytes, nodes: nodes, lineEnd: lineEnd, limits: limits)
    guard LimitScan.isNeeded(nodes, limits) else { return (block, []) }
    let scan = LimitScan(block)
    guard !scan.unread.isEmpty else { return (block, []) }
    return (
      Block(bytes: bytes, nodes: nodes, lineEnd: lineEnd, limits: limits, unread: scan.unread), scan.problems
    )
  }

  /// What stands there is kept and not read.
  ///
  /// - Complexity: O(log n) in the places that are unread; O(1) where there are none.
  @inline(__always)
  func isUnread(_ offset: Int) -> Bool { !unread.isEmpty && holdsUnread(offset) }

  private func holdsUnread(_ offset: Int) -> Bool {
    let behind = unread.partitionPoint { $0.lowerBound <= offset }
    return behind > 0 && offset < unread[behind - 1].upperBound
  }
}
