package import ICalendar
package import ListoModel

/// Writes JSON lines: each reminder is an object on a line of its own. In constant memory.
///
/// Anything that is no reminder has no place and is counted: events, journals and other components,
/// properties of the calendar (except its title, which each line has, and a VERSION and CALSCALE with the
/// usual value), text between components. A time zone is not lost: it travels by its name, and with its
/// definition on each reminder for which the name is not enough.
package struct JSONLinesWriter: FormatWriter {
  package var losses: Losses
  private var reminders = ReminderJSON()

  package init(losses: Losses = Losses()) { self.losses = losses }

  package var isStateless: Bool { true }

  package mutating func open(_ calendar: Survey.Calendar, _ output: inout [UInt8]) {
    if let header = calendar.context.header { lose(header.properties, of: calendar) }
  }

  package mutating func write(
    _ component: Component, holder: Int, in calendar: Survey.Calendar, _ output: inout [UInt8]
  ) {
    switch component.kind {
    case .vtodo:
      let before = reminders.replacements
      reminders.write(component, holder: holder, in: calendar, to: &output)
      output.append(0x0A)
      if reminders.replacements != before {
        losses.addEncoding(in: component.name, uid: component.first(.uid)?.rawText, of: calendar)
      }
    case .vtimezone: break
    default:
      losses.add(
        Losses.Entry(
          kind: Losses.word(for: component.kind), file: calendar.context.file,
          uid: component.first(.uid)?.rawText, name: component.name))
    }
  }

  package mutating func writeOther(_ item: Item, in calendar: Survey.Calendar?, _ output: inout [UInt8]) {
    switch item {
    case .properties(let component): if let calendar { lose(component.properties, of: calendar) }
    default: losses.addPassage(item, of: calendar)
    }
  }

  private mutating func lose(_ properties: Properties, of calendar: Survey.Calendar) {
    for property in properties where !Self.isHeld(property, in: calendar) {
      let kind = property.id == .malformed ? "unreadable line" : "calendar property"
      losses.add(Losses.Entry(kind: kind, file: calendar.context.file, name: property.name))
    }
  }

  /// Each line says it, or every calendar does.
  private static func isHeld(_ property: Property, in calendar: Survey.Calendar) -> Bool {
    switch property.id {
    case .version, .calscale: Losses.isUsual(property)
    case .name, .xWrCalname: property.text == calendar.place.listTitle && property.parameters.isEmpty
    default: false
    }
  }
}

extension Losses {
  /// Text with bytes that are not UTF-8, which JSON cannot hold: they became U+FFFD.
  mutating func addEncoding(in name: String, uid: String?, of calendar: Survey.Calendar) {
    add(Entry(kind: "non-UTF-8 text", file: calendar.context.file, uid: uid, name: name))
  }
}
