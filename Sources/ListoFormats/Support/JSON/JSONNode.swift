internal import ICalendar

/// A JSON value that was read whole, with the lines that its parts stand on.
struct JSONNode: Sendable {
  /// A key and its value; of a key that stands twice the last counts.
  struct Member: Sendable {
    let key: String
    let value: JSONNode
  }

  enum Content: Sendable {
    case object([Member])
    case array([JSONNode])
    case string(String)
    /// As it is written.
    case number(String)
    case bool(Bool)
    case null
    /// It was too large, or nested too deep; a Diagnostic said so.
    case omitted
  }

  let content: Content
  /// Counted from 1.
  let line: Int

  /// The value of a key; nil where it is missing, or this is no object.
  subscript(key: String) -> JSONNode? { members?.first { $0.key == key }?.value }

  var members: [Member]? {
    guard case .object(let members) = content else { return nil }
    return members
  }

  var elements: [JSONNode]? {
    guard case .array(let elements) = content else { return nil }
    return elements
  }

  var string: String? {
    guard case .string(let text) = content else { return nil }
    return text
  }

  /// A whole number that fits; `1.0` and `1e2` are whole too.
  var integer: Int? {
    guard case .number(let text) = content else { return nil }
    if let number = Int(text) { return number }
    return Double(text).flatMap { abs($0) < 9e15 ? Int(exactly: $0) : nil }
  }

  var bool: Bool? {
    guard case .bool(let value) = content else { return nil }
    return value
  }

  var isNull: Bool {
    if case .null = content { return true }
    return false
  }

  var isOmitted: Bool {
    if case .omitted = content { return true }
    return false
  }

  /// What it is, for people: `a text`, `a number`.
  var kind: String {
    switch content {
    case .object: "an object"
    case .array: "an array"
    case .string: "a text"
    case .number: "a number"
    case .bool: "true or false"
    case .null: "null"
    case .omitted: "a value that was left out"
    }
  }
}

/// The members of an object as they come: of a key that stands twice the last counts.
struct JSONMembers: Sendable {
  private(set) var list: [JSONNode.Member] = []
  /// The places of keys, where there are many.
  private var places: [String: Int] = [:]

  subscript(key: String) -> JSONNode? { list.first { $0.key == key }?.value }

  /// - Returns: false for a key that was there, which has this value now.
  /// - Complexity: O(1).
  @discardableResult
  mutating func add(_ member: JSONNode.Member) -> Bool {
    if list.count < 16 {
      if let known = list.firstIndex(where: { $0.key == member.key }) {
        list[known] = member
        return false
      }
    } else {
      if places.isEmpty {
        for (place, member) in list.enumerated() { places[member.key] = place }
      }
      if let known = places[member.key] {
        list[known] = member
        return false
      }
      places[member.key] = list.count
    }
    list.append(member)
    return true
  }
}

extension JSONReader {
  private struct Draft {
    let line: Int
    var members: JSONMembers?
    var elements: [JSONNode] = []
    var key = ""
  }

  /// The value that begins with a token which was just read; nil where it is broken.
  ///
  /// - Parameter opening: the line of an object that was opened before, of which this is the first key, or
  ///   the end.
  /// - Throws: ``ICalendarError/unreadable(reason:)``.
  mutating func node(
    _ first: JSONToken, inObjectAt opening: Int? = nil
  ) throws(ICalendarError) -> JSONNode? {
    var token = first
    var drafts = opening.map { [Draft(line: $0, members: JSONMembers())] } ?? []
    var size = 0
    var isFull = false
    while true {
      var node: JSONNode?
      switch token {
      case .beginObject: drafts.append(Draft(line: line, members: JSONMembers()))
      case .beginArray: drafts.append(Draft(line: line))
      case .endObject, .endArray:
        guard let draft = drafts.popLast() else { return nil }
        node = JSONNode(
          content: draft.members.map { .object($0.list) } ?? .array(draft.elements), line: draft.line)
      case .key(let name):
        size += name.utf8.count + 64
        guard !drafts.isEmpty else { return nil }
        drafts[drafts.count - 1].key = name
      case .string(let text):
        size += text.utf8.count + 32
        node = JSONNode(content: .string(text), line: line)
      case .number(let text): (size, node) = (size + 32, JSONNode(content: .number(text), line: line))
      case .bool(let value): (size, node) = (size + 32, JSONNode(content: .bool(value), line: line))
      case .null: (size, node) = (size + 32, JSONNode(content: .null, line: line))
      case .omitted: node = JSONNode(content: .omitted, line: line)
      case .broken, .end: return nil
      }
      if size > limits[.itemSize], !isFull {
        isFull = true
        report(.itemSize, line: line, "the rest of this value is left out")
      }
      if let node {
        guard !drafts.isEmpty else { return node }
        if !isFull { add(node, to: &drafts[drafts.count - 1]) }
      }
      token = try next()
    }
  }

