package import ICalendar
package import ListoModel

/// Writes the reminders as a JSON array: what `listo list --json` prints of all of them. What is no reminder
/// is not meant, and is no loss.
package struct ReminderArrayWriter: FormatWriter {
  package var losses = Losses()
  private var reminders: ReminderJSON

  /// - Parameter context: the clock and the zone for which a series has its current occurrence.
  package init(currentIn context: ViewContext) { reminders = ReminderJSON(currentIn: context) }

  package var isStateless: Bool { true }
  package var separatorCount: Int { 1 }

  package mutating func begin(_ output: inout [UInt8]) { output.append(0x5B) }

  package mutating func write(
    _ component: Component, holder: Int, in calendar: Survey.Calendar, _ output: inout [UInt8]
  ) {
    guard component.kind == .vtodo else { return }
    output += ",\n".utf8
    reminders.write(component, holder: holder, in: calendar, to: &output)
  }

  package mutating func writeOther(
    _ item: Item, in calendar: Survey.Calendar?, _ output: inout [UInt8]
  ) {}

  package mutating func end(_ output: inout [UInt8]) { output += "\n]\n".utf8 }
}
