internal import ICalendar

/// The keys of an object by their bytes, so that a key is found without being made a text.
struct KeyTable<Value: Sendable>: Sendable {
  /// All of them, one behind the other, so that no reference is counted for each that is looked at.
  private let names: [UInt8]
  private let entries: [(start: Int, end: Int, value: Value)]
  /// Of each slot the place of an entry and one more; 0 where there is none. As many slots as a power of two.
  private let slots: [UInt8]

  /// - Parameter keys: fewer than 128, each once.
  init(_ keys: [(name: String, value: Value)]) {
    var (names, entries) = ([] as [UInt8], [] as [(start: Int, end: Int, value: Value)])
    var slots = [UInt8](repeating: 0, count: 256)
    for (place, key) in keys.enumerated() {
      let name = Array(key.name.utf8)
      var slot = Self.slot(name.first ?? 0, name.last ?? 0, name.count)
      while slots[slot] != 0 { slot = (slot + 1) & 255 }
      slots[slot] = UInt8(place + 1)
      entries.append((names.count, names.count + name.count, key.value))
      names += name
    }
    (self.names, self.entries, self.slots) = (names, entries, slots)
  }

  /// The name of a key, by its place among those that were given.
  func name(of place: Int) -> ArraySlice<UInt8> { names[entries[place].start..<entries[place].end] }

  @inline(__always)
  private static func slot(_ first: UInt8, _ last: UInt8, _ count: Int) -> Int {
    (Int(first) &* 5 &+ Int(last) &* 11 &+ count &* 37) & 255
  }

  /// - Complexity: O(1).
  subscript(_ name: ArraySlice<UInt8>) -> Value? { self[name.span, 0..<name.count] }

  /// The same for other bytes, which are copied.
  subscript(_ name: some Sequence<UInt8>) -> Value? { self[Array(name)[...]] }

  /// The same for a name that stands in bytes.
  ///
  /// - Complexity: O(1).
  subscript(_ bytes: Span<UInt8>, _ name: Range<Int>) -> Value? {
    var slot =
      name.isEmpty
      ? Self.slot(0, 0, 0) : Self.slot(bytes[name.lowerBound], bytes[name.upperBound - 1], name.count)
    while slots[slot] != 0 {
      let entry = entries[Int(slots[slot]) - 1]
      if entry.end - entry.start == name.count,
        bytes.isSame(name.count, from: name.lowerBound, as: names.span, from: entry.start)
      {
        return entry.value
      }
      slot = (slot + 1) & 255
    }
    return nil
  }
}

/// The values of an object by the numbers of their keys, of which there are no more than 32: by where they
/// stand in its document.
struct JSONPlaces {
  private var places = InlineArray<32, Int>(repeating: 0)
  /// A bit for each that is there.
  private var present: UInt32 = 0

  mutating func put(_ place: Int, _ number: Int) {
    places[number] = place
    present |= 1 << UInt32(number)
  }

  /// The one of a number; nil where there is none.
  subscript(_ number: Int) -> Int? { present & 1 << UInt32(number) != 0 ? places[number] : nil }

  mutating func take(_ number: Int) -> Int? {
    guard let place = self[number] else { return nil }
    present &= ~(1 << UInt32(number))
    return place
  }

  /// The one of the least number, with it.
  mutating func takeFirst() -> (number: Int, place: Int)? {
    let number = present.trailingZeroBitCount
    guard number < 32, let place = take(number) else { return nil }
    return (number, place)
  }
}
