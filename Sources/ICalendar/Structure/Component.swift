/// An iCalendar component (RFC 5545 §3.6), or the header of a calendar: a value that reads the bytes it was found in.
///
/// Nothing is copied and nothing decoded before someone asks. Two components that were read together share their bytes.
public struct Component: Sendable {
  let block: Block
  let node: Int

  init(block: Block, node: Int) {
    (self.block, self.node) = (block, node)
  }

  var record: ComponentNode { block.nodes[node] }

  public var kind: ComponentKind { block.nodes[node].kind }

  /// The name behind `BEGIN:`, in upper case.
  public var name: String {
    guard kind == .other else { return kind.name }
    var lines = allLines
    return lines.next()?.beginName ?? ""
  }

  /// Its bytes in the input, from `BEGIN` to the line end of `END`; for a calendar's header, to the first component.
  public var bytes: ArraySlice<UInt8> { block.bytes[record.extent] }

  /// The physical line of the input where it begins, counted from 1.
  public var lineNumber: Int { Int(record.number) }

  /// Its `END` is there.
  public var isComplete: Bool { record.isComplete }

  /// Its own content lines in their order, without `BEGIN`, `END`, empty lines and those of nested components. Lines from
  /// which no property can be read are among them, as ``PropertyID/malformed``.
  public var properties: Properties { Properties(block: block, node: node) }

  /// All of its own lines, `BEGIN`, `END` and empty ones too.
  var allLines: Properties { Properties(block: block, node: node, isWhole: true) }

  /// Some of its lines, or of a component inside of it, go beyond a limit, so that nothing is read of them.
  public var hasUnreadLines: Bool {
    block.unread.contains { record.extent.contains($0.lowerBound) }
  }

  /// The components directly inside it, in their order.
  public var children: [Component] {
    var result: [Component] = []
    var index = node + 1
    let end = Int(record.subtreeEnd)
    while index < end {
      if !block.nodes[index].isUnread { result.append(Component(block: block, node: index)) }
      index = Int(block.nodes[index].subtreeEnd)
    }
    return result
  }

  /// The first property with this id.
  ///
  /// - Complexity: linear in the component's bytes, a few nanoseconds a line; no allocation.
  public func first(_ id: PropertyID) -> Property? {
    var lines = properties
    return lines.next(id)
  }

  /// Every property with this id, in their order.
  public func all(_ id: PropertyID) -> [Property] {
    var lines = properties
    var result: [Property] = []
    while let property = lines.next(id) { result.append(property) }
    return result
  }

  /// Every property with this name, in any case.
  public func all(named name: String) -> [Property] {
    let id = PropertyID(name: name)
    if id != .other { return all(id) }
    let upper = name.uppercased()
    return properties.filter { $0.id == .other && $0.name == upper }
  }

  /// A copy with bytes of its own, so that the block it was read from can be let go.
  public func detached() -> Component {
    let record = self.record
    let nodes = block.nodes[node..<Int(record.subtreeEnd)].map { inner in
      var inner = inner
      inner.start -= record.start
      inner.end -= record.start
      inner.subtreeEnd -= Int32(node)
      return inner
    }
    let start = Int(record.start)
    let unread = block.unread.filter { record.extent.contains($0.lowerBound) }
      .map { $0.lowerBound - start..<$0.upperBound - start }
    return Component(
      block: Block(
        bytes: Array(bytes), nodes: nodes, lineEnd: block.lineEnd, limits: block.limits, unread: unread),
      node: 0)
  }
}

extension Component {
  /// The first component, or calendar header, in these bytes; nil where there is none.
  ///
  /// - Parameters:
  ///   - firstLine: the line number of the first byte.
  ///   - limits: what goes beyond is kept, unread.
  public init?(_ bytes: [UInt8], firstLine: Int = 1, limits: ReadingLimits = ReadingLimits()) {
    self.init(bytes, firstLine: firstLine, lineEnd: .unknown, inCalendar: false, limits: limits)
  }

