internal import ListoModel

/// The standard queries.
public enum StandardQuery: String, Sendable, CaseIterable {
  /// Reminders that are due today or overdue.
  case today
  /// Reminders that are overdue.
  case overdue
  /// Reminders that are due this week; older ones are only counted.
  case week
  /// The reminders that can be started now: their start has come, and nothing open has to be done before
  /// them.
  case next
  /// Reminders and occurrences of the coming days.
  case agenda

  /// The query with its order and grouping.
  public var query: NamedQuery {
    var query = NamedQuery(rawValue, text)
    switch self {
    case .today:
      query.whole = "due <= today and (open or due >= today)"
      (query.grouping, query.leadsWithToday) = (.day, true)
    case .week:
      query.whole = "due >= start of week and due <= end of week"
      query.older = "open and due < start of week"
      query.grouping = .day
    case .agenda: query.whole = "open or not open"
    case .overdue, .next: break
    }
    return query
  }

  private var text: String {
    switch self {
    case .today: "open and due <= today"
    case .overdue: "overdue"
    case .week: "open and due >= start of week and due <= end of week"
    case .next: "startable and not blocked and not has open subtask"
    case .agenda: "open"
    }
  }
}
