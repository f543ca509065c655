public import ListoModel

/// A query that has a name, and how what it asks for stands.
public struct NamedQuery: Sendable, Hashable {
  /// What people call it.
  public let name: String
  /// What it asks for, in the query language.
  public let text: String
  /// The same with what is done or cancelled; nil where that is no other question.
  public var whole: String?
  /// The order of what it asks for.
  public var order = SortOrder.natural
  /// What stands together; nil for lists.
  public var grouping: Grouping?
  /// What is due today comes before what is overdue from before, even where that is nothing.
  public var leadsWithToday = false

  /// A query in the natural order, by lists.
  public init(_ name: String, _ text: String) { (self.name, self.text) = (name, text) }

  /// Another question in the place of its own.
  public func asking(_ text: String) -> NamedQuery {
    var query = NamedQuery(name, text)
    (query.order, query.grouping, query.leadsWithToday) = (order, grouping, leadsWithToday)
    return query
  }

  /// - Parameter isWhole: what is done or cancelled is asked for as well, where that is another question.
  /// - Throws: ``QuerySyntaxError``, for a text that is none.
  public func expression(isWhole: Bool = false) throws(QuerySyntaxError) -> QueryExpression {
    try QueryExpression(isWhole ? whole ?? text : text)
  }

  /// What nobody has decided about yet: what is open in the lists that are called Inbox; where there is none, what is open, has neither a
  /// date nor a tag, and is no subtask.
  ///
  /// - Complexity: linear in the lists.
  public static func inbox(in catalog: Catalog) -> NamedQuery {
    let name = "inbox"
    let hasList = catalog.lists.contains { $0.title.lowercased() == name }
    return NamedQuery(
      name,
      hasList
        ? "open and list = \(name)"
        : "open and not has due and not has start and not has tags and not has parent")
  }
}
