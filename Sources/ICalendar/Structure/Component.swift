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

  /// Indices of all its lines, those of nested components included.
  var lineRange: Range<Int> {
    let record = block.nodes[node]
    return Int(record.firstLine)..<Int(record.endLine)
  }

  public var kind: ComponentKind { block.nodes[node].kind }

  /// The name behind `BEGIN:`, in upper case.
  public var name: String {
    kind == .other ? (Property(block: block, index: lineRange.lowerBound).beginName) : kind.name
  }

  /// Its bytes in the input, from `BEGIN` to the line end of `END`; for a calendar's header, to the first component.
  public var bytes: ArraySlice<UInt8> { block.bytes[block.extent(ofLines: lineRange)] }

  /// The physical line of the input where it begins, counted from 1.
  public var lineNumber: Int { Int(block.lines[lineRange.lowerBound].number) }

  /// Its `END` is there.
  public var isComplete: Bool { block.nodes[node].isComplete }

  /// Its own content lines in their order, without `BEGIN`, `END`, empty lines and those of nested components. Lines from
  /// which no property can be read are among them, as ``PropertyID/malformed``.
  public var properties: Properties { Properties(block: block, lines: lineRange, depth: record.depth) }

  /// The components directly inside it, in their order.
  public var children: [Component] {
    var result: [Component] = []
    var index = node + 1
    let end = Int(record.subtreeEnd)
    while index < end {
      result.append(Component(block: block, node: index))
      index = Int(block.nodes[index].subtreeEnd)
    }
    return result
  }

  /// The first property with this id.
  ///
  /// - Complexity: linear in the component's lines; no allocation.
  public func first(_ id: PropertyID) -> Property? {
    let record = block.nodes[node]
    for index in Int(record.firstLine)..<Int(record.endLine) {
      let line = block.lines[index]
      if line.property == id && line.depth == record.depth { return Property(block: block, index: index) }
    }
    return nil
  }

  /// Every property with this id, in their order.
  public func all(_ id: PropertyID) -> [Property] {
    properties.filter { $0.id == id }
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
    let extent = block.extent(ofLines: lineRange)
    let shift = UInt32(extent.lowerBound)
    let lines = block.lines[lineRange].map { line in
      var line = line
      line.start -= shift
      line.end -= shift
      return line
    }
    let nodes = block.nodes[node..<Int(record.subtreeEnd)].map { child in
      var child = child
      child.firstLine -= record.firstLine
      child.endLine -= record.firstLine
      child.subtreeEnd -= Int32(node)
      return child
    }
    return Component(
      block: Block(bytes: Array(block.bytes[extent]), lines: lines, nodes: nodes, ends: block.ends), node: 0)
  }
}

extension Component {
  /// The first component, or calendar header, in these bytes; nil where there is none.
  ///
  /// - Parameter firstLine: the line number of the first byte.
  public init?(_ bytes: [UInt8], firstLine: Int = 1) {
    self.init(bytes, firstLine: firstLine, ends: .unknown, inCalendar: false)
  }

  /// - Parameters:
  ///   - ends: what ends a line, where it is known.
  ///   - inCalendar: properties that stand outside of a component are a calendar's.
  init?(_ bytes: [UInt8], firstLine: Int, ends: LineEnds.Style, inCalendar: Bool) {
    var scanner = Scanner(
      limits: ReadingLimits(itemBytes: .max), firstLine: firstLine, ends: ends, inCalendar: inCalendar)
    scanner.scan(bytes.span, final: true)
    let found = scanner.items.first { $0.kind == .component || $0.kind == .open || $0.kind == .properties }
    guard let found else { return nil }
    self.init(
      block: Block(bytes: bytes, lines: scanner.lines, nodes: scanner.nodes, ends: scanner.ends.style), node: found.node)
  }
}

/// A component's own content lines.
public struct Properties: Sendable, Sequence, IteratorProtocol {
  private let block: Block
  private let end: Int
  private let depth: UInt8
  private var index: Int

  init(block: Block, lines: Range<Int>, depth: UInt8) {
    self.block = block
    (index, end) = (lines.lowerBound, lines.upperBound)
    self.depth = depth
  }

  public mutating func next() -> Property? {
    while index < end {
      let line = block.lines[index]
      index += 1
      guard line.depth == depth else { continue }
      switch line.property {
      case .begin, .end, .blank: continue
      default: return Property(block: block, index: index - 1)
      }
    }
    return nil
  }
}
