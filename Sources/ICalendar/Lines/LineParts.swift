/// The places of the parts of a content line, as offsets from the first byte of its component.
/// ``Component/parts(into:most:folded:)`` makes them for lines whose parts can be found without parsing.
public struct LineParts: Sendable {
  /// Which property the line is.
  public let id: PropertyID
  /// The index among the lines that were read with the component; ``Component/property(ofLine:)`` returns its
  /// property.
  public let line: UInt32
  private var nameLimit: UInt32
  private var valueStart: UInt32
  private var valueEnd: UInt32

  /// - Parameter valueStart: the index after the colon before the value.
  public init(_ id: PropertyID, line: UInt32, nameEnd: Int, valueStart: Int, valueEnd: Int) {
    (self.id, self.line) = (id, line)
    nameLimit = UInt32(truncatingIfNeeded: nameEnd)
    self.valueStart = UInt32(truncatingIfNeeded: valueStart)
    self.valueEnd = UInt32(truncatingIfNeeded: valueEnd)
  }

  /// The end of the name: the offset of the first `:` or `;`.
  @inline(__always)
  public var nameEnd: Int { Int(nameLimit) }
  /// The range from the first `;` to the colon before the value; empty without parameters, and for a folded
  /// line.
  @inline(__always)
  public var parameters: Range<Int> { nameEnd..<max(nameEnd, Int(valueStart) - 1) }
  /// The range of the value in the component's bytes.
  @inline(__always)
  public var value: Range<Int> { Int(valueStart)..<Int(valueEnd) }
}

extension Component {
  /// Stores the parts of the component's direct lines, in order, in an array that can be reused; `BEGIN`,
  /// `END` and empty lines are left out.
  ///
  /// The value of a folded line is its whole content, from the first byte of its name.
  ///
  /// - Parameters:
  ///   - most: the greatest number of lines; at most 64.
  ///   - folded: a bit for each line that is folded.
  /// - Returns: false if there are more lines, or the parts of a line cannot be found: the line is malformed,
  ///   the component or one inside it exceeds a limit, a known name is folded or follows a byte order mark,
  ///   or a line with an unknown name is folded. Then the contents of the array are undefined.
  /// - Complexity: one walk over the component's direct lines, without reference counting for each.
  public func parts(into parts: inout [LineParts], most: Int = 64, folded: inout UInt64) -> Bool {
    precondition((0...64).contains(most))
    parts.removeAll(keepingCapacity: true)
    folded = 0
    guard !block.hasUnread || !hasUnreadLines else { return false }
    var walk = PartsWalk(block, node)
    var isUsual = true
    let (bytes, lines, nodes) = (block.bytes, block.lines, block.nodes)
    parts.append(addingCapacity: min(most, lines.count)) { output in
      isUsual = walk.take(bytes.span, lines.span, nodes.span, into: &output)
    }
    folded = walk.folded
    return isUsual
  }

  /// Returns the property of one of the component's direct lines, by its index in ``LineParts``.
  ///
  /// - Complexity: linear in the lines before it.
  public func property(ofLine line: UInt32) -> Property {
    let (bytes, lines, lengths) = unsafe (block.bytes, block.lines, QuickName.lengths)
    let folds = lines[Int(record.firstLine)..<Int(line)].reduce(0) { $0 + $1.folds + 1 }
    let extent = LineEnds.Extent(Int(line), of: lines.span, in: bytes.span)
    return Property(
      block: block,
      line: ContentLine(
        extent, lines[Int(line)].name, number: record.number &+ UInt32(truncatingIfNeeded: folds),
        in: bytes.span, block.lineEnd, unsafe lengths.span))
  }
}

/// A walk over a component's own lines.
private struct PartsWalk {
  private let record: ComponentNode
  private let lineEnd: LineEnds.Style
  /// The child that comes next.
  private var child: Int
  private(set) var folded: UInt64 = 0

  init(_ block: Block, _ node: Int) {
    (record, lineEnd, child) = (block.nodes[node], block.lineEnd, node + 1)
  }

  mutating func take(
    _ bytes: Span<UInt8>, _ lines: Span<LineStart>, _ nodes: Span<ComponentNode>,
    into output: inout OutputSpan<LineParts>
  ) -> Bool {
    let lengths = unsafe QuickName.lengths.span
    let (childEnd, end) = (Int(record.subtreeEnd), Int(record.endLine))
    var index = Int(record.firstLine)
    var childLine = child < childEnd ? Int(nodes[child].firstLine) : end
    while true {
      while index == childLine {
        guard child < childEnd else { return true }
        index = Int(nodes[child].endLine)
        child = Int(nodes[child].subtreeEnd)
        childLine = child < childEnd ? Int(nodes[child].firstLine) : end
      }
      defer { index += 1 }
      let line = LineEnds.Extent(index, of: lines, in: bytes)
      let name = NameReading(line, lines[index].name, in: bytes, lineEnd, lengths)
      switch name.property {
      case .begin, .end, .blank: continue
      case .malformed: return false
      case .other: if line.folds > 0 { return false }
      // A fold in the name, or a byte order mark before it.
      default: guard name.length == lengths[Int(name.property.rawValue)] else { return false }
      }
      guard !output.isFull else { return false }
      let nameEnd = line.start &+ Int(name.length)
      var valueStart = nameEnd &+ 1
      if line.folds > 0 {
        folded |= 1 << UInt64(output.count)
        valueStart = line.start
      } else if name.flags.contains(.parameters) {
        guard let colon = bytes.colon(from: nameEnd, to: line.contentEnd) else { return false }
        valueStart = colon &+ 1
      }
      let base = Int(record.start)
      output.append(
        LineParts(
          name.property, line: UInt32(truncatingIfNeeded: index), nameEnd: nameEnd &- base,
          valueStart: valueStart &- base, valueEnd: line.contentEnd &- base))
    }
  }
}

extension Span where Element == UInt8 {
  /// Returns the index of the colon before the value of a line: the first outside of quotation marks; nil if
  /// there is none.
  @inline(__always)
  public func colon(from start: Int, to end: Int) -> Int? {
    var isQuoted = false
    for index in start..<end {
      let byte = self[index]
      if byte == 0x22 { isQuoted.toggle() }
      if byte == 0x3A, !isQuoted { return index }
    }
    return nil
  }
}
