/// A key that is a hash, or has one: a number whose bits are as good as random.
protocol HashedKey: Equatable, Sendable {
  var word: UInt64 { get }
}

/// A hash of a name (``IdentityInList/hash(uid:)``).
extension UInt64: HashedKey {
  var word: UInt64 { self }
}

/// The numbers of keys, from 0 in the order in which they came: what is hashed already is not hashed again.
struct NumberedKeys<Key: HashedKey>: Sendable {
  private var keys: [Key] = []
  /// Numbers, each in the first free slot from the one that its key says; -1 in a free one. As many as a
  /// power of two, or none.
  private var slots: [Int32] = []

  /// How many keys have a number.
  var count: Int { keys.count }

  /// The number of a key, a new one where it has none yet.
  @discardableResult
  mutating func insert(_ key: Key) -> (number: Int, isNew: Bool) {
    if keys.count * 4 >= slots.count * 3 { grow() }
    let slot = slot(of: key)
    guard slots[slot] < 0 else { return (Int(slots[slot]), false) }
    slots[slot] = Int32(keys.count)
    keys.append(key)
    return (keys.count - 1, true)
  }

  /// The number of a key; nil where it has none.
  func number(of key: Key) -> Int? {
    guard !slots.isEmpty else { return nil }
    let number = slots[slot(of: key)]
    return number < 0 ? nil : Int(number)
  }

  /// Where a key is, or would be.
  private func slot(of key: Key) -> Int {
    // The first bits of a product depend on all bits of what was multiplied.
    let hash = key.word &* 0x9E37_79B9_7F4A_7C15
    var slot = Int(truncatingIfNeeded: hash >> UInt64(64 - slots.count.trailingZeroBitCount))
    while slots[slot] >= 0, keys[Int(slots[slot])] != key { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: max(16, slots.count * 2))
    for (number, key) in keys.enumerated() { slots[slot(of: key)] = Int32(number) }
  }
}
