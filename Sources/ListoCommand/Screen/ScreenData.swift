internal import Listo

/// The catalog that a screen shows, and what was worked out of it: once for each list, when it is first asked for.
struct ScreenData: Sendable {
  private(set) var catalog: Catalog
  private(set) var context: ViewContext
  /// Names reminders where one is shown in full. Those of the catalog that was read, edits or not.
  private(set) var names: ShortNames
  /// Where in their files the components of converted inputs stand.
  var lines: [String: LineMap] = [:]

  /// Of the lists that the last state of the catalog changed: the reminders that are others than before, by where they stand; a list
  /// of which some came, went or stand elsewhere is not there. Nil where all may be others.
  private var differences: [ModelIdentifier: [Int: Reminder]]?
  private var changedLists: Set<ModelIdentifier> = []
  private var parents: [ModelIdentifier: [Int?]] = [:]
  /// With the clock by which they were counted.
  private var counts: [ModelIdentifier: (all: ReminderCounts, context: ViewContext)] = [:]
  private var numbers: [ModelIdentifier: ReminderNumbers?] = [:]

  init(_ catalog: Catalog, _ context: ViewContext) {
    (self.catalog, self.context) = (catalog, context)
    names = catalog.shortNames()
  }

  /// Takes another state of the catalog.
  ///
  /// - Parameter changed: the lists in which something may differ; nil for all.
  mutating func replace(_ catalog: Catalog, _ context: ViewContext, changed: Set<ModelIdentifier>? = nil) {
    let before = self.catalog
    (self.catalog, self.context) = (catalog, context)
    guard let changed else {
      (parents, counts, numbers, differences) = ([:], [:], [:], nil)
      names = catalog.shortNames()
      return
    }
    differences = [:]
    for list in changed {
      let isNumbered = numbers[list].map { $0 != nil } ?? false
      numbers[list] = nil
      let (old, new) = (before.node(list), catalog.node(list))
      guard let old, let new, old.identifiers == new.identifiers else {
        (counts[list], parents[list]) = (nil, nil)
        names = names.including(Set(new?.identifiers ?? []).subtracting(old?.identifiers ?? []))
        continue
      }
      let others = Self.differing(old, new)
      differences?[list] = Dictionary(uniqueKeysWithValues: others.map { ($0, old.reminders[$0]) })
      if isNumbered { _ = numbers(of: new) }
      for index in others {
        guard let known = counts[list]?.context else { break }
        counts[list]?.all.remove(PlacedReminder(old.reminders[index]), known)
        counts[list]?.all.add(PlacedReminder(new.reminders[index]), known)
      }
      let isSame = others.allSatisfy { Self.isPlacedAlike(old.reminders[$0], new.reminders[$0]) }
      if !isSame { parents[list] = nil }
    }
    changedLists = changed
  }

  /// Those that are others than at their place before.
  ///
  /// - Complexity: linear in the bytes of what was read anew, on all cores, and in the reminders.
  private static func differing(_ old: Catalog.ListNode, _ new: Catalog.ListNode) -> [Int] {
    new.indices { old.reminders[$0].component.bytes != new.reminders[$0].component.bytes }
  }

  /// It says the same of who it is and what it is a part of.
  private static func isPlacedAlike(_ old: Reminder, _ new: Reminder) -> Bool {
    old.parent == new.parent && old.uid == new.uid
  }

  /// The lines of a page are those of before the last state of the catalog came, though reminders say something else.
  ///
  /// - Complexity: linear in the reminders that are others.
  func keepsRows(_ scope: Scope, _ options: OutlineOptions) -> Bool {
    guard case .list(let list) = scope, options.grouping == .none, options.filter == nil, let differences
    else { return false }
    guard let node = catalog.node(list) else { return false }
    guard let others = differences[list] else { return !changedLists.contains(list) }
    return others.allSatisfy { index, old in
      let new = node.reminders[index]
      func isShown(_ reminder: Reminder) -> Bool {
        options.showsFinished || reminder.isOpen || options.kept.contains(node.identifiers[index])
      }
      func standsBehind(_ other: Reminder, _ reminder: Reminder) -> Bool {
        options.order.sorting.sorted([0, 1], of: [reminder, other], context) == [0, 1]
      }
      return isShown(old) == isShown(new) && Self.isPlacedAlike(old, new)
        && standsBehind(old, new) && standsBehind(new, old)
    }
  }

  /// What each reminder of a list is a part of.
  ///
  /// - Complexity: linear in the list, the first time.
  mutating func parents(of node: Catalog.ListNode) -> [Int?] {
    if let known = parents[node.identifier], known.count == node.reminders.count { return known }
    let found = Hierarchy.parents(of: node.reminders)
    parents[node.identifier] = found
    return found
  }

  /// - Complexity: linear in the list, the first time.
  mutating func counts(of node: Catalog.ListNode) -> ReminderCounts {
    if let known = counts[node.identifier] { return known.all }
    let found = node.counted(Array(node.reminders.indices), in: context) { _, _ in false }.counts
    counts[node.identifier] = (found, context)
    return found
  }

  /// The counts, where they were worked out.
  func knownCounts(of list: ModelIdentifier) -> ReminderCounts? { counts[list]?.all }

  /// The running numbers of a list that shows them.
  mutating func numbers(of node: Catalog.ListNode) -> ReminderNumbers? {
    if let known = numbers[node.identifier] { return known }
    let found = ReminderNumbers.areShown(by: node.list) ? ReminderNumbers(node) : nil
    numbers[node.identifier] = .some(found)
    return found
  }

  func knownNumbers(of list: ModelIdentifier) -> ReminderNumbers? { numbers[list] ?? nil }
  func knownParents(of list: ModelIdentifier) -> [Int?]? { parents[list] }

  // MARK: Looking up

  /// Where a reminder stands: in the list that its identifier names, without an index of the whole catalog.
  ///
  /// - Complexity: linear in the names of its list.
  func path(of identifier: ModelIdentifier) -> Catalog.IndexPath? {
    guard let container = identifier.container, let list = listPath(container) else {
      return catalog.indexPath(for: identifier)
    }
    let identifiers = catalog.sources[list.source].lists[list.list ?? 0].identifiers
    return identifiers.firstIndex(of: identifier).map {
      Catalog.IndexPath(source: list.source, list: list.list, reminder: $0)
    }
  }

  /// Where a list stands.
  ///
  /// - Complexity: linear in the number of lists.
  func listPath(_ identifier: ModelIdentifier) -> Catalog.IndexPath? {
    for (section, source) in catalog.sources.enumerated() where source.source.identifier == identifier.source
    {
      for (row, list) in source.lists.enumerated() where list.identifier == identifier {
        return Catalog.IndexPath(source: section, list: row)
      }
    }
    return nil
  }

  func reminder(_ identifier: ModelIdentifier) -> Reminder? { path(of: identifier).flatMap(catalog.reminder) }

  /// The subtasks of a reminder that are open, or all.
  mutating func subtasks(of identifier: ModelIdentifier, openOnly: Bool) -> Int {
    guard let path = path(of: identifier), let node = catalog.list(at: path), let index = path.reminder else {
      return 0
    }
    var count = 0
    for (child, parent) in parents(of: node).enumerated() where parent == index && child != index {
      if !openOnly || node.reminders[child].isOpen { count += 1 }
    }
    return count
  }
}

extension Catalog {
  /// A list, without an index of the whole catalog.
  fileprivate func node(_ list: ModelIdentifier) -> ListNode? { lists.first { $0.identifier == list } }
}

extension ScreenData {
  /// Time has passed.
  mutating func look(from context: ViewContext) { self.context = context }
}
