package import ListoModel

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
