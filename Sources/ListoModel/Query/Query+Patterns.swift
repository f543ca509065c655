extension Query {
  /// A regular expression is in it, of which it is told where it takes too long.
  package var hasPattern: Bool {
    switch self {
    case .text(_, .matches): true
    case .not(let query), .relation(_, let query): query.hasPattern
    case .and(let queries), .or(let queries): queries.contains(where: \.hasPattern)
    default: false
    }
  }
}
