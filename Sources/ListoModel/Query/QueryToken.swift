/// A piece of an expression, and where it stands.
struct QueryToken: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    /// A name, a word, a number, a date: what stands without quotation marks.
    case word
    /// A text in quotation marks, without them; exact with a `c` behind them.
    case text(isExact: Bool)
    case comparison
    case open, close, comma
    case end
  }

  let kind: Kind
  /// Without quotation marks and escapes.
  let text: String
  /// In bytes of UTF-8 from the expression's beginning.
  let range: Range<Int>

  /// In small letters, where it is a word; empty for all else.
  var keyword: String { kind == .word ? text.lowercased() : "" }

  /// As an error quotes it.
  var quoted: String { kind == .end ? "the end" : "'\(text.count > 40 ? text.prefix(40) + "…" : text)'" }
}

/// Takes an expression apart.
struct QueryTokenizer {
  private let expression: String
  private let bytes: [UInt8]
  private var position = 0

  init(_ expression: String) { (self.expression, bytes) = (expression, Array(expression.utf8)) }

  /// All tokens, the last one the end.
  ///
  /// - Throws: ``QuerySyntaxError`` for a text whose quotation mark is not closed, or an operator that there
  ///   is not.
  /// - Complexity: linear in the expression.
  static func tokens(of expression: String) throws(QuerySyntaxError) -> [QueryToken] {
    var tokenizer = QueryTokenizer(expression)
    var tokens: [QueryToken] = []
    while true {
      let token = try tokenizer.next()
      tokens.append(token)
      if token.kind == .end { return tokens }
    }
  }

  private mutating func next() throws(QuerySyntaxError) -> QueryToken {
    while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
    let start = position
    guard start < bytes.count else { return QueryToken(kind: .end, text: "", range: start..<start) }
    switch bytes[start] {
    case UInt8(ascii: "("): return single(.open)
    case UInt8(ascii: ")"): return single(.close)
    case UInt8(ascii: ","): return single(.comma)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return try quoted()
    case UInt8(ascii: "="), UInt8(ascii: "!"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "~"):
      return try comparison()
    default:
      let isDate = bytes[start] &- 0x30 < 10
      while position < bytes.count, !Self.endsWord(bytes[position]) {
        // The suffix of a date in brackets (RFC 9557) holds `=` and `!`, and a zone of Windows blanks.
        if isDate, bytes[position] == 0x5B { position = bytes[position...].firstIndex(of: 0x5D) ?? position }
        position += 1
      }
      return token(.word, from: start)
    }
  }

  private mutating func single(_ kind: QueryToken.Kind) -> QueryToken {
    position += 1
    return token(kind, from: position - 1)
  }

  private mutating func comparison() throws(QuerySyntaxError) -> QueryToken {
    let start = position
    while position < bytes.count, "=!<>~".utf8.contains(bytes[position]) { position += 1 }
    let found = token(.comparison, from: start)
    // `==` is what those write who come from a programming language.
    if found.text == "==" { return QueryToken(kind: .comparison, text: "=", range: found.range) }
    guard ["=", "!=", "<", "<=", ">", ">=", "~", "!~"].contains(found.text) else {
      throw QuerySyntaxError(
        expression, found.range, "unknown operator \(found.quoted)", expected: "= != < <= > >= ~ or !~")
    }
    return found
  }

  /// A backslash makes of a quotation mark and of itself what they are; before anything else, as in regular
  /// expressions, it stands for itself.
  private mutating func quoted() throws(QuerySyntaxError) -> QueryToken {
    let start = position
    let mark = bytes[start]
    var text: [UInt8] = []
    position += 1
    while position < bytes.count, bytes[position] != mark {
      if bytes[position] == 0x5C, position + 1 < bytes.count,
        bytes[position + 1] == mark || bytes[position + 1] == 0x5C
      {
        position += 1
      }
      text.append(bytes[position])
      position += 1
    }
    guard position < bytes.count else {
      throw QuerySyntaxError(
        expression, start..<bytes.count, "a text without its closing quotation mark",
        expected: String(decoding: [mark], as: UTF8.self))
    }
    position += 1
    var isExact = false
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "c"),
      position + 1 == bytes.count || Self.endsWord(bytes[position + 1])
    {
      isExact = true
      position += 1
    }
    return QueryToken(
      kind: .text(isExact: isExact), text: String(decoding: text, as: UTF8.self), range: start..<position)
  }

  private func token(_ kind: QueryToken.Kind, from start: Int) -> QueryToken {
    QueryToken(
      kind: kind, text: String(decoding: bytes[start..<position], as: UTF8.self), range: start..<position)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }

  private static func endsWord(_ byte: UInt8) -> Bool { isSpace(byte) || "()=!<>~,\"'".utf8.contains(byte) }
}
