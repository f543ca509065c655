/// The changes of the elements of a catalog, for a view that shows the new catalog and keeps its selection.
///
/// The paths are those of a batch update of UITableView and UICollectionView: removed elements and sources of
/// moves have paths of the old catalog, inserted elements and targets of moves have paths of the new catalog.
/// To apply them, remove the removed and the moved elements, then insert the inserted and the moved ones in
/// ascending order. As few elements as possible move.
///
/// A source or list is removed and inserted with its content; its lists and reminders are not listed. A
/// reminder that leaves a removed list is therefore listed only as inserted; ``resolve(_:)`` still finds it.
public struct CatalogChanges: Sendable {
  /// An element that came or went.
  public struct Element: Sendable, Hashable {
    /// The identifier of the element.
    public let identifier: ModelIdentifier
    /// The path: in the old catalog for removed elements, otherwise in the new one.
    public let path: Catalog.IndexPath
  }

  /// An element with another position, in the same or another container.
  public struct Move: Sendable, Hashable {
    /// As it is named now.
    public let identifier: ModelIdentifier
    /// The old identifier; it differs if the reminder is now in another list or source.
    public let oldIdentifier: ModelIdentifier
    /// The path in the old catalog.
    public let oldPath: Catalog.IndexPath
    /// The path in the new catalog.
    public let path: Catalog.IndexPath
  }

  /// An element that says something else. It may have moved too: load it anew, at its new path, when the rest
  /// is done.
  public struct Update: Sendable, Hashable {
    /// Its name in the new catalog.
    public let identifier: ModelIdentifier
    /// The path in the old catalog.
    public let oldPath: Catalog.IndexPath
    /// The path in the new catalog.
    public let path: Catalog.IndexPath
  }

  /// In the order of their paths in the old catalog.
  public internal(set) var removed: [Element] = []
  /// In the order of their paths in the new catalog; so are ``moved`` and ``updated``.
  public internal(set) var inserted: [Element] = []
  /// The moved elements, without those that only shifted because of insertions and removals.
  public internal(set) var moved: [Move] = []
  /// Reminders that say something else for people (a DTSTAMP alone is nothing), or whose zone is defined
  /// differently; lists and sources with another title, colour, description or order.
  public internal(set) var updated: [Update] = []

  let match: CatalogMatch
  private let newLists: [Int?]
  private let newReminders: [Int?]

  init(_ match: CatalogMatch, newLists: [Int?], newReminders: [Int?]) {
    (self.match, self.newLists, self.newReminders) = (match, newLists, newReminders)
  }

  /// Nothing is to be done.
  public var isEmpty: Bool { removed.isEmpty && inserted.isEmpty && moved.isEmpty && updated.isEmpty }

  /// Returns the result for a selected element of the old catalog.
  ///
  /// - Returns: `found` if the identifier is the same, `moved` if it is another, or `gone` with a
  ///   replacement: the reminder now at its position, or else the one before, the list, or the source, if it
  ///   still exists.
  /// - Complexity: O(1) if the element exists, otherwise linear in its list.
  public func resolve(_ oldPath: Catalog.IndexPath) -> Resolution {
    let catalogs = (old: match.old.catalog, new: match.new.catalog)
    guard let identifier = catalogs.old.modelIdentifier(at: oldPath) else { return .gone(nearest: nil) }
    if let path = path(of: oldPath) {
      return catalogs.new.modelIdentifier(at: path) == identifier ? .found(path) : .moved(path)
    }
    guard let row = oldPath.list else { return .gone(nearest: nil) }
    let list = Catalog.IndexPath(source: oldPath.source, list: row)
    if let index = oldPath.reminder, let home = path(of: list) {
      let count = catalogs.old.list(at: list)?.reminders.count ?? 0
      let behind = (index + 1..<max(count, index + 1)).lazy
      let before = (0..<index).reversed().lazy
      let neighbour = { (index: Int) -> Catalog.IndexPath? in
        let found = self.path(of: Catalog.IndexPath(source: oldPath.source, list: row, reminder: index))
        return found.flatMap { $0.source == home.source && $0.list == home.list ? $0 : nil }
      }
      return .gone(nearest: behind.compactMap(neighbour).first ?? before.compactMap(neighbour).first ?? home)
    }
    return .gone(nearest: path(of: Catalog.IndexPath(source: oldPath.source)))
  }

  /// Returns the new path of an element of the old catalog; nil if it is gone.
  public func path(of oldPath: Catalog.IndexPath) -> Catalog.IndexPath? {
    guard oldPath.list != nil else {
      return match.sources.firstIndex { $0 == oldPath.source }.map { Catalog.IndexPath(source: $0) }
    }
    guard let list = match.old.list(at: oldPath) else { return nil }
    guard let index = oldPath.reminder else { return newLists[list].map { match.new.lists[$0] } }
    guard match.old.catalog.reminder(at: oldPath) != nil else { return nil }
    return newReminders[match.old.firstReminders[list] + index].map(match.new.path(ofReminder:))
  }
}
