internal import ICalendar

/// What stands next in a JSON text.
enum JSONToken: Sendable, Hashable {
  case beginObject, endObject, beginArray, endArray
  case key(String)
  case string(String)
  /// As it is written.
  case number(String)
  case bool(Bool)
  case null
  /// A value that is too large or nested too deep, and was passed over; a Diagnostic says so.
  case omitted
  /// Here the text is no JSON; a Diagnostic says why. ``JSONReader/recover(depth:)`` finds where it goes on.
  case broken
  case end
}

/// Reads JSON (RFC 8259) as a stream of tokens: one value, or several one behind the other (JSON lines).
///
/// In constant memory, without recursion, with the line of each token. Numbers stay as they are written,
/// strings are decoded once; half a surrogate pair, and bytes that are not UTF-8, become U+FFFD and are
/// reported.
struct JSONReader {
  private(set) var feed: TextFeed
  /// The open containers; true for an object.
  private var open: [Bool] = []
  private var expectation = Expectation.value
  /// The line of the token that was handed out last.
  private(set) var line = 1
  /// The last token was ``JSONToken/broken``.
  private(set) var isBroken = false
  /// Something was passed over, so that closing brackets and commas may be left over at the top.
  private var hasRecovered = false

  private enum Expectation {
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

  /// How deep containers may stand inside each other.
  static let depthLimit = 512
  /// The bytes of one string: 16 MB.
  static let stringLimit = 16 << 20

  /// Takes an input over; ``finish()`` gives it back.
  init(_ feed: inout TextFeed) {
    self.feed = TextFeed([])
    swap(&self.feed, &feed)
  }

  /// - Returns: the input, behind what was read.
  consuming func finish() -> TextFeed { feed }

  /// How many containers are open.
  var depth: Int { open.count }

  mutating func report(_ problem: Diagnostic) { feed.report(problem) }

  mutating func report(_ code: Diagnostic.Code, line: Int? = nil, _ message: String) {
    feed.report(Diagnostic(.warning, code, line: line ?? self.line, message))
  }

