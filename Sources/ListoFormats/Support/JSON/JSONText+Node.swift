extension JSONText {
  /// Appends a value, without white space.
  mutating func node(_ node: JSONNode) {
    switch node.made {
    case nil:
      let (document, place) = node.place
      value(document, place)
    case .object(let members):
      object(members) { json, member in
        json.string(member.key)
        json.bytes.append(0x3A)
        json.node(member.value)
      }
    case .array(let elements): array(elements) { $0.node($1) }
    case .string(let text): string(text)
    case .number(let text): raw(text)
    case .bool(let value): raw(value ? "true" : "false")
    case .null, .omitted: raw("null")
    }
  }

  /// Appends a value that was read.
  private mutating func value(_ document: JSONDocument, _ place: Int) {
    switch document.kind(place) {
    case .object:
      object(document.members(place)) { json, member in
        json.string(document.bytes(member.key))
        json.bytes.append(0x3A)
        json.value(document, member.value)
      }
    case .array: array(document.elements(place)) { $0.value(document, $1) }
    case .string, .key, .repeated: string(document.bytes(place))
    case .number: bytes += document.bytes(place)
    case .yes: raw("true")
    case .no: raw("false")
    case .null, .omitted: raw("null")
    }
  }
}
