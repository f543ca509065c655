internal import ICalendar

/// The order in which the output holds its components. It does not depend on the order of the inputs: in each
/// list the reminders by manual order, CREATED, UID and RECURRENCE-ID, then the other components by name, UID
/// and bytes.
struct MergeOutputOrder {
  /// Entries, list by list.
  private(set) var entries: [UInt32] = []
  /// By list, where its entries end.
  private(set) var ends: [UInt32: Int] = [:]
  /// How many of them are reminders.
  let reminderCount: Int
  private let index: MergeIndex

  init(_ winners: [UInt32], _ index: MergeIndex, _ bytes: MergeBytes) throws(MergeError) {
    self.index = index
    let reminders = Self.sorted(winners, index)
    reminderCount = reminders.count
    var others = winners.filter { !index.entries[Int($0)].flags.contains(.reminder) }
    others.sort { [self] in isBefore($0, $1) }
    try sortByBytes(&others, bytes)
    entries.reserveCapacity(winners.count)
    var next = (reminder: 0, other: 0)
    let lists = Set(index.calendars.map(\.list)).sorted()
    for list in lists {
      while next.reminder < reminders.count, reminders[next.reminder].list == list {
        entries.append(reminders[next.reminder].entry)
        next.reminder += 1
      }
      while next.other < others.count, index.list(index.entries[Int(others[next.other])]) == list {
        entries.append(others[next.other])
        next.other += 1
      }
      ends[list] = entries.count
    }
  }

  /// The values that decide most comparisons, side by side in memory.
  private struct Place {
    let order: Int64
    let list: UInt32
    let entry: UInt32
  }

  private static func sorted(_ winners: [UInt32], _ index: MergeIndex) -> [Place] {
    var places: [Place] = []
    places.reserveCapacity(winners.count)
    for winner in winners {
      let entry = index.entries[Int(winner)]
      guard entry.flags.contains(.reminder) else { continue }
      places.append(Place(order: entry.order, list: index.list(entry), entry: winner))
    }
    // A reminder without an order gets a key not too far behind all others: a date in seconds is less.
    let isOneList = !index.calendars.contains { $0.list != index.calendars[0].list }
    BucketSort.sort(&places, key: { isOneList ? min($0.order, 1 << 34) : Int64($0.list) }) { left, right in
      if left.list != right.list { return left.list < right.list }
      if left.order != right.order { return left.order < right.order }
      let (one, other) = (index.entries[Int(left.entry)], index.entries[Int(right.entry)])
      if one.created != other.created { return one.created < other.created }
      let (oneKey, otherKey) = (index.key(one), index.key(other))
      if oneKey != otherKey { return oneKey.lexicographicallyPrecedes(otherKey) }
      return index.recurrence(one) < index.recurrence(other)
    }
    return places
  }

  // MARK: Other components

  /// Name and UID; for one without UID, the name.
  private func nameAndUID(_ entry: UInt32) -> ArraySlice<UInt8> {
    let entry = index.entries[Int(entry)]
    return entry.flags.contains(.hashed) ? index.key(entry).dropLast(32) : index.key(entry)
  }

  private func isBefore(_ left: UInt32, _ right: UInt32) -> Bool {
    let (leftList, rightList) = (index.list(index.entries[Int(left)]), index.list(index.entries[Int(right)]))
    if leftList != rightList { return leftList < rightList }
    return nameAndUID(left).lexicographicallyPrecedes(nameAndUID(right))
  }

  /// Puts those of one name and UID in the order of their bytes.
  private func sortByBytes(_ others: inout [UInt32], _ reading: MergeBytes) throws(MergeError) {
    var start = 0
    while start < others.count {
      var end = start + 1
      while end < others.count, !isBefore(others[start], others[end]) { end += 1 }
      if end > start + 1 {
        var run: [(entry: UInt32, bytes: [UInt8])] = []
        for entry in others[start..<end] {
          var bytes: [UInt8] = []
          try reading.append(index.entries[Int(entry)], to: &bytes)
          run.append((entry, bytes))
        }
        run.sort { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        others.replaceSubrange(start..<end, with: run.map(\.entry))
      }
      start = end
    }
  }
}
