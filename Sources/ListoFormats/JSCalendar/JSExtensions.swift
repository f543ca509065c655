internal import ICalendar

/// JSPROP of the draft: members of an object that iCalendar has no property for, in its lines.
struct JSExtensions: Sendable {
  private struct Extension {
    let line: Int
    let pointer: [String]
    let value: JSONNode
  }

  private var list: [Extension] = []
  /// The first line that sets a member, or something in it.
  private var firstLines: [String: Int] = [:]
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
    if !list.isEmpty { (list, firstLines) = ([], [:]) }
    if !last.isEmpty { last = [] }
    var start = lines.first(.other)
    while let index = start {
      start = lines.next(.other, from: index + 1)
      guard lines.isNamed(Self.name, index, bytes) else { continue }
      if let (pointer, value) = Self.read(lines.property(index)) {
        list.append(Extension(line: index, pointer: pointer, value: value))
        if let key = pointer.first, firstLines[key] == nil { firstLines[key] = index }
        lines.place(index)
      } else if areLast {
        last.append(index)
      }
    }
  }

  private static let name = Array("JSPROP".utf8)

  /// The pointer and the value of a JSPROP; nil for one that is no JSON or stands too deep, whose line stays
  /// as it is.
  private static func read(_ property: Property) -> (pointer: [String], value: JSONNode)? {
    guard let pointer = property.parameter("JSPTR")?.value, !pointer.isEmpty, property.parameters.count == 1
    else { return nil }
    let (parts, json) = (JSObject.pointer(pointer), Array(property.text.utf8))
    guard parts.count <= JSPatch.deepest, nesting(of: json) <= JSPatch.deepest,
      let value = JSONNode(whole: json, isExact: true)
    else { return nil }
    return (parts, value)
  }

  /// How many brackets are open at most.
  private static func nesting(of json: [UInt8]) -> Int {
    var (depth, most, marks) = (0, 0, JSONMarks(from: 0))
    while let place = marks.next(in: json.span) {
      switch json[place] {
      case 0x5B, 0x7B:
        depth += 1
        most = max(most, depth)
      case 0x5D, 0x7D: depth -= 1
      default: continue
      }
    }
    return most
  }

  /// One that counts before a line has set a member, or something in it: then the line stays as it is.
  func isTaken(_ key: String, before line: Int) -> Bool {
    !areLast && firstLines[key].map { $0 < line } ?? false
  }

  /// An object that was written, with the members that the extensions are.
  ///
  /// - Parameter rest: where its member `iCalendar` stands, behind all others.
  func object(_ written: [UInt8], _ rest: Range<Int>) -> JSObject {
    let members = JSONNode(whole: Array(written[..<rest.lowerBound] + [0x7D]))
    var object = members.map { JSObject($0) } ?? JSObject()
    // The members that their pointers lead into are there now.
    for item in list { object.set(item.value, at: item.pointer) }
    // A comma stands before the rest.
    let others = JSONNode(whole: [0x7B] + Array(written[rest].dropFirst()) + [0x7D])
    if let others = others?["iCalendar"] { object["iCalendar"] = others }
    return object
  }

  /// Appends the member `iCalendar`, where there is something to say in it.
  ///
  /// - Parameters:
  ///   - begin: its beginning, with the name of the component.
  ///   - converted: members of `convertedProperties`.
  ///   - components: those that no member says.
  func putRest(
    _ begin: [UInt8], converted: [[UInt8]] = [], _ lines: inout JSLines, _ components: [Component],
    _ heads: [ShortText?], _ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>
  ) {
    let start = output.count
    output.put(begin)
    let end = output.count
    for (number, property) in converted.enumerated() {
      output.put(number == 0 ? Self.convertedBegin : Self.comma)
      output.put(property)
    }
    if !converted.isEmpty { output.put(0x7D) }
    putProperties(&lines, heads, bytes, &output)
    for (number, child) in components.enumerated() {
      output.put(number == 0 ? Self.componentsBegin : Self.comma)
      output.put(jCal: child)
    }
    if !components.isEmpty { output.put(0x5D) }
    // Output that is cut off stays so: it is written again.
    let isEmpty = output.count == end && !output.isFull
    if isEmpty { output.removeLast(end - start) } else { output.put(0x7D) }
  }

  private static let convertedBegin = Array(",\"convertedProperties\":{".utf8)
  private static let componentsBegin = Array(",\"components\":[".utf8)

  /// Appends the lines that nothing says, as the member `properties`; nothing where there are none.
  private func putProperties(
    _ lines: inout JSLines, _ heads: [ShortText?], _ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>
  ) {
    var (isFirst, late) = (true, last[...])
    for index in lines.indices where !lines.isPlaced(index) {
      if late.first == index {
        late.removeFirst()
        continue
      }
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
