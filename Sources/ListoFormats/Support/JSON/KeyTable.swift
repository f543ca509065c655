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
      var slot = Self.slot(name[...])
      while slots[slot] != 0 { slot = (slot + 1) & 255 }
      slots[slot] = UInt8(place + 1)
      entries.append((names.count, names.count + name.count, key.value))
      names += name
    }
    (self.names, self.entries, self.slots) = (names, entries, slots)
  }

  @inline(__always)
  private static func slot(_ name: some BidirectionalCollection<UInt8>) -> Int {
    guard let first = name.first, let last = name.last else { return 0 }
    return (Int(first) &* 5 &+ Int(last) &* 11 &+ name.count &* 37) & 255
  }

  /// - Complexity: O(1).
  subscript(_ name: some BidirectionalCollection<UInt8>) -> Value? {
    var slot = Self.slot(name)
    while slots[slot] != 0 {
      let entry = entries[Int(slots[slot]) - 1]
      if isName(name, entry.start, entry.end) { return entry.value }
      slot = (slot + 1) & 255
    }
    return nil
  }

  @inline(__always)
  private func isName(_ name: some BidirectionalCollection<UInt8>, _ start: Int, _ end: Int) -> Bool {
    var place = start
    for byte in name {
      guard place < end, names[place] == byte else { return false }
      place += 1
    }
    return place == end
  }
}