  /// - Parameters:
  ///   - lineEnd: what ends a line, where it is known.
  ///   - inCalendar: properties that stand outside of a component are a calendar's.
  init?(
    _ bytes: [UInt8], firstLine: Int, lineEnd: LineEnds.Style, inCalendar: Bool, limits: ReadingLimits
  ) {
    var framer = Framer(limits: limits, firstLine: firstLine, lineEnd: lineEnd, inCalendar: inCalendar)
    framer.scan(bytes.span, final: true)
    let found = framer.items.first { $0.kind == .component || $0.kind == .open || $0.kind == .properties }
    guard let found else { return nil }
    let read = Block.limited(bytes: bytes, nodes: framer.nodes, lineEnd: framer.lineEnd, limits: limits)
    self.init(block: read.block, node: found.node)
  }
}

/// A component's own content lines.
public struct Properties: Sendable, Sequence, IteratorProtocol {
  private let block: Block
  /// The block's: a span can be taken of bytes that the value holds itself.
  private let bytes: [UInt8]
  private let isWhole: Bool
  /// The child that comes next, and the index behind the last one.
  private var child: Int
  private let childEnd: Int
  private let end: Int
  private let hasUnread: Bool
  private var walk: LineWalk

  init(block: Block, node: Int, isWhole: Bool = false) {
    self.block = block
    bytes = block.bytes
    self.isWhole = isWhole
    hasUnread = !block.unread.isEmpty
    let record = block.nodes[node]
    child = node + 1
    childEnd = Int(record.subtreeEnd)
    end = Int(record.end)
    let stop = child < childEnd ? Int(block.nodes[child].start) : end
    walk = LineWalk(Int(record.start)..<stop, block.lineEnd, number: record.number)
  }

  public mutating func next() -> Property? {
    let bytes = self.bytes
    while let extent = nextExtent(bytes.span) {
      let line = line(extent, bytes.span)
      switch line.property {
      case .begin, .end, .blank: if isWhole { return Property(block: block, line: line) }
      default: return Property(block: block, line: line)
      }
    }
    return nil
  }

  /// The next property with this id; the names of others are compared, not read.
  mutating func next(_ id: PropertyID) -> Property? {
    guard !id.name.isEmpty else {
      while let property = next() { if property.id == id { return property } }
      return nil
    }
    let name = PropertyNames.shared.text(of: id)
    let bytes = self.bytes
    while let extent = nextExtent(bytes.span) {
      guard name.mayStand(at: extent, in: bytes.span) else { continue }
      let line = line(extent, bytes.span)
      if line.property == id { return Property(block: block, line: line) }
    }
    return nil
  }

  /// Appends the places of all that follow.
  mutating func appendPlaces(to places: inout [LinePlace]) {
    let bytes = self.bytes
    while let extent = nextExtent(bytes.span) {
      let line = line(extent, bytes.span)
      switch line.property {
      case .begin, .end, .blank: continue
      default: places.append(LinePlace(line: line))
      }
    }
  }

  /// What a line says; nothing is read from one that goes beyond a limit.
  @inline(__always)
  private func line(_ extent: LineEnds.Extent, _ bytes: Span<UInt8>) -> ContentLine {
    var line = ContentLine(extent, number: walk.last, in: bytes, block.lineEnd)
    if hasUnread, block.isUnread(extent.start) { line.leaveUnread() }
    return line
  }

  /// The next of the component's own lines: behind a child, on from where the child ends.
  @inline(__always)
  private mutating func nextExtent(_ bytes: Span<UInt8>) -> LineEnds.Extent? {
    while true {
      if let extent = walk.next(bytes) { return extent }
      guard child < childEnd else { return nil }
      let behind = block.nodes[child]
      child = Int(behind.subtreeEnd)
      let stop = child < childEnd ? Int(block.nodes[child].start) : end
      walk = LineWalk(Int(behind.end)..<stop, block.lineEnd, number: behind.endNumber)
    }
  }
}
