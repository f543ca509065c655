internal import ICalendar

/// The lines of a component of the usual shape by the places of their parts, read once into arrays that are used again and again.
struct QuickLines: Sendable {
  struct Line: Sendable {
    let id: PropertyID
    /// From the first `;` to the colon before the value; empty where there are none.
    let parameters: Range<Int>
    let value: Range<Int>
    /// Its index in `places`.
    let place: Int
  }

  private(set) var places: [LinePlace] = []
  private(set) var lines: [Line] = []
  /// A bit for each line that stands under a typed key.
  private var placed: UInt64 = 0
  /// The first line by property; -1 for none.
  private var slots = InlineArray<256, Int8>(repeating: -1)
  /// How many bytes the name of each property has.
  private let nameLengths = PropertyID.allCases.map { $0.name.utf8.count }
  /// The component's bytes, and behind them its folded lines unfolded; empty where none is folded.
  private(set) var unfolded: [UInt8] = []

  /// The index of the first line with this property; -1 for none.
  @inline(__always)
  func first(_ id: PropertyID) -> Int { Int(slots[Int(id.rawValue)]) }

  /// Notes that a line stands under a typed key.
  @inline(__always)
  mutating func place(_ index: Int) { placed |= 1 << UInt64(index) }

  @inline(__always)
  func isPlaced(_ index: Int) -> Bool { placed & 1 << UInt64(index) != 0 }

  /// Takes a component in, in the place of the last one; false where it holds a line that is not of the usual shape.
  mutating func take(_ component: Component, _ bytes: ArraySlice<UInt8>) -> Bool {
    for line in lines { slots[Int(line.id.rawValue)] = -1 }
    placed = 0
    unfolded.removeAll(keepingCapacity: true)
    component.places(into: &places)
    // Moved out while it is filled.
    var taken: [Line] = []
    swap(&taken, &lines)
    taken.removeAll(keepingCapacity: true)
    defer { swap(&taken, &lines) }
    guard places.count <= 64 else { return false }
    var isUsual = true
    taken.append(addingCapacity: places.count) { output in
      for index in places.indices {
        guard let line = line(index, bytes) else {
          isUsual = false
          return
        }
        if slots[Int(line.id.rawValue)] < 0 { slots[Int(line.id.rawValue)] = Int8(truncatingIfNeeded: index) }
        output.append(line)
      }
    }
    // Room behind the last line for who reads eight bytes at a time.
    if !unfolded.isEmpty { unfolded.append(contentsOf: repeatElement(0, count: 8)) }
    return isUsual
  }

  /// The line at a place; nil where it is not of the usual shape.
  @inline(__always)
  private mutating func line(_ index: Int, _ bytes: ArraySlice<UInt8>) -> Line? {
    let (place, offset) = (places[index], bytes.startIndex)
    let id = place.id
    guard id != .malformed, id != .other || !place.isFolded else { return nil }
    var content = place.content.lowerBound - offset..<place.content.upperBound - offset
    // A fold in the name, or a byte order mark before it.
    guard id == .other || place.nameLength == nameLengths[Int(id.rawValue)] else { return nil }
    if place.isFolded {
      if unfolded.isEmpty { unfolded.append(contentsOf: bytes) }
      guard let copy = unfold(bytes, content) else { return nil }
      content = copy
    }
    let nameEnd = content.lowerBound + place.nameLength
    guard place.hasParameters else {
      return Line(
        id: id, parameters: nameEnd..<nameEnd, value: nameEnd + 1..<content.upperBound, place: index)
    }
    let colon =
      place.isFolded
      ? Self.colon(unfolded.span, nameEnd, content.upperBound)
      : Self.colon(bytes.span, nameEnd, content.upperBound)
    guard let colon else { return nil }
    return Line(id: id, parameters: nameEnd..<colon, value: colon + 1..<content.upperBound, place: index)
  }

  /// Copies a folded line behind the others, unfolded; nil where it holds a carriage return that ends no line.
  private mutating func unfold(_ bytes: ArraySlice<UInt8>, _ content: Range<Int>) -> Range<Int>? {
    let (span, offset, start) = (bytes.span, bytes.startIndex, unfolded.count)
    var run = content.lowerBound
    while let feed = span.first(0x0A, from: run, to: content.upperBound) {
      let end = feed > run && span[feed - 1] == 0x0D ? feed - 1 : feed
      guard feed + 1 < content.upperBound, span.first(0x0D, from: run, to: end) == nil else { return nil }
      unfolded.append(contentsOf: bytes[offset + run..<offset + end])
      run = feed + 2
    }
    guard span.first(0x0D, from: run, to: content.upperBound) == nil else { return nil }
    unfolded.append(contentsOf: bytes[offset + run..<offset + content.upperBound])
    return start..<unfolded.count
  }

  /// The colon before the value: the first outside of quotation marks; nil where a mark never closes.
  private static func colon(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Int? {
    var isQuoted = false
    for index in start..<end {
      switch bytes[index] {
      case 0x22: isQuoted.toggle()
      case 0x3A where !isQuoted: return index
      default: continue
      }
    }
    return nil
  }
}
