internal import ICalendar
internal import ListoModel

/// Writes Org outlines: sources and lists are headlines, reminders headlines with a keyword, subtasks below
/// them.
struct OrgPage: OutlineSyntax {
  static let capabilities = Capabilities(
    .exact, fields: [.alarms: .none],
    aspects: [
      .events: .none, .journals: .none, .timeZones: .approximate("time zones of tzdata, by name"),
      .alarmDetails: .none, .otherComponents: .none, .calendarProperties: .none,
      .lists: .approximate("their titles"), .sources: .approximate("as the first headline"),
    ])

  let deepest = 100
  let nestsOccurrences = false
  let namesZones = true
  let holdsRules = true

  /// The settings of the file that the calendar comes from, which are those of the file that is written,
  /// unless others come too.
  private var settings = OrgSettings()
  /// The calendars have different settings: none of them counts.
  private var isMixed = false
  /// The settings are written.
  private var isBegun = false

  static var needsCalendars: Bool { true }

  mutating func expect(_ calendars: [CalendarContext]) {
    guard let first = calendars.first.map(OrgSettings.init) else { return }
    isMixed = calendars.contains { OrgSettings($0) != first }
  }

  mutating func enter(_ calendar: CalendarContext) { if !isMixed { settings = OrgSettings(calendar) } }

  func holds(_ property: Property) -> Bool {
    property.name == OrgSettings.property && property.parameters.isEmpty
      && settings.lines.contains(property.text)
  }

  mutating func begin(_ output: inout [UInt8]) {}

  /// Only the first calendar says them.
  private mutating func writeSettings(_ output: inout [UInt8]) {
    if !isBegun { output += settings.text.utf8 }
    isBegun = true
  }

  mutating func open(_ list: OutlineList, isNewSource: Bool, _ output: inout [UInt8]) {
    writeSettings(&output)
    if isNewSource { output += "* \(heading(list.source.title))\n".utf8 }
    output += "** \(heading(list.title))\n".utf8
  }

  /// A heading that has neither keyword nor tags.
  private func heading(_ title: String) -> String {
    let text = Self.todo { $0.text(.summary, title) }
    return settings.heading(text.map { OrgEntry.title(of: PlacedReminder($0, in: .none)) } ?? "")
  }

  func appendRow(
    of reminder: PlacedReminder, _ identifier: @autoclosure () -> ModelIdentifier,
    _ losses: inout ReminderLosses, to text: inout [UInt8]
  ) {
    let row = OrgRow(reminder, settings)
    text.append(inRoomOf: row.room) { output in
      var row = row
      row.write(&losses, to: &output)
    }
  }

  mutating func write(_ row: ArraySlice<UInt8>, depth: Int, _ output: inout [UInt8]) {
    output.append(contentsOf: repeatElement(0x2A, count: depth + 3))
    output.append(0x20)
    output += row
  }

  mutating func close(_ list: OutlineList, _ output: inout [UInt8]) {}

  mutating func end(_ output: inout [UInt8]) { writeSettings(&output) }

  func appendRelation(of reminder: PlacedReminder, to bytes: inout [UInt8]) {
    let row = OrgRow(reminder)
    guard let place = reminder.places.first(where: { $0.id == .relatedTo && row.isNested($0) }) else {
      return
    }
    let property = reminder.component.property(at: place)
    bytes.append(inRoomOf: row.room) { _ = row.write(property, place, isFirst: true, to: &$0) }
  }

  /// The line stands first in the drawer, which is made where there is none.
  func row(_ row: ArraySlice<UInt8>, with relation: ArraySlice<UInt8>) -> [UInt8] {
    let drawer = [0x0A] + OrgDrawer.start
    guard let place = row.firstRange(of: drawer) else {
      return Array(row) + OrgDrawer.start + relation + OrgDrawer.end
    }
    return Array(row[..<place.upperBound]) + relation + row[place.upperBound...]
  }

  /// A component with these properties.
  private static func todo(_ fill: (inout ComponentText) -> Void) -> Component? {
    var text = ComponentText.reminder(line: 0)
    fill(&text)
    return Component(text.bytes)
  }
}
