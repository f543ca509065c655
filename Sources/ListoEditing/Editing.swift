public import ListoModel

/// When and where an edit is made, and what it may choose.
public struct EditContext: Sendable {
  /// The clock and the zone of who edits. Times of change are `view.now`.
  public let view: ViewContext
  /// Makes the UID of a new reminder: upper-case UUIDs of random bytes, or, for tests, others.
  public let makeUID: @Sendable () -> String

  public init(_ view: ViewContext, makeUID: @escaping @Sendable () -> String) {
    (self.view, self.makeUID) = (view, makeUID)
  }
}

/// Changes to reminders of a catalog, one after the other, each seeing what those before it made: pure, nothing is written.
///
///     var editing = Editing(catalog, in: context)
///     try editing.apply(.complete(Completion()), to: identifier)
///     store.write(editing.plan)
public struct Editing: Sendable {
  public let catalog: Catalog
  public let context: EditContext
  public private(set) var plan = EditPlan()

  public init(_ catalog: Catalog, in context: EditContext) {
    (self.catalog, self.context) = (catalog, context)
  }
}
