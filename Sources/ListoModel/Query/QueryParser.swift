internal import ListoWords

/// Parses expressions, by descent, over the tokens of a text.
///
///     expression = conjunction { "or" conjunction }
///     conjunction = negation { "and" negation }
///     negation = { "not" } primary
///
/// ``QueryGrammar`` tells people the forms of a primary.
struct QueryParser {
  private let expression: String
  /// Whose words for dates are understood.
  let language: WordsLanguage
  private let tokens: [QueryToken]
  private var position = 0
  private var depth = 0
  private var relationDepth = 0

  init(_ expression: String, language: WordsLanguage = .english) throws(QuerySyntaxError) {
    guard expression.utf8.count <= QueryExpression.longest else {
      throw QuerySyntaxError(
        String(expression.prefix(200)), 0..<0,
        "the expression is longer than \(QueryExpression.longest) bytes")
    }
    (self.expression, self.language) = (expression, language)
    tokens = try QueryTokenizer.tokens(of: expression)
  }

  mutating func parse() throws(QuerySyntaxError) -> QueryExpression.Node {
    if peek.kind == .end { return .all }
    let node = try disjunction()
    guard peek.kind == .end else {
      let isStray = peek.kind == .close
      throw error(
        peek, isStray ? "unmatched closing parenthesis" : "unexpected \(peek.quoted)",
        expected: isStray
          ? nil
          : "and, or, or the end" + (Self.isValue(peek) ? "; put several words in quotation marks" : ""))
    }
    return node
  }

  // MARK: Tokens

  var peek: QueryToken { tokens[position] }

  private var next: QueryToken { tokens[min(position + 1, tokens.count - 1)] }

  mutating func advance() { if position < tokens.count - 1 { position += 1 } }

  private static func isValue(_ token: QueryToken) -> Bool {
    switch token.kind {
    case .word, .text: true
    default: false
    }
  }

  /// The words from here on to what is none, at most as many as a date has.
  func wordsAhead() -> [QueryToken] { Array(tokens[position...].prefix(16).prefix { $0.kind == .word }) }

  /// The token behind words.
  func wordsEnd(_ words: [QueryToken]) -> QueryToken { tokens[min(position + words.count, tokens.count - 1)] }

  /// A part of the expression.
  func text(_ range: Range<Int>) -> String { String(decoding: Array(expression.utf8)[range], as: UTF8.self) }

  func error(_ range: Range<Int>, _ reason: String, expected: String? = nil) -> QuerySyntaxError {
    QuerySyntaxError(expression, range, reason, expected: expected)
  }

  func error(
    _ token: QueryToken, _ reason: String, expected: String? = nil, suggestion: String? = nil
  ) -> QuerySyntaxError {
    QuerySyntaxError(expression, token.range, reason, expected: expected, suggestion: suggestion)
  }

  func unexpected(_ token: QueryToken? = nil, expected: String) -> QuerySyntaxError {
    let token = token ?? peek
    return error(
      token, token.kind == .end ? "the expression ends too early" : "\(token.quoted) is not allowed here",
      expected: expected)
  }

  // MARK: The tree

  private mutating func disjunction() throws(QuerySyntaxError) -> QueryExpression.Node {
    var nodes = [try conjunction()]
    while peek.keyword == "or" {
      advance()
      nodes.append(try conjunction())
    }
    return nodes.count == 1 ? nodes[0] : .or(nodes)
  }

  private mutating func conjunction() throws(QuerySyntaxError) -> QueryExpression.Node {
    var nodes = [try negation()]
    while peek.keyword == "and" {
      advance()
      nodes.append(try negation())
    }
    return nodes.count == 1 ? nodes[0] : .and(nodes)
  }

  private mutating func negation() throws(QuerySyntaxError) -> QueryExpression.Node {
    guard peek.keyword == "not" else { return try primary() }
    try descend()
    advance()
    let node = try negation()
    depth -= 1
    return .not(node)
  }

  /// A level deeper, as far as it may go.
  private mutating func descend() throws(QuerySyntaxError) {
    depth += 1
    guard depth <= QueryExpression.deepest else {
      throw error(peek, "the expression is nested more than \(QueryExpression.deepest) deep")
    }
  }

