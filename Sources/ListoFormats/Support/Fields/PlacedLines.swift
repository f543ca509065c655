internal import ICalendar

/// The lines of a component by the places of their parts, read once into arrays that are used again and
/// again, and which of them were given a place in what is written.
struct PlacedLines: Sendable {
  private(set) var lines: [LineParts] = []
  /// A bit for each of the first 64 lines that was given a place, and the indices of others that were.
  private var placed: UInt64 = 0
  private var placedBeyond: Set<Int> = []
  /// The first line by property, with ``again`` where others follow it; -1 for none.
  private var slots = InlineArray<256, Int32>(repeating: -1)
  private static let again: Int32 = 1 << 30
  /// The component's bytes, and behind them its folded lines unfolded; empty where none is folded.
  private(set) var unfolded: [UInt8] = []
  /// All of its lines, where they are not usual: a line's number is its index among these. Else empty.
  private var places: [LinePlace] = []
  /// The numbers of those from which no property can be read; they have no index.
  private(set) var malformed: [UInt32] = []

  /// The index of the first line with this property; -1 for none.
  @inline(__always)
  func first(_ id: PropertyID) -> Int {
    let slot = slots[Int(id.rawValue)]
    return slot < 0 ? -1 : Int(slot & ~Self.again)
  }

  /// Several lines have this property.
  @inline(__always)
  func repeats(_ id: PropertyID) -> Bool {
    let slot = slots[Int(id.rawValue)]
    return slot >= 0 && slot & Self.again != 0
  }

  /// Notes that a line has its place.
  @inline(__always)
  mutating func place(_ index: Int) {
    if index < 64 { placed |= 1 << UInt64(index) } else { placedBeyond.insert(index) }
  }

  @inline(__always)
  func isPlaced(_ index: Int) -> Bool {
    index < 64 ? placed & 1 << UInt64(index) != 0 : placedBeyond.contains(index)
  }

  /// All lines have their places.
  @inline(__always)
  var areAllPlaced: Bool { placed.nonzeroBitCount + placedBeyond.count == lines.count }

  /// The property of a line. Mutating, so that the lines are not copied for it.
  mutating func property(_ line: LineParts, of component: Component) -> Property {
    property(ofLine: line.line, of: component)
  }

  /// The property of the line with a number.
  mutating func property(ofLine number: UInt32, of component: Component) -> Property {
    places.isEmpty ? component.property(ofLine: number) : component.property(at: places[Int(number)])
  }

  /// The bytes in which the lines have their parts.
  func bytes(of component: Component) -> ArraySlice<UInt8> {
    unfolded.isEmpty ? component.bytes : unfolded[...]
  }

  /// The bytes in a range in which a line has its parts. Mutating as well.
  mutating func octets(_ range: Range<Int>, of component: Component) -> ArraySlice<UInt8> {
    guard unfolded.isEmpty else { return unfolded[range] }
    let bytes = component.bytes
    return bytes[bytes.startIndex + range.lowerBound..<bytes.startIndex + range.upperBound]
  }

  /// Appends bytes behind those of the component that was taken in, and returns where they stand: a value
  /// that none of its lines has.
  mutating func append(_ bytes: some Collection<UInt8>, behind component: Component) -> Range<Int> {
    if unfolded.isEmpty { unfolded += component.bytes }
    let start = unfolded.count
    unfolded += bytes
    let end = unfolded.count
    endUnfolded()
    return start..<end
  }

  // MARK: Taking in

  /// Takes any component in, in the place of the last one.
  mutating func take(_ component: Component) {
    if !take(component, component.bytes) { takePlaces(of: component) }
  }

  /// Takes lines in that stand in no component, in the place of the last one's: a line's number is its index
  /// among them. All of their bytes are among the unfolded ones.
  mutating func take(_ properties: [Property]) {
    clear()
    lines.removeAll(keepingCapacity: true)
    for (number, property) in properties.enumerated() where property.id != .malformed {
      let (line, start) = (property.unfolded, unfolded.count)
      unfolded += line
      lines.append(
        Self.parts(
          property, UInt32(truncatingIfNeeded: number), of: line, movedBy: start - line.startIndex))
      noteFirst(lines.count - 1)
    }
    endUnfolded()
  }

  /// Takes a usual component in, in the place of the last one; false where there are more than 64 lines, or
  /// the places of one cannot be told.
  mutating func take(_ component: Component, _ bytes: ArraySlice<UInt8>) -> Bool {
    clear()
    var folded: UInt64 = 0
    guard component.parts(into: &lines, folded: &folded) else { return false }
    for index in lines.indices { noteFirst(index) }
    guard folded != 0 else { return true }
    unfolded.append(contentsOf: bytes)
    while folded != 0 {
      guard unfold(folded.trailingZeroBitCount, bytes) else { return false }
      folded &= folded - 1
    }
    endUnfolded()
    return true
  }

