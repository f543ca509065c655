internal import ICalendar

extension MergeIndex {
  /// Gives reminders under different UIDs that are at least so much alike one key, so that they are versions
  /// of one (``DuplicateFamilies``).
  ///
  /// - Returns: how many UIDs went, and whether all was compared.
  mutating func joinDuplicates(
    atLeast threshold: Double, _ bytes: MergeBytes
  ) throws(MergeError) -> (joined: Int, isComplete: Bool) {
    var masters: [Int] = []
    var families = DuplicateFamilies()
    for (number, entry) in entries.enumerated() where entry.flags.contains(.reminder) {
      let component = try bytes.component(entry)
      families.name(relationsOf: component)
      if entry.recurrence >= 0 {
        families.name(Array(key(entry)))
        continue
      }
      masters.append(number)
      families.add(
        number, component, family(entry), home: Int(calendars[Int(entry.calendar)].home), stamp: entry.stamp)
    }
    var targets: [DuplicateFamilies.Key: Int] = [:]
    let (groups, isComplete) = families.groups(atLeast: threshold)
    for group in groups {
      guard let least = group.first.flatMap({ families[$0] }) else { continue }
      for member in group.dropFirst() { targets[member] = least.newest }
    }
    joinsDuplicates = !targets.isEmpty
    for number in masters {
      guard let target = targets[family(entries[number])] else { continue }
      entries[number].keyStart = entries[target].keyStart
      entries[number].keyLength = entries[target].keyLength
    }
    return (targets.count, isComplete)
  }

  private func family(_ entry: Entry) -> DuplicateFamilies.Key {
    DuplicateFamilies.Key(list: list(entry), uid: Array(key(entry)))
  }
}

extension Diagnostic {
  static func duplicates(joined count: Int) -> Diagnostic {
    Diagnostic(
      .note, .duplicate,
      "\(count) reminder\(count == 1 ? "" : "s") with another UID \(count == 1 ? "was" : "were") merged with a similar one"
    )
  }
}
