extension SortOrder {
  /// Returns the part that decides between two reminders: the first part by which they differ; nil if they
  /// are equal by all parts, and their order in the catalog decides.
  ///
  /// - Complexity: that of reading the values of both.
  public func decidingPart(
    between first: Catalog.IndexPath, and second: Catalog.IndexPath, of catalog: Catalog,
    _ context: ViewContext
  ) -> Part? {
    let pairs = [[first, second], [second, first]]
    return parts.first { part in
      // Two places are never equal.
      if part.key == .file { return true }
      let order = SortOrder([part])
      return pairs.contains { order.sorted($0, of: catalog, context) != $0 }
    }
  }
}
