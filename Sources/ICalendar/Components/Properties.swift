/// A component's own content lines.
public struct Properties: Sendable, Sequence, IteratorProtocol {
  private let block: Block
  private let isWhole: Bool
  /// Something in the block goes beyond a limit.
  private let hasUnread: Bool
  /// The line that comes next, and the one behind the last.
  private var line: Int
  private let endLine: Int
  /// The physical line of the input where `line` begins.
  private var number: UInt32
  /// The child that comes next, the line where it begins (the end where there is none), and the index behind
  /// the last child.
  private var child: Int
  private var childLine: Int
  private let childEnd: Int

  init(block: Block, node: Int, isWhole: Bool = false) {
    self.block = block
    self.isWhole = isWhole
    hasUnread = block.hasUnread
    let record = block.nodes[node]
    (line, endLine, number) = (Int(record.firstLine), Int(record.endLine), record.number)
    (child, childEnd) = (node + 1, Int(record.subtreeEnd))
    childLine = child < childEnd ? Int(block.nodes[child].firstLine) : endLine
  }

  /// The next property, nil at the end.
  public mutating func next() -> Property? {
    let (bytes, lines) = (block.bytes, block.lines)
    let lengths = unsafe QuickName.lengths
    while let found = step() {
      var line = ContentLine(
        LineEnds.Extent(found.line, of: lines.span, in: bytes.span), lines[found.line].name,
        number: found.number, in: bytes.span, block.lineEnd, unsafe lengths.span)
      if hasUnread, block.isUnread(Int(line.start)) { line.leaveUnread() }
      number &+= UInt32(truncatingIfNeeded: lines[found.line].folds + 1)
      switch line.property {
      case .begin, .end, .blank: if isWhole { return Property(block: block, line: line) }
      default: return Property(block: block, line: line)
      }
    }
    return nil
  }

  /// The next property with this id.
  mutating func next(_ id: PropertyID) -> Property? {
    guard !hasUnread else {
      while let property = next() { if property.id == id { return property } }
      return nil
    }
    let (bytes, lines) = (block.bytes, block.lines)
    let lengths = unsafe QuickName.lengths
    while let found = step() {
      let extent = LineEnds.Extent(found.line, of: lines.span, in: bytes.span)
      number &+= UInt32(truncatingIfNeeded: extent.folds + 1)
      let line = ContentLine(
        extent, lines[found.line].name, number: found.number, in: bytes.span, block.lineEnd,
        unsafe lengths.span)
      if line.property == id { return Property(block: block, line: line) }
    }
    return nil
  }

  /// Appends the places of all that follow.
  mutating func appendPlaces(to places: inout [LinePlace]) {
    let first = places.count
    defer { if hasUnread { leaveUnread(&places, from: first) } }
    let (bytes, lines) = (block.bytes, block.lines)
    let lengths = unsafe QuickName.lengths
    // In room that is there for all of them: who appends one by one is asked for each whether the array is
    // its own.
    places.append(addingCapacity: endLine - line) { output in
      while let found = step() {
        let extent = LineEnds.Extent(found.line, of: lines.span, in: bytes.span)
        number &+= UInt32(truncatingIfNeeded: extent.folds + 1)
        let line = ContentLine(
          extent, lines[found.line].name, number: found.number, in: bytes.span, block.lineEnd,
          unsafe lengths.span)
        switch line.property {
        case .begin, .end, .blank: continue
        default: output.append(LinePlace(line: line))
        }
      }
    }
  }

  /// Makes places of malformed lines of those that go beyond a limit.
  private func leaveUnread(_ places: inout [LinePlace], from first: Int) {
    for index in first..<places.count {
      var line = places[index].line
      guard block.isUnread(Int(line.start)) else { continue }
      line.leaveUnread()
      places[index] = LinePlace(line: line)
    }
  }

  /// The next of the component's own lines: behind a child, on from where the child ends.
  @inline(__always)
  private mutating func step() -> (line: Int, number: UInt32)? {
    while line == childLine {
      guard child < childEnd else { return nil }
      let behind = block.nodes[child]
      (line, number) = (Int(behind.endLine), behind.endNumber)
      child = Int(behind.subtreeEnd)
      childLine = child < childEnd ? Int(block.nodes[child].firstLine) : endLine
    }
    defer { line += 1 }
    return (line, number)
  }
}
