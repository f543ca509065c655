/// An iCalendar component (RFC 5545 §3.6), or the header of a calendar: a value that reads the bytes it was
/// found in.
///
/// Nothing is copied and nothing decoded before someone asks. Two components that were read together share
/// their bytes.
public struct Component: Sendable {
  let block: Block
  let node: Int

  init(block: Block, node: Int) {
    (self.block, self.node) = (block, node)
  }

  var record: ComponentNode { block.nodes[node] }

  /// The kind of the component, from the name after `BEGIN:`.
  public var kind: ComponentKind { block.nodes[node].kind }

  /// The name after `BEGIN:`, in upper case.
  public var name: String {
    let kind = self.kind
    return kind == .other ? String(decoding: nameBytes, as: UTF8.self) : kind.name
  }

  /// The same in octets, which need not be UTF-8: an `END` has to repeat them.
  var nameBytes: [UInt8] {
    guard kind == .other else { return Array(kind.name.utf8) }
    var lines = allLines
    return lines.next()?.beginName ?? []
  }

  /// Its bytes in the input, from `BEGIN` to the line end of `END`; for a calendar's header, to the first
  /// component.
  public var bytes: ArraySlice<UInt8> { block.bytes[record.extent] }

  /// A NUL is among its bytes.
  package var hasNUL: Bool { ByteSearch.first(0, in: bytes.span, from: 0) != nil }

  /// The number of bytes of the component.
  public var byteCount: Int { block.nodes[node].extent.count }

  /// The physical line of the input where it begins, counted from 1.
  public var lineNumber: Int { Int(record.number) }

  /// Its `END` is there.
  public var isComplete: Bool { record.isComplete }

  /// Its own content lines in their order, without `BEGIN`, `END`, empty lines and those of nested
  /// components. Lines from which no property can be read are among them, as ``PropertyID/malformed``.
  public var properties: Properties { Properties(block: block, node: node) }

  /// All of its own lines, `BEGIN`, `END` and empty ones too.
  var allLines: Properties { Properties(block: block, node: node, isWhole: true) }

  /// Whether the component contains other components.
  public var hasChildren: Bool { Int(record.subtreeEnd) > node + 1 }

  /// Whether lines of the component, or of one inside it, exceed a limit and were not parsed.
  public var hasUnreadLines: Bool { !block.unread(in: record.extent).isEmpty }

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

  /// The other has the same bytes, and each of them means the same in it: whatever is asked of both is
  /// answered alike, but for where they stand.
  package func isRead(like other: Component) -> Bool {
    returnsEndLines == other.returnsEndLines && isComplete && other.isComplete
      && byteCount == other.byteCount && block.limits == other.block.limits
      && bytes.span.isSame(byteCount, from: 0, as: other.bytes.span, from: 0)
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

  /// Returns a copy with separate bytes, so that the block from which the component was read can be freed.
  public func detached() -> Component {
    let record = self.record
    let nodes = block.nodes[node..<Int(record.subtreeEnd)].map { inner in
      var inner = inner
      inner.start -= record.start
      inner.end -= record.start
      inner.firstLine -= record.firstLine
      inner.endLine -= record.firstLine
      inner.subtreeEnd -= Int32(node)
      return inner
    }
    let lines = (Int(record.firstLine)...Int(record.endLine)).map { index in
      let line = block.lines[index]
      return LineStart(line.start - Int(record.start), folds: line.folds, name: line.name)
    }
    let start = Int(record.start)
    let unread = block.unread(in: record.extent).map { $0.lowerBound - start..<$0.upperBound - start }
    return Component(
      block: Block(
        bytes: Array(bytes), nodes: nodes, lines: lines, lineEnd: block.lineEnd, limits: block.limits,
        unread: unread),
      node: 0)
  }
}

extension Component {
  /// Reads the first component, or calendar header, in these bytes; nil if there is none.
  ///
  /// - Parameters:
  ///   - firstLine: the line number of the first byte.
  ///   - returnsEndLines: whether a carriage return alone ends a line, as in a file without other line ends.
  ///     Nil decides by the first line, which is right for a whole file, and wrong for a part that begins
  ///     with a carriage return within a line.
  ///   - limits: content beyond the limits is kept, but not parsed.
  public init?(
    _ bytes: [UInt8], firstLine: Int = 1, returnsEndLines: Bool? = nil,
    limits: ReadingLimits = ReadingLimits()
  ) {
    let lineEnd = returnsEndLines.map { $0 ? LineEnds.Style.carriageReturn : .lineFeed } ?? .unknown
    self.init(bytes, firstLine: firstLine, lineEnd: lineEnd, inCalendar: false, limits: limits)
  }