  private mutating func clear() {
    for line in lines { slots[Int(line.id.rawValue)] = -1 }
    placed = 0
    if !placedBeyond.isEmpty { placedBeyond = [] }
    unfolded.removeAll(keepingCapacity: true)
    guard !places.isEmpty else { return }
    places.removeAll(keepingCapacity: true)
    malformed.removeAll(keepingCapacity: true)
  }

  @inline(__always)
  private mutating func noteFirst(_ index: Int) {
    let slot = Int(lines[index].id.rawValue)
    if slots[slot] < 0 {
      slots[slot] = Int32(truncatingIfNeeded: index)
    } else {
      slots[slot] |= Self.again
    }
  }

  /// Room behind the last line for who reads eight bytes at a time.
  private mutating func endUnfolded() { unfolded.append(contentsOf: repeatElement(0, count: 8)) }

  /// Takes a component in by the places of its lines, which can be told of any.
  private mutating func takePlaces(of component: Component) {
    clear()
    lines.removeAll(keepingCapacity: true)
    component.places(into: &places)
    let bytes = component.bytes
    for (number, place) in places.enumerated() {
      if place.id == .malformed {
        malformed.append(UInt32(truncatingIfNeeded: number))
      } else {
        lines.append(parts(of: place, UInt32(truncatingIfNeeded: number), component, bytes))
        noteFirst(lines.count - 1)
      }
    }
    if !unfolded.isEmpty { endUnfolded() }
  }

  /// The parts of a line that is not malformed. One that is folded is copied behind the others, unfolded.
  private mutating func parts(
    of place: LinePlace, _ number: UInt32, _ component: Component, _ bytes: ArraySlice<UInt8>
  ) -> LineParts {
    if let value = place.plainValue {
      let start = value.lowerBound - bytes.startIndex
      return LineParts(
        place.id, line: number, nameEnd: start - 1, valueStart: start, valueEnd: start + value.count)
    }
    let property = component.property(at: place)
    let line = property.unfolded
    var offset = -bytes.startIndex
    if place.isFolded {
      if unfolded.isEmpty { unfolded += bytes }
      offset = unfolded.count - line.startIndex
      unfolded += line
    }
    return Self.parts(property, number, of: line, movedBy: offset)
  }

  /// The parts of a line whose bytes stand elsewhere, so far behind.
  private static func parts(
    _ property: Property, _ number: UInt32, of line: ArraySlice<UInt8>, movedBy offset: Int
  ) -> LineParts {
    let end = line.endIndex + offset
    let nameEnd = (line.firstIndex { $0 == 0x3A || $0 == 0x3B } ?? line.endIndex) + offset
    let length = property.value.count
    // A line may have parameters and no colon: then there is no value, and none stands before it.
    let isOpen = length == 0 && line.last != 0x3A
    return LineParts(
      property.id, line: number, nameEnd: nameEnd, valueStart: isOpen ? end + 1 : end - length,
      valueEnd: isOpen ? end + 1 : end)
  }

  /// Copies a folded line behind the others, unfolded; false where its value is not where it is looked for.
  private mutating func unfold(_ index: Int, _ bytes: ArraySlice<UInt8>) -> Bool {
    let line = lines[index]
    guard let content = unfold(bytes, line.value) else { return false }
    let nameEnd = content.lowerBound + line.nameEnd - line.value.lowerBound
    guard let colon = unfolded.span.colon(from: nameEnd, to: content.upperBound) else { return false }
    lines[index] = LineParts(
      line.id, line: line.line, nameEnd: nameEnd, valueStart: colon + 1, valueEnd: content.upperBound)
    return true
  }

  /// Copies folded content behind the rest, unfolded; nil where it holds a carriage return that ends no line.
  private mutating func unfold(_ bytes: ArraySlice<UInt8>, _ content: Range<Int>) -> Range<Int>? {
    let (span, start) = (bytes.span, unfolded.count)
    var isUsual = true
    unfolded.append(addingCapacity: content.count) { output in
      var run = content.lowerBound
      while let feed = span.first(0x0A, from: run, to: content.upperBound) {
        let end = feed > run && span[feed - 1] == 0x0D ? feed - 1 : feed
        isUsual = isUsual && feed + 1 < content.upperBound && span.first(0x0D, from: run, to: end) == nil
        guard isUsual else { return }
        output.append(span, run..<end)
        run = feed + 2
      }
      isUsual = span.first(0x0D, from: run, to: content.upperBound) == nil
      output.append(span, run..<content.upperBound)
    }
    return isUsual ? start..<unfolded.count : nil
  }
}
