internal import ICalendar
public import ListoModel

extension Losses {
  /// VERSION:2.0 and CALSCALE:GREGORIAN say what is always so.
  static func isUsual(_ property: Property) -> Bool {
    switch property.id {
    case .version: property.rawText == "2.0"
    // Every reader of another format writes that one.
    case .prodid: property.rawText == CalendarText.producer
    // The order of its lines only todo.txt needs to know, and what is a section only Todoist.
    case .other: property.name == TodoTxtSheet.property || property.name == TodoistWriter.section
    case .calscale: property.rawText.uppercased() == "GREGORIAN"
    default: false
    }
  }

  /// A component for people, in the singular.
  static func word(for kind: ComponentKind) -> String {
    switch kind {
    case .vevent: "event"
    case .vjournal: "journal entry"
    case .vfreebusy: "free/busy entry"
    case .vavailability: "availability"
    case .vtimezone: "time zone"
    case .valarm: "alarm"
    default: "component"
    }
  }

  /// A field for people, in the singular.
  public static func word(for field: FieldID) -> String {
    switch field {
    case .uid: "UID"
    case .title: "title"
    case .notes: "note"
    case .status: "status"
    case .completed: "date of completion"
    case .percent: "percentage"
    case .due: "due date"
    case .start: "start date"
    case .priority: "priority"
    case .tags: "set of tags"
    case .parent: "parent"
    case .url: "link"
    case .location: "location"
    case .recurrence: "recurrence rule"
    case .alarms: "alarm"
    case .order: "manual order"
    case .created: "creation date"
    case .modified: "modification date"
    case .stamp: "time stamp"
    case .sequence: "revision number"
    case .geo: "position"
    case .classification: "classification"
    case .recurrenceID: "changed occurrence"
    }
  }
}
