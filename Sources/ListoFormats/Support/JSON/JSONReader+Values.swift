internal import ICalendar

/// Whole values of a JSON text.
extension JSONReader {
  /// The value that begins with a token which was just read; nil where it is broken.
  ///
  /// - Parameter opening: the line of an object that was opened before, of which this is the first key, or
  ///   the end.
  /// - Throws: ``ICalendarError/unreadable(reason:)``.
  mutating func node(
    _ first: JSONToken, inObjectAt opening: Int? = nil
  ) throws(ICalendarError) -> JSONNode? {
    let start = draft.texts.count
    return try node(step(of: first), from: start, inObjectAt: opening)
  }

  /// The same by its first step, whose text begins at `start` of the draft's texts.
  private mutating func node(
    _ first: JSONStep, from start: Int, inObjectAt opening: Int? = nil
  ) throws(ICalendarError) -> JSONNode? {
    var (step, start) = (first, start)
    if let opening { draft.begin(.object, line: opening) }
    // How many containers are open, and whether a value was taken that is in none.
    var depth = opening == nil ? 0 : 1
    var size = 0
    var isFull = false
    while true {
      switch step {
      case .key: size += draft.texts.count - start + 64
      case .string: size += draft.texts.count - start + 32
      case .number, .yes, .no, .null: size += 32
      default: break
      }
      if size > itemSize, !isFull {
        isFull = true
        report(.itemSize, line: line, "the rest of this value is left out")
        draft.cut()
      }
      var repeated: ArraySlice<UInt8>?
      var valueLine = line
      switch step {
      case .beginObject, .beginArray:
        if !isFull || depth == 0 { draft.begin(step == .beginObject ? .object : .array, line: line) }
        depth += 1
      case .endObject, .endArray:
        depth -= 1
        guard depth >= 0 else { return abandon() }
        if !isFull || depth == 0 { (repeated, valueLine) = draft.end() }
      case .key:
        guard depth > 0 else { return abandon() }
        if !isFull { draft.key(from: start, line: line) }
      case .string, .number, .yes, .no, .null, .omitted:
        if !isFull || depth == 0 { repeated = draft.value(step.kind, from: start, line: line) }
      case .broken, .end: return abandon()
      }
      if let repeated {
        let key = String(decoding: repeated, as: UTF8.self)
        report(
          .duplicateKey, line: valueLine,
          "the key \"\(key)\" occurs twice; the last one counts")
      }
      if depth == 0 {
        defer { draft.reserve() }
        return JSONNode(draft.finish())
      }
      if isFull { draft.texts.removeLast(draft.texts.count - start) }
      start = draft.texts.count
      step = try self.step()
    }
  }

  private mutating func abandon() -> JSONNode? {
    _ = draft.finish()
    return nil
  }

  /// Passes over the value that begins with a token which was just read; false where it is broken.
  ///
  /// - Throws: ``ICalendarError/unreadable(reason:)``.
  mutating func pass(_ first: JSONToken) throws(ICalendarError) -> Bool {
    defer { draft.texts.removeAll(keepingCapacity: true) }
    var step = step(of: first)
    var open = 0
    while true {
      switch step {
      case .beginObject, .beginArray: open += 1
      case .endObject, .endArray: open -= 1
      case .broken, .end: return false
      default: break
      }
      if open == 0 { return true }
      draft.texts.removeAll(keepingCapacity: true)
      step = try self.step()
    }
  }
}

extension JSONReader {
  /// Reads an input of JSON to its end: each value at the top is handed to `body` by its first token; what is
  /// broken is passed over.
  ///
  /// - Parameters:
  ///   - expected: what should stand there, to be named where something else does: `a task, which is an
  ///     object,`.
  ///   - body: reads the value; false for one that does not belong there, which is then left out.
  /// - Throws: ``ICalendarError/unreadable(reason:)``.
  static func forEachText(
    in input: inout TextFeed, _ expected: String,
    _ body: (inout JSONReader, JSONToken) throws(ICalendarError) -> Bool
  ) throws(ICalendarError) {
    var json = JSONReader(&input)
    defer { input = json.finish() }
    while try json.text(expected, body) {}
  }

  /// The same where the values behind the first can be read on other threads.
  ///
  /// - Parameter takePiece: as in ``forEachPiece(_:)``.
  static func forEachText(
    in input: inout TextFeed, _ expected: String,
    _ body: (inout JSONReader, JSONToken) throws(ICalendarError) -> Bool,
    passages takePiece: (inout JSONReader, JSONPiece) throws(ICalendarError) -> [JSONPassage]
  ) throws(ICalendarError) {
    var json = JSONReader(&input)
    defer { input = json.finish() }
    while try json.text(expected, body) { try json.passages(takePiece) }
  }

