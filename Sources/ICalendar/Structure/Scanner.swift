/// Finds content lines, components and items in a buffer that grows (RFC 5545 §3.1, §3.4).
///
/// It keeps no bytes: `scan` looks at the whole lines of the buffer that it has not seen yet, and remembers lines, nodes
/// and items by offset. `boundary` is the last place behind a whole item, where the buffer may be cut.
struct Scanner {
  /// Where the buffer may be cut: everything before it is whole items.
  struct Boundary {
    var line = 0
    var node = 0
    var item = 0
    var problem = 0
    var offset = 0
    var number: UInt32 = 1
    var inCalendar = false
  }

  private struct Open {
    var node: Int
    var kind: ComponentKind
    /// The name in upper case where `kind` does not say it.
    var name: [UInt8]
  }

  private(set) var lines: [ContentLine] = []
  private(set) var nodes: [ComponentNode] = []
  private(set) var items: [ItemSpan] = []
  private(set) var problems: [Diagnostic] = []
  private(set) var boundary = Boundary()

  private let limits: ReadingLimits
  private let names = PropertyNames.shared
  /// Offset of the first line not yet scanned, and from where to look for its end.
  private(set) var position = 0
  private var searched = 0
  private var number: UInt32 = 1
  private(set) var ends: LineEnds
  private var stack: [Open] = []
  /// Components opened beyond the nesting limit.
  private var tooDeep = 0
  private var inCalendar = false
  /// The first line of a header that is still being collected.
  private var headerLine: Int?

  /// - Parameters:
  ///   - ends: what ends a line, where it is known.
  ///   - inCalendar: a calendar has begun before the first byte.
  init(limits: ReadingLimits, firstLine: Int = 1, ends: LineEnds.Style = .unknown, inCalendar: Bool = false) {
    self.limits = limits
    self.ends = LineEnds(ends)
    self.inCalendar = inCalendar
    number = UInt32(truncatingIfNeeded: firstLine)
    boundary.number = number
  }

  /// Scans every line of `bytes` that is whole; at the end of the input (`final`) the last line too.
  mutating func scan(_ bytes: Span<UInt8>, final: Bool) {
    while let line = ends.next(in: bytes, from: position, searched: &searched, final: final) {
      take(line, bytes)
      position = line.end
    }
    if final { finish() }
  }

  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
  /// The depth of lines inside components that nest too deep: that of no component.
  private static let unread: UInt8 = 255

  /// Forgets what stands before `boundary`, and what was seen of the unfinished item behind it, which is scanned again.
  mutating func cut() {
    lines.removeAll(keepingCapacity: true)
    nodes.removeAll(keepingCapacity: true)
    items.removeAll(keepingCapacity: true)
    problems.removeAll(keepingCapacity: true)
    stack.removeAll(keepingCapacity: true)
    tooDeep = 0
    headerLine = nil
    position = 0
    searched = 0
    ends.restart()
    number = boundary.number
    inCalendar = boundary.inCalendar
    boundary = Boundary(number: number, inCalendar: inCalendar)
  }

  /// Goes on behind an item that passed unread.
  mutating func resume(number: UInt32, inCalendar: Bool) {
    boundary = Boundary(number: number, inCalendar: inCalendar)
    cut()
  }

  // MARK: One line

  private mutating func take(_ extent: LineEnds.Extent, _ bytes: Span<UInt8>) {
    var flags: ContentLine.Flags = extent.folds > 0 ? .folded : []
    var nameLength = 0
    var property = PropertyID.blank
    if extent.contentEnd > extent.start {
      (property, nameLength) = readName(extent, bytes, &flags)
    }
    let index = lines.count
    lines.append(
      ContentLine(
        start: UInt32(truncatingIfNeeded: extent.start), end: UInt32(truncatingIfNeeded: extent.end), number: number,
        nameLength: UInt8(truncatingIfNeeded: nameLength), property: property, flags: flags,
        depth: tooDeep > 0 ? Self.unread : UInt8(truncatingIfNeeded: max(0, stack.count - 1))))
    let lineNumber = number
    number &+= UInt32(truncatingIfNeeded: extent.folds + 1)
    switch property {
    case .begin: begin(index, name: componentName(extent, nameLength, bytes), lineNumber)
    case .end: end(index, name: componentName(extent, nameLength, bytes), lineNumber, extent.end)
    default:
      if stack.isEmpty { betweenComponents(index, property, lineNumber) } else if property == .malformed {
        report(.malformedLine, lineNumber, "this is no content line; it is kept as it is")
      }
    }
    if stack.isEmpty && headerLine == nil {
      boundary = Boundary(
        line: lines.count, node: nodes.count, item: items.count, problem: problems.count, offset: extent.end,
        number: number, inCalendar: inCalendar)
    }
  }

