internal import ICalendar
internal import ListoModel

/// Appends JSON (RFC 8259) to bytes: always valid UTF-8, in the order and with the white space of its caller.
///
/// Bytes that are not UTF-8 become U+FFFD, as `String(decoding:)` would have it, and are counted in
/// `replacements`.
struct JSONText: Sendable {
  var bytes: [UInt8] = []
  /// How many strings held bytes that are not UTF-8.
  var replacements = 0

  /// Appends bytes that are JSON already.
  @inline(__always)
  mutating func raw(_ json: [UInt8]) { bytes.append(contentsOf: json) }

  /// Appends text that is JSON already.
  @inline(__always)
  mutating func raw(_ json: String) { bytes.append(contentsOf: json.utf8) }

  /// A string: these bytes as they are.
  mutating func string(_ value: ArraySlice<UInt8>) {
    bytes.append(0x22)
    escape(value, isText: false)
    bytes.append(0x22)
  }

  mutating func string(_ value: String) {
    bytes.append(0x22)
    let start = bytes.count
    bytes.append(contentsOf: value.utf8)
    let end = bytes.span.endOfPlainRun(from: start, to: bytes.count)
    // Most texts have nothing to escape; then they are copied, and no more.
    if end < bytes.count {
      let rest = Array(bytes[end...])
      bytes.removeSubrange(end...)
      escape(rest[...], isText: false)
    }
    bytes.append(0x22)
  }

  /// A string: what a TEXT value (RFC 5545 §3.3.11) says, decoded as ``TextValue/decode(_:)`` does, in the
  /// same pass.
  mutating func text(_ value: ArraySlice<UInt8>) {
    bytes.append(0x22)
    escape(value, isText: true)
    bytes.append(0x22)
  }

  mutating func number(_ value: Int) {
    bytes.append(contentsOf: String(value).utf8)
  }

  /// An array of what `body` appends for each element.
  mutating func array<S: Sequence>(_ elements: S, _ body: (inout JSONText, S.Element) -> Void) {
    list(elements, body, 0x5B, 0x5D)
  }

  /// An object of what `body` appends for each member: its key, a colon and its value.
  mutating func object<S: Sequence>(_ members: S, _ body: (inout JSONText, S.Element) -> Void) {
    list(members, body, 0x7B, 0x7D)
  }

  private mutating func list<S: Sequence>(
    _ elements: S, _ body: (inout JSONText, S.Element) -> Void, _ begin: UInt8, _ end: UInt8
  ) {
    bytes.append(begin)
    var isFirst = true
    for element in elements {
      if !isFirst { bytes.append(0x2C) }
      isFirst = false
      body(&self, element)
    }
    bytes.append(end)
  }

  /// - Complexity: linear; runs of bytes that stand for themselves are copied whole.
  private mutating func escape(_ value: ArraySlice<UInt8>, isText: Bool) {
    let span = value.span
    var isSound = true
    // Few bytes grow in most texts.
    bytes.append(inRoomOf: value.count + value.count / 8 + 16) {
      isSound = $0.putPart(span, 0..<span.count, isText: isText)
    }
    if !isSound { replacements += 1 }
  }
}

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
