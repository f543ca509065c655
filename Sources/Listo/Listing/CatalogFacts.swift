package import ListoModel

/// A catalog with data derived from it. The data of a list is computed on first use, and kept when the
/// catalog is replaced by a new state in which the list is unchanged.
package struct CatalogFacts: Sendable {
  /// The last state, with each series at its current occurrence.
  public private(set) var catalog: Catalog
  /// The clock and the time zone for which the facts are computed.
  public private(set) var context: ViewContext
  /// Short names of the reminders: those of the catalog that was read, edits or not.
  public private(set) var names: ShortNames

  /// Of the lists that the last state of the catalog changed: the reminders that are others than before, by
  /// where they stand; a list of which some came, went or stand elsewhere is not there. Nil where all may be
  /// others.
  private var differences: [ModelIdentifier: [Int: Reminder]]?
  private var changedLists: Set<ModelIdentifier> = []
  private var parents: [ModelIdentifier: [Int?]] = [:]
  /// With the clock by which they were counted.
  private var counts: [ModelIdentifier: (all: ReminderCounts, context: ViewContext)] = [:]
  private var numbers: [ModelIdentifier: ReminderNumbers?] = [:]
  /// The lists that show running numbers.
  package var numbered = NumberedLists.marked

  /// - Complexity: O(n log n) in the catalog's reminders, for their names.
  public init(_ catalog: Catalog, _ context: ViewContext) {
    self.context = context
    self.catalog = catalog.rows(in: context).catalog
    names = self.catalog.shortNames()
  }

  // MARK: Other states

  /// Sets the present time. Existing counts are kept: reminders that became overdue meanwhile are counted as
  /// overdue only after all lists may have changed.
  public mutating func look(from context: ViewContext) { self.context = context }

  /// Replaces the catalog by a newer state.
  ///
  /// - Parameters:
  ///   - catalog: the new state.
  ///   - context: the clock and the zone from now on.
  ///   - changed: the lists that may differ; nil for all.
  /// - Complexity: linear in the reminders of these lists, and in the bytes of those that were read again.
  public mutating func replace(
    _ catalog: Catalog, _ context: ViewContext, changed: Set<ModelIdentifier>? = nil
  ) {
    let before = self.catalog
    self.context = context
    guard let changed else {
      self.catalog = catalog.rows(in: context).catalog
      (parents, counts, numbers, differences) = ([:], [:], [:], nil)
      names = self.catalog.shortNames()
      return
    }
    let catalog = catalog.rows(in: context, of: changed).catalog.taking(before.lists, but: changed)
    self.catalog = catalog
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
    old.parent.map(UID.init) == new.parent.map(UID.init) && old.uid.map(UID.init) == new.uid.map(UID.init)
  }

  /// Returns whether the last state of the catalog left the reminders of a list at their positions: the same
  /// reminders are shown, in the same order, under the same parents, even if their values changed.
  ///
  /// - Complexity: linear in the reminders that changed.
  public func keepsPlaces(
    in list: ModelIdentifier, by order: SortOrder, showing isShown: (ModelIdentifier, Reminder) -> Bool
  ) -> Bool {
    guard let differences, let node = catalog.node(list) else { return false }
    guard let others = differences[list] else { return !changedLists.contains(list) }
    return others.allSatisfy { index, old in
      let (identifier, new) = (node.identifiers[index], node.reminders[index])
      func standsBehind(_ other: Reminder, _ reminder: Reminder) -> Bool {
        order.sorted([0, 1], of: [reminder, other], context) == [0, 1]
      }
      return isShown(identifier, old) == isShown(identifier, new) && Self.isPlacedAlike(old, new)
        && standsBehind(old, new) && standsBehind(new, old)
    }
  }

  // MARK: Lists

  /// Returns the index of the parent of each reminder of a list; nil without a parent. Cycles are possible.
  ///
  /// - Complexity: linear in the list, the first time.
  public mutating func parents(of node: Catalog.ListNode) -> [Int?] {
    if let known = parents[node.identifier], known.count == node.reminders.count { return known }
    let found = node.parents()
    parents[node.identifier] = found
    return found
  }

  /// Returns the counts of a list by state, at the time of the first call (``look(from:)``).
  ///
  /// - Complexity: linear in the list, the first time.
  public mutating func counts(of node: Catalog.ListNode) -> ReminderCounts {
    if let known = counts[node.identifier] { return known.all }
    let found = node.counts(in: context)
    counts[node.identifier] = (found, context)
    return found
  }

  /// The running numbers of a list that shows them.
  ///
  /// - Complexity: O(n log n) in the list, the first time.
  package mutating func numbers(of node: Catalog.ListNode) -> ReminderNumbers? {
    if let known = numbers[node.identifier] { return known }
    let found = numbered.contains(node.list) ? ReminderNumbers(node) : nil
    numbers[node.identifier] = .some(found)
    return found
  }

  /// Returns the counts of a list, if they were computed already.
  public func knownCounts(of list: ModelIdentifier) -> ReminderCounts? { counts[list]?.all }

  /// The running numbers, where they were worked out and are shown.
  package func knownNumbers(of list: ModelIdentifier) -> ReminderNumbers? { numbers[list] ?? nil }

  /// Returns the parents of a list, if they were computed already.
  public func knownParents(of list: ModelIdentifier) -> [Int?]? { parents[list] }
}

/// Searches that need no index of the whole catalog, which would have to be rebuilt after each change.
extension CatalogFacts {
  /// Returns the path of a reminder, searching the list that its identifier names.
  ///
  /// - Complexity: linear in the names of its list.
  public func path(of identifier: ModelIdentifier) -> Catalog.IndexPath? {
    guard let container = identifier.container, let list = listPath(container) else {
      return catalog.indexPath(for: identifier)
    }
    let identifiers = catalog.sources[list.source].lists[list.list ?? 0].identifiers
    return identifiers.firstIndex(of: identifier).map {
      Catalog.IndexPath(source: list.source, list: list.list, reminder: $0)
    }
  }

  /// Returns the path of a list.
  ///
  /// - Complexity: linear in the number of lists.
  public func listPath(_ identifier: ModelIdentifier) -> Catalog.IndexPath? {
    for (section, source) in catalog.sources.enumerated() where source.source.identifier == identifier.source
    {
      for (row, list) in source.lists.enumerated() where list.identifier == identifier {
        return Catalog.IndexPath(source: section, list: row)
      }
    }
    return nil
  }

  /// The reminder with this identifier.
  ///
  /// - Complexity: linear in the names of its list.
  public func reminder(_ identifier: ModelIdentifier) -> Reminder? {
    path(of: identifier).flatMap(catalog.reminder)
  }

  /// Returns the number of subtasks of a reminder: the open ones, or all.
  ///
  /// - Complexity: linear in the list.
  public mutating func subtasks(of identifier: ModelIdentifier, openOnly: Bool) -> Int {
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
  func node(_ list: ModelIdentifier) -> ListNode? { lists.first { $0.identifier == list } }
}
