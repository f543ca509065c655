internal import ICalendar

extension MergeIndex {
  /// Looks up the zones of the RECURRENCE-IDs: first what their calendar means, then what the list's inputs
  /// define, wherever they stand.
  mutating func resolveRecurrences(_ zones: MergedZones) {
    guard !recurrences.isEmpty else { return }
    for entry in entries where entry.recurrence >= 0 {
      recurrences[Int(entry.recurrence)] = recurrence(entry).resolved {
        zones.zone(inCalendar: entry.calendar, $0)
      }
    }
  }

  /// A hash of list, key and RECURRENCE-ID, that brings equal ones together. What is equal is decided by
  /// ``isSameKey(_:_:)``.
  func hash(_ entry: Entry) -> UInt64 {
    let start = Int(entry.keyStart)
    var hash = ByteHash(keys.span, start..<start + Int(entry.keyLength)).word
    hash.mix(UInt64(list(entry)) << 1 | (entry.flags.contains(.reminder) ? 1 : 0))
    guard entry.recurrence >= 0 else { return hash }
    switch recurrence(entry) {
    case .master: break
    case .date(let day): hash.mix(UInt64(bitPattern: Int64(day.daysSince1970)))
    case .floating(let local), .unknownZone(let local, _):
      hash.mix(UInt64(bitPattern: Instant(utc: local).seconds))
    case .instant(let instant): hash.mix(UInt64(bitPattern: instant.seconds))
    case .unreadable(let bytes): hash.mix(ByteHash(bytes[...]).word)
    }
    return hash
  }
}

extension UInt64 {
  @inline(__always)
  fileprivate mutating func mix(_ word: UInt64) {
    self = (self ^ word ^ self >> 29) &* 0x9E37_79B9_7F4A_7C15
  }
}

/// The entries of an index by their keys: those of one key are a chain, in the order in which they were read.
struct MergeChains: Sendable {
  /// The first entry of each key, in the order in which they were read.
  private(set) var heads: [UInt32] = []
  /// Of each entry the next one with its key; 0, which is never a next one, where there is none.
  private(set) var next: [UInt32]

  /// - Complexity: linear, whatever the keys are: see ``ByteHash``.
  init(_ index: MergeIndex) {
    next = [UInt32](repeating: 0, count: index.entries.count)
    // Twice as many slots as entries at least.
    let bits = max(4, Int.bitWidth - index.entries.count.leadingZeroBitCount + 1)
    // In each the place of a head.
    var slots = [UInt32](repeating: .max, count: 1 << bits)
    // The last entry of each chain.
    var last: [UInt32] = []
    // Copies of one collection have most of it in one order: behind what was met comes what came behind it
    // before. To look there first spares most of the way through memory.
    var guess = 0
    for number in index.entries.indices {
      let entry = index.entries[number]
      var place = guess
      if place >= heads.count || !index.isSameKey(index.entries[Int(heads[place])], entry) {
        var slot = Int(truncatingIfNeeded: index.hash(entry) >> UInt64(64 - bits))
        while slots[slot] != .max, !index.isSameKey(index.entries[Int(heads[Int(slots[slot])])], entry) {
          slot = (slot + 1) & (slots.count - 1)
        }
        guard slots[slot] != .max else {
          slots[slot] = UInt32(heads.count)
          heads.append(UInt32(number))
          last.append(UInt32(number))
          guess = heads.count
          continue
        }
        place = Int(slots[slot])
      }
      guess = place + 1
      next[Int(last[place])] = UInt32(number)
      last[place] = UInt32(number)
    }
  }

  /// Puts the entries with the key of this one, which is the first of them, in the place of others.
  func collect(from head: UInt32, into entries: inout [Int]) {
    entries.removeAll(keepingCapacity: true)
    var entry = head
    repeat {
      entries.append(Int(entry))
      entry = next[Int(entry)]
    } while entry != 0
  }

  /// All entries with the key of this one, which is the first of them, have its bytes.
  func areSame(from head: UInt32, _ entries: [MergeIndex.Entry]) -> Bool {
    let digest = entries[Int(head)].digest
    var entry = next[Int(head)]
    while entry != 0 {
      if entries[Int(entry)].digest != digest { return false }
      entry = next[Int(entry)]
    }
    return true
  }
}
