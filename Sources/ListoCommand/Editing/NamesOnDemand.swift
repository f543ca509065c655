internal import Listo

/// The short names of a catalog, worked out when one is asked for.
final class NamesOnDemand {
  let catalog: Catalog
  private let isPart: Bool
  /// All of them.
  private(set) lazy var all = catalog.shortNames(isPart: isPart)

  /// - Parameter isPart: it holds part of what the names are looked for in.
  init(_ catalog: Catalog, isPart: Bool = false) { (self.catalog, self.isPart) = (catalog, isPart) }
}
