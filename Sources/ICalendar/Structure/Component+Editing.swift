extension Component {
  /// One change to a component's own content lines.
  public enum Edit: Sendable {
    /// Puts these bytes (whole lines, with line ends) in the place of a property.
    case replace(Property, [UInt8])
    case remove(Property)
    /// Puts these bytes behind the component's last own property.
    case append([UInt8])
  }

  /// The component with these changes: every line that they do not name is the same bytes as before. A property that was read
  /// from other bytes than these, such as those before an earlier edit, is not found here and changes nothing.
  ///
  /// - Complexity: linear in the component's bytes.
  public func edited(_ edits: [Edit]) -> Component {
    guard !edits.isEmpty else { return self }
    var replaced: [Int: [UInt8]] = [:]
    var appended: [UInt8] = []
    for edit in edits {
      switch edit {
      case .replace(let property, let bytes) where property.block === block: replaced[property.index] = bytes
      case .remove(let property) where property.block === block: replaced[property.index] = []
      case .append(let bytes): appended += bytes
      case .replace, .remove: continue
      }
    }
    let last = lastOwnLine
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + appended.count + 80)
    for index in lineRange {
      let line = block.lines[index]
      if let bytes = replaced[index] { result += bytes } else { result += block.bytes[Int(line.start)..<Int(line.end)] }
      if index == last && !appended.isEmpty {
        endLine(&result)
        result += appended
      }
    }
    return reread(result)
  }

  /// These bytes, made from this component's, read as it was.
  private func reread(_ bytes: [UInt8]) -> Component {
    let hasBegin = block.lines[lineRange.lowerBound].property == .begin
    return Component(bytes, firstLine: lineNumber, ends: block.ends, inCalendar: !hasBegin) ?? self
  }

  /// Puts a line end behind bytes of this component that have none. A carriage return may be half of one, where a file was
  /// cut off.
  private func endLine(_ bytes: inout [UInt8]) {
    guard let last = bytes.last, !isLineEnd(last) else { return }
    if last == 0x0D && lineEnd == ContentLineText.crlf { bytes.append(0x0A) } else { bytes += lineEnd }
  }

  private func isLineEnd(_ byte: UInt8) -> Bool {
    byte == 0x0A || (byte == 0x0D && block.ends == .carriageReturn)
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
    let line = Property(block: block, index: lineRange.lowerBound)
    let end = line.bytes.suffix(from: line.content.endIndex)
    // Half of a CRLF, where the file was cut off, is none.
    return end.last.map(isLineEnd) ?? false ? Array(end) : ContentLineText.crlf
  }

  /// The last line before the first nested component and the `END`.
  private var lastOwnLine: Int {
    var last = lineRange.lowerBound
    for index in lineRange.dropFirst() {
      let line = block.lines[index]
      if line.depth != record.depth || line.property == .end { break }
      if line.property != .blank { last = index }
    }
    return last
  }

  /// The component with every missing `END` written and a line end behind its last line, so that it can stand elsewhere.
  /// A complete component is returned as it is.
  public func completed() -> Component {
    guard !isWhole else { return self }
    // Those without END by the line that they end before, inner ones first.
    var open: [Int: [Component]] = [:]
    for index in (node..<Int(record.subtreeEnd)).reversed() where !block.nodes[index].isComplete {
      open[Int(block.nodes[index].endLine), default: []].append(Component(block: block, node: index))
    }
    var result: [UInt8] = []
    for index in lineRange.lowerBound...lineRange.upperBound {
      for component in open[index] ?? [] {
        endLine(&result)
        result += Array("END:\(component.name)".utf8) + lineEnd
      }
      guard index < lineRange.upperBound else { break }
      result += block.bytes[Int(block.lines[index].start)..<Int(block.lines[index].end)]
    }
    endLine(&result)
    return reread(result)
  }

  /// Complete, with a line end behind its last line.
  private var isWhole: Bool { isComplete && (bytes.last.map(isLineEnd) ?? false) }
}
