extension SortOrder {
  /// What tells two reminders apart: the first part by which they are not equal; nil where they are equal by all, so that the place in the
  /// catalog counts.
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
