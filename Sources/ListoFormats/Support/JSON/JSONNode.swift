internal import ICalendar

/// A JSON value, with the lines that its parts stand on: one that was read, which is a place in a
/// ``JSONDocument``, or one that was made of others.
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

  private enum Storage: Sendable {
    case read(JSONDocument, Int)
    case made(Content, line: Int)
  }

  private let storage: Storage

  init(content: Content, line: Int) { storage = .made(content, line: line) }

  /// - Parameter place: that of a value.
  init(_ document: JSONDocument, _ place: Int = 0) { storage = .read(document, place) }

  /// Counted from 1.
  var line: Int {
    switch storage {
    case .read(let document, let place): document.line(place)
    case .made(_, let line): line
    }
  }

  /// The content of a node that was made of others; nil for one that was read.
  var made: Content? {
    guard case .made(let content, _) = storage else { return nil }
    return content
  }

  var content: Content {
    switch storage {
    case .made(let content, _): content
    case .read(let document, let place):
      switch document.kind(place) {
      case .object: .object(Self.members(document, place))
      case .array: .array(Self.elements(document, place))
      case .string, .key, .repeated: .string(document.text(place))
      case .number: .number(document.text(place))
      case .yes: .bool(true)
      case .no: .bool(false)
      case .null: .null
      case .omitted: .omitted
      }
    }
  }

  /// Where it stands: what was made is put into a document of its own.
  var place: (document: JSONDocument, place: Int) {
    if case .read(let document, let place) = storage { return (document, place) }
    var draft = JSONDocument.Draft()
    draft.mayRepeat = true
    add(to: &draft)
    return (draft.finish(), 0)
  }

  private func add(to draft: inout JSONDocument.Draft) {
    guard case .made(let content, let line) = storage else {
      let (document, place) = place
      return draft.copy(document, place)
    }
    switch content {
    case .object(let members):
      draft.begin(.object, line: line)
      for member in members {
        draft.append(.key, member.key.utf8, line: member.value.line)
        member.value.add(to: &draft)
      }
      draft.end()
    case .array(let elements):
      draft.begin(.array, line: line)
      for element in elements { element.add(to: &draft) }
      draft.end()
    case .string(let text): draft.append(.string, text.utf8, line: line)
    case .number(let text): draft.append(.number, text.utf8, line: line)
    case .bool, .null, .omitted: draft.value(type, from: draft.texts.count, line: line)
    }
  }

  private static func members(_ document: JSONDocument, _ place: Int) -> [Member] {
    var result: [Member] = []
    result.reserveCapacity(document.count(place))
    for (key, value) in document.members(place) {
      result.append(Member(key: document.text(key), value: JSONNode(document, value)))
    }
    return result
  }

  private static func elements(_ document: JSONDocument, _ place: Int) -> [JSONNode] {
    var result: [JSONNode] = []
    result.reserveCapacity(document.count(place))
    for element in document.elements(place) { result.append(JSONNode(document, element)) }
    return result
  }

  // MARK: What it is

  private var type: JSONDocument.Part.Kind {
    switch storage {
    case .read(let document, let place): document.kind(place)
    case .made(.object, _): .object
    case .made(.array, _): .array
    case .made(.string, _): .string
    case .made(.number, _): .number
    case .made(.bool(let value), _): value ? .yes : .no
    case .made(.null, _): .null
    case .made(.omitted, _): .omitted
    }
  }

  var isObject: Bool { type == .object }
  var isNull: Bool { type == .null }
  var isNumber: Bool { type == .number }
  var isOmitted: Bool { type == .omitted }

  /// The value of a key; nil where it is missing, or this is no object.
  subscript(key: String) -> JSONNode? {
    guard case .read(let document, let place) = storage else {
      return members?.first { $0.key == key }?.value
    }
    guard document.kind(place) == .object else { return nil }
    for member in document.members(place) where document.isText(member.key, key) {
      return JSONNode(document, member.value)
    }
    return nil
  }

  var members: [Member]? {
    switch storage {
    case .read(let document, let place):
      document.kind(place) == .object ? Self.members(document, place) : nil
    case .made(.object(let members), _): members
    case .made: nil
    }
  }

  var elements: [JSONNode]? {
    switch storage {
    case .read(let document, let place):
      document.kind(place) == .array ? Self.elements(document, place) : nil
    case .made(.array(let elements), _): elements
    case .made: nil
    }
  }

  var string: String? {
    switch storage {
    case .read(let document, let place): document.kind(place) == .string ? document.text(place) : nil
    case .made(.string(let text), _): text
    case .made: nil
    }
  }

  /// The bytes of a text: UTF-8 without a fault.
  var bytes: ArraySlice<UInt8>? {
    switch storage {
    case .read(let document, let place): document.kind(place) == .string ? document.bytes(place) : nil
    case .made(.string(let text), _): Array(text.utf8)[...]
    case .made: nil
    }
  }

  /// A whole number that fits; `1.0` and `1e2` are whole too.
  var integer: Int? {
    switch storage {
    case .read(let document, let place): document.content.integer(place)
    case .made(.number, _): place.document.content.integer(0)
    case .made: nil
    }
  }

  var bool: Bool? {
    switch type {
    case .yes: true
    case .no: false
    default: nil
    }
  }

  /// The kind of value, for people: `a text`, `a number`.
  var kind: String { type.name }
}

extension JSONDocument.Part.Kind {
  /// The name of this kind of value, for people.
  var name: String {
    switch self {
    case .object: "an object"
    case .array: "an array"
    case .string, .key, .repeated: "a text"
    case .number: "a number"
    case .yes, .no: "true or false"
    case .null: "null"
    case .omitted: "a value that was left out"
    }
  }
}

/// The members of an object as they come: of a key that stands twice the last counts.
struct JSONMembers: Sendable {
  // With their keys: the bytes of the last are those that count.
  private var values = NamedValues<JSONNode.Member>()

  var list: [JSONNode.Member] { values.members.map(\.value) }

  subscript(key: String) -> JSONNode? { values[key]?.value }

  /// - Returns: false for a key that was there, which has this value now.
  /// - Complexity: O(1).
  @discardableResult
  mutating func add(_ member: JSONNode.Member) -> Bool {
    let isNew = values.place(of: member.key) == nil
    values[member.key] = member
    return isNew
  }
}
