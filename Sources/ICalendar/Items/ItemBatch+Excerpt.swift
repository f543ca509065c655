extension ItemBatch {
  /// Returns some of the components, copied into one run of bytes, so that the block from which they were
  /// read can be freed.
  ///
  /// - Parameters:
  ///   - positions: of components, in ascending order.
  ///   - selection: the properties whose lines are copied; nil for every line. Child components are copied
  ///     whole if `isChildKept` accepts them. If lines are left out, the line numbers after them are wrong,
  ///     but that of the component is right.
  /// - Complexity: linear in the bytes of these components.
  public func excerpt(
    of positions: [Int], lines selection: PropertySelection? = nil,
    keepingChildren isChildKept: (Component) -> Bool = { _ in true }
  ) -> [Component] {
    var excerpt = Excerpt(block, room: positions.reduce(0) { $0 + spans[$1].bytes.count })
    for position in positions {
      let node = spans[position].node
      // A component with lines beyond a limit is copied whole: all of its lines together decide which of them
      // are read.
      guard let selection, !Component(block: block, node: node).hasUnreadLines else {
        excerpt.append(node)
        continue
      }
      excerpt.append(node, lines: selection, isChildKept)
    }
    return excerpt.components()
  }
}

/// A block that is put together from components of another one.
private struct Excerpt {
  private let block: Block
  private var bytes: [UInt8] = []
  private var nodes: [ComponentNode] = []
  private var lines: [LineStart] = []
  private var unread: [Range<Int>] = []
  /// The nodes of the components that were asked for.
  private var tops: [Int] = []

  init(_ block: Block, room: Int) {
    self.block = block
    bytes.reserveCapacity(room)
  }

  /// The components that were appended, in a block of their own.
  func components() -> [Component] {
    let end = LineStart(bytes.count, folds: 0)
    let made = Block(
      bytes: bytes.copyWithoutRoom(), nodes: nodes.copyWithoutRoom(), lines: lines.copyWithoutRoom(and: end),
      lineEnd: block.lineEnd, limits: block.limits, unread: unread)
    return tops.map { Component(block: made, node: $0) }
  }

  /// Appends a component with all that is in it.
  mutating func append(_ node: Int) {
    tops.append(nodes.count)
    copy(node)
  }

  /// Appends a component with the lines of some properties.
  mutating func append(_ node: Int, lines selection: PropertySelection, _ isChildKept: (Component) -> Bool) {
    let record = block.nodes[node]
    let top = nodes.count
    tops.append(top)
    var own = record
    (own.start, own.firstLine) = (UInt32(bytes.count), UInt32(lines.count))
    nodes.append(own)
    var line = Int(record.firstLine)
    var child = node + 1
    while line < Int(record.endLine) {
      if child < Int(record.subtreeEnd), line == Int(block.nodes[child].firstLine) {
        if isChildKept(Component(block: block, node: child)) { copy(child) }
        line = max(line + 1, Int(block.nodes[child].endLine))
        child = Int(block.nodes[child].subtreeEnd)
        continue
      }
      let isFrame = line == Int(record.firstLine) || (record.isComplete && line == Int(record.endLine) - 1)
      if isFrame || holds(line, selection) { copyLine(line) }
      line += 1
    }
    nodes[top].end = UInt32(bytes.count)
    nodes[top].endLine = UInt32(lines.count)
    nodes[top].subtreeEnd = Int32(nodes.count)
  }

  private func holds(_ line: Int, _ selection: PropertySelection) -> Bool {
    let start = block.lines[line]
    // Of most lines the name is known.
    if start.rawName != PropertyID.other.rawValue { return selection.holds(start.rawName) }
    let (bytes, lines) = (block.bytes, block.lines)
    let extent = LineEnds.Extent(line, of: lines.span, in: bytes.span)
    let name = NameReading(letterByLetter: extent, in: bytes.span, block.lineEnd)
    return selection.slot(of: name.property) != nil
  }

  private mutating func copyLine(_ line: Int) {
    let start = block.lines[line]
    lines.append(LineStart(bytes.count, folds: start.folds, name: start.name))
    bytes += block.bytes[start.start..<block.lines[line + 1].start]
  }

  /// Copies a component with all that is in it.
  private mutating func copy(_ node: Int) {
    let record = block.nodes[node]
    let shift = bytes.count - Int(record.start)
    let lineShift = lines.count - Int(record.firstLine)
    let nodeShift = nodes.count - node
    for inner in block.nodes[node..<Int(record.subtreeEnd)] {
      var inner = inner
      inner.start = UInt32(Int(inner.start) + shift)
      inner.end = UInt32(Int(inner.end) + shift)
      inner.firstLine = UInt32(Int(inner.firstLine) + lineShift)
      inner.endLine = UInt32(Int(inner.endLine) + lineShift)
      inner.subtreeEnd = Int32(Int(inner.subtreeEnd) + nodeShift)
      nodes.append(inner)
    }
    for line in block.lines[record.lines] {
      lines.append(LineStart(line.start + shift, folds: line.folds, name: line.name))
    }
    unread += block.unread(in: record.extent).map { $0.lowerBound + shift..<$0.upperBound + shift }
    bytes += block.bytes[record.extent]
  }
}

extension Array {
  /// The same elements, and one more, in memory for no others: they are held for long.
  fileprivate func copyWithoutRoom(and last: Element? = nil) -> [Element] {
    var copy: [Element] = []
    copy.reserveCapacity(count + (last == nil ? 0 : 1))
    copy += self
    if let last { copy.append(last) }
    return copy
  }
}
