/// The result of one walk over the lines of a batch: for each reminder the first line of the selected
/// properties, and the malformed lines.
public final class WalkedLines: Sendable {
  private let selection: PropertySelection
  /// A row for each VTODO that stands directly in a calendar or in none, in their order, with a slot for each
  /// property.
  private let slots: [ContentLine]
  /// For each reminder, a bit for each property asked about: it was found.
  private let found: [UInt32]
  /// The physical lines of the input from which no property can be read.
  public let malformed: [Int]

  fileprivate init(_ walk: BatchWalk) {
    selection = walk.selection
    (slots, found, malformed) = (walk.slots, walk.found, walk.malformed)
  }

  /// Returns the first property with this id of the component in this row.
  ///
  /// - Returns: `.some(nil)` if the component has no such property, nil if the walk did not look for the id.
  public func first(_ id: PropertyID, row: Int, of component: Component) -> Property?? {
    guard let slot = selection.slot(of: id) else { return nil }
    guard found[row] & (1 << UInt32(slot)) != 0 else { return .some(nil) }
    return Property(block: component.block, line: slots[row * selection.count + slot])
  }

  /// Returns the place of the first property with this id in the batch's bytes; nil if there is none. The
  /// walk must have looked for the id.
  @inline(__always)
  public func place(_ id: PropertyID, row: Int) -> LinePlace? {
    guard let slot = selection.slot(of: id), found[row] & (1 << UInt32(slot)) != 0 else { return nil }
    return LinePlace(line: slots[row * selection.count + slot])
  }
}

extension ItemBatch {
  /// Walks the lines of all components once.
  ///
  /// - Complexity: linear in the batch's bytes.
  public func walk(_ selection: PropertySelection) -> WalkedLines {
    let rows = spans.count { $0.kind == .component && block.nodes[$0.node].kind == .vtodo }
    var walk = BatchWalk(selection, rows: rows)
    for span in spans where span.kind == .component { walk.take(span.node, block) }
    return WalkedLines(walk)
  }
}

/// The walk, while it goes on.
private struct BatchWalk {
  let selection: PropertySelection
  private(set) var slots: [ContentLine]
  private(set) var found: [UInt32] = []
  private(set) var malformed: [Int] = []

  /// - Parameter rows: how many reminders there are.
  init(_ selection: PropertySelection, rows: Int) {
    self.selection = selection
    slots = Array(repeating: ContentLine.none, count: rows * selection.count)
    found.reserveCapacity(rows)
  }

  mutating func take(_ node: Int, _ block: Block) {
    let (lines, nodes, bytes) = (block.lines, block.nodes, block.bytes)
    let lengths = unsafe QuickName.lengths
    let record = nodes[node]
    let isReminder = record.kind == .vtodo
    let selection = isReminder ? self.selection : .none
    let first = found.count * selection.count
    let hasUnread = block.hasUnread
    var seen: UInt32 = 0
    var number = record.number
    var children = ChildLines(of: node, in: nodes)
    for index in record.lines {
      let line = lines[index]
      defer { number &+= UInt32(truncatingIfNeeded: line.folds + 1) }
      // Of most lines the name is known, and they are not what is looked for.
      if line.rawName != PropertyID.other.rawValue, !selection.holds(line.rawName) { continue }
      let extent = LineEnds.Extent(index, of: lines.span, in: bytes.span)
      let name = NameReading(extent, line.name, in: bytes.span, block.lineEnd, unsafe lengths.span)
      // Nothing is read of what goes beyond a limit; asked only of lines of which something would be kept.
      if name.property == .malformed {
        if !hasUnread || !block.isUnread(line.start) { malformed.append(Int(number)) }
      } else if let slot = selection.slot(of: name.property), seen & (1 << UInt32(slot)) == 0,
        !children.hold(index, nodes), !hasUnread || !block.isUnread(line.start)
      {
        seen |= 1 << UInt32(slot)
        slots[first + slot] = ContentLine(extent, name, number: number)
      }
    }
    if isReminder { found.append(seen) }
  }
}

/// Which lines of a component belong to those inside of it.
private struct ChildLines {
  /// The child that was not met yet, and where it begins.
  private var child: Int
  private var start: Int
  private let last: Int
  /// Lines before this one belong to a child that was met.
  private var end = 0

  init(of node: Int, in nodes: [ComponentNode]) {
    (child, last) = (node + 1, Int(nodes[node].subtreeEnd))
    start = child < last ? Int(nodes[child].firstLine) : .max
  }

  /// Whether a line does; asked of lines in their order.
  @inline(__always)
  mutating func hold(_ line: Int, _ nodes: [ComponentNode]) -> Bool {
    while line >= start {
      end = max(end, Int(nodes[child].endLine))
      child += 1
      start = child < last ? Int(nodes[child].firstLine) : .max
    }
    return line < end
  }
}
