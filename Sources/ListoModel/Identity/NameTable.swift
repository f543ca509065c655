/// The numbers of names, from 0 in the order in which they came, by their hashes (``ReminderName/hash(uid:)``): what is hashed already is
/// not hashed again.
struct NameTable: Sendable {
  private var names: [UInt64] = []
  /// Numbers, each in the first free slot from the one that its name says; -1 in a free one. As many as a power of two, or none.
  private var slots: [Int32] = []

  /// How many names have a number.
  var count: Int { names.count }

  /// The number of a name, a new one where it has none yet.
  @discardableResult
  mutating func insert(_ name: UInt64) -> Int {
    if names.count * 4 >= slots.count * 3 { grow() }
    let slot = slot(of: name)
    if slots[slot] < 0 {
      slots[slot] = Int32(names.count)
      names.append(name)
    }
    return Int(slots[slot])
  }

  /// The number of a name; nil where it has none.
  func number(of name: UInt64) -> Int? {
    guard !slots.isEmpty else { return nil }
    let number = slots[slot(of: name)]
    return number < 0 ? nil : Int(number)
  }

  /// Where a name is, or would be.
  private func slot(of name: UInt64) -> Int {
    // The first bits of a product depend on all bits of what was multiplied.
    let hash = name &* 0x9E37_79B9_7F4A_7C15
    var slot = Int(truncatingIfNeeded: hash >> UInt64(64 - slots.count.trailingZeroBitCount))
    while slots[slot] >= 0, names[Int(slots[slot])] != name { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: max(16, slots.count * 2))
    for (number, name) in names.enumerated() { slots[slot(of: name)] = Int32(number) }
  }
}
