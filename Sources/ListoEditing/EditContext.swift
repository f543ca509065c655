public import ListoModel

/// The time and place of an edit, and the defaults for its choices.
public struct EditContext: Sendable {
  /// The clock and the zone of who edits. Times of change are `view.now`.
  public let view: ViewContext
  /// Makes the UID of a new reminder: upper-case UUIDs of random bytes, or, for tests, others.
  public let makeUID: @Sendable () -> String
  /// The program whose conventions are used in lists that Listo made, or that have no calendar yet.
  package var producer = Producer.other
  /// The default date from which the next time of a completed series is counted (``Completion/origin``).
  public var origin = Completion.Origin.due

  /// Creates a context for a viewer's clock and time zone.
  public init(_ view: ViewContext, makeUID: @escaping @Sendable () -> String) {
    (self.view, self.makeUID) = (view, makeUID)
  }
}

/// Why a UID that was asked for is not given.
package enum UIDRefusal: Error {
  /// It is empty, or has a line end in it.
  case notOneLine
  /// A reminder of the list has it.
  case isTaken
}

extension EditContext {
  /// The same for an edit that adds one reminder, which gets this UID.
  ///
  /// - Complexity: linear in the list.
  package func giving(
    uid: String, in list: ModelIdentifier, of catalog: Catalog
  ) throws(UIDRefusal) -> EditContext {
    guard !uid.isEmpty, !uid.contains(where: \.isNewline) else { throw .notOneLine }
    let reminders = catalog.list(list)?.reminders
    if let reminders, reminders.contains(where: { $0.uid.map(UID.init) == UID(uid) }) { throw .isTaken }
    var context = EditContext(view) { uid }
    context.producer = producer
    return context
  }
}
