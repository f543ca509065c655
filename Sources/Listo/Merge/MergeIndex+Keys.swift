internal import ICalendar

extension MergeIndex {
  /// Looks up the zones of the RECURRENCE-IDs, first among those that the list's inputs define, wherever they stand; then
  /// gives every entry the hash of its key.
  ///
  /// - Parameter zones: the zone of a TZID in a list.
  mutating func finishKeys(zones: (UInt32, String) -> Zone?) {
    for index in entries.indices {
      let list = calendars[Int(entries[index].calendar)].list
      var hash = KeyHash()
      hash.add(UInt64(list))
      hash.add(entries[index].flags.contains(.reminder) ? 1 : 2)
      let start = Int(entries[index].keyStart)
      hash.add(keys[start..<(start + Int(entries[index].keyLength))])
      let number = Int(entries[index].recurrence)
      if number >= 0 {
        recurrences[number] = recurrences[number].resolved { zones(list, $0) }
        hash.add(recurrences[number])
      }
      entries[index].keyHash = hash.value
    }
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
