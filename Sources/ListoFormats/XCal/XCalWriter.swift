package import ICalendar
package import ListoModel

/// Writes xCal (RFC 6321): one document with all calendars.
///
/// Control characters, which XML 1.0 has not, lines that are no property, text between components, and names
/// that no element can have are counted as lost. In constant memory.
package struct XCalWriter: JoiningFormatWriter {
  package var losses: Losses
  private var current: Survey.Calendar?
  private var hasComponent = false
  private var components = JCalComponents<XCalElements>()

  package init(losses: Losses = Losses()) { self.losses = losses }

  /// Components stand within elements that are opened once.
  package mutating func begin(_ output: inout [UInt8]) {
    output += "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<icalendar xmlns=\"\(XCal.namespace)\">\n".utf8
  }

  package mutating func open(_ calendar: Survey.Calendar, _ output: inout [UInt8]) {
    closeCurrent(&output)
    (current, hasComponent) = (calendar, false)
    output += "<vcalendar>\n".utf8
    var elements = XCalElements()
    var unparsed: [ArraySlice<UInt8>] = []
    JCal.write(calendar.properties, to: &elements, unparsed: &unparsed)
    output += elements.xml.bytes
    output.append(0x0A)
    note(elements, unparsed.count, "VCALENDAR", nil, calendar)
  }

  /// Each element ends its line.
  package static let separator: [UInt8] = []

  /// Appends the component's element.
  package mutating func append(
    _ component: Component, of calendar: Survey.Calendar, to made: inout [UInt8]
  ) {
    var elements = XCalElements()
    swap(&elements.xml.bytes, &made)
    var unparsed: [ArraySlice<UInt8>] = []
    components.write(component, to: &elements, unparsed: &unparsed)
    elements.xml.bytes.append(0x0A)
    note(elements, unparsed.count, component.name, component.first(.uid)?.rawText, calendar)
    swap(&elements.xml.bytes, &made)
  }

  package mutating func place(_ made: [UInt8], in calendar: Survey.Calendar, _ output: inout [UInt8]) {
    // Components outside of a VCALENDAR are a calendar that nothing opens.
    if current !== calendar { open(calendar, &output) }
    if !hasComponent { output += "<components>\n".utf8 }
    hasComponent = true
    output += made
  }

  /// Counts what of a component, or of a calendar's properties, has no place.
  private mutating func note(
    _ elements: borrowing XCalElements, _ unparsed: Int, _ name: @autoclosure () -> String,
    _ uid: @autoclosure () -> String?, _ calendar: Survey.Calendar
  ) {
    guard
      elements.replacements > 0 || unparsed > 0 || !elements.refused.isEmpty
        || elements.xml.replacements > 0
    else {
      return
    }
    let (file, name, uid) = (calendar.context.file, name(), uid())
    if elements.replacements > 0 { losses.addEncoding(in: name, uid: uid, of: calendar) }
    for _ in 0..<unparsed {
      losses.add(Losses.Entry(kind: "unreadable line", file: file, uid: uid, name: name))
    }
    for refusal in elements.refused {
      losses.add(Losses.Entry(kind: "name", file: file, uid: uid, name: refusal.name))
    }
    if elements.xml.replacements > 0 {
      losses.add(Losses.Entry(kind: "text with control characters", file: file, uid: uid, name: name))
    }
  }

  package mutating func writeOther(_ item: Item, in calendar: Survey.Calendar?, _ output: inout [UInt8]) {
    losses.addPassage(item, of: calendar)
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
