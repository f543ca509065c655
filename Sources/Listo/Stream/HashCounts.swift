/// How often each name was seen, by 64 bits of a hash of it: 16 to 32 bytes a name, whatever its length.
///
/// Two names out of a million share 64 bits with a probability of 3 in 100 million; then the second is taken for a repetition.
struct HashCounts {
  private var slots: [UInt64] = []
  private var used = 0
  /// Of those that were seen more than once.
  private var repeated: [UInt64: Int] = [:]

  /// Counts a name in a scope; returns how often it was seen, this time included.
  mutating func count(_ name: UInt64, in scope: Int = 0) -> Int {
    var hash = (name ^ UInt64(truncatingIfNeeded: scope)) &* 0x9E37_79B9_7F4A_7C15
    hash ^= hash >> 32
    if hash == 0 { hash = 1 }
    if used * 2 >= slots.count { grow() }
    if insert(hash) { return 1 }
    repeated[hash, default: 1] += 1
    return repeated[hash] ?? 2
  }

  private mutating func insert(_ hash: UInt64) -> Bool {
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != 0 {
      if slots[slot] == hash { return false }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = hash
    used += 1
    return true
  }

  private mutating func grow() {
    let old = slots
    slots = [UInt64](repeating: 0, count: max(16, old.count * 2))
    used = 0
    for hash in old where hash != 0 { _ = insert(hash) }
  }
}
