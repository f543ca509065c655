/// What one walk over the lines of a batch found: of each of its reminders the first line of the selected properties, and the lines
/// from which no property can be read.
public final class WalkedLines: Sendable {
  private let selection: PropertySelection
  /// A row for each VTODO that stands directly in a calendar or in none, in their order, with a slot for each property.
  private let lines: [ContentLine]
  /// Of each row, a bit for each slot that is filled.
  private let found: [UInt32]
  /// Of each row, a bit for each slot that more than one line is for.
  private let repeated: [UInt32]
  /// The physical lines of the input from which no property can be read.
  public let malformed: [Int]

  fileprivate init(_ selection: PropertySelection, _ walk: BatchWalk) {
    self.selection = selection
    (lines, found, repeated, malformed) = (walk.lines, walk.found, walk.repeated, walk.malformed)
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

extension WalkedLines {
  /// The place of the first property with this id, one of those that were looked for, in the batch's bytes; nil where there is none.
  @inline(__always)
  public func place(_ id: PropertyID, row: Int) -> LinePlace? {
    guard let slot = selection.slot(of: id), found[row] & (1 << UInt32(slot)) != 0 else { return nil }
    return LinePlace(line: lines[row * selection.count + slot])
  }
}

extension WalkedLines {
  /// Whether the component in this row has more than one property with this id, one of those that were looked for.
  public func isRepeated(_ id: PropertyID, row: Int) -> Bool {
    selection.slot(of: id).map { repeated[row] & (1 << UInt32($0)) != 0 } ?? false
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
    return WalkedLines(selection, walk)
  }
}

/// The walk, while it goes on.
private struct BatchWalk {
  let selection: PropertySelection
  private let width: Int
  private(set) var lines: [ContentLine] = []
  private(set) var found: [UInt32] = []
  private(set) var repeated: [UInt32] = []
  private(set) var malformed: [Int] = []

  /// - Parameter rows: how many reminders there are.
  init(_ selection: PropertySelection, rows: Int) {
    self.selection = selection
    width = selection.count
    // All at once: what grows is copied, and each time into memory that the system has to clear.
    lines.reserveCapacity(rows * width)
    found.reserveCapacity(rows)
    repeated.reserveCapacity(rows)
  }

  mutating func take(_ node: Int, _ block: Block) {
    let (bytes, starts) = (block.bytes, block.lines)
    let names = unsafe NameRow.table.span
    let nodes = block.nodes
    let record = nodes[node]
    let isReminder = record.kind == .vtodo
    let row = found.count
    if isReminder {
      found.append(0)
      repeated.append(0)
      for _ in 0..<width { lines.append(.none) }
    }
    let hasUnread = block.hasUnread
    var seen: UInt32 = 0
    var number = record.number
    var child = node + 1
    let childEnd = Int(record.subtreeEnd)
    var nextChild = child < childEnd ? Int(nodes[child].firstLine) : Int.max
    // Lines before this one belong to a child.
    var childrenEnd = 0
    for index in record.lines {
      while index >= nextChild {
        childrenEnd = max(childrenEnd, Int(nodes[child].endLine))
        child += 1
        nextChild = child < childEnd ? Int(nodes[child].firstLine) : Int.max
      }
      let start = starts[index]
      defer { number &+= UInt32(truncatingIfNeeded: start.folds + 1) }
      // Of most lines the name alone is asked for, and they are not what is looked for.
      let quick = NameReading(quickly: start.start, in: bytes.span, names)
      if let quick, !isReminder || selection.slot(of: quick.property) == nil { continue }
      let extent = LineEnds.Extent(index, of: starts.span, in: bytes.span)
      let name = quick ?? NameReading(letterByLetter: extent, in: bytes.span, block.lineEnd)
      // Nothing is read of what goes beyond a limit; asked only of lines of which something would be kept.
      if name.property == .malformed {
        if !hasUnread || !block.isUnread(extent.start) { malformed.append(Int(number)) }
      } else if isReminder, index >= childrenEnd, let slot = selection.slot(of: name.property),
        !hasUnread || !block.isUnread(extent.start)
      {
        if seen & (1 << UInt32(slot)) == 0 {
          seen |= 1 << UInt32(slot)
          lines[row * width + slot] = ContentLine(extent, name, number: number)
        } else {
          repeated[row] |= 1 << UInt32(slot)
        }
      }
    }
    if isReminder { found[row] = seen }
  }
}
