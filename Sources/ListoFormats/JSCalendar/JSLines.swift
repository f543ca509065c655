internal import ICalendar

/// The lines of a component, or of a calendar, by the places of their parts in bytes without folds, and which of them a member of the
/// object says.
struct JSLines: Sendable {
  /// As nearly all components are read.
  private var quick = PlacedLines()
  private var isQuick = false
  private var component: Component?
  /// All others, their lines one behind the other.
  private var properties: [Property] = []
  private var others: [LineParts] = []
  private var unfolded: [UInt8] = []
  private var placed: [Bool] = []

  /// Takes the lines of a component in, in the place of the last one's.
  mutating func take(_ component: Component) {
    isQuick = quick.take(component, component.bytes)
    self.component = component
    if !isQuick { take(component.properties) }
  }

  /// The same of lines that stand in no component.
  mutating func take(_ lines: some Sequence<Property>) {
    isQuick = false
    properties = Array(lines)
    others.removeAll(keepingCapacity: true)
    unfolded.removeAll(keepingCapacity: true)
    for (number, property) in properties.enumerated() {
      let (line, start, length) = (property.unfolded, unfolded.count, property.value.count)
      unfolded += line
      let end = unfolded.count
      // A line may have parameters and no colon: then there is no value, and none stands before it.
      let isOpen = length == 0 && line.last != 0x3A
      let valueStart = isOpen ? end + 1 : end - length
      let nameEnd =
        property.id == .malformed ? nil : unfolded[start..<end].firstIndex { $0 == 0x3A || $0 == 0x3B }
      others.append(
        LineParts(
          property.id, line: UInt32(truncatingIfNeeded: number), nameEnd: nameEnd ?? valueStart - 1,
          valueStart: valueStart, valueEnd: isOpen ? valueStart : end))
    }
    // Room behind the last line for who reads eight bytes at a time.
    unfolded.append(contentsOf: repeatElement(0, count: 8))
    placed = Array(repeating: false, count: others.count)
  }

  /// Lets go what it was read from.
  mutating func release() { (component, properties) = (nil, []) }

  /// The bytes in which the places are; nil where these are the component's own.
  var bytes: [UInt8]? { isQuick ? quick.unfolded.isEmpty ? nil : quick.unfolded : unfolded }

  var indices: Range<Int> { 0..<(isQuick ? quick.lines.count : others.count) }

  @inline(__always)
  subscript(index: Int) -> LineParts { isQuick ? quick.lines[index] : others[index] }

  /// The index of the first line with this property.
  @inline(__always)
  func first(_ id: PropertyID) -> Int? {
    guard isQuick else { return others.firstIndex { $0.id == id } }
    let index = quick.first(id)
    return index < 0 ? nil : index
  }

  /// The index of the next line with this property from one on.
  func next(_ id: PropertyID, from start: Int) -> Int? {
    var index = start
    while index < indices.upperBound {
      if self[index].id == id { return index }
      index += 1
    }
    return nil
  }

  /// The whole property.
  func property(_ index: Int) -> Property? {
    isQuick ? component?.property(ofLine: quick.lines[index].line) : properties[index]
  }

  /// The property has this name, which no ``ICalendar/PropertyID`` has.
  ///
  /// - Parameter name: in capitals.
  func isNamed(_ name: [UInt8], _ index: Int, _ bytes: Span<UInt8>) -> Bool {
    let start = self[index].nameEnd - name.count
    guard self[index].id == .other, start >= 0 else { return false }
    for offset in name.indices where !isLetter(bytes[start + offset], name[offset]) { return false }
    return property(index)?.name == String(decoding: name, as: UTF8.self)
  }

  private func isLetter(_ byte: UInt8, _ capital: UInt8) -> Bool {
    byte == capital || capital >= 0x41 && byte == capital | 0x20
  }

  /// Notes that a member says what a line says.
  @inline(__always)
  mutating func place(_ index: Int) {
    if isQuick { quick.place(index) } else { placed[index] = true }
  }

  @inline(__always)
  func isPlaced(_ index: Int) -> Bool { isQuick ? quick.isPlaced(index) : placed[index] }

  /// How many lines are no property.
  var malformed: Int { isQuick ? 0 : others.count { $0.id == .malformed } }

  /// Appends a line as jCal.
  ///
  /// - Parameter heads: ``JCal/plainHeads``.
  func put(
    _ index: Int, _ heads: [ShortText?], _ bytes: Span<UInt8>, to output: inout OutputSpan<UInt8>
  ) {
    let (line, start) = (self[index], output.count)
    if line.parameters.isEmpty, line.id != .other, JCal.write(line.id, heads, bytes, line.value, to: &output)
    {
      return
    }
    output.removeLast(output.count - start)
    guard let property = property(index) else { return }
    var json = JSONText()
    JCal.write(property, to: &json)
    output.put(json.bytes)
  }
}
