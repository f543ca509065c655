package import ListoModel

/// Finds the list that a name refers to.
package struct ListNaming {
  /// The catalog to search.
  public let catalog: Catalog

  /// Looks in a catalog.
  public init(_ catalog: Catalog) { self.catalog = catalog }

  /// Why no list is meant.
  public enum Failure: Error, Sendable, Hashable {
    /// No list has this name; `nearest` is the most similar title, if there is one.
    case unknown(String, nearest: String?)
    /// Several are called so.
    case several(String, [Catalog.IndexPath])
    /// None is named, and there are several or none.
    case unnamed
  }

  /// Returns the list with this title or identifier.
  ///
  /// - Throws: ``Failure`` if no list has it, or several have it.
  /// - Complexity: linear in the lists.
  public func list(_ name: String) throws(Failure) -> Catalog.IndexPath {
    let found = catalog.lists(named: name)
    if found.count == 1 { return found[0] }
    guard found.isEmpty else { throw .several(name, found) }
    let titles = catalog.listPaths.compactMap { catalog.list(at: $0)?.list.title }
    throw .unknown(name, nearest: Spelling.nearest(to: name, in: titles))
  }

  /// Returns the list for a new reminder: the named list, or else the default list, or else the only list.
  ///
  /// - Parameters:
  ///   - name: the title or identifier of the list; nil if none was named.
  ///   - setting: the title or identifier of the default list; nil if there is none.
  /// - Throws: ``Failure``.
  public func listForNew(_ name: String?, orElse setting: String?) throws(Failure) -> ModelIdentifier {
    let lists = catalog.listPaths
    let path =
      if let name = name ?? setting { try list(name) } else { lists.count == 1 ? lists[0] : nil }
    guard let identifier = path.flatMap(catalog.modelIdentifier) else { throw .unnamed }
    return identifier
  }
}