  /// The id and length of the name at the start of a line, and whether parameters follow.
  @inline(__always)
  private func readName(
    _ extent: LineEnds.Extent, _ bytes: Span<UInt8>, _ flags: inout ContentLine.Flags
  ) -> (PropertyID, Int) {
    var hash = PropertyNames.seed
    var start = extent.start
    // A byte order mark, at the start of the input or where files were joined, hides no line.
    if bytes[start] == 0xEF, extent.contentEnd - start > 3, bytes[start + 1] == 0xBB, bytes[start + 2] == 0xBF {
      start += 3
    }
    var index = start
    while index < extent.contentEnd {
      let byte = bytes[index]
      if byte == 0x3A || byte == 0x3B {
        let length = index - extent.start
        if index == start || length > 255 { return (.malformed, 0) }
        if byte == 0x3B { flags.insert(.parameters) }
        return (names.find(bytes, start, index, hash: hash), length)
      }
      guard Self.isNameByte(byte) else {
        if flags.contains(.folded), byte == 0x0D || byte == 0x0A { break }
        return (.malformed, 0)
      }
      PropertyNames.mix(byte, into: &hash)
      index += 1
    }
    return index < extent.contentEnd ? readFoldedName(extent, start, bytes, &flags) : (.malformed, 0)
  }

  /// A name that is folded in its middle: rare, legal (RFC 5545 §3.1).
  private func readFoldedName(
    _ extent: LineEnds.Extent, _ start: Int, _ bytes: Span<UInt8>, _ flags: inout ContentLine.Flags
  ) -> (PropertyID, Int) {
    var name: [UInt8] = []
    var index = start
    while index < extent.contentEnd {
      let byte = bytes[index]
      if byte == 0x3A || byte == 0x3B {
        let length = index - extent.start
        if name.isEmpty || length > 255 { return (.malformed, 0) }
        if byte == 0x3B { flags.insert(.parameters) }
        var hash = PropertyNames.seed
        for byte in name { PropertyNames.mix(byte, into: &hash) }
        return (names.find(name.span, 0, name.count, hash: hash), length)
      }
      if let next = Folding.afterFold(bytes, index, ends.style) {
        index = next
        continue
      }
      guard Self.isNameByte(byte) else { return (.malformed, 0) }
      name.append(byte)
      index += 1
    }
    return (.malformed, 0)
  }