  private mutating func group() throws(QuerySyntaxError) -> QueryExpression.Node {
    try descend()
    let opening = peek
    advance()
    let node = try disjunction()
    guard peek.kind == .close else {
      if peek.kind == .end { throw error(opening, "a parenthesis is not closed", expected: "a ) for it") }
      throw error(peek, "\(peek.quoted) is not allowed here", expected: "and, or, or )")
    }
    advance()
    depth -= 1
    return node
  }

  static let primaryExamples = "a field, a word such as open or overdue, not, or ("

  private mutating func primary() throws(QuerySyntaxError) -> QueryExpression.Node {
    if peek.kind == .open { return try group() }
    let token = peek
    guard token.kind == .word, !Self.isReserved(token.keyword) || token.keyword == "has" else {
      throw unexpected(expected: Self.primaryExamples)
    }
    if let relation = QueryExpression.Relation(rawValue: token.keyword), next.kind == .open {
      advance()
      return try related(relation, token) { parser throws(QuerySyntaxError) in try parser.group() }
    }
    if token.keyword == "has" { return try has() }
    let isTest = next.kind == .comparison || Self.testWords.contains(next.keyword)
    if !isTest {
      if token.keyword == "all" {
        advance()
        return .all
      }
      if let condition = QueryExpression.Condition(rawValue: token.keyword) {
        advance()
        return .condition(condition)
      }
      if token.keyword == "parent" {
        advance()
        return .isSet(.field(.parent))
      }
    }
    guard let field = QueryField.named(token.text) else { throw unknown(token) }
    advance()
    return try test(of: field)
  }

  private static let testWords: Set<String> = ["in", "between", "is", "contains", "not"]

  /// Words that are no names and, without quotation marks, no values.
  static func isReserved(_ word: String) -> Bool {
    ["and", "or", "not", "in", "between", "is", "contains", "has"].contains(word.lowercased())
  }

  private func unknown(_ token: QueryToken) -> QuerySyntaxError {
    let words =
      QueryField.all.map(\.name) + QueryExpression.Condition.allCases.map(\.rawValue)
      + QueryExpression.Relation.allCases.map(\.rawValue) + ["all", "not", "has"]
    return error(
      token, "unknown field \(token.quoted)", expected: Self.primaryExamples,
      suggestion: Spelling.nearest(to: token.text, in: words))
  }

  // MARK: Relations

  /// `has subtask`, `has open subtask`, `has due`.
  private mutating func has() throws(QuerySyntaxError) -> QueryExpression.Node {
    advance()
    let expected = "a field, subtask, parent, dependency, or one of them behind open"
    let isOpen = peek.keyword == "open"
    if isOpen { advance() }
    let token = peek
    guard token.kind == .word else { throw unexpected(expected: expected) }
    if let relation = Self.relation(token.keyword), isOpen || relation != .parent {
      return try related(relation, token) { parser throws(QuerySyntaxError) in
        parser.advance()
        return isOpen ? .condition(.open) : .all
      }
    }
    guard !isOpen, let field = QueryField.named(token.text) else {
      throw error(
        token, "unknown field \(token.quoted)", expected: expected,
        suggestion: Spelling.nearest(
          to: token.text, in: QueryField.all.map(\.name) + ["subtask", "dependency"]))
    }
    advance()
    return .isSet(field)
  }

  private static func relation(_ word: String) -> QueryExpression.Relation? {
    switch word {
    case "subtasks": .subtask
    case "dependencies": .dependency
    default: QueryExpression.Relation(rawValue: word)
    }
  }

  private mutating func related(
    _ relation: QueryExpression.Relation, _ token: QueryToken,
    _ parse: (inout QueryParser) throws(QuerySyntaxError) -> QueryExpression.Node
  ) throws(QuerySyntaxError) -> QueryExpression.Node {
    relationDepth += 1
    guard relationDepth <= QueryExpression.deepestRelation else {
      throw error(token, "relations are nested more than \(QueryExpression.deepestRelation) deep")
    }
    let node = try parse(&self)
    relationDepth -= 1
    return .relation(relation, node)
  }
}
