package import ICalendar
package import ListoModel

/// Writes jCal (RFC 7265): an array for each calendar, and where there are several an array around them.
///
/// Lines that are no property, and text between components, have no place and are counted. In constant
/// memory.
package struct JCalWriter: JoiningFormatWriter {
  package var losses: Losses
  /// There are several calendars.
  private var isStream = false
  private var current: Survey.Calendar?
  private var hasCalendar = false
  private var hasComponent = false
  private var components = JCalComponents<JSONText>()

  package init(losses: Losses = Losses()) { self.losses = losses }

  /// Commas stand between elements.
  package var needsCalendars: Bool { true }

  package mutating func begin(_ output: inout [UInt8]) { begin(calendars: 2, &output) }

  package mutating func begin(calendars: Int, _ output: inout [UInt8]) {
    isStream = calendars != 1
    if isStream { output.append(0x5B) }
  }

  package mutating func open(_ calendar: Survey.Calendar, _ output: inout [UInt8]) {
    closeCurrent(&output)
    if hasCalendar { output.append(contentsOf: ",\n".utf8) }
    (current, hasCalendar, hasComponent) = (calendar, true, false)
    var json = JSONText()
    var unparsed: [ArraySlice<UInt8>] = []
    json.raw("[\"vcalendar\",")
    JCal.write(calendar.properties, to: &json, unparsed: &unparsed)
    json.raw(",[")
    output.append(contentsOf: json.bytes)
    note(json, unparsed.count, "VCALENDAR", nil, calendar)
  }

  package static let separator = Array(",\n".utf8)

  /// Appends the component's array.
  package mutating func append(
    _ component: Component, of calendar: Survey.Calendar, to made: inout [UInt8]
  ) {
    var json = JSONText()
    swap(&json.bytes, &made)
    var unparsed: [ArraySlice<UInt8>] = []
    components.write(component, to: &json, unparsed: &unparsed)
    note(json, unparsed.count, component.name, component.first(.uid)?.rawText, calendar)
    swap(&json.bytes, &made)
  }

  package mutating func place(_ made: [UInt8], in calendar: Survey.Calendar, _ output: inout [UInt8]) {
    // Components outside of a VCALENDAR are a calendar that nothing opens.
    if current !== calendar { open(calendar, &output) }
    output.append(contentsOf: (hasComponent ? ",\n" : "\n").utf8)
    hasComponent = true
    output += made
  }

  private mutating func note(
    _ json: borrowing JSONText, _ unparsed: Int, _ name: @autoclosure () -> String,
    _ uid: @autoclosure () -> String?, _ calendar: Survey.Calendar
  ) {
    guard json.replacements > 0 || unparsed > 0 else { return }
    let (name, uid) = (name(), uid())
    if json.replacements > 0 { losses.addEncoding(in: name, uid: uid, of: calendar) }
    for _ in 0..<unparsed {
      losses.add(
        Losses.Entry(kind: "unreadable line", file: calendar.context.file, uid: uid, name: name))
    }
  }

  package mutating func writeOther(_ item: Item, in calendar: Survey.Calendar?, _ output: inout [UInt8]) {
    losses.addPassage(item, of: calendar)
  }

  package mutating func close(_ calendar: Survey.Calendar, _ output: inout [UInt8]) { closeCurrent(&output) }

  private mutating func closeCurrent(_ output: inout [UInt8]) {
    guard current != nil else { return }
    current = nil
    output.append(contentsOf: (hasComponent ? "\n]]" : "]]").utf8)
  }

  package mutating func end(_ output: inout [UInt8]) {
    closeCurrent(&output)
    output.append(contentsOf: (isStream ? "]\n" : "\n").utf8)
  }
}

extension Survey.Calendar {
  /// All properties of the calendar, those behind its first component too.
  var properties: [Property] {
    ([context.header].compactMap { $0 } + context.trailing).flatMap { Array($0.properties) }
  }
}
