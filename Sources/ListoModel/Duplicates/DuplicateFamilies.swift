internal import ICalendar

/// Reminders by UID, in which those are found that are one under different UIDs: the grouping of `listo merge
/// --fuzzy` and of `listo dedupe`.
///
/// Of a reminder with several versions the newest is compared. One that others name, as their parent or by a
/// RECURRENCE-ID, is left alone: without it they would have no one. The result does not depend on the order
/// in which the reminders come.
struct DuplicateFamilies {
  /// A UID in a list; lists are numbered, and reminders of different lists are never compared.
  struct Key: Hashable, Comparable {
    let list: UInt32
    let uid: [UInt8]

    static func < (left: Key, right: Key) -> Bool {
      left.list != right.list ? left.list < right.list : left.uid.lexicographicallyPrecedes(right.uid)
    }
  }

  /// The versions of one UID.
  struct Family {
    /// The newest, of equally new ones the first in an order of what they say.
    fileprivate(set) var newest: Int
    fileprivate(set) var likeness: Likeness
    fileprivate var stamp: Int64
    fileprivate var homes: Set<Int> = []
  }

  private var families: [Key: Family] = [:]
  private var named: Set<[UInt8]> = []

  subscript(key: Key) -> Family? { families[key] }

  /// Takes note of the reminders that a component names.
  mutating func name(relationsOf component: Component) {
    for relation in component.all(.relatedTo) { named.insert(Array(relation.value)) }
  }

  /// Takes note of an occurrence, which names its master.
  mutating func name(_ uid: [UInt8]) { named.insert(uid) }

  /// Adds a reminder that is no occurrence of another.
  ///
  /// - Parameters:
  ///   - number: the caller's for it.
  ///   - home: the number of the file, or of the folder with a file for each item, that holds it.
  ///   - stamp: see ``VersionRank``.
  mutating func add(_ number: Int, _ component: Component, _ key: Key, home: Int, stamp: Int64) {
    let likeness = Likeness(component)
    var family = families.removeValue(forKey: key) ?? Family(newest: number, likeness: likeness, stamp: stamp)
    family.homes.insert(home)
    if stamp > family.stamp || stamp == family.stamp && Likeness.precedes(likeness, family.likeness) {
      (family.newest, family.likeness, family.stamp) = (number, likeness, stamp)
    }
    families[key] = family
  }

  /// The families that are one reminder, each group sorted; and whether all was compared.
  func groups(atLeast threshold: Double) -> (groups: [[Key]], isComplete: Bool) {
    var groups: [[Key]] = []
    var isComplete = true
    let candidates = families.filter { !named.contains($0.key.uid) }
    for (_, members) in Dictionary(grouping: candidates, by: { $0.key.list }) {
      let items = members.map {
        DuplicateSearch.Item(likeness: $0.value.likeness, homes: $0.value.homes.sorted())
      }
      let result = DuplicateSearch.groups(items, atLeast: threshold)
      isComplete = isComplete && result.isComplete
      groups += result.groups.map { group in group.map { members[$0].key }.sorted() }
    }
    return (groups, isComplete)
  }
}

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
