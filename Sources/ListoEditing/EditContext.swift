public import ListoModel

/// When and where an edit is made, and what it may choose.
public struct EditContext: Sendable {
  /// The clock and the zone of who edits. Times of change are `view.now`.
  public let view: ViewContext
  /// Makes the UID of a new reminder: upper-case UUIDs of random bytes, or, for tests, others.
  public let makeUID: @Sendable () -> String
  /// Whose shapes are followed in lists that Listo made, or that hold no calendar yet.
  public var producer = Producer.other
  /// Where the next time of a completed series is counted from, if nobody says so (``Completion/origin``).
  public var origin = Completion.Origin.due

  /// When and for whom is edited.
  public init(_ view: ViewContext, makeUID: @escaping @Sendable () -> String) {
    (self.view, self.makeUID) = (view, makeUID)
  }
}
