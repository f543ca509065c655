internal import ICalendar

extension Catalog {
  /// The change of one reminder: another takes its place, it is removed, or it is added.
  package struct Replacement: Sendable {
    /// The list into which one comes.
    package let list: ModelIdentifier
    package let identifier: ModelIdentifier
    /// Nil for one that goes.
    package let reminder: Reminder?

    package init(list: ModelIdentifier, identifier: ModelIdentifier, reminder: Reminder?) {
      (self.list, self.identifier, self.reminder) = (list, identifier, reminder)
    }
  }

  /// The catalog as it is when some reminders are others; those that come stand last in their lists.
  ///
  /// - Complexity: linear in the lists that change.
  package func replacing(_ replacements: [Replacement]) -> Catalog {
    var changes: [IndexPath: ListReplacement] = [:]
    for replacement in replacements {
      if let path = indexPath(for: replacement.identifier), let index = path.reminder {
        let list = IndexPath(source: path.source, list: path.list)
        changes[list, default: ListReplacement()].standing[index] = .some(replacement.reminder)
      } else if let reminder = replacement.reminder, let list = indexPath(for: replacement.list) {
        changes[list, default: ListReplacement()].added.append((replacement.identifier, reminder))
      }
    }
    var lists: [IndexPath: ListNode] = [:]
    for (path, change) in changes { lists[path] = list(at: path)?.replacing(change) }
    return replacing(lists)
  }

  /// The catalog with these lists in the place of its own of the same identifiers.
  ///
  /// - Parameter others: the lists that stay as they are.
  package func taking(_ lists: [ListNode], but others: Set<ModelIdentifier>) -> Catalog {
    let taken = Dictionary(
      lists.filter { !others.contains($0.identifier) }.map { ($0.identifier, $0) },
      uniquingKeysWith: { first, _ in first })
    var changes: [IndexPath: ListNode] = [:]
    for (section, source) in sources.enumerated() {
      for (row, list) in source.lists.enumerated() {
        if let node = taken[list.identifier] { changes[IndexPath(source: section, list: row)] = node }
      }
    }
    return changes.isEmpty ? self : replacing(changes)
  }

  /// The lists of which something differs from another state of the same places: a reminder by its bytes, or
  /// where it stands, or what the list says of itself.
  ///
  /// - Returns: nil where lists came, went or stand elsewhere.
  /// - Complexity: linear in the bytes, but for reminders that were not read anew.
  package func differingLists(from other: Catalog) -> Set<ModelIdentifier>? {
    let (own, others) = (lists, other.lists)
    guard own.map(\.identifier) == others.map(\.identifier) else { return nil }
    return Set(zip(own, others).filter { !$0.isAlike($1) }.map(\.0.identifier))
  }
}

/// The changes of the reminders of one list.
private struct ListReplacement {
  /// By where they stand; nil for one that goes.
  var standing: [Int: Reminder?] = [:]
  var added: [(identifier: ModelIdentifier, reminder: Reminder)] = []
}

extension Catalog.ListNode {
  fileprivate func replacing(_ change: ListReplacement) -> Self {
    var (reminders, identifiers) = (reminders, identifiers)
    let gone = change.standing.filter { $0.value == nil }.keys.sorted(by: >)
    for case (let index, let reminder?) in change.standing { reminders[index] = reminder }
    for index in gone {
      reminders.remove(at: index)
      identifiers.remove(at: index)
    }
    // Those that are the same stay the same array, which costs nothing to compare.
    if !change.added.isEmpty {
      reminders += change.added.map(\.reminder)
      identifiers += change.added.map(\.identifier)
    }
    return Self(
      list: list, identifier: identifier, reminders: reminders, identifiers: identifiers,
      otherItems: otherItems, calendars: calendars, place: place, omitted: omitted)
  }

  fileprivate func isAlike(_ other: Self) -> Bool {
    list == other.list && identifiers == other.identifiers && calendars.count == other.calendars.count
      && zip(calendars, other.calendars).allSatisfy {
        $0 === $1
          || ($0.header?.bytes == $1.header?.bytes
            && $0.zones.definitions.count == $1.zones.definitions.count)
      }
      && otherItems.count == other.otherItems.count
      && zip(reminders, other.reminders).allSatisfy { $0.component.bytes == $1.component.bytes }
  }
}
