internal import ICalendar

/// Which elements of two catalogs are one: those of one name in one container, and of what is left those
/// whose name was left once on either side, which moved.
struct CatalogMatch: Sendable {
  let old: CatalogOrdinals
  let new: CatalogOrdinals
  /// By the number of each new element, the number of the old one that it is; nil for a new one.
  private(set) var sources: [Int?]
  private(set) var lists: [Int?]
  private(set) var reminders: [Int?]

  /// Matches elements as their identifiers say.
  init(_ old: Catalog, _ new: Catalog) {
    let (old, new) = (CatalogOrdinals(old), CatalogOrdinals(new))
    let sources = Self.sources(old, new)
    self.init(old, new, sources: sources, lists: Self.lists(old, new, sources), readsOccurrences: false)
  }

  /// - Parameters:
  ///   - lists: by the number of each new list, that of the old one.
  ///   - readsOccurrences: two RECURRENCE-IDs that name one instant are one, however they are written.
  init(
    _ old: CatalogOrdinals, _ new: CatalogOrdinals, sources: [Int?]? = nil, lists: [Int?],
    readsOccurrences: Bool
  ) {
    (self.old, self.new, self.lists) = (old, new, lists)
    self.sources = sources ?? Self.sources(old, new)
    reminders = [Int?](repeating: nil, count: new.reminderCount)
    matchWithinLists(readsOccurrences)
    if readsOccurrences { matchShared() }
    matchAcrossLists(readsOccurrences)
  }

  /// By the number of each old element, that of the new one; nil where it is gone.
  static func inverse(_ matches: [Int?], count: Int) -> [Int?] {
    var result = [Int?](repeating: nil, count: count)
    for (new, old) in matches.enumerated() { if let old { result[old] = new } }
    return result
  }

  // MARK: Sources and lists

  private static func sources(_ old: CatalogOrdinals, _ new: CatalogOrdinals) -> [Int?] {
    new.catalog.sources.map { old.catalog.indexPath(for: $0.identifier)?.source }
  }

  private static func lists(_ old: CatalogOrdinals, _ new: CatalogOrdinals, _ sources: [Int?]) -> [Int?] {
    var result = new.lists.indices.map { number in
      old.catalog.indexPath(for: new.list(number).identifier).flatMap(old.list(at:))
    }
    var left = Leftovers<ModelIdentifier.Name>()
    let taken = Set(result.compactMap(\.self))
    for number in old.lists.indices where !taken.contains(number) {
      if let name = old.list(number).identifier.list { left.add(old: number, name) }
    }
    guard !left.isEmpty else { return result }
    for number in new.lists.indices where result[number] == nil {
      if let name = new.list(number).identifier.list { left.add(new: number, name) }
    }
    for pair in left.pairs { result[pair.new] = pair.old }
    return result
  }

  // MARK: Reminders

  /// The name of a reminder within its list.
  private struct Key: Hashable {
    let uid: ModelIdentifier.Name
    let occurrence: Occurrence

    enum Occurrence: Hashable {
      case master
      case read(RecurrenceKey)
      case written(String)
    }

    /// - Parameter holder: nil for that of the identifier.
    init?(_ list: Catalog.ListNode, _ index: Int, _ readsOccurrences: Bool, holder: Int? = nil) {
      let identifier = list.identifiers[index]
      guard let uid = identifier.uid else { return nil }
      self.uid = holder.map { ModelIdentifier.Name(uid.text, holder: $0) } ?? uid
      guard let text = identifier.recurrenceID else {
        occurrence = .master
        return
      }
      guard readsOccurrences else {
        occurrence = .written(text)
        return
      }
      let reminder = list.reminders[index]
      let key = RecurrenceKey(reminder.component.first(.recurrenceID))
      occurrence = .read(key.resolved(in: reminder.calendar.zones.zone))
    }
  }

  private mutating func matchWithinLists(_ readsOccurrences: Bool) {
    for (number, match) in lists.enumerated() {
      guard let match else { continue }
      let (oldList, newList) = (old.list(match), new.list(number))
      let (oldStart, newStart) = (old.firstReminders[match], new.firstReminders[number])
      // Most lists begin as they began before.
      var same = 0
      while same < min(oldList.identifiers.count, newList.identifiers.count),
        Self.isSameName(oldList.identifiers[same], newList.identifiers[same])
      {
        reminders[newStart + same] = oldStart + same
        same += 1
      }
      let rest = Self.walk(oldList.identifiers, newList.identifiers, from: same) { before, now in
        reminders[newStart + now] = oldStart + before
      }
      var places: [Key: Int] = [:]
      for index in rest.old {
        guard let key = Key(oldList, index, readsOccurrences), places[key] == nil else { continue }
        places[key] = oldStart + index
      }
      for index in rest.new {
        guard let key = Key(newList, index, readsOccurrences) else { continue }
        reminders[newStart + index] = places.removeValue(forKey: key)
      }
    }
  }

  /// Pairs what follows one another in both lists, but for a few that came or went between: nothing is hashed
  /// for it. Masters alone, of which no two in a list have one name.
  ///
  /// - Returns: those that are left, in their order.
  private static func walk(
    _ old: [ModelIdentifier], _ new: [ModelIdentifier], from start: Int, pair: (Int, Int) -> Void
  ) -> (old: [Int], new: [Int]) {
    var rest: (old: [Int], new: [Int]) = ([], [])
    var (left, right) = (start, start)
    while left < old.count, right < new.count {
      let step = step(old, left, new, right) ?? (1, 1)
      rest.old += left..<left + step.old
      rest.new += right..<right + step.new
      (left, right) = (left + step.old, right + step.new)
      // Where none was found near, what comes next is asked in its turn.
      guard left < old.count, right < new.count, isSameMaster(old[left], new[right]) else { continue }
      pair(left, right)
      (left, right) = (left + 1, right + 1)
    }
    rest.old += left..<old.count
    rest.new += right..<new.count
    return rest
  }

