internal import ICalendar

extension MergeIndex {
  /// An entry and the hash of its list, key and RECURRENCE-ID.
  struct Hashed {
    let hash: UInt64
    let entry: UInt32
  }

  /// Looks up the zones of the RECURRENCE-IDs, first among those that the list's inputs define, wherever they
  /// stand; then hashes every key.
  ///
  /// - Parameter zones: the zone of a TZID in a list.
  mutating func hashKeys(zones: (UInt32, String) -> Zone?) -> [Hashed] {
    for entry in entries where entry.recurrence >= 0 {
      let list = self.list(entry)
      recurrences[Int(entry.recurrence)] = recurrence(entry).resolved { zones(list, $0) }
    }
    return entries.indices.map { Hashed(hash: hash(entries[$0]), entry: UInt32($0)) }
  }

  private func hash(_ entry: Entry) -> UInt64 {
    var hash = KeyHash()
    hash.add(UInt64(list(entry)))
    hash.add(entry.flags.contains(.reminder) ? 1 : 2)
    hash.add(key(entry))
    if entry.recurrence >= 0 { hash.add(recurrence(entry)) }
    return hash.value
  }
}

/// A hash that brings equal keys together (FNV-1a). What is equal is decided on the keys themselves.
private struct KeyHash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ word: UInt64) { value = (value ^ word) &* 0x0000_0100_0000_01B3 }

  mutating func add(_ bytes: ArraySlice<UInt8>) {
    for byte in bytes { add(UInt64(byte)) }
  }

  mutating func add(_ key: RecurrenceKey) {
    switch key {
    case .master: break
    case .date(let day): add(UInt64(bitPattern: Int64(day.daysSince1970)))
    case .floating(let local), .unknownZone(let local, _):
      add(UInt64(bitPattern: Instant(utc: local).seconds))
    case .instant(let instant): add(UInt64(bitPattern: instant.seconds))
    case .unreadable(let bytes): add(bytes[...])
    }
  }
}
