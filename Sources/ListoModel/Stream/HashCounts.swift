/// How often each name was seen, by 64 bits of a hash of it: 11 to 22 bytes a name, whatever its length.
///
/// Two names out of a million share 64 bits with a probability of 3 in 100 million; then the second is taken
/// for a repetition.
struct HashCounts {
  /// One while they are few, then ``manyTables`` by the first bits of the hash: each grows by itself, so that
  /// there is never a second copy of all of them.
  private var tables = [Table()]
  private var shift = 64
  /// Of those that were seen more than once.
  private var repeated: [UInt64: Int] = [:]

  private static let manyTables = 64
  /// The slots of one table before it becomes many.
  private static let fewSlots = 1 << 15

  /// Counts a name in a scope; returns how often it was seen, this time included.
  mutating func count(_ name: UInt64, in scope: Int = 0) -> Int {
    var hash = (name ^ UInt64(truncatingIfNeeded: scope)) &* 0x9E37_79B9_7F4A_7C15
    hash ^= hash >> 32
    if hash == 0 { hash = 1 }
    var table = Int(truncatingIfNeeded: hash >> shift)
    if tables[table].isFull {
      grow(table)
      table = Int(truncatingIfNeeded: hash >> shift)
    }
    if tables[table].insert(hash) { return 1 }
    repeated[hash, default: 1] += 1
    return repeated[hash] ?? 2
  }

  private mutating func grow(_ table: Int) {
    let old = tables[table].slots
    if tables.count == 1 && old.count >= Self.fewSlots {
      tables = [Table](repeating: Table(old.count * 2 / Self.manyTables), count: Self.manyTables)
      shift = 64 - Self.manyTables.trailingZeroBitCount
      for hash in old where hash != 0 { _ = tables[Int(truncatingIfNeeded: hash >> shift)].insert(hash) }
    } else {
      tables[table] = Table(max(16, old.count * 2))
      for hash in old where hash != 0 { _ = tables[table].insert(hash) }
    }
  }

  /// Hashes, each in the first free slot from the one that its last bits say; 0 in a free one.
  private struct Table {
    private(set) var slots: [UInt64]
    private var used = 0

    /// - Parameter count: a power of two, or 0.
    init(_ count: Int = 0) { slots = [UInt64](repeating: 0, count: count) }

    var isFull: Bool { used * 4 >= slots.count * 3 }

    mutating func insert(_ hash: UInt64) -> Bool {
      var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
      while slots[slot] != 0 {
        if slots[slot] == hash { return false }
        slot = (slot + 1) & (slots.count - 1)
      }
      slots[slot] = hash
      used += 1
      return true
    }
  }
}
