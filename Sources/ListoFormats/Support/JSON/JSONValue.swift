internal import ICalendar

/// A small JSON document whose keys keep their order, which Foundation's encoder does not offer.
///
/// It is for small results: a selection, a catalog, a report. Reminders are written directly as bytes.
package indirect enum JSONValue: Sendable, Hashable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  case null
  case bool(Bool)
  case number(Int)
  case string(String)
  case array([JSONValue])
  case object([Member])

  /// A key and its value.
  public struct Member: Sendable, Hashable {
    /// The name of the member.
    public let key: String
    /// Its value.
    public let value: JSONValue

    /// A member of an object.
    public init(key: String, value: JSONValue) { (self.key, self.value) = (key, value) }
  }

  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A number.
  public init(integerLiteral value: Int) { self = .number(value) }

  /// An array of texts.
  package static func strings(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }

  /// An object of the members whose value is there.
  public static func object(present members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(members.compactMap { member in member.value.map { Member(key: member.key, value: $0) } })
  }

  /// The members of an object; none of any other value.
  package var members: [Member] { if case .object(let members) = self { members } else { [] } }

  /// On one line, without spaces or a line end.
  public var compact: [UInt8] {
    var json = JSONText()
    write(to: &json, indent: nil)
    return json.bytes
  }

  /// One member or element a line, indented by two spaces, with a line end.
  public var pretty: [UInt8] {
    var json = JSONText()
    write(to: &json, indent: 0)
    json.raw("\n")
    return json.bytes
  }

  /// - Parameter indent: the blanks before it; nil for one line.
  func write(to json: inout JSONText, indent: Int? = nil) {
    switch self {
    case .null: json.raw("null")
    case .bool(let value): if value { json.raw("true") } else { json.raw("false") }
    case .number(let value): json.number(value)
    case .string(let value): json.string(value)
    case .array(let elements):
      Self.group(elements, "[", "]", to: &json, indent) { json, element, indent in
        element.write(to: &json, indent: indent)
      }
    case .object(let members):
      Self.group(members, "{", "}", to: &json, indent) { json, member, indent in
        json.string(member.key)
        if indent == nil { json.raw(":") } else { json.raw(": ") }
        member.value.write(to: &json, indent: indent)
      }
    }
  }

  private static func group<Element>(
    _ elements: [Element], _ open: String, _ close: String, to json: inout JSONText,
    _ indent: Int?, _ body: (inout JSONText, Element, Int?) -> Void
  ) {
    let inner = indent.map { $0 + 2 }
    json.raw(open)
    for (index, element) in elements.enumerated() {
      if index > 0 { json.raw(",") }
      newLine(&json, inner)
      body(&json, element, inner)
    }
    if !elements.isEmpty { newLine(&json, indent) }
    json.raw(close)
  }

  private static func newLine(_ json: inout JSONText, _ indent: Int?) {
    guard let indent else { return }
    json.bytes.append(0x0A)
    json.bytes.append(contentsOf: repeatElement(0x20, count: indent))
  }
}

extension JSONValue {
  /// Reads one value that Listo itself wrote; nil for what is no JSON, is cut off, holds a number that is not
  /// whole, or has more behind it.
  ///
  /// - Parameter bytes: in a text U+FFFD stands for those that are not UTF-8.
  /// - Complexity: linear in the bytes.
  package init?(json bytes: [UInt8]) {
    guard let node = JSONNode(whole: bytes), let value = JSONValue(node) else { return nil }
    self = value
  }

  private init?(_ node: JSONNode) {
    switch node.content {
    case .object(let members):
      var values: [Member] = []
      for member in members {
        guard let value = JSONValue(member.value) else { return nil }
        values.append(Member(key: member.key, value: value))
      }
      self = .object(values)
    case .array(let elements):
      var values: [JSONValue] = []
      for element in elements {
        guard let value = JSONValue(element) else { return nil }
        values.append(value)
      }
      self = .array(values)
    case .string(let text): self = .string(text)
    case .number:
      guard let number = node.integer else { return nil }
      self = .number(number)
    case .bool(let value): self = .bool(value)
    case .null: self = .null
    case .omitted: return nil
    }
  }

  /// The value of a key; nil where it is missing, or this is no object.
  package subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  package var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  package var integer: Int? {
    guard case .number(let number) = self else { return nil }
    return number
  }

  package var elements: [JSONValue]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }
}
