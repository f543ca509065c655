/// One content line (RFC 5545 §3.1) by its place in a ``Block``: folded parts and line end included.
struct ContentLine: Sendable {
  /// Offset of the first byte.
  var start: UInt32
  /// Offset behind the line end.
  var end: UInt32
  /// The number of the first of its physical lines in the input, counted from 1.
  var number: UInt32
  /// The bytes before the first `:` or `;`, folding inside the name included.
  var nameLength: UInt8
  var property: PropertyID
  var flags: Flags
  /// How deep it stands in the item's component tree; 0 for the item's own lines.
  var depth: UInt8

  struct Flags: OptionSet, Sendable {
    let rawValue: UInt8
    /// Folded over several physical lines.
    static let folded = Flags(rawValue: 1)
    /// A `;` follows the name.
    static let parameters = Flags(rawValue: 2)
  }
}

/// A component by its place in a ``Block``.
struct ComponentNode: Sendable {
  var kind: ComponentKind
  var depth: UInt8
  /// Its `END` is there.
  var isComplete: Bool
  /// Index of its first line (`BEGIN`).
  var firstLine: Int32
  /// Index behind its last line.
  var endLine: Int32
  /// Index behind the last node of its subtree; nodes stand in the order of their `BEGIN`.
  var subtreeEnd: Int32
}

/// A run of input bytes and the index of the lines and components in it. Immutable, shared by the values that read it.
final class Block: Sendable {
  let bytes: [UInt8]
  let lines: [ContentLine]
  let nodes: [ComponentNode]
  /// What ends a line in the input they were read from.
  let ends: LineEnds.Style

  init(bytes: [UInt8], lines: [ContentLine], nodes: [ComponentNode], ends: LineEnds.Style) {
    (self.bytes, self.lines, self.nodes, self.ends) = (bytes, lines, nodes, ends)
  }

  /// The offsets that the lines cover; empty for no lines.
  @inline(__always)
  func extent(ofLines range: Range<Int>) -> Range<Int> {
    range.isEmpty ? 0..<0 : Int(lines[range.lowerBound].start)..<Int(lines[range.upperBound - 1].end)
  }
}
