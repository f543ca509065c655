import ICalendar
import ListoModel
import Testing

@testable import ListoFormats

extension Reminder {
  /// It with the values that its format gave it, which iCalendar may only hold in another form.
  var inGivenForm: Reminder { Reminder(component.inGivenForm, in: calendar) }
}

/// A calendar, written in another format and read back.
struct ThereAndBack {
  let written: Conversion
  let problems: [Diagnostic]
  let before: [Reminder]
  let after: [Reminder]

  init(_ calendar: String, _ format: Format, _ options: Set<String> = []) throws {
    written = try Conversion(
      Array(calendar.utf8), to: format, options: FormatOptions(names: options), keepingEntries: true)
    let (bytes, problems) = try format.iCalendar(of: written.output)
    self.problems = problems
    before = try Self.reminders(Array(calendar.utf8))
    after = try Self.reminders(bytes).map(\.inGivenForm)
  }

  static func reminders(_ bytes: [UInt8]) throws -> [Reminder] {
    try CalendarFile(reading: MemorySource(bytes), file: "a.ics").calendars.flatMap(\.reminders)
  }

  /// The changes of the fields: `title of uid-3: "a" became "b"`; empty if there are none.
  ///
  /// - Parameter pair: finds the other of a reminder.
  func changes(of fields: [FieldID], pairing pair: (Reminder) -> Reminder?) -> [String] {
    before.flatMap { reminder in
      guard let other = pair(reminder) else { return ["\(reminder.uid ?? "") is missing"] }
      return fields.compactMap { field in
        let (old, new) = (Field[field].get(reminder), Field[field].get(other))
        return old == new
          ? nil
          : "\(field) of \(reminder.uid ?? ""): \(String(describing: old)) became \(String(describing: new))"
      }
    }
  }

  func changes(of fields: [FieldID]) -> [String] {
    changes(of: fields) { reminder in after.first { $0.uid == reminder.uid } }
  }
}
