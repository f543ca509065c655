internal import ICalendar
package import ListoModel
package import ListoStores

extension CatalogReading {
  /// So many are looked at before all are read: of those that have begun, few wait for others.
  private static let candidates = 64

  /// A catalog that is enough to know which comes first of what a query asks for: of one large file those
  /// that come first, and the others that the query asks for of these. All is read where none of the first is
  /// asked for.
  ///
  /// - Parameter order: in which they come.
  /// - Throws: as ``catalog(_:isWhole:selecting:isEnough:_:)``.
  package static func catalog(
    _ tree: InputTree, firstOf query: Query, by order: SortOrder, _ context: ViewContext,
    _ observer: some WorkObserver
  ) throws(WorkError) -> Catalog {
    guard tree.inputs.count == 1, !query.hasPattern,
      let selection = CatalogSelection.first(candidates, of: query, by: order, context)
    else { return try catalog(tree, observer) }
    let isEnough = { (catalog: Catalog) in
      guard catalog.lists.contains(where: { ($0.omitted?.matching.total ?? 0) > 0 }) else { return true }
      // Behind these some are held for others, of which it is not known what they depend on.
      let may = catalog.matches(selection.query, in: context).paths
      let first = order.sorted(catalog.reminderPaths.filter(may.contains), of: catalog, context)
      let can = catalog.matches(query, in: context).paths
      return first.prefix(candidates).contains(where: can.contains)
    }
    return try catalog(tree, selecting: selection, isEnough: isEnough, observer)
  }
}
