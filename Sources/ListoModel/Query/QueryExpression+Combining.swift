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
