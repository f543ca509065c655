/// What became of the elements of a catalog: what a view has to do to show the new one, and how it keeps its selection.
///
/// The paths are those of a batch update of UITableView and UICollectionView: what is removed and what moves is named by its path in
/// the old catalog, what is inserted and where it moves to by its path in the new one, and nothing is counted on from another
/// change. To apply them, take the moved elements out, remove the removed ones, then put inserted and moved ones in their places in
/// rising order. As few elements move as possible.
///
/// A source or list goes and comes with all that is in it: its lists and reminders are not named one by one. A reminder that leaves a
/// list which is removed is therefore not named, and in its new place is inserted; ``resolve(_:)`` knows that it is the same.
public struct CatalogChanges: Sendable {
  /// An element that came or went.
  public struct Element: Sendable, Hashable {
    /// The identifier of the element.
    public let identifier: ModelIdentifier
    /// Where it stands: in the new catalog, of what went in the old one.
    public let path: Catalog.IndexPath
  }

  /// An element that stands in another place, in its container or in another one.
  public struct Move: Sendable, Hashable {
    /// As it is named now.
    public let identifier: ModelIdentifier
    /// As it was named: another name where it is in another list or source.
    public let oldIdentifier: ModelIdentifier
    /// Where it stood.
    public let oldPath: Catalog.IndexPath
    /// Where it stands now.
    public let path: Catalog.IndexPath
  }

  /// An element that says something else. It may have moved too: load it anew, at its new path, when the rest is done.
  public struct Update: Sendable, Hashable {
    /// Its name in the new catalog.
    public let identifier: ModelIdentifier
    /// Where it stood.
    public let oldPath: Catalog.IndexPath
    /// Where it stands now.
    public let path: Catalog.IndexPath
  }

  /// In the order of their paths in the old catalog.
  public internal(set) var removed: [Element] = []
  /// In the order of their paths in the new catalog; so are ``moved`` and ``updated``.
  public internal(set) var inserted: [Element] = []
  /// What stands elsewhere, not only because others came or went.
  public internal(set) var moved: [Move] = []
  /// Reminders that say something else for people (a DTSTAMP alone is nothing), or whose zone is defined differently; lists and
  /// sources with another title, colour, description or order.
  public internal(set) var updated: [Update] = []

  let match: CatalogMatch
  private let newLists: [Int?]
  private let newReminders: [Int?]

  init(_ match: CatalogMatch, newLists: [Int?], newReminders: [Int?]) {
    (self.match, self.newLists, self.newReminders) = (match, newLists, newReminders)
  }

  /// Nothing is to be done.
  public var isEmpty: Bool { removed.isEmpty && inserted.isEmpty && moved.isEmpty && updated.isEmpty }

  /// What became of a selected element of the old catalog.
  ///
  /// - Returns: `found`, where it has the name that it had, `moved` where it has another, or `gone`: then the reminder that took its
  ///   place in its list is named, else the one before, else its list, else its source, as far as they still stand.
  /// - Complexity: O(1) for what is not gone, else linear in its list.
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

  /// Where what stood at a path of the old catalog stands now; nil where it is gone.
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
