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
/// Of the content lines only the places are kept: what stands in one is read when someone asks, and most are never asked for.
final class Block: Sendable {
  let bytes: [UInt8]
  let nodes: [ComponentNode]
  /// Every content line, and behind the last one where it ends.
  let lines: [LineStart]
  let lineEnd: LineEnds.Style

  init(bytes: [UInt8], nodes: [ComponentNode], lines: [LineStart], lineEnd: LineEnds.Style) {
    (self.bytes, self.nodes, self.lines, self.lineEnd) = (bytes, nodes, lines, lineEnd)
  }
}
