internal import ICalendar

/// Reads JSON (RFC 8259) as a stream of tokens: one value, or several one behind the other (JSON lines).
///
/// In constant memory, without recursion, with the line of each token. Numbers stay as they are written,
/// strings are decoded once; half a surrogate pair, and bytes that are not UTF-8, become U+FFFD and are
/// reported.
struct JSONReader {
  var feed: TextFeed
  /// The open containers; true for an object.
  var open: [Bool] = []
  var expectation = Expectation.value
  /// The line of the token that was handed out last.
  var line = 1
  /// The last token was ``JSONToken/broken``.
  var isBroken = false
  /// Something was passed over, so that closing brackets and commas may be left over at the top.
  var hasRecovered = false
  /// Where the feed stood when it was asked how much was read.
  var taken = 0
  /// Up to there all is read token by token, and how far it will be the next time.
  var slowEnd = 0
  var slowness = 1 << 16
  /// The value that is being read whole; its texts are where the text of the next token goes.
  var draft = JSONDocument.Draft()
  /// ``Limit/itemSize``, ``Limit/lineLength`` for one string, and ``Limit/valueNesting``.
  let itemSize, lineLength, valueNesting: Int

  enum Expectation: Sendable {
    /// At the top: a value, or the end.
    case value
    /// Behind `[`.
    case elementOrEnd
    /// Behind `{`.
    case keyOrEnd
    /// Behind a comma of an object.
    case key
    /// Behind a comma of an array, or the colon of an object.
    case element
    /// Behind a value within a container.
    case commaOrEnd
  }

  /// Takes an input over; ``finish()`` gives it back.
  init(_ feed: inout TextFeed) {
    self.feed = TextFeed([])
    swap(&self.feed, &feed)
    let limits = self.feed.limits
    (itemSize, lineLength, valueNesting) = (limits[.itemSize], limits[.lineLength], limits[.valueNesting])
  }

  /// - Returns: the input, behind what was read.
  consuming func finish() -> TextFeed { feed }

  /// The bytes that were read since it was asked last.
  mutating func takeSize() -> Int {
    defer { taken = feed.offset }
    return feed.offset - taken
  }

  /// The number of open containers.
  var depth: Int { open.count }

  mutating func report(_ problem: Diagnostic) { feed.report(problem) }

  mutating func report(_ limit: Limit, line: Int, _ consequence: String) {
    feed.report(limit, line: line, consequence)
  }

  mutating func report(_ code: Diagnostic.Code, line: Int? = nil, _ message: String) {
    feed.report(Diagnostic(.warning, code, line: line ?? self.line, message))
  }

  /// The next token.
  ///
  /// - Throws: ``ICalendarError/unreadable(reason:)``.
  mutating func next() throws(ICalendarError) -> JSONToken {
    defer { draft.texts.removeAll(keepingCapacity: true) }
    switch try step() {
    case .beginObject: return .beginObject
    case .endObject: return .endObject
    case .beginArray: return .beginArray
    case .endArray: return .endArray
    case .key: return .key(String(decoding: draft.texts, as: UTF8.self))
    case .string: return .string(String(decoding: draft.texts, as: UTF8.self))
    case .number: return .number(String(decoding: draft.texts, as: UTF8.self))
    case .yes: return .bool(true)
    case .no: return .bool(false)
    case .null: return .null
    case .omitted: return .omitted
    case .broken: return .broken
    case .end: return .end
    }
  }

  /// The step of a token that was handed out; its text goes back to the texts of the draft.
  mutating func step(of token: JSONToken) -> JSONStep {
    switch token {
    case .beginObject: return .beginObject
    case .endObject: return .endObject
    case .beginArray: return .beginArray
    case .endArray: return .endArray
    case .key(let text):
      draft.texts += text.utf8
      return .key
    case .string(let text):
      draft.texts += text.utf8
      return .string
    case .number(let text):
      draft.texts += text.utf8
      return .number
    case .bool(let value): return value ? .yes : .no
    case .null: return .null
    case .omitted: return .omitted
    case .broken: return .broken
    case .end: return .end
    }
  }

  /// The next token, whose text is appended to the texts of the draft.
  ///
  /// - Throws: ``ICalendarError/unreadable(reason:)``.
  mutating func step() throws(ICalendarError) -> JSONStep {
    while true {
      guard let byte = try passSpace() else { return atEnd() }
      line = feed.lineNumber
      switch expectation {
      case .value where hasRecovered && (byte == 0x2C || byte == 0x5D || byte == 0x7D): feed.advance()
      case .value, .element: return try value(byte)
      case .elementOrEnd: return byte == 0x5D ? close(byte) : try value(byte)
      case .keyOrEnd: return byte == 0x7D ? close(byte) : try key(byte)
      case .key: return try key(byte)
      case .commaOrEnd:
        if byte == 0x5D || byte == 0x7D { return close(byte) }
        guard byte == 0x2C else { return broken("a comma or a closing bracket is missing") }
        feed.advance(to: feed.position + 1)
        expectation = open.last == true ? .key : .element
      }
    }
  }

  // MARK: Going on

  mutating func broken(_ reason: String) -> JSONStep {
    isBroken = true
    report(.badSyntax, line: feed.lineNumber, "this is not JSON: \(reason)")
    return .broken
  }

  mutating func atEnd() -> JSONStep {
    line = feed.lineNumber
    guard !open.isEmpty || expectation != .value else { return .end }
    open = []
    expectation = .value
    isBroken = true
    report(.badSyntax, "the JSON text ends in the middle")
    return .broken
  }

