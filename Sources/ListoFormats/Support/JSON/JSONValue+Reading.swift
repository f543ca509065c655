internal import ICalendar

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
