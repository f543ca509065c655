public import ListoModel

/// A named query, with the order and the grouping of its results.
public struct NamedQuery: Sendable, Hashable {
  /// The name that users see.
  public let name: String
  /// The expression, in the query language.
  public let text: String
  /// The expression that includes completed and cancelled reminders; nil if it is the same.
  public var whole: String?
  /// The expression of older reminders, which a view only counts; nil if it counts none.
  public var older: String?
  /// The order of the results.
  public var order = SortOrder.natural
  /// The grouping of the results; nil for lists.
  public var grouping: Grouping?
  /// True if reminders of today come before overdue ones, even if there are none.
  public var leadsWithToday = false

  /// A query in the natural order, by lists.
  public init(_ name: String, _ text: String) { (self.name, self.text) = (name, text) }

  /// Returns a copy with another expression.
  public func asking(_ text: String) -> NamedQuery {
    var query = NamedQuery(name, text)
    (query.order, query.grouping, query.leadsWithToday) = (order, grouping, leadsWithToday)
    return query
  }

  /// - Parameter isWhole: true to include completed and cancelled reminders.
  /// - Throws: ``QuerySyntaxError`` if the text is not an expression.
  public func expression(isWhole: Bool = false) throws(QuerySyntaxError) -> QueryExpression {
    try QueryExpression(isWhole ? whole ?? text : text)
  }

  /// The name of the query for the inbox.
  package static let inboxName = "inbox"

  /// Returns the query for the inbox: open reminders of the lists called Inbox, or, without such a list, open
  /// reminders without due date, start, tag and parent.
  ///
  /// - Complexity: linear in the lists.
  public static func inbox(in catalog: Catalog) -> NamedQuery {
    let name = inboxName
    let hasList = catalog.lists.contains { $0.title.lowercased() == name }
    return NamedQuery(
      name,
      hasList
        ? "open and list = \(name)"
        : "open and not has due and not has start and not has tags and not has parent")
  }
}

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
