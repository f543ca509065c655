package import ListoModel

/// The reminder to do next, and the reason that distinguishes it from the second.
package struct NextChoice: Sendable, Hashable {
  /// The reason why one reminder is sorted before another.
  public enum Reason: Sendable, Hashable {
    /// There is no other.
    case alone
    /// The reminder was picked for today, and the other was not.
    case picked
    /// Both were picked for today, it before the other.
    case pickedBefore
    /// A part of the sort order differs.
    case order(SortOrder.Part)
    /// The reminders are equal by all parts; this one was read first.
    case place
  }

  /// The next one.
  public let path: Catalog.IndexPath
  /// The one that would be next.
  public let other: Catalog.IndexPath?
  /// The reason.
  public let reason: Reason

  /// Chooses the next reminder; nil if no reminder can be started.
  ///
  /// - Parameters:
  ///   - candidates: the reminders that can be started now: those picked for today, then the others in order.
  ///   - picked: the reminders that were picked for today.
  ///   - order: the order of the others.
  ///   - catalog: the catalog of the candidates.
  ///   - context: the viewer's clock and time zone.
  public init?(
    _ candidates: [Catalog.IndexPath], picked: [Catalog.IndexPath] = [], by order: SortOrder,
    of catalog: Catalog, _ context: ViewContext
  ) {
    guard let first = candidates.first else { return nil }
    let second = candidates.dropFirst().first
    (path, other) = (first, second)
    guard let second else {
      reason = .alone
      return
    }
    if picked.contains(first) {
      reason = picked.contains(second) ? .pickedBefore : .picked
      return
    }
    switch order.decidingPart(between: first, and: second, of: catalog, context) {
    case let part? where part.key != .file: reason = .order(part)
    default: reason = .place
    }
  }
}

/// The reason why an open reminder cannot be done now; each reminder has the first that applies.
package enum ReminderObstacle: CaseIterable {
  /// Its start has not come.
  case start
  /// Something has to be done before it.
  case dependency
  /// It has parts that are open.
  case subtasks

  /// The query for open reminders that it holds up.
  package var expression: QueryExpression {
    switch self {
    case .start: Self.all(.condition(.open), .not(.condition(.startable)))
    case .dependency: Self.all(.condition(.startable), .condition(.blocked))
    case .subtasks:
      Self.all(
        .condition(.startable), .not(.condition(.blocked)), .relation(.subtask, .condition(.open)))
    }
  }

  private static func all(_ parts: QueryExpression.Node...) -> QueryExpression {
    QueryExpression(.and(parts))
  }
}