  private mutating func add(_ node: JSONNode, to draft: inout Draft) {
    guard var members = draft.members else {
      draft.elements.append(node)
      return
    }
    draft.members = nil
    let key = draft.key
    if !members.add(JSONNode.Member(key: key, value: node)) {
      report(
        .duplicateKey, line: node.line, "the key \"\(key)\" stands here a second time; the last one counts")
    }
    draft.members = members
  }

  /// Passes over the value that begins with a token which was just read; false where it is broken.
  ///
  /// - Throws: ``ICalendarError/unreadable(reason:)``.
  mutating func pass(_ first: JSONToken) throws(ICalendarError) -> Bool {
    var token = first
    var open = 0
    while true {
      switch token {
      case .beginObject, .beginArray: open += 1
      case .endObject, .endArray: open -= 1
      case .broken, .end: return false
      default: break
      }
      if open == 0 { return true }
      token = try next()
    }
  }
}

extension JSONReader {
  /// Reads an input of JSON to its end: each value at the top is handed to `body` by its first token; what is broken is passed over.
  ///
  /// - Parameters:
  ///   - expected: what should stand there, to be named where something else does: `a task, which is an object,`.
  ///   - body: reads the value; false for one that does not belong there, which is then left out.
  /// - Throws: ``ICalendarError/unreadable(reason:)``.
  static func forEachText(
    in input: inout TextFeed, _ expected: String,
    _ body: (inout JSONReader, JSONToken) throws(ICalendarError) -> Bool
  ) throws(ICalendarError) {
    var json = JSONReader(&input)
    defer { input = json.finish() }
    while true {
      let token = try json.next()
      switch token {
      case .end: return
      case .broken: break
      default:
        if try !body(&json, token), try json.pass(token) {
          json.report(.badSyntax, "\(expected) is missing here; this is left out")
        }
      }
      guard json.isBroken else { continue }
      guard try json.recover(depth: 0) else { return }
    }
  }

  /// Reads the elements of an array that was opened, each whole; what is broken is passed over.
  ///
  /// - Throws: ``ICalendarError/unreadable(reason:)``.
  mutating func forEachElement(
    _ body: (inout JSONReader, JSONNode) throws(ICalendarError) -> Void
  ) throws(ICalendarError) {
    let depth = self.depth
    while true {
      let token = try next()
      if token == .endArray { return }
      if let node = try node(token) {
        try body(&self, node)
      } else {
        guard try recover(depth: depth) else { return }
      }
    }
  }

  /// Walks the members of an object that was opened. Of each the body is given the key and the first token of
  /// the value, of which it must read, or pass over, the rest.
  ///
  /// - Parameters:
  ///   - first: a key that was read already.
  ///   - lists: the keys whose elements are read as they come, so that two lists of one key are both read; of any other key the last
  ///     value counts, which is the body's to see to.
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
        report(.duplicateKey, "the key \"\(key)\" stands here a second time; \(which)")
      }
      let token = try next()
      if isBroken { return }
      try body(&self, key, token)
      if isBroken { return }
    }
  }
}