  /// After ``JSONToken/broken``: passes over lines to one where a value may begin, a container of `depth`
  /// being open. At depth 0 that is the next line that begins with `{` or `[`, else one that begins with `{`,
  /// `,` or a closing bracket.
  ///
  /// - Returns: false where there is none.
  mutating func recover(depth: Int) throws(ICalendarError) -> Bool {
    open.removeLast(max(0, open.count - depth))
    guard open.count == depth else { return false }
    (isBroken, hasRecovered) = (false, true)
    // The line before was cut off, and this one is whole.
    if depth == 0, isAtLineStart, try feed.peek() == 0x7B {
      expectation = .value
      return true
    }
    while try feed.peek() != nil {
      try feed.passLine()
      guard let byte = try passSpace() else { return false }
      switch byte {
      case 0x7B where depth >= 0, 0x5B where depth == 0:
        expectation = depth == 0 ? .value : .element
        return true
      case 0x2C where depth > 0, 0x5D where depth > 0:
        expectation = .commaOrEnd
        return true
      default: continue
      }
    }
    return false
  }

  mutating func passSpace() throws(ICalendarError) -> UInt8? {
    isAtLineStart = false
    while let byte = try feed.peek() {
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
      if byte == 0x0A || byte == 0x0D { isAtLineStart = true }
      feed.advance()
    }
    return nil
  }

  /// Nothing but white space stands before the next byte on its line.
  var isAtLineStart = true

  // MARK: Tokens

  mutating func value(_ byte: UInt8) throws(ICalendarError) -> JSONStep {
    switch byte {
    case 0x7B, 0x5B:
      guard open.count < valueNesting else { return try passContainer() }
      feed.advance(to: feed.position + 1)
      open.append(byte == 0x7B)
      expectation = byte == 0x7B ? .keyOrEnd : .elementOrEnd
      return byte == 0x7B ? .beginObject : .beginArray
    case 0x22:
      let isRead = try string()
      guard isRead || !isBroken else { return .broken }
      behindValue()
      return isRead ? .string : .omitted
    case 0x2D, 0x30...0x39:
      guard try number() else { return broken("an invalid number") }
      behindValue()
      return .number
    case 0x74: return try word("true", .yes)
    case 0x66: return try word("false", .no)
    case 0x6E: return try word("null", .null)
    default: return broken("a value is missing")
    }
  }

  mutating func behindValue() { expectation = open.isEmpty ? .value : .commaOrEnd }

  mutating func close(_ byte: UInt8) -> JSONStep {
    guard open.last == (byte == 0x7D) else { return broken("the wrong closing bracket") }
    feed.advance(to: feed.position + 1)
    open.removeLast()
    behindValue()
    return byte == 0x7D ? .endObject : .endArray
  }

  mutating func key(_ byte: UInt8) throws(ICalendarError) -> JSONStep {
    guard byte == 0x22 else { return broken("a key in quotation marks is missing") }
    guard try string() else { return isBroken ? .broken : broken("a key is too long") }
    guard try passSpace() == 0x3A else { return broken("a colon after a key is missing") }
    feed.advance(to: feed.position + 1)
    expectation = .element
    return .key
  }

  mutating func word(_ word: String, _ step: JSONStep) throws(ICalendarError) -> JSONStep {
    for letter in word.utf8 {
      guard try feed.peek() == letter else {
        return broken("an unknown word; only true, false and null are allowed")
      }
      feed.advance()
    }
    behindValue()
    return step
  }

  /// A number of RFC 8259 §6; false for anything else.
  mutating func number() throws(ICalendarError) -> Bool {
    let start = draft.texts.count
    while let byte = try feed.peek() {
      switch byte {
      case 0x30...0x39, 0x2B, 0x2D, 0x2E, 0x45, 0x65:
        guard draft.texts.count - start < 1024 else { return false }
        draft.texts.append(byte)
        feed.advance(to: feed.position + 1)
      default: return Self.isNumber(draft.texts[start...])
      }
    }
    return Self.isNumber(draft.texts[start...])
  }

  static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
    var index = text.startIndex
    func take(_ byte: UInt8) -> Bool {
      guard index < text.endIndex, text[index] == byte else { return false }
      index += 1
      return true
    }
    func digits() -> Int {
      let start = index
      while index < text.endIndex, text[index] &- 0x30 < 10 { index += 1 }
      return index - start
    }
    _ = take(0x2D)
    let hasZero = index < text.endIndex && text[index] == 0x30
    let whole = digits()
    guard whole > 0, !hasZero || whole == 1 else { return false }
    if take(0x2E), digits() == 0 { return false }
    if take(0x45) || take(0x65) {
      _ = take(0x2B) || take(0x2D)
      if digits() == 0 { return false }
    }
    return index == text.endIndex
  }

  // MARK: Passing over

  /// Passes over a container that is nested too deep, whatever is in it.
  mutating func passContainer() throws(ICalendarError) -> JSONStep {
    report(.valueNesting, line: line, "this value is left out")
    var depth = 0
    var isText = false
    while let byte = try feed.peek() {
      feed.advance()
      switch byte {
      case 0x22: isText.toggle()
      case 0x5C where isText: if try feed.peek() != nil { feed.advance() }
      case 0x5B where !isText, 0x7B where !isText: depth += 1
      case 0x5D where !isText, 0x7D where !isText: depth -= 1
      default: continue
      }
      if depth == 0 {
        behindValue()
        return .omitted
      }
    }
    return atEnd()
  }
}
