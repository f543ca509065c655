internal import ICalendar

extension MergeIndex {
  /// Gives reminders under different UIDs that are at least so much alike one key, so that they are versions of one.
  ///
  /// Of a reminder with several versions the newest is compared. One that others name, as their parent or by a RECURRENCE-ID, is left
  /// alone: without it they would have no one. The result does not depend on the order of the inputs.
  ///
  /// - Returns: how many UIDs went, and whether all was compared.
  mutating func joinDuplicates(
    atLeast threshold: Double, _ bytes: MergeBytes
  ) throws(MergeError) -> (joined: Int, isComplete: Bool) {
    var masters: [Int] = []
    var families: [[UInt8]: Family] = [:]
    var named: Set<[UInt8]> = []
    for (number, entry) in entries.enumerated() where entry.flags.contains(.reminder) {
      let component = try bytes.component(entry)
      for relation in component.all(.relatedTo) { named.insert(Array(relation.value)) }
      if entry.recurrence >= 0 {
        named.insert(Array(key(entry)))
        continue
      }
      masters.append(number)
      let likeness = Likeness(component)
      families[family(entry), default: Family(entry: number, likeness)].take(number, likeness, self)
    }
    var targets: [[UInt8]: Int] = [:]
    var isComplete = true
    // By list: reminders that one list holds apart stay apart.
    let candidates = families.filter { !named.contains(Array(key(entries[$0.value.entry]))) }
    for (_, members) in Dictionary(grouping: candidates, by: { list(entries[$0.value.entry]) }) {
      let items = members.map {
        DuplicateSearch.Item(likeness: $0.value.likeness, homes: $0.value.homes.sorted())
      }
      let result = DuplicateSearch.groups(items, atLeast: threshold)
      isComplete = isComplete && result.isComplete
      for group in result.groups {
        let least = group.min { members[$0].key.lexicographicallyPrecedes(members[$1].key) } ?? group[0]
        for member in group where member != least {
          targets[members[member].key] = members[least].value.entry
        }
      }
    }
    joinsDuplicates = !targets.isEmpty
    for number in masters {
      guard let target = targets[family(entries[number])] else { continue }
      entries[number].keyStart = entries[target].keyStart
      entries[number].keyLength = entries[target].keyLength
    }
    return (targets.count, isComplete)
  }

  /// The versions of one UID in one list.
  private struct Family {
    /// The newest, of equally new ones the first in an order of what they say.
    var entry: Int
    var likeness: Likeness
    var homes: Set<Int> = []

    init(entry: Int, _ likeness: Likeness) { (self.entry, self.likeness) = (entry, likeness) }

    mutating func take(_ number: Int, _ other: Likeness, _ index: MergeIndex) {
      homes.insert(Int(index.calendars[Int(index.entries[number].calendar)].home))
      let (mine, theirs) = (index.entries[entry].stamp, index.entries[number].stamp)
      if theirs > mine || theirs == mine && Likeness.precedes(other, likeness) {
        (entry, likeness) = (number, other)
      }
    }
  }

  private func family(_ entry: Entry) -> [UInt8] { Array("\(list(entry)) ".utf8) + key(entry) }
}

extension Diagnostic {
  static func duplicates(joined count: Int) -> Diagnostic {
    Diagnostic(
      .note, .duplicate,
      "\(count) reminder\(count == 1 ? "" : "s") with another UID \(count == 1 ? "was" : "were") merged with a similar one"
    )
  }
}
