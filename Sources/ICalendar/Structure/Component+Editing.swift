extension Component {
  /// One change to a component's own content lines.
  public enum Edit: Sendable {
    /// Puts these bytes (whole lines, with line ends) in the place of a property.
    case replace(Property, [UInt8])
    case remove(Property)
    /// Puts these bytes behind the component's last own property.
    case append([UInt8])
  }

  /// The component with these changes: every line that they do not name is the same bytes as before.
  ///
  /// - Complexity: linear in the component's bytes.
  public func edited(_ edits: [Edit]) -> Component {
    guard !edits.isEmpty else { return self }
    var changes: [(range: Range<Int>, bytes: [UInt8])] = []
    var appended: [UInt8] = []
    for edit in edits {
      switch edit {
      case .replace(let property, let bytes): changes.append((property.extent, bytes))
      case .remove(let property): changes.append((property.extent, []))
      case .append(let bytes): appended += bytes
      }
    }
    let behindLast = endOfLastOwnLine
    if !appended.isEmpty {
      let last = block.bytes[behindLast - 1]
      changes.append((behindLast..<behindLast, (last == 0x0A || last == 0x0D ? [] : lineEnd) + appended))
    }
    changes.sort { ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound) }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + appended.count + 80)
    var position = record.extent.lowerBound
    for change in changes where change.range.lowerBound >= position {
      result += block.bytes[position..<change.range.lowerBound]
      result += change.bytes
      position = change.range.upperBound
    }
    result += block.bytes[position..<record.extent.upperBound]
    return Component(result, firstLine: lineNumber) ?? self
  }

  /// Sets, or with nil removes, the first property with this id; others with the same id stay. Where the property is new it
  /// stands behind the last one.
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

  /// The line end that its first line has; CRLF where that has none.
  public var lineEnd: [UInt8] {
    var lines = allLines
    guard let line = lines.next()?.line, line.end > line.contentEnd else { return ContentLineText.crlf }
    return Array(block.bytes[Int(line.contentEnd)..<Int(line.end)])
  }

  /// Behind the last property before the first nested component and the `END`.
  private var endOfLastOwnLine: Int {
    var lines = allLines
    var end = lines.next().map { Int($0.line.end) } ?? record.extent.upperBound
    let stop = children.first.map { $0.record.extent.lowerBound } ?? record.extent.upperBound
    while let property = lines.next(), property.line.start < stop, property.id != .end {
      if property.id != .blank { end = Int(property.line.end) }
    }
    return end
  }

  /// The component with every missing `END` written and a line end behind its last line, so that it can stand elsewhere.
  /// A complete component is returned as it is.
  public func completed() -> Component {
    guard !isWhole else { return self }
    var result = Array(bytes)
    if let end = result.last, end != 0x0A && end != 0x0D { result += lineEnd }
    var open: [Component] = isComplete ? [] : [self]
    var current = self
    while let child = current.children.last, !child.isComplete {
      open.append(child)
      current = child
    }
    for component in open.reversed() { result += Array("END:\(component.name)".utf8) + lineEnd }
    return Component(result, firstLine: lineNumber) ?? self
  }

  /// Complete, with a line end behind its last line.
  private var isWhole: Bool {
    isComplete && (bytes.last == 0x0A || bytes.last == 0x0D)
  }
}