  /// The next token.
  ///
  /// - Throws: ``ICalendarError/unreadable(reason:)``.
  mutating func next() throws(ICalendarError) -> JSONToken {
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
        guard byte == 0x2C else { return broken("a comma, or the end of what is open, is missing") }
        feed.advance()
        expectation = open.last == true ? .key : .element
      }
    }
  }

  // MARK: Going on

  private mutating func broken(_ reason: String) -> JSONToken {
    isBroken = true
    report(.badSyntax, line: feed.lineNumber, "this is no JSON: \(reason)")
    return .broken
  }

  private mutating func atEnd() -> JSONToken {
    line = feed.lineNumber
    guard !open.isEmpty || expectation != .value else { return .end }
    open = []
    expectation = .value
    isBroken = true
    report(.badSyntax, "the JSON text ends in the middle")
    return .broken
  }

  /// After ``JSONToken/broken``: passes over lines to one where a value may begin, a container of `depth` being
  /// open. At depth 0 that is the next line that begins with `{` or `[`, else one that begins with `{`, `,` or
  /// a closing bracket.
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

  private mutating func passSpace() throws(ICalendarError) -> UInt8? {
    isAtLineStart = false
    while let byte = try feed.peek() {
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
      if byte == 0x0A || byte == 0x0D { isAtLineStart = true }
      feed.advance()
    }
    return nil
  }

  /// Nothing but white space stands before the next byte on its line.
  private var isAtLineStart = true

  // MARK: Tokens

  private mutating func value(_ byte: UInt8) throws(ICalendarError) -> JSONToken {
    switch byte {
    case 0x7B, 0x5B:
      guard open.count < Self.depthLimit else { return try passContainer() }
      feed.advance()
      open.append(byte == 0x7B)
      expectation = byte == 0x7B ? .keyOrEnd : .elementOrEnd
      return byte == 0x7B ? .beginObject : .beginArray
    case 0x22:
      let token = try string()
      guard let token else {
        guard !isBroken else { return .broken }
        behindValue()
        return .omitted
      }
      behindValue()
      return .string(token)
    case 0x2D, 0x30...0x39:
      guard let number = try number() else { return broken("a number is written in a way that JSON has not") }
      behindValue()
      return .number(number)
    case 0x74: return try word("true", .bool(true))
    case 0x66: return try word("false", .bool(false))
    case 0x6E: return try word("null", .null)
    default: return broken("a value is missing")
    }
  }

  private mutating func behindValue() { expectation = open.isEmpty ? .value : .commaOrEnd }

  private mutating func close(_ byte: UInt8) -> JSONToken {
    guard open.last == (byte == 0x7D) else { return broken("the wrong bracket closes what is open") }
    feed.advance()
    open.removeLast()
    behindValue()
    return byte == 0x7D ? .endObject : .endArray
  }

  private mutating func key(_ byte: UInt8) throws(ICalendarError) -> JSONToken {
    guard byte == 0x22 else { return broken("a key in quotation marks is missing") }
    let name = try string()
    guard let name else { return isBroken ? .broken : broken("a key is too long") }
    guard try passSpace() == 0x3A else { return broken("a colon behind a key is missing") }
    feed.advance()
    expectation = .element
    return .key(name)
  }

  private mutating func word(_ word: String, _ token: JSONToken) throws(ICalendarError) -> JSONToken {
    for letter in word.utf8 {
      guard try feed.peek() == letter else { return broken("a word that is neither true, false nor null") }
      feed.advance()
    }
    behindValue()
    return token
  }

  /// A number of RFC 8259 §6; nil for anything else.
  private mutating func number() throws(ICalendarError) -> String? {
    var digits: [UInt8] = []
    while let byte = try feed.peek() {
      switch byte {
      case 0x30...0x39, 0x2B, 0x2D, 0x2E, 0x45, 0x65:
        guard digits.count < 1024 else { return nil }
        digits.append(byte)
        feed.advance()
      default: return Self.isNumber(digits[...]) ? String(decoding: digits, as: UTF8.self) : nil
      }
    }
    return Self.isNumber(digits[...]) ? String(decoding: digits, as: UTF8.self) : nil
  }

  private static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text.first == 0x2D ? text.dropFirst() : text
    func digits() -> Int {
      let count = rest.prefix { $0 &- 0x30 < 10 }.count
      rest = rest.dropFirst(count)
      return count
    }
    let hasZero = rest.first == 0x30
    let whole = digits()
    guard whole > 0, !hasZero || whole == 1 else { return false }
    if rest.first == 0x2E {
      rest = rest.dropFirst()
      guard digits() > 0 else { return false }
    }
    if rest.first == 0x45 || rest.first == 0x65 {
      rest = rest.dropFirst()
      if rest.first == 0x2B || rest.first == 0x2D { rest = rest.dropFirst() }
      guard digits() > 0 else { return false }
    }
    return rest.isEmpty
  }

  // MARK: Strings

  /// A string whose quotation mark comes next; nil where it is too long, or broken.
  private mutating func string() throws(ICalendarError) -> String? {
    let start = feed.lineNumber
    feed.advance()
    var bytes: [UInt8] = []
    var isTooLong = false
    while let first = try feed.peek() {
      // A run of bytes that stand for themselves.
      let from = feed.position
      var index = from
      let end = feed.buffer.count
      while index < end {
        let byte = feed.buffer[index]
        if byte == 0x22 || byte == 0x5C || byte == 0x0A || byte == 0x0D { break }
        index += 1
      }
      if index > from {
        if bytes.count + index - from > Self.stringLimit { isTooLong = true }
        if !isTooLong { bytes += feed.buffer[from..<index] }
        feed.advance(to: index)
        continue
      }
      switch first {
      case 0x22:
        feed.advance()
        guard isTooLong else { return feed.text(of: bytes[...], line: start) }
        report(.tooLarge, line: start, "a text is longer than \(Self.stringLimit >> 20) MB; it is left out")
        return nil
      case 0x5C:
        feed.advance()
        guard try escape(to: &bytes) else {
          _ = broken("a backslash with something behind it that JSON does not know")
          return nil
        }
      default:
        _ = broken("a text does not end on its line")
        return nil
      }
    }
    isBroken = true
    open = []
    expectation = .value
    report(.badSyntax, line: start, "the JSON text ends in the middle")
    return nil
  }

  /// What stands behind a backslash; false for what JSON does not know.
  private mutating func escape(to bytes: inout [UInt8]) throws(ICalendarError) -> Bool {
    guard let byte = try feed.peek() else { return false }
    switch byte {
    case 0x22, 0x5C, 0x2F: bytes.append(byte)
    case 0x62: bytes.append(0x08)
    case 0x66: bytes.append(0x0C)
    case 0x6E: bytes.append(0x0A)
    case 0x72: bytes.append(0x0D)
    case 0x74: bytes.append(0x09)
    case 0x75:
      feed.advance()
      return try unicode(to: &bytes)
    default: return false
    }
    feed.advance()
    return true
  }

  /// Four hexadecimal digits, and those of the second half of a pair.
  private mutating func unicode(to bytes: inout [UInt8]) throws(ICalendarError) -> Bool {
    guard var unit = try hexadecimal() else { return false }
    while true {
      guard (0xD800...0xDBFF).contains(unit) else {
        append(unit, to: &bytes)
        return true
      }
      guard try feed.peek() == 0x5C else {
        append(unit, to: &bytes)
        return true
      }
      feed.advance()
      guard try feed.peek() == 0x75 else {
        append(unit, to: &bytes)
        return try escape(to: &bytes)
      }
      feed.advance()
      guard let second = try hexadecimal() else { return false }
      if (0xDC00...0xDFFF).contains(second) {
        append(0x10000 + (unit - 0xD800) << 10 + (second - 0xDC00), to: &bytes)
        return true
      }
      append(unit, to: &bytes)
      unit = second
    }
  }

  /// Appends a character as UTF-8; U+FFFD in the place of half a pair.
  private mutating func append(_ unit: UInt32, to bytes: inout [UInt8]) {
    guard let scalar = Unicode.Scalar(unit) else {
      report(.invalidUTF8, line: feed.lineNumber, "half of a pair of surrogates is read as \u{FFFD}")
      bytes += [0xEF, 0xBF, 0xBD]
      return
    }
    bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
  }

  private mutating func hexadecimal() throws(ICalendarError) -> UInt32? {
    var number: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = try feed.peek() else { return nil }
      switch byte {
      case 0x30...0x39: number = number << 4 | UInt32(byte - 0x30)
      case 0x41...0x46, 0x61...0x66: number = number << 4 | UInt32(byte & 0xDF - 0x37)
      default: return nil
      }
      feed.advance()
    }
    return number
  }

  // MARK: Passing over

  /// Passes over a container that is nested too deep, whatever is in it.
  private mutating func passContainer() throws(ICalendarError) -> JSONToken {
    report(.nestedTooDeep, "values are nested deeper than \(Self.depthLimit) here; this one is left out")
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
