extension Component {
  /// One change to the lines of a component, or to its direct children.
  public enum Edit: Sendable {
    /// Replaces a property with these bytes (whole lines, with line ends).
    case replace(Property, [UInt8])
    case remove(Property)
    /// Inserts these bytes after the last direct property.
    case append([UInt8])
    /// Replaces a direct child component with these bytes (a whole component, with line ends).
    case replaceChild(Component, [UInt8])
    case removeChild(Component)
    /// Inserts these bytes after the last child component, or before the `END` if there is none.
    case appendChild([UInt8])
  }

  /// Returns the component with these changes; every other line keeps its bytes. Of two changes of one
  /// property the last counts. A property that was read from other bytes, such as those before an earlier
  /// edit, is not found and changes nothing.
  ///
  /// - Complexity: linear in the component's bytes.
  public func edited(_ edits: [Edit]) -> Component {
    guard !edits.isEmpty else { return self }
    var changes: [Int: (end: Int, bytes: [UInt8])] = [:]
    var appended: [UInt8] = []
    var children: [UInt8] = []
    for edit in edits {
      switch edit {
      case .replace(let property, let bytes) where property.block === block:
        changes[property.extent.lowerBound] = (property.extent.upperBound, bytes)
      case .remove(let property) where property.block === block:
        changes[property.extent.lowerBound] = (property.extent.upperBound, [])
      case .append(let bytes): appended += bytes
      case .replaceChild(let child, let bytes) where child.block === block:
        changes[child.record.extent.lowerBound] = (child.record.extent.upperBound, bytes)
      case .removeChild(let child) where child.block === block:
        changes[child.record.extent.lowerBound] = (child.record.extent.upperBound, [])
      case .appendChild(let bytes): children += bytes
      case .replace, .remove, .replaceChild, .removeChild: continue
      }
    }
    let place = endOfLastOwnLine
    let childPlace = children.isEmpty ? place : endOfLastChild
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + appended.count + children.count + 80)
    var position = record.extent.lowerBound
    for start in Set([place, childPlace] + changes.keys).sorted() where start >= position {
      join(block.bytes[position..<start], to: &result)
      position = start
      if start == place && !appended.isEmpty {
        endLine(&result)
        join(appended[...], to: &result)
        appended = []
      }
      if start == childPlace && !children.isEmpty {
        endLine(&result)
        join(children[...], to: &result)
        children = []
      }
      if let change = changes[start] {
        join(change.bytes[...], to: &result)
        position = change.end
      }
    }
    join(block.bytes[position..<record.extent.upperBound], to: &result)
    return reread(result)
  }

  /// Returns the component with some values overwritten, each with a value of the same length. No line moves,
  /// so nothing is parsed again, and everything except the bytes is shared. Use it for many components that
  /// differ only in their dates.
  ///
  /// - Returns: nil if a value has another length, contains a line end, is folded, or was read from other
  ///   bytes than this component's.
  /// - Complexity: linear in the bytes of everything that was read together with the component; see
  ///   ``detached()``.
  public func overwriting(_ values: [(property: Property, value: [UInt8])]) -> Component? {
    var bytes = block.bytes
    for (property, value) in values {
      let place = property.value
      guard property.block === block, !property.line.flags.contains(.folded), place.count == value.count,
        !value.contains(where: { $0 < 0x20 })
      else { return nil }
      for (index, byte) in zip(place.indices, value) { bytes[index] = byte }
    }
    let copy = Block(
      bytes: bytes, nodes: block.nodes, lines: block.lines, lineEnd: block.lineEnd, limits: block.limits,
      unread: block.unread)
    return Component(block: copy, node: node)
  }

  /// Puts lines behind lines. Where a carriage return ends those, and a line feed, as an empty line that a
  /// fold follows, begins these, the two would become one line end: an empty line keeps them apart.
  private func join(_ lines: ArraySlice<UInt8>, to result: inout [UInt8]) {
    if returnsEndLines && result.last == 0x0D && lines.first == 0x0A { result += ContentLineText.crlf }
    result += lines
  }

  /// These bytes, made from this component's, read as it was.
  private func reread(_ bytes: [UInt8]) -> Component {
    var lines = allLines
    let hasBegin = lines.next()?.id == .begin
    return Component(
      bytes, firstLine: lineNumber, lineEnd: block.lineEnd, inCalendar: !hasBegin, limits: block.limits)
      ?? self
  }

  /// Appends the line end that bytes of this component lack.
  private func endLine(_ bytes: inout [UInt8]) {
    bytes += ContentLineText.missingLineEnd(after: bytes.last, lineEnd: lineEnd)
  }

  private func isLineEnd(_ byte: UInt8) -> Bool {
    byte == 0x0A || (byte == 0x0D && block.lineEnd == .carriageReturn)
  }

  /// Sets the first property with this id, or removes it if the value is nil; others with the same id stay. A
  /// new property is added after the last one.
  ///
  /// - Parameter value: raw octets; TEXT must be encoded.
  public mutating func set(_ id: PropertyID, parameters: [Parameter] = [], value: [UInt8]?) {
    let present = first(id)
    guard let value else {
      if let present { self = edited([.remove(present)]) }
      return
    }
    if let present, present.value.elementsEqual(value), present.parameters == parameters { return }
    let line = ContentLineText.line(id.name, parameters: parameters, value: value, lineEnd: lineEnd)
    self = edited([present.map { .replace($0, line) } ?? .append(line)])
  }

  /// The line end of the first line; CRLF if it has none.
  public var lineEnd: [UInt8] {
    var lines = allLines
    guard let line = lines.next()?.line, line.end > line.contentEnd, isLineEnd(block.bytes[Int(line.end) - 1])
    else { return ContentLineText.crlf }
    return Array(block.bytes[Int(line.contentEnd)..<Int(line.end)])
  }

  /// A bare carriage return ends a line: so it is in a file whose first line ends with one.
  public var returnsEndLines: Bool { block.lineEnd == .carriageReturn }

  /// Behind the last property before the first nested component and the `END`.
  private var endOfLastOwnLine: Int {
    var lines = allLines
    var end = lines.next().map { Int($0.line.end) } ?? record.extent.upperBound
    let isNesting = node + 1 < Int(record.subtreeEnd)
    let stop = isNesting ? block.nodes[node + 1].extent.lowerBound : record.extent.upperBound
    while let property = lines.next(), property.line.start < stop, property.id != .end {
      if property.id != .blank { end = Int(property.line.end) }
    }
    return end
  }

  /// Behind the last nested component; before the `END` where there is none.
  private var endOfLastChild: Int {
    if let last = children.last { return last.record.extent.upperBound }
    var end = record.extent.upperBound
    for property in allLines where property.id == .end { end = Int(property.line.start) }
    return end
  }

  /// Returns the component with every missing `END` and a line end after its last line, so that it can be
  /// inserted elsewhere. A complete component is returned unchanged.
  public func completed() -> Component {
    guard !isWhole else { return self }
    // Those without END by where they end, inner ones first.
    var open: [Int: [Component]] = [:]
    for index in (node..<Int(record.subtreeEnd)).reversed() {
      let inner = block.nodes[index]
      if inner.isComplete || inner.isUnread { continue }
      open[inner.extent.upperBound, default: []].append(Component(block: block, node: index))
    }
    var result: [UInt8] = []
    var position = record.extent.lowerBound
    for end in open.keys.sorted() {
      result += block.bytes[position..<end]
      position = end
      for component in open[end] ?? [] {
        result += component.missingEnd(after: result[...])
      }
    }
    result += block.bytes[position..<record.extent.upperBound]
    endLine(&result)
    return reread(result)
  }

  /// The END lines that are missing at its end, the innermost first: the bytes that make it complete if they
  /// come behind it.
  package var missingEnds: [UInt8] {
    var result: [UInt8] = []
    for index in (node..<Int(record.subtreeEnd)).reversed() {
      let inner = block.nodes[index]
      guard !inner.isComplete, !inner.isUnread, inner.extent.upperBound == record.extent.upperBound else {
        continue
      }
      result += Component(block: block, node: index).missingEnd(after: result.isEmpty ? bytes : result[...])
    }
    return result
  }

  /// Its END behind a text. The last line of the text may be the beginning of it, unless it is the END
  /// of a component in it.
  private func missingEnd(after text: ArraySlice<UInt8>) -> [UInt8] {
    let endsWithPart = children.last.map { $0.isComplete && $0.bytes.endIndex == bytes.endIndex } ?? false
    return endsWithPart
      ? ContentLineText.missingLineEnd(after: text.last, lineEnd: lineEnd)
        + ContentLineText.missingEnd(of: nameBytes, after: [], lineEnd: lineEnd)
      : ContentLineText.missingEnd(of: nameBytes, after: text, lineEnd: lineEnd)
  }

  /// Complete, with a line end behind its last line.
  private var isWhole: Bool { isComplete && (bytes.last.map(isLineEnd) ?? false) }
}
