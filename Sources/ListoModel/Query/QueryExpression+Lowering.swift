internal import ICalendar
internal import Patterns

extension QueryExpression {
  /// Returns the query for a context: relative dates become days and times.
  ///
  /// - Complexity: linear in the expression; each regular expression is compiled once.
  public func query(in context: ViewContext) -> Query { node.query(in: context) }
}

extension QueryExpression.Node {
  fileprivate func query(in context: ViewContext) -> Query {
    switch self {
    case .all: .all
    case .not(let node): .not(node.query(in: context))
    case .and(let nodes): .and(nodes.map { $0.query(in: context) })
    case .or(let nodes): .or(nodes.map { $0.query(in: context) })
    case .condition(let condition): condition.query(in: context)
    case .compare(let field, let comparison, let value): Self.test(field, comparison, value, context)
    case .among(let field, let values):
      values.count == 1
        ? Self.test(field, .equal, values[0], context)
        : .or(values.map { Self.test(field, .equal, $0, context) })
    case .between(let field, let first, let last):
      .and([Self.test(field, .greaterOrEqual, first, context), Self.test(field, .lessOrEqual, last, context)])
    case .isSet(.field(let id)): .has(id)
    case .isSet(.list), .isSet(.source): .all
    case .isSet(.text): .or(QueryField.texts.map(Query.has))
    case .relation(let relation, let node): .relation(relation, node.query(in: context))
    }
  }

  private static func test(
    _ field: QueryField, _ comparison: QueryExpression.Comparison, _ value: QueryExpression.Value,
    _ context: ViewContext
  ) -> Query {
    switch (field, comparison) {
    case (.text, .notEqual): return .not(test(.text, .equal, value, context))
    case (.text, _): return .or(QueryField.texts.map { test(.field($0), comparison, value, context) })
    default: break
    }
    switch value {
    case .text(let text, let isExact): return self.text(field, comparison, text, isExact: isExact)
    case .integer(let number): return self.test(field, comparison, .integer(number))
    case .date(let date): return self.test(field, comparison, .moment(date.moment(in: context)))
    case .priority(let bucket):
      return comparison == .notEqual ? .not(.hasPriority(bucket)) : .hasPriority(bucket)
    }
  }

  private static func test(
    _ field: QueryField, _ comparison: QueryExpression.Comparison, _ value: FieldValue
  ) -> Query {
    guard case .field(let id) = field, let test = Query.Operator(rawValue: comparison.rawValue) else {
      return .nothing
    }
    return .test(id, test, value)
  }

  private static func text(
    _ field: QueryField, _ comparison: QueryExpression.Comparison, _ text: String, isExact: Bool
  ) -> Query {
    let subject: Query.Subject
    switch field {
    case .field(let id): subject = .field(id)
    case .list: subject = .list
    case .source: subject = .source
    case .text: return .nothing
    }
    guard let test = Query.Operator(rawValue: comparison.rawValue) else {
      // The parser compiled it before.
      return (try? Pattern(text, isCaseSensitive: isExact)).map { .text(subject, .matches($0)) } ?? .nothing
    }
    if isExact { return .text(subject, .exactly(test, text)) }
    switch (subject, test) {
    case (.field(let id), _): return .test(id, test, .text(text))
    case (.list, .equal): return .inList(text)
    case (.list, .notEqual): return .not(.inList(text))
    case (.source, .equal): return .inSource(text)
    case (.source, .notEqual): return .not(.inSource(text))
    default: return .text(subject, .folded(test, text))
    }
  }
}

extension QueryExpression.Condition {
  fileprivate func query(in context: ViewContext) -> Query {
    switch self {
    case .open: .isOpen
    case .completed: .test(.status, .equal, .text(Status.completed.word))
    case .cancelled: .test(.status, .equal, .text(Status.cancelled.word))
    case .overdue: .isOverdue
    case .blocked: .and([.isOpen, .relation(.dependency, .isOpen)])
    case .recurring: .isRecurring
    case .startable:
      .and([
        .isOpen, .or([.not(.has(.start)), .test(.start, .lessOrEqual, .moment(.utc(context.now.utc)))]),
      ])
    }
  }
}

extension Query {
  /// No reminder.
  static let nothing = Query.or([])
}