  /// All components that stand in these bytes directly, or directly in a calendar, in their order: they share
  /// the bytes. A carriage return alone ends no line.
  ///
  /// - Complexity: linear in the bytes; a part of what it takes to make them one by one.
  package static func all(in bytes: [UInt8], limits: ReadingLimits = ReadingLimits()) -> [Component] {
    var framer = Framer(limits: limits, lineEnd: .lineFeed, allowsBareComponents: true)
    framer.scan(bytes.span, final: true)
    let spans = framer.items.filter { $0.kind == .component }
    let read = Block.limited(
      bytes: bytes, nodes: framer.nodes, lines: framer.takeLines(), lineEnd: framer.lineEnd,
      limits: limits)
    return spans.map { Component(block: read.block, node: $0.node) }
  }

  /// - Parameters:
  ///   - lineEnd: what ends a line, where it is known.
  ///   - inCalendar: properties that stand outside of a component are a calendar's.
  init?(
    _ bytes: [UInt8], firstLine: Int, lineEnd: LineEnds.Style, inCalendar: Bool, limits: ReadingLimits
  ) {
    var framer = Framer(
      limits: limits, firstLine: firstLine, lineEnd: lineEnd, inCalendar: inCalendar,
      allowsBareComponents: true)
    framer.scan(bytes.span, final: true)
    let found = framer.items.first { $0.kind == .component || $0.kind == .open || $0.kind == .properties }
    guard let found else { return nil }
    let read = Block.limited(
      bytes: bytes, nodes: framer.nodes, lines: framer.takeLines(), lineEnd: framer.lineEnd,
      limits: limits)
    self.init(block: read.block, node: found.node)
  }
}

extension Component {
  /// A component that was made here: complete, with no other in it, of lines that end with line feeds and are
  /// no others' `BEGIN` or `END`.
  ///
  /// - Parameter bytes: from `BEGIN` to behind the line end of `END`.
  /// - Complexity: linear in the bytes; half of what it takes to look for components in them.
  package init(made bytes: [UInt8], kind: ComponentKind) {
    var lines: [LineStart] = []
    var (position, number) = (0, UInt32(1))
    let text = bytes.span
    // Lines are seldom shorter in the mean.
    let room = bytes.count / 16 + 16
    var isDone = false
    while !isDone {
      lines.append(addingCapacity: room) { output in
        // One place is for what stands behind the last line, which no other follows.
        while output.freeCapacity > 2, !isDone {
          position = text.passLines(from: position, number: &number, into: &output)
          guard output.freeCapacity > 1 else { break }
          if let folds = text.passFrame(at: &position, into: &output) {
            number &+= UInt32(truncatingIfNeeded: folds + 1)
          } else {
            output.append(LineStart(position, folds: 0))
            isDone = true
          }
        }
      }
    }
    let node = ComponentNode(
      kind: kind, isComplete: true, isUnread: false, start: 0, end: UInt32(truncatingIfNeeded: bytes.count),
      firstLine: 0, endLine: UInt32(truncatingIfNeeded: lines.count), number: 1, endNumber: number &+ 1,
      subtreeEnd: 1)
    lines.append(LineStart(bytes.count, folds: 0))
    let read = Block.limited(
      bytes: bytes, nodes: [node], lines: lines, lineEnd: .lineFeed, limits: ReadingLimits())
    self.init(block: read.block, node: 0)
  }
}
