internal import ICalendar
internal import ListoWords

extension QueryExpression: CustomStringConvertible {
  /// The expression as text that parses back to the same expression, with no more parentheses than it needs.
  public var description: String { node.description }
}

extension QueryExpression.Node: CustomStringConvertible {
  public var description: String {
    switch self {
    case .all: "all"
    case .not(.among(let field, let values)): "\(field.name) not in \(Self.list(values, field))"
    case .not(.compare(let field, .contains, let value)):
      "\(field.name) not contains \(value.text(for: field))"
    case .not(.compare(let field, .matches, let value)): "\(field.name) !~ \(value.text(for: field))"
    case .not(.between(let field, let first, let last)):
      "\(field.name) not between \(Self.range(first, last, field))"
    case .not(.isSet(let field)): "\(field.name) is empty"
    case .not(let node): "not \(node.operand)"
    case .and(let nodes): nodes.map(\.operand).joined(separator: " and ")
    case .or(let nodes):
      nodes.map { $0.isConjunction ? $0.description : $0.operand }.joined(separator: " or ")
    case .condition(let condition): condition.rawValue
    case .compare(let field, let comparison, let value):
      "\(field.name) \(comparison.rawValue) \(value.text(for: field))"
    case .among(let field, let values): "\(field.name) in \(Self.list(values, field))"
    case .between(let field, let first, let last): "\(field.name) between \(Self.range(first, last, field))"
    case .isSet(let field): "\(field.name) is set"
    case .relation(let relation, .all) where relation != .parent: "has \(relation.rawValue)"
    case .relation(let relation, .condition(.open)): "has open \(relation.rawValue)"
    case .relation(let relation, let node): "\(relation.rawValue) (\(node))"
    }
  }

  private var isConjunction: Bool { if case .and = self { true } else { false } }

  /// Within something else.
  private var operand: String {
    switch self {
    case .and, .or: "(\(self))"
    default: description
    }
  }

  private static func list(_ values: [QueryExpression.Value], _ field: QueryField) -> String {
    "(" + values.map { $0.text(for: field) }.joined(separator: ", ") + ")"
  }

  private static func range(
    _ first: QueryExpression.Value, _ last: QueryExpression.Value, _ field: QueryField
  ) -> String {
    "\(first.text(for: field)) and \(last.text(for: field))"
  }
}

extension QueryExpression.Value {
  /// As it stands behind the field and an operator.
  func text(for field: QueryField) -> String {
    switch self {
    case .text(let text, false) where Self.isWord(text, for: field): text
    case .text(let text, let isExact):
      "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\"" + (isExact ? "c" : "")
    case .integer(let number): String(number)
    case .date(let date): date.description
    case .priority(let bucket): bucket.rawValue
    }
  }

  /// It may stand without quotation marks.
  private static func isWord(_ text: String, for field: QueryField) -> Bool {
    guard let first = text.utf8.first, !QueryParser.isReserved(text),
      field != .field(.status) || QueryParser.statuses.contains(text.lowercased())
    else { return false }
    return (first | 0x20) &- 0x61 < 26
      && text.utf8.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == 0x2D || $0 == 0x5F }
  }
}