  /// Letters, digits and hyphen (RFC 5545 §3.1); underscore and full stop are seen in the wild.
  @inline(__always)
  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, 0x2D, 0x5F, 0x2E: true
    default: false
    }
  }

  /// The value of a BEGIN or END line, unfolded, trimmed, in upper case.
  private func componentName(_ extent: LineEnds.Extent, _ nameLength: Int, _ bytes: Span<UInt8>) -> [UInt8] {
    var index = extent.start + nameLength
    while index < extent.contentEnd, bytes[index] != 0x3A { index += 1 }
    var name: [UInt8] = []
    index += 1
    while index < extent.contentEnd {
      Self.append(bytes[index], toName: &name)
      index += 1
    }
    return name
  }

  /// A component's name as it is compared: without folds and white space, its ASCII letters in upper case.
  static func append(_ byte: UInt8, toName name: inout [UInt8]) {
    guard byte != 0x20 && byte != 0x09 && byte != 0x0D && byte != 0x0A else { return }
    name.append(byte >= 0x61 && byte <= 0x7A ? byte & 0xDF : byte)
  }

  // MARK: Components

  private mutating func begin(_ index: Int, name: [UInt8], _ lineNumber: UInt32) {
    let kind = ComponentKind(upperCaseName: name)
    if kind == .vcalendar {
      closeAll(before: index, lineNumber)
      flushHeader(before: index)
      if inCalendar { report(.missingEnd, lineNumber, "the calendar before this one has no END:VCALENDAR") }
      inCalendar = true
      headerLine = index
      lines[index].depth = 0
      return
    }
    if let group = kind.group, let open = stack.firstIndex(where: { $0.kind.group == group }) {
      tooDeep = 0
      while stack.count > open { closeLast(before: index, lineNumber) }
    }
    guard stack.count < limits.nesting && tooDeep == 0 else {
      lines[index].depth = Self.unread
      tooDeep += 1
      if tooDeep == 1 {
        report(
          .nestedTooDeep, lineNumber, "components nest deeper than \(limits.nesting) here; the inner ones are kept, unread")
      }
      return
    }
    if stack.isEmpty {
      flushHeader(before: index)
      if !inCalendar {
        report(.bareComponent, lineNumber, "\(display(name)) stands outside of a VCALENDAR; it is read all the same")
      }
    }
    lines[index].depth = UInt8(truncatingIfNeeded: stack.count)
    stack.append(Open(node: nodes.count, kind: kind, name: kind == .other ? name : []))
    nodes.append(
      ComponentNode(
        kind: kind, depth: UInt8(truncatingIfNeeded: stack.count - 1), isComplete: false, firstLine: Int32(index),
        endLine: 0, subtreeEnd: 0))
  }

  private mutating func end(_ index: Int, name: [UInt8], _ lineNumber: UInt32, _ offset: Int) {
    let kind = ComponentKind(upperCaseName: name)
    if kind == .vcalendar {
      closeAll(before: index, lineNumber)
      flushHeader(before: index)
      guard inCalendar else { return stray(index, name, lineNumber) }
      inCalendar = false
      items.append(ItemSpan(kind: .close, lines: index..<(index + 1), node: -1))
      return
    }
    // What is too deep is counted, not named; but an END of these can only be that of the one that is open.
    if tooDeep > 0 && !(kind.group == .top && stack.contains { $0.kind == kind }) {
      tooDeep -= 1
      return
    }
    tooDeep = 0
    let match = stack.lastIndex { $0.kind == kind && (kind != .other || $0.name == name) }
    guard let match else { return stray(index, name, lineNumber) }
    while stack.count > match + 1 { closeLast(before: index, lineNumber) }
    lines[index].depth = UInt8(truncatingIfNeeded: match)
    let node = stack.removeLast().node
    nodes[node].isComplete = true
    nodes[node].endLine = Int32(index + 1)
    nodes[node].subtreeEnd = Int32(nodes.count)
    if stack.isEmpty { emit(node) }
  }

  private mutating func stray(_ index: Int, _ name: [UInt8], _ lineNumber: UInt32) {
    report(.strayEnd, lineNumber, "END:\(display(name)) without its BEGIN; it is kept")
    if stack.isEmpty { betweenComponents(index, .end, lineNumber) }
  }

  /// Ends the innermost component, whose END is missing, before the line `index`.
  private mutating func closeLast(before index: Int, _ lineNumber: UInt32) {
    let open = stack.removeLast()
    nodes[open.node].endLine = Int32(index)
    nodes[open.node].subtreeEnd = Int32(nodes.count)
    let first = lines[Int(nodes[open.node].firstLine)].number
    let name = open.kind == .other ? display(open.name) : open.kind.name
    report(.missingEnd, first, "\(name) has no END:\(name); it is taken to end before line \(lineNumber)")
    if stack.isEmpty { emit(open.node) }
  }

  private mutating func closeAll(before index: Int, _ lineNumber: UInt32) {
    tooDeep = 0
    while !stack.isEmpty { closeLast(before: index, lineNumber) }
  }

  private mutating func emit(_ node: Int) {
    let lines = Int(nodes[node].firstLine)..<Int(nodes[node].endLine)
    items.append(ItemSpan(kind: .component, lines: lines, node: node))
  }

  // MARK: Calendar level

  /// A line outside of any component: of the header, of the calendar behind its first component, or of no calendar.
  private mutating func betweenComponents(_ index: Int, _ property: PropertyID, _ lineNumber: UInt32) {
    if headerLine != nil {
      if property == .malformed { report(.malformedLine, lineNumber, "this is no content line; it is kept as it is") }
      return
    }
    if inCalendar && property != .malformed && property != .blank && property != .end {
      extend(.properties, index)
      return
    }
    if inCalendar && property == .malformed {
      report(.malformedLine, lineNumber, "this is no content line; it is kept as it is")
    } else if !inCalendar && property != .blank && property != .end && items.last?.kind != .other {
      report(.strayText, lineNumber, "text outside of a calendar; it is kept")
    }
    extend(.other, index)
  }

  private mutating func extend(_ kind: ItemSpan.Kind, _ index: Int) {
    if let last = items.last, last.kind == kind, last.lines.upperBound == index {
      items[items.count - 1].lines = last.lines.lowerBound..<(index + 1)
      if kind == .properties { nodes[last.node].endLine = Int32(index + 1) }
      return
    }
    let node = kind == .properties ? addCalendarNode(index..<(index + 1)) : -1
    items.append(ItemSpan(kind: kind, lines: index..<(index + 1), node: node))
  }

  private mutating func flushHeader(before index: Int) {
    guard let first = headerLine else { return }
    headerLine = nil
    items.append(ItemSpan(kind: .open, lines: first..<index, node: addCalendarNode(first..<index)))
  }

  private mutating func addCalendarNode(_ lines: Range<Int>) -> Int {
    nodes.append(
      ComponentNode(
        kind: .vcalendar, depth: 0, isComplete: false, firstLine: Int32(lines.lowerBound),
        endLine: Int32(lines.upperBound), subtreeEnd: Int32(nodes.count + 1)))
    return nodes.count - 1
  }

  // MARK: The end

  private mutating func finish() {
    closeAll(before: lines.count, number)
    flushHeader(before: lines.count)
    if inCalendar {
      report(.missingEnd, number, "the calendar has no END:VCALENDAR; the file may be cut off")
      inCalendar = false
    }
    boundary = Boundary(
      line: lines.count, node: nodes.count, item: items.count, problem: problems.count, offset: position,
      number: number, inCalendar: false)
  }

  private mutating func report(_ code: Diagnostic.Code, _ line: UInt32, _ message: String) {
    items.append(ItemSpan(kind: .problem, lines: 0..<0, node: problems.count))
    problems.append(Diagnostic(.warning, code, line: Int(line), message))
  }

  /// A component's name as a message may show it.
  private func display(_ name: [UInt8]) -> String {
    String(decoding: name.prefix(40), as: UTF8.self)
  }
}
