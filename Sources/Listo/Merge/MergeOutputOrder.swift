internal import ICalendar

/// The order in which the output holds its components. It does not depend on the order of the inputs: in each list the reminders by
/// manual order, CREATED, UID and RECURRENCE-ID, then the other components by name, UID and bytes.
struct MergeOutputOrder {
  /// Entries, list by list.
  private(set) var entries: [Int] = []
  private let index: MergeIndex

  init(_ winners: [Int], _ index: MergeIndex, _ bytes: MergeBytes) throws(MergeError) {
    self.index = index
    var reminders = winners.filter { index.entries[$0].flags.contains(.reminder) }
    var others = winners.filter { !index.entries[$0].flags.contains(.reminder) }
    reminders.sort { Self.precedes(index.entries[$0], index.entries[$1], index) }
    others.sort { [self] in isBefore($0, $1) }
    try sortByBytes(&others, bytes)
    entries.reserveCapacity(winners.count)
    var next = (reminder: 0, other: 0)
    let lists = Set(index.calendars.map(\.list)).sorted()
    for list in lists {
      while next.reminder < reminders.count, index.list(index.entries[reminders[next.reminder]]) == list {
        entries.append(reminders[next.reminder])
        next.reminder += 1
      }
      while next.other < others.count, index.list(index.entries[others[next.other]]) == list {
        entries.append(others[next.other])
        next.other += 1
      }
    }
  }

  private static func precedes(_ left: MergeIndex.Entry, _ right: MergeIndex.Entry, _ index: MergeIndex) -> Bool {
    let (leftList, rightList) = (index.list(left), index.list(right))
    if leftList != rightList { return leftList < rightList }
    if left.order != right.order { return left.order < right.order }
    if left.created != right.created { return left.created < right.created }
    let (leftKey, rightKey) = (index.key(left), index.key(right))
    if leftKey != rightKey { return leftKey.lexicographicallyPrecedes(rightKey) }
    return index.recurrence(left) < index.recurrence(right)
  }

  // MARK: Other components

  /// Name and UID; for one without UID, the name.
  private func nameAndUID(_ entry: Int) -> ArraySlice<UInt8> {
    let entry = index.entries[entry]
    return entry.flags.contains(.hashed) ? index.key(entry).dropLast(32) : index.key(entry)
  }

  private func isBefore(_ left: Int, _ right: Int) -> Bool {
    let (leftList, rightList) = (index.list(index.entries[left]), index.list(index.entries[right]))
    if leftList != rightList { return leftList < rightList }
    return nameAndUID(left).lexicographicallyPrecedes(nameAndUID(right))
  }

  /// Puts those of one name and UID in the order of their bytes.
  private func sortByBytes(_ others: inout [Int], _ reading: MergeBytes) throws(MergeError) {
    var start = 0
    while start < others.count {
      var end = start + 1
      while end < others.count, !isBefore(others[start], others[end]) { end += 1 }
      if end > start + 1 {
        var run: [(entry: Int, bytes: [UInt8])] = []
        for entry in others[start..<end] {
          var bytes: [UInt8] = []
          try reading.append(index.entries[entry], to: &bytes)
          run.append((entry, bytes))
        }
        run.sort { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        others.replaceSubrange(start..<end, with: run.map(\.entry))
      }
      start = end
    }
  }
}
