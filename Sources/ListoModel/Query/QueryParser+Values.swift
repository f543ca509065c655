extension QueryParser {
  /// The value that a field is compared with.
  ///
  /// - Parameter isPart: it need not be one that the field could have as a whole.
  mutating func value(
    of field: QueryField, isPart: Bool = false
  ) throws(QuerySyntaxError) -> QueryExpression.Value {
    switch field.type {
    case .moment: .date(try plain { parser throws(QuerySyntaxError) in try parser.date() })
    case .integer:
      try plain { parser throws(QuerySyntaxError) in try parser.number(of: field) }
    case .text, .texts: try text(of: field, isPart: isPart)
    }
  }

  /// Reads a value that needs no quotation marks and may have them.
  private mutating func plain<T>(
    _ parse: (inout QueryParser) throws(QuerySyntaxError) -> T
  ) throws(QuerySyntaxError) -> T {
    let token = peek
    guard case .text = token.kind else { return try parse(&self) }
    do throws(QuerySyntaxError) {
      var inner = try QueryParser(token.text)
      let value = try parse(&inner)
      guard inner.peek.kind == .end else { throw inner.unexpected(expected: "the closing quotation mark") }
      advance()
      return value
    } catch {
      throw self.error(token, error.reason, expected: error.expected, suggestion: error.suggestion)
    }
  }

  private mutating func number(of field: QueryField) throws(QuerySyntaxError) -> QueryExpression.Value {
    let token = peek
    let isPriority = field == .field(.priority)
    let expected = isPriority ? "a number from 0 to 9, or high, medium, low or none" : "a whole number"
    guard token.kind == .word else { throw unexpected(expected: expected) }
    if let number = Int(token.text) {
      advance()
      return .integer(number)
    }
    guard isPriority, let bucket = PriorityBucket(rawValue: token.keyword) else {
      throw error(
        token, "\(token.quoted) is not a \(isPriority ? "priority" : "whole number")", expected: expected,
        suggestion: isPriority
          ? Spelling.nearest(to: token.text, in: PriorityBucket.allCases.map(\.rawValue)) : nil)
    }
    advance()
    return .priority(bucket)
  }

  private mutating func text(
    of field: QueryField, isPart: Bool
  ) throws(QuerySyntaxError) -> QueryExpression.Value {
    let token = peek
    if case .text(let isExact) = token.kind {
      advance()
      return .text(token.text, isExact: isExact)
    }
    guard token.kind == .word else { throw unexpected(expected: "a word, or a text in quotation marks") }
    guard !Self.isReserved(token.text) else {
      throw error(
        token, "\(token.quoted) is a word of the language", expected: "a value; \"\(token.text)\" is the text"
      )
    }
    if field == .field(.status), !isPart, !Self.statuses.contains(token.keyword) {
      throw error(
        token, "unknown status \(token.quoted)", expected: Self.statuses.joined(separator: ", "),
        suggestion: Spelling.nearest(to: token.text, in: Self.statuses))
    }
    advance()
    return .text(token.text, isExact: false)
  }

  static let statuses = [
    Status.needsAction, .inProcess, .completed, .cancelled, .pending, .failed,
  ].map(\.word)
}
