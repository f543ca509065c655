public import ListoModel

extension Catalog {
  /// Returns the reminders that a query describes. A repeating reminder is at its current occurrence, and its
  /// dates are those of that occurrence.
  ///
  /// - Parameters:
  ///   - query: an expression of the query language, such as `overdue and priority = high`.
  ///   - order: the order of the result.
  ///   - view: the viewer's clock and time zone, which decide what "today" and "overdue" mean.
  /// - Throws: ``QuerySyntaxError``, with the place of the error.
  /// - Complexity: linear in the catalog, O(n log n) in the result.
  public func reminders(
    _ query: String, by order: SortOrder = .natural, in view: ViewContext
  ) throws(QuerySyntaxError) -> [Entry] {
    reminders(try QueryExpression(query).query(in: view), by: order, in: view)
  }

  /// Returns the reminders that a query describes, as ``reminders(_:by:in:)-(String,_,_)`` does.
  public func reminders(_ query: Query, by order: SortOrder = .natural, in view: ViewContext) -> [Entry] {
    let rows = rows(in: view).catalog
    let found = rows.found(by: query, in: view).paths
    return rows.sorted(found.sorted(), by: order, in: view).compactMap(rows.entry)
  }

  /// The reminder at a path, with its identifier.
  public func entry(at path: IndexPath) -> Entry? {
    guard let id = modelIdentifier(at: path), let reminder = reminder(at: path) else { return nil }
    return Entry(id: id, reminder: reminder)
  }
}

extension Selection {
  /// Selects the element with an identifier; nil if there is none.
  public init?(_ id: ModelIdentifier, in catalog: Catalog) {
    guard let path = catalog.indexPath(for: id) else { return nil }
    self.init(path, in: catalog)
  }
}
