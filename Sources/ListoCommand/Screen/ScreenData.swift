internal import Listo
internal import Platform

/// The catalog that a screen shows, and what was worked out of it: once for each list, when it is first asked for.
struct ScreenData: Sendable {
  private(set) var catalog: Catalog
  private(set) var context: ViewContext
  /// Names reminders where one is shown in full. Those of the catalog that was read, edits or not.
  private(set) var names: ShortNames
  /// Where in their files the components of converted inputs stand.
  var lines: [String: LineMap] = [:]

  private var parents: [ModelIdentifier: [Int?]] = [:]
  private var counts: [ModelIdentifier: ReminderCounts] = [:]
  private var numbers: [ModelIdentifier: ReminderNumbers?] = [:]

  init(_ catalog: Catalog, _ context: ViewContext) {
    (self.catalog, self.context) = (catalog, context)
    names = ShortNames(catalog, on: ThreadPipeline())
  }

  /// Takes another state of the catalog.
  ///
  /// - Parameter changed: the lists in which something may differ; nil for all.
  mutating func replace(_ catalog: Catalog, _ context: ViewContext, changed: Set<ModelIdentifier>? = nil) {
    let before = self.catalog
    (self.catalog, self.context) = (catalog, context)
    guard let changed else {
      (parents, counts, numbers) = ([:], [:], [:])
      names = ShortNames(catalog, on: ThreadPipeline())
      return
    }
    for list in changed {
      (counts[list], numbers[list]) = (nil, nil)
      let (old, new) = (before.node(list), catalog.node(list))
      let isSameRow = old?.identifiers == new?.identifiers
      if !isSameRow {
        names = names.including(Set(new?.identifiers ?? []).subtracting(old?.identifiers ?? []))
      }
      if !isSameRow || !Self.hasSameParents(old?.reminders ?? [], new?.reminders ?? []) {
        parents[list] = nil
      }
    }
  }

  /// Who is a part of whom is the same, since no reminder that is another says something else of it.
  ///
  /// - Complexity: linear in the bytes, on all cores: a tenth of what working it out again takes.
  private static func hasSameParents(_ old: [Reminder], _ new: [Reminder]) -> Bool {
    guard old.count == new.count else { return false }
    return OrderedPipeline.map(Array(new.indices), threads: threads(new.count)) { index in
      old[index].component.bytes == new[index].component.bytes
        || (old[index].parent == new[index].parent && old[index].uid == new[index].uid)
    }.allSatisfy(\.self)
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
    if let known = counts[node.identifier] { return known }
    let context = context
    let states = OrderedPipeline.map(node.reminders, threads: Self.threads(node.reminders.count)) {
      reminder in
      var one = ReminderCounts()
      one.add(PlacedReminder(reminder), context)
      return one
    }
    let found = states.reduce(ReminderCounts(), +)
    counts[node.identifier] = found
    return found
  }

  /// The counts, where they were worked out.
  func knownCounts(of list: ModelIdentifier) -> ReminderCounts? { counts[list] }

  /// The running numbers of a list that shows them.
  mutating func numbers(of node: Catalog.ListNode) -> ReminderNumbers? {
    if let known = numbers[node.identifier] { return known }
    let found = ReminderNumbers.areShown(by: node.list) ? ReminderNumbers(node) : nil
    numbers[node.identifier] = .some(found)
    return found
  }

  func knownNumbers(of list: ModelIdentifier) -> ReminderNumbers? { numbers[list] ?? nil }
  func knownParents(of list: ModelIdentifier) -> [Int?]? { parents[list] }

  /// Threads cost more than a few reminders.
  static func threads(_ count: Int) -> Int { count > 512 ? ThreadPipeline.threads : 0 }

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
  mutating func look(from context: ViewContext) { replace(catalog, context, changed: []) }
}