  /// How many to pass on either side until one name stands on both; nil where that is not near.
  private static func step(
    _ old: [ModelIdentifier], _ left: Int, _ new: [ModelIdentifier], _ right: Int
  ) -> (old: Int, new: Int)? {
    if isSameMaster(old[left], new[right]) { return (0, 0) }
    for count in 1...4 {
      if left + count < old.count, isSameMaster(old[left + count], new[right]) { return (count, 0) }
      if right + count < new.count, isSameMaster(old[left], new[right + count]) { return (0, count) }
    }
    return nil
  }

  private static func isSameMaster(_ left: ModelIdentifier, _ right: ModelIdentifier) -> Bool {
    guard left.recurrenceID == nil, right.recurrenceID == nil, let uid = left.uid, let other = right.uid
    else { return false }
    return uid == other
  }

  /// Those that share a UID in their list are told apart by what they say: which is the second depends on
  /// their order.
  private mutating func matchShared() {
    for (number, match) in lists.enumerated() {
      guard let match else { continue }
      let (oldList, newList) = (old.list(match), new.list(number))
      let shared = Self.sharedUIDs(oldList).union(Self.sharedUIDs(newList))
      guard !shared.isEmpty else { continue }
      let (was, now) = (Self.groups(oldList, of: shared), Self.groups(newList, of: shared))
      for (key, places) in now {
        let before = was[key] ?? []
        let versions = [(oldList, before), (newList, places)].map { list, places in
          places.map { place -> VersionPairing.Version in
            let reminder = list.reminders[place]
            return (reminder.component, reminder.calendar.zones.zone)
          }
        }
        for (place, pair) in zip(places, VersionPairing.pairs(versions[0], versions[1])) {
          reminders[new.firstReminders[number] + place] = pair.map { old.firstReminders[match] + before[$0] }
        }
      }
    }
  }

  /// By name, where in a list those stand that have one of these UIDs.
  private static func groups(_ list: Catalog.ListNode, of uids: Set<String>) -> [Key: [Int]] {
    var result: [Key: [Int]] = [:]
    for (place, identifier) in list.identifiers.enumerated()
    where uids.contains(identifier.uid?.text ?? "") {
      if let key = Key(list, place, true, holder: 1) { result[key, default: []].append(place) }
    }
    return result
  }

  /// The UIDs that several have in a list, overrides apart.
  private static func sharedUIDs(_ list: Catalog.ListNode) -> Set<String> {
    var shared: Set<String> = []
    for identifier in list.identifiers {
      if let uid = identifier.uid, uid.holder > 1 { shared.insert(uid.text) }
    }
    return shared
  }

  private static func isSameName(_ left: ModelIdentifier, _ right: ModelIdentifier) -> Bool {
    left.uid == right.uid && left.recurrenceID == right.recurrenceID
  }

  /// Matches the reminders whose name is left once on either side: they have moved to another list. Reminders
  /// that share a UID in their list are not matched: which of them moved would be a guess.
  private mutating func matchAcrossLists(_ readsOccurrences: Bool) {
    var left = Leftovers<Key>()
    let gone = Self.inverse(reminders, count: old.reminderCount)
    for number in old.lists.indices {
      let list = old.list(number)
      let shared = Self.sharedUIDs(list)
      for (index, reminder) in old.reminders(ofList: number).enumerated()
      where gone[reminder] == nil && !shared.contains(list.identifiers[index].uid?.text ?? "") {
        if let key = Key(list, index, readsOccurrences, holder: 1) { left.add(old: reminder, key) }
      }
    }
    guard !left.isEmpty else { return }
    for number in new.lists.indices {
      let list = new.list(number)
      let shared = Self.sharedUIDs(list)
      for (index, reminder) in new.reminders(ofList: number).enumerated()
      where reminders[reminder] == nil && !shared.contains(list.identifiers[index].uid?.text ?? "") {
        if let key = Key(list, index, readsOccurrences, holder: 1) { left.add(new: reminder, key) }
      }
    }
    for pair in left.pairs { reminders[pair.new] = pair.old }
  }
}

/// The elements that found no counterpart, by name.
private struct Leftovers<Key: Hashable> {
  private struct Found {
    var old: Int?
    var new: Int?
    var isDoubtful = false
  }
  private var found: [Key: Found] = [:]

  var isEmpty: Bool { found.isEmpty }

  mutating func add(old number: Int, _ key: Key) {
    let isDoubtful = found[key]?.old != nil
    found[key, default: Found()].old = number
    if isDoubtful { found[key]?.isDoubtful = true }
  }

  /// Only of names that an old element had.
  mutating func add(new number: Int, _ key: Key) {
    guard let known = found[key] else { return }
    found[key]?.new = number
    if known.new != nil { found[key]?.isDoubtful = true }
  }

  /// Those whose name was left exactly once on either side.
  var pairs: [(old: Int, new: Int)] {
    found.values.compactMap { found in
      guard !found.isDoubtful, let old = found.old, let new = found.new else { return nil }
      return (old, new)
    }
  }
}
