internal import ICalendar

/// JSPROP of the draft: members of an object that iCalendar has no property for, in its lines.
struct JSExtensions: Sendable {
  private struct Extension {
    let line: Int
    let pointer: [String]
    let value: JSONNode
  }

  private var list: [Extension] = []
  /// Lines called JSPROP that are none, where these come behind all others.
  private var last: [Int] = []
  /// They are set when all lines are read, and not in their turn.
  private var areLast = false

  var isEmpty: Bool { list.isEmpty }

  /// Looks for them in lines, which are noted then.
  ///
  /// - Parameter areLast: they count behind all other lines.
  mutating func take(_ lines: inout JSLines, _ bytes: Span<UInt8>, areLast: Bool) {
    self.areLast = areLast
    if !list.isEmpty { list = [] }
    if !last.isEmpty { last = [] }
    var start = lines.first(.other)
    while let index = start {
      start = lines.next(.other, from: index + 1)
      guard lines.isNamed(Self.name, index, bytes), let property = lines.property(index) else { continue }
      if let (pointer, value) = Self.read(property) {
        list.append(Extension(line: index, pointer: pointer, value: value))
        lines.place(index)
      } else if areLast {
        last.append(index)
      }
    }
  }

  private static let name = Array("JSPROP".utf8)

  /// The pointer and the value of a JSPROP.
  private static func read(_ property: Property) -> (pointer: [String], value: JSONNode)? {
    guard let pointer = property.parameter("JSPTR")?.value, !pointer.isEmpty, property.parameters.count == 1,
      let value = JSONNode(json: Array(property.text.utf8))
    else { return nil }
    return (JSObject.pointer(pointer), value)
  }

  /// One that counts before a line has set a member, or something in it: then the line stays as it is.
  func isTaken(_ key: String, before line: Int) -> Bool {
    !areLast && list.contains { $0.line < line && $0.pointer.first == key }
  }

  /// An object that was written, with the members that the extensions are.
  ///
  /// - Parameter rest: where its member `iCalendar` stands, behind all others.
  func object(_ written: [UInt8], _ rest: Range<Int>) -> JSObject {
    let members = JSONNode(whole: Array(written[..<rest.lowerBound] + [0x7D]))
    var object = members.map { JSObject($0) } ?? JSObject()
    // What they point into stands there now.
    for item in list { object.set(item.value, at: item.pointer) }
    // A comma stands before the rest.
    let others = JSONNode(whole: [0x7B] + Array(written[rest].dropFirst()) + [0x7D])
    if let others = others?["iCalendar"] { object["iCalendar"] = others }
    return object
  }

  /// Appends the lines that nothing says, as the member `properties`; nothing where there are none.
  func putRest(
    _ lines: JSLines, _ heads: [ShortText?], _ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>
  ) {
    var isFirst = true
    for index in lines.indices where !lines.isPlaced(index) && lines[index].id != .malformed {
      if !last.isEmpty, last.contains(index) { continue }
      output.put(isFirst ? Self.begin : Self.comma)
      isFirst = false
      lines.put(index, heads, bytes, to: &output)
    }
    for index in last {
      output.put(isFirst ? Self.begin : Self.comma)
      isFirst = false
      lines.put(index, heads, bytes, to: &output)
    }
    if !isFirst { output.put(0x5D) }
  }

  private static let begin = Array(",\"properties\":[".utf8)
  private static let comma: [UInt8] = [0x2C]
}
