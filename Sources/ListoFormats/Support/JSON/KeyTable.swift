/// The keys of an object by their bytes, so that a key is found without being made a text.
struct KeyTable<Value: Sendable>: Sendable {
  private let names: [[UInt8]]
  private let values: [Value]
  /// Of each slot the place of a name and one more; 0 where there is none. As many slots as a power of two.
  private let slots: [UInt8]

  /// - Parameter keys: fewer than 128, each once.
  init(_ keys: [(name: String, value: Value)]) {
    let names = keys.map { Array($0.name.utf8) }
    var slots = [UInt8](repeating: 0, count: 256)
    for (place, name) in names.enumerated() {
      var slot = Self.slot(name[...])
      while slots[slot] != 0 { slot = (slot + 1) & 255 }
      slots[slot] = UInt8(place + 1)
    }
    (self.names, values, self.slots) = (names, keys.map(\.value), slots)
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
      let place = Int(slots[slot]) - 1
      if names[place].elementsEqual(name) { return values[place] }
      slot = (slot + 1) & 255
    }
    return nil
  }
}
