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

  init(bytes: [UInt8], nodes: [ComponentNode], lineEnd: LineEnds.Style) {
    (self.bytes, self.nodes, self.lineEnd) = (bytes, nodes, lineEnd)
  }
}