  /// One value at the top; false at the end.
  private mutating func text(
    _ expected: String, _ body: (inout JSONReader, JSONToken) throws(ICalendarError) -> Bool
  ) throws(ICalendarError) -> Bool {
    let token = try next()
    switch token {
    case .end: return false
    case .broken: break
    default:
      if try !body(&self, token), try pass(token) {
        report(.badSyntax, "\(expected) is missing here; this is left out")
      }
    }
    if !isBroken { return true }
    return try recover(depth: 0)
  }

  /// Reads the elements of an array that was opened, each whole; what is broken is passed over.
  ///
  /// - Throws: ``ICalendarError/unreadable(reason:)``.
  mutating func forEachElement(
    _ body: (inout JSONReader, JSONNode) throws(ICalendarError) -> Void
  ) throws(ICalendarError) {
    let depth = self.depth
    while let node = try element(depth: depth) { try body(&self, node) }
  }

  /// The same where elements can be read on other threads: each comes by itself, or as a part of a passage.
  ///
  /// - Parameter body: returns passages that are to be read token by token: one that was given, and all
  ///   behind it.
  /// - Throws: ``ICalendarError/unreadable(reason:)``.
  mutating func forEachPiece(
    _ body: (inout JSONReader, JSONPiece) throws(ICalendarError) -> [JSONPassage]
  ) throws(ICalendarError) {
    let depth = self.depth
    while true {
      try passages(body)
      guard let node = try element(depth: depth) else { return }
      _ = try body(&self, .value(node))
    }
  }

  /// The next element of an array at a depth; nil at its end.
  private mutating func element(depth: Int) throws(ICalendarError) -> JSONNode? {
    while true {
      let start = draft.texts.count
      let step = try step()
      if step == .endArray { return nil }
      if let node = try node(step, from: start) { return node }
      guard try recover(depth: depth) else { return nil }
    }
  }

  /// Hands out the passages that come, and waits for what is made of them.
  private mutating func passages(
    _ body: (inout JSONReader, JSONPiece) throws(ICalendarError) -> [JSONPassage]
  ) throws(ICalendarError) {
    while true {
      var hasPassages = false
      var unread: [JSONPassage] = []
      while unread.isEmpty, let passage = try passage() {
        hasPassages = true
        unread = try body(&self, .passage(passage))
      }
      if hasPassages, unread.isEmpty { unread = try body(&self, .end) }
      if unread.isEmpty { return }
      goBack(to: unread)
    }
  }

  /// The number of bytes searched for the end of a value; a longer one is read token by token.
  private static var longest: Int { 1 << 20 }

  /// The values that come next, as far as they are whole in what was read; nil where there are none.
  private mutating func passage() throws(ICalendarError) -> JSONPassage? {
    guard feed.offset >= slowEnd, !isBroken, open.last != true, try feed.peek() != nil else { return nil }
    while true {
      let found = feed.buffer.span.endOfJSONValues(from: feed.position)
      guard let end = found.end else {
        if found.isCut, found.looked < Self.longest, try feed.extend() { continue }
        // So that nothing is looked at again and again.
        slowEnd = feed.offset + found.looked
        return nil
      }
      let (line, offset) = (feed.lineNumber, feed.offset)
      let (bytes, range) = feed.take(to: end, lineFeeds: found.lineFeeds)
      defer { behindValue() }
      return JSONPassage(
        bytes: bytes, range: range, line: line, offset: offset, depth: depth, expectation: expectation,
        itemSize: itemSize, lineLength: lineLength, valueNesting: valueNesting)
    }
  }

  /// Reads passages token by token, and what comes then for a while: twice as long each time, so that all is
  /// not read twice.
  private mutating func goBack(to passages: [JSONPassage]) {
    guard let first = passages.first else { return }
    var bytes: [UInt8] = []
    for passage in passages { bytes += passage.bytes[passage.range] }
    feed.restore(bytes, offset: first.offset, line: first.line)
    (expectation, taken) = (first.expectation, first.offset)
    slowEnd = first.offset + first.range.count + slowness
    slowness *= 2
  }

  /// Walks the members of an object that was opened. Of each the body is given the key and the first token of
  /// the value, of which it must read, or pass over, the rest.
  ///
  /// - Parameters:
  ///   - first: a key that was read already.
  ///   - lists: the keys whose elements are read as they come, so that two lists of one key are both read; of
  ///     any other key the last value counts, which is the body's to see to.
  /// - Throws: ``ICalendarError/unreadable(reason:)``.
  mutating func forEachMember(
    first: String? = nil, lists: Set<String>,
    _ body: (inout JSONReader, String, JSONToken) throws(ICalendarError) -> Void
  ) throws(ICalendarError) {
    var seen: Set<String> = []
    var given = first
    while true {
      let key: String
      if let first = given {
        key = first
        given = nil
      } else {
        guard case .key(let next) = try next() else { return }
        key = next
      }
      if !seen.insert(key).inserted {
        let which = lists.contains(key) ? "both are read" : "the last one counts"
        report(.duplicateKey, "the key \"\(key)\" occurs twice; \(which)")
      }
      let token = try next()
      if isBroken { return }
      try body(&self, key, token)
      if isBroken { return }
    }
  }
}
