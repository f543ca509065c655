internal import Patterns

/// The tests that can follow the name of a field.
extension QueryParser {
  mutating func test(of field: QueryField) throws(QuerySyntaxError) -> QueryExpression.Node {
    let token = peek
    advance()
    if token.kind == .comparison {
      guard token.text != "!~" else { return .not(try compare(field, .matches, token)) }
      return try compare(field, QueryExpression.Comparison(rawValue: token.text) ?? .equal, token)
    }
    switch token.keyword {
    case "contains": return try compare(field, .contains, token)
    case "in": return try among(field)
    case "between": return try between(field, token)
    case "is": return try state(of: field)
    case "not":
      let word = peek
      switch word.keyword {
      case "contains":
        advance()
        return .not(try compare(field, .contains, word))
      case "in":
        advance()
        return .not(try among(field))
      case "between":
        advance()
        return .not(try between(field, word))
      default: throw unexpected(expected: "in, contains or between")
      }
    default:
      throw unexpected(token, expected: "\(operators(for: field)), in, between, or is")
    }
  }

  private mutating func state(of field: QueryField) throws(QuerySyntaxError) -> QueryExpression.Node {
    var isNegated = false
    if peek.keyword == "not" {
      isNegated = true
      advance()
    }
    switch peek.keyword {
    case "set": break
    case "empty": isNegated.toggle()
    default: throw unexpected(expected: "set, empty, not set or not empty")
    }
    advance()
    return isNegated ? .not(.isSet(field)) : .isSet(field)
  }

  private func operators(for field: QueryField) -> String {
    switch field.type {
    case .moment, .integer: "= != < <= > >="
    case .texts: "= != ~ contains"
    case .text: "= != < <= > >= ~ contains"
    }
  }

  private mutating func compare(
    _ field: QueryField, _ comparison: QueryExpression.Comparison, _ token: QueryToken
  ) throws(QuerySyntaxError) -> QueryExpression.Node {
    let isOrder =
      switch comparison {
      case .less, .lessOrEqual, .greater, .greaterOrEqual: true
      default: false
      }
    let fits =
      switch field.type {
      case .moment, .integer: comparison != .matches && comparison != .contains
      case .texts: !isOrder
      case .text: true
      }
    guard fits else {
      throw error(token, "\(token.quoted) does not work with \(field.name)", expected: operators(for: field))
    }
    let place = peek
    let value = try value(of: field, isPart: comparison == .matches || comparison == .contains)
    if isOrder, case .priority = value {
      throw error(
        place, "\(place.quoted) is a range of priorities", expected: "a number from 1 (highest) to 9")
    }
    if comparison == .matches, case .text(let source, let isExact) = value {
      do throws(Pattern.Problem) {
        _ = try Pattern(source, isCaseSensitive: isExact)
      } catch {
        throw self.error(place, "this is not a regular expression: \(error.reason), at byte \(error.offset)")
      }
    }
    return .compare(field, comparison, value)
  }

  private mutating func among(_ field: QueryField) throws(QuerySyntaxError) -> QueryExpression.Node {
    guard peek.kind == .open else { throw unexpected(expected: "( and the values, separated by commas") }
    advance()
    var values = [try value(of: field)]
    while peek.kind == .comma {
      advance()
      values.append(try value(of: field))
    }
    guard peek.kind == .close else { throw unexpected(expected: "a comma or )") }
    advance()
    return .among(field, values)
  }

  private mutating func between(
    _ field: QueryField, _ token: QueryToken
  ) throws(QuerySyntaxError) -> QueryExpression.Node {
    guard field.type != .texts else {
      throw error(token, "\(token.quoted) does not work with \(field.name)", expected: operators(for: field))
    }
    let place = peek
    let first = try value(of: field)
    guard peek.keyword == "and" else { throw unexpected(expected: "and, and the upper value") }
    advance()
    let last = try value(of: field)
    for value in [first, last] {
      if case .priority = value {
        throw error(
          place, "between does not work with priority words", expected: "numbers from 1 (highest) to 9")
      }
    }
    return .between(field, first, last)
  }
}
