/// What one walk over the lines of a batch found: of each of its reminders the first line of the selected properties, and the lines
/// from which no property can be read.
public final class WalkedLines: Sendable {
  private let selection: PropertySelection
  /// A row for each VTODO that stands directly in a calendar or in none, in their order, with a slot for each property.
  private let lines: [ContentLine]
  /// Of each row, a bit for each slot that is filled.
  private let found: [UInt32]
  /// The physical lines of the input from which no property can be read.
  public let malformed: [Int]

  fileprivate init(
    _ selection: PropertySelection, _ lines: [ContentLine], _ found: [UInt32], _ malformed: [Int]
  ) {
    (self.selection, self.lines, self.found, self.malformed) = (selection, lines, found, malformed)
  }

  /// The first property with this id of the component in this row; nil where it has none.
  ///
  /// - Returns: `.some(nil)` for none, nil for a property that was not looked for.
  public func first(_ id: PropertyID, row: Int, of component: Component) -> Property?? {
    guard let slot = selection.slot(of: id) else { return nil }
    guard found[row] & (1 << UInt32(slot)) != 0 else { return .some(nil) }
    return Property(block: component.block, line: lines[row * selection.count + slot])
  }
}

extension ItemBatch {
  /// Walks the lines of all components once.
  ///
  /// - Complexity: linear in the batch's bytes.
  public func walk(_ selection: PropertySelection) -> WalkedLines {
    var walk = BatchWalk(selection, block)
    for span in spans where span.kind == .component { walk.take(span, block) }
    return WalkedLines(selection, walk.lines, walk.found, walk.malformed)
  }
}

/// The walk, while it goes on.
private struct BatchWalk {
  let selection: PropertySelection
  private let bytes: [UInt8]
  private let width: Int
  private(set) var lines: [ContentLine] = []
  private(set) var found: [UInt32] = []
  private(set) var malformed: [Int] = []

  init(_ selection: PropertySelection, _ block: Block) {
    self.selection = selection
    bytes = block.bytes
    width = selection.count
  }

  mutating func take(_ span: ItemSpan, _ block: Block) {
    let bytes = self.bytes
    let nodes = block.nodes
    let node = nodes[span.node]
    let isReminder = node.kind == .vtodo
    let row = found.count
    if isReminder {
      found.append(0)
      for _ in 0..<width { lines.append(.none) }
    }
    var child = span.node + 1
    let childEnd = Int(node.subtreeEnd)
    let hasUnread = !block.unread.isEmpty
    var walk = LineWalk(span.bytes, block.lineEnd, number: node.number)
    while let extent = walk.next(bytes.span) {
      while child < childEnd, extent.start >= Int(nodes[child].end) { child = Int(nodes[child].subtreeEnd) }
      let isInChild = child < childEnd && extent.start >= Int(nodes[child].start)
      // Nothing is read of what goes beyond a limit.
      if hasUnread, block.isUnread(extent.start) { continue }
      if isReminder && !isInChild && selection.mayHold(extent, in: bytes.span) {
        let line = ContentLine(extent, number: walk.last, in: bytes.span, block.lineEnd)
        if let slot = selection.slot(of: line.property), found[row] & (1 << UInt32(slot)) == 0 {
          found[row] |= 1 << UInt32(slot)
          lines[row * width + slot] = line
        }
        if line.property == .malformed { malformed.append(Int(walk.last)) }
      } else if extent.contentEnd > extent.start, !NameReading.isPlain(extent, in: bytes.span),
        NameReading(extent, in: bytes.span, block.lineEnd).property == .malformed
      {
        malformed.append(Int(walk.last))
      }
    }
  }
}
