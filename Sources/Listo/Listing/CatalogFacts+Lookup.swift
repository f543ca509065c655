package import ListoModel

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
