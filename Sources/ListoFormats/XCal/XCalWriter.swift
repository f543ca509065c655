package import ICalendar
package import ListoModel

/// Writes xCal (RFC 6321): one document with all calendars.
///
/// Control characters, which XML 1.0 has not, lines that are no property, text between components, and names that no
/// element can have are counted as lost. In constant memory.
package struct XCalWriter: StagedFormatWriter {
  package var losses: Losses
  private var current: Survey.Calendar?
  private var hasComponent = false

  package init(losses: Losses = Losses()) { self.losses = losses }

  /// Components stand within elements that are opened once.
  package mutating func begin(_ output: inout [UInt8]) {
    output += "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<icalendar xmlns=\"\(XCal.namespace)\">\n".utf8
  }

  package mutating func open(_ calendar: Survey.Calendar, _ output: inout [UInt8]) {
    closeCurrent(&output)
    (current, hasComponent) = (calendar, false)
    var json = JSONText()
    var unparsed: [ArraySlice<UInt8>] = []
    JCal.write(calendar.properties, to: &json, unparsed: &unparsed)
    output += "<vcalendar>\n".utf8
    append(json, unparsed, "VCALENDAR", nil, calendar, &output) { node, xml, refused in
      XCal.write(properties: node.elements ?? [], to: &xml, refused: &refused)
    }
  }

  /// - Returns: the component's element.
  package mutating func make(
    _ component: Component, holder: Int, in calendar: Survey.Calendar
  ) -> [UInt8] {
    var json = JSONText()
    var unparsed: [ArraySlice<UInt8>] = []
    JCal.write(component, to: &json, unparsed: &unparsed)
    var bytes: [UInt8] = []
    append(json, unparsed, component.name, component.first(.uid)?.rawText, calendar, &bytes) {
      XCal.write(component: $0, to: &$1, refused: &$2)
    }
    return bytes
  }

  package mutating func place(_ made: [UInt8], in calendar: Survey.Calendar, _ output: inout [UInt8]) {
    // Components outside of a VCALENDAR are a calendar that nothing opens.
    if current !== calendar { open(calendar, &output) }
    if !hasComponent { output += "<components>\n".utf8 }
    hasComponent = true
    output += made
  }

  /// Appends what is given as jCal, and counts what of it has no place.
  private mutating func append(
    _ json: JSONText, _ unparsed: [ArraySlice<UInt8>], _ name: String, _ uid: String?,
    _ calendar: Survey.Calendar, _ output: inout [UInt8],
    _ body: (JSONNode, inout XMLText, inout [XCal.Refusal]) -> Void
  ) {
    let file = calendar.context.file
    if json.replacements > 0 { losses.addEncoding(in: name, uid: uid, of: calendar) }
    for _ in unparsed {
      losses.add(Losses.Entry(kind: "unreadable line", file: file, uid: uid, name: name))
    }
    var feed = TextFeed(json.bytes)
    var reader = JSONReader(&feed)
    // What was just written is JSON; the one thing that may be in its way is nesting.
    guard let token = try? reader.next(), let node = try? reader.node(token) else {
      return losses.add(Losses.Entry(kind: "component", file: file, uid: uid, name: name))
    }
    var xml = XMLText()
    var refused: [XCal.Refusal] = []
    body(node, &xml, &refused)
    output += xml.bytes
    output.append(0x0A)
    for refusal in refused {
      losses.add(Losses.Entry(kind: "name", file: file, uid: uid, name: refusal.name))
    }
    if xml.replacements > 0 {
      losses.add(Losses.Entry(kind: "text with control characters", file: file, uid: uid, name: name))
    }
  }

  package mutating func writeOther(_ item: Item, in calendar: Survey.Calendar?, _ output: inout [UInt8]) {
    guard case .other(let bytes) = item, bytes.contains(where: { $0 > 0x20 }) else { return }
    losses.addPassage(of: calendar)
  }

  package mutating func close(_ calendar: Survey.Calendar, _ output: inout [UInt8]) { closeCurrent(&output) }

  private mutating func closeCurrent(_ output: inout [UInt8]) {
    guard current != nil else { return }
    current = nil
    if hasComponent { output += "</components>\n".utf8 }
    output += "</vcalendar>\n".utf8
  }

  package mutating func end(_ output: inout [UInt8]) {
    closeCurrent(&output)
    output += "</icalendar>\n".utf8
  }
}
