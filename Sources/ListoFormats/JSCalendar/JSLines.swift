internal import ICalendar

/// The lines of a component, or of a calendar, by the places of their parts in bytes without folds, and which
/// of them a member of the object says.
struct JSLines: Sendable {
  private var own = PlacedLines()
  private var component: Component?
  /// Lines that stand in no component.
  private var properties: [Property] = []

  /// Takes the lines of a component in, in the place of the last one's.
  mutating func take(_ component: Component) {
    own.take(component)
    (self.component, properties) = (component, [])
  }

  /// The same of lines that stand in no component.
  mutating func take(_ lines: [Property]) {
    own.take(lines)
    (component, properties) = (nil, lines)
  }

  /// Lets go what it was read from.
  mutating func release() { (component, properties) = (nil, []) }

  /// The bytes in which the places are; nil where these are the component's own.
  var bytes: [UInt8]? { own.unfolded.isEmpty ? nil : own.unfolded }

  var indices: Range<Int> { own.lines.indices }

  @inline(__always)
  subscript(index: Int) -> LineParts { own.lines[index] }

  /// The index of the first line with this property.
  @inline(__always)
  func first(_ id: PropertyID) -> Int? {
    let index = own.first(id)
    return index < 0 ? nil : index
  }

  /// The index of the next line with this property from one on.
  func next(_ id: PropertyID, from start: Int) -> Int? {
    var index = start
    while index < own.lines.count {
      if own.lines[index].id == id { return index }
      index += 1
    }
    return nil
  }

  /// The whole property. Mutating, as ``PlacedLines/property(_:of:)`` is.
  mutating func property(_ index: Int) -> Property {
    guard let component else { return properties[Int(own.lines[index].line)] }
    return own.property(own.lines[index], of: component)
  }

  /// The property has this name, which no ``ICalendar/PropertyID`` has.
  ///
  /// - Parameter name: in capitals.
  mutating func isNamed(_ name: [UInt8], _ index: Int, _ bytes: Span<UInt8>) -> Bool {
    let start = self[index].nameEnd - name.count
    guard self[index].id == .other, start >= 0 else { return false }
    for offset in name.indices where bytes[start + offset].upper != name[offset] { return false }
    return property(index).name == String(decoding: name, as: UTF8.self)
  }

  /// Notes that a member says what a line says.
  @inline(__always)
  mutating func place(_ index: Int) { own.place(index) }

  @inline(__always)
  func isPlaced(_ index: Int) -> Bool { own.isPlaced(index) }

  /// How many lines are no property; they have no index.
  var malformed: Int { component == nil ? properties.count { $0.id == .malformed } : own.malformed.count }

  /// Appends a line as jCal.
  ///
  /// - Parameter heads: ``JCal/plainHeads``.
  mutating func put(
    _ index: Int, _ heads: [ShortText?], _ bytes: Span<UInt8>, to output: inout OutputSpan<UInt8>
  ) {
    let (line, start) = (self[index], output.count)
    if line.parameters.isEmpty, line.id != .other, JCal.write(line.id, heads, bytes, line.value, to: &output)
    {
      return
    }
    output.removeLast(output.count - start)
    var json = JSONText()
    JCal.write(property(index), to: &json)
    output.put(json.bytes)
  }
}
