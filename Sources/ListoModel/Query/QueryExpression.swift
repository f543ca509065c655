/// A parsed expression of the query language, for `--where`, saved queries and the conditions of `filter` and
/// `list`.
///
///     let expression = try QueryExpression("status not in (completed, cancelled) and due < today+7d")
///     let query = expression.query(in: context)                       // relative dates become days of the viewer
///     let answer = catalog.matches(query, in: context)                // paths, and what could not be decided
///     print(expression)                                               // text that parses back to the same expression
///
/// It does not depend on the clock or the zone: `today` is resolved by ``query(in:)``.
public struct QueryExpression: Sendable, Hashable {
  /// The outermost part of it.
  public let node: Node

  /// An expression that consists of this part.
  public init(_ node: Node) { self.node = node }

  /// Parses an expression; nothing but white space is ``Node/all``.
  ///
  /// - Throws: ``QuerySyntaxError``, with the place.
  /// - Complexity: linear in the text, of which ``longest`` bytes are taken at most; nested at most
  ///   ``deepest`` levels.
  public init(_ text: String) throws(QuerySyntaxError) {
    var parser = try QueryParser(text)
    node = try parser.parse()
  }

  /// True if the expression refers to completion or status, so completed reminders are included.
  public var asksForFinished: Bool {
    node.contains { node in
      switch node {
      case .condition(.completed), .condition(.cancelled): true
      case .compare(.field(.status), _, _), .among(.field(.status), _): true
      case .compare(.field(.completed), _, _), .between(.field(.completed), _, _), .isSet(.field(.completed)):
        true
      default: false
      }
    }
  }

  /// The longest expression that is parsed, in bytes.
  public static let longest = 1 << 16
  /// The maximum nesting depth of parentheses and `not`.
  public static let deepest = 100
  /// The maximum nesting depth of relations; each level needs a pass over the collection.
  public static let deepestRelation = 3

  /// A node of the tree.
  public indirect enum Node: Sendable, Hashable {
    /// Every reminder: `all`.
    case all
    case not(Node)
    /// Two or more.
    case and([Node])
    /// Two or more.
    case or([Node])
    case condition(Condition)
    case compare(QueryField, Comparison, Value)
    /// `in (…)`, with one value or more.
    case among(QueryField, [Value])
    /// Both ends are in it.
    case between(QueryField, Value, Value)
    /// `is set`.
    case isSet(QueryField)
    /// A condition on a related reminder.
    case relation(Relation, Node)
  }

  /// A word that is a condition, such as `open`.
  public enum Condition: String, Sendable, Hashable, CaseIterable {
    case open, completed, cancelled, overdue, blocked, recurring, startable

    /// One line for the manual.
    public var summary: String {
      switch self {
      case .open: "neither completed, cancelled nor failed"
      case .completed: "its status is completed"
      case .cancelled: "its status is cancelled"
      case .overdue:
        "open, with a due date in the past; a date without time is overdue from the next day on"
      case .blocked: "open, and it depends on an open reminder (RELATED-TO;RELTYPE=DEPENDS-ON)"
      case .recurring: "it repeats by a rule or dates, or is an occurrence of such a reminder"
      case .startable: "open, and its start has come or is not set"
      }
    }
  }

  /// The relation to another reminder.
  public enum Relation: String, Sendable, Hashable, CaseIterable {
    /// The reminder that it is a part of.
    case parent
    /// One of those that are parts of it.
    case subtask
    /// One of those that it depends on.
    case dependency

    /// One line for the manual.
    public var summary: String {
      switch self {
      case .parent: "its parent matches the expression in parentheses"
      case .subtask: "one of its subtasks matches the expression"
      case .dependency: "one of its dependencies matches the expression"
      }
    }
  }

  /// A comparison of values.
  public enum Comparison: String, Sendable, Hashable, CaseIterable {
    case equal = "="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    /// A regular expression is found in it.
    case matches = "~"
    case contains
  }

  /// The right side of a comparison.
  public enum Value: Sendable, Hashable {
    /// A text compared regardless of case and diacritics, unless `isExact` is true.
    case text(String, isExact: Bool)
    case integer(Int)
    case date(QueryDate)
    case priority(PriorityBucket)
  }
}

extension QueryExpression.Node {
  /// Whether it, or a node within it, is what is asked for; what is said of other reminders is left out.
  func contains(_ isAskedFor: (QueryExpression.Node) -> Bool) -> Bool {
    if isAskedFor(self) { return true }
    switch self {
    case .not(let node): return node.contains(isAskedFor)
    case .and(let nodes), .or(let nodes): return nodes.contains { $0.contains(isAskedFor) }
    default: return false
    }
  }
}

/// Several expressions as one.
extension QueryExpression {
  /// All of these hold; every reminder where there are none.
  package init(allOf nodes: [Node]) {
    self.init(nodes.isEmpty ? .all : nodes.count == 1 ? nodes[0] : .and(nodes))
  }

  /// Both hold.
  package func and(_ other: QueryExpression) -> QueryExpression {
    QueryExpression(allOf: node.parts + other.node.parts)
  }
}

extension QueryExpression.Node {
  /// The conditions that all have to hold.
  fileprivate var parts: [QueryExpression.Node] {
    switch self {
    case .all: []
    case .and(let parts): parts
    default: [self]
    }
  }
}
