internal import ICalendar

/// The numbers of UIDs in lists, from 0 in the order in which they came: ``ByteHash`` is hashed already, and is not hashed again.
struct MemberTable {
  private struct Key: Equatable {
    let uid: ByteHash
    let list: UInt32
  }

  private var keys: [Key] = []
  /// Numbers, each in the first free slot from the one that its key says; -1 in a free one. As many as a power of two, or none.
  private var slots: [Int32] = []

  /// The number of a UID, a new one where it has none yet.
  mutating func insert(_ uid: ByteHash, list: UInt32) -> (number: Int32, isNew: Bool) {
    if keys.count * 4 >= slots.count * 3 { grow() }
    let key = Key(uid: uid, list: list)
    let slot = slot(of: key)
    guard slots[slot] < 0 else { return (slots[slot], false) }
    slots[slot] = Int32(keys.count)
    keys.append(key)
    return (slots[slot], true)
  }

  /// The number of a UID; nil where it has none.
  func number(of uid: ByteHash, list: UInt32) -> Int? {
    guard !slots.isEmpty else { return nil }
    let number = slots[slot(of: Key(uid: uid, list: list))]
    return number < 0 ? nil : Int(number)
  }

  /// Where a key is, or would be.
  private func slot(of key: Key) -> Int {
    // The first bits of a product depend on all bits of what was multiplied.
    let hash = (key.uid.word ^ UInt64(key.list)) &* 0x9E37_79B9_7F4A_7C15
    var slot = Int(truncatingIfNeeded: hash >> UInt64(64 - slots.count.trailingZeroBitCount))
    while slots[slot] >= 0, keys[Int(slots[slot])] != key { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: max(16, slots.count * 2))
    for (number, key) in keys.enumerated() { slots[slot(of: key)] = Int32(number) }
  }
}
