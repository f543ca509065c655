public import ICalendar
public import ListoModel

extension Losses {
  /// Counts what of a component has no place in a format, as the format declares it.
  ///
  /// What it holds approximately is left to its writer, which alone knows whether something was lost; an entry
  /// names the property, so that the account can be held against what comes back.
  public mutating func add(
    _ component: Component, in calendar: Survey.Calendar, notHeldBy capabilities: Capabilities
  ) {
    let file = calendar.context.file
    let uid = component.first(.uid)?.rawText
    guard component.kind == .vtodo else {
      guard let aspect = Self.aspect(of: component.kind), capabilities[aspect] == .none else { return }
      return add(
        Entry(kind: Self.word(for: component.kind), file: file, uid: uid, name: component.name))
    }
    for property in component.properties {
      guard let kind = Self.word(for: property, notHeldBy: capabilities) else { continue }
      add(Entry(kind: kind, file: file, uid: uid, name: property.name))
    }
    for child in component.children {
      if child.kind == .valarm {
        if capabilities[.alarms] == .none { add(Entry(kind: "alarm", file: file, uid: uid, name: "VALARM")) }
      } else if capabilities[.otherComponents] == .none {
        add(Entry(kind: "component", file: file, uid: uid, name: child.name))
      }
    }
  }

  /// Counts properties of a calendar that have no place.
  ///
  /// - Parameter isHeld: those that the format has in another way, such as the title of the list.
  public mutating func add(
    _ properties: Properties, of calendar: Survey.Calendar, notHeldBy capabilities: Capabilities,
    isHeld: (Property) -> Bool
  ) {
    guard capabilities[.calendarProperties] == .none else { return }
    for property in properties where !isHeld(property) && !Self.isUsual(property) {
      let kind = property.id == .malformed ? "unreadable line" : "calendar property"
      add(Entry(kind: kind, file: calendar.context.file, name: property.name))
    }
  }

  /// VERSION:2.0 and CALSCALE:GREGORIAN say what is always so.
  static func isUsual(_ property: Property) -> Bool {
    switch property.id {
    case .version: property.rawText == "2.0"
    case .calscale: property.rawText.uppercased() == "GREGORIAN"
    default: false
    }
  }

  // MARK: Words

  private static func aspect(of kind: ComponentKind) -> Capabilities.Aspect? {
    switch kind {
    case .vtimezone: .timeZones
    case .vevent: .events
    case .vjournal: .journals
    default: .otherComponents
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

  /// What a property is, for people; nil where it is held.
  private static func word(for property: Property, notHeldBy capabilities: Capabilities) -> String? {
    let id = property.id
    switch id {
    case .malformed: return capabilities[.otherProperties] == .none ? "unreadable line" : nil
    case .attach, .image: return capabilities[.attachments] == .none ? "attachment" : nil
    case .relatedTo where !isParent(property):
      return capabilities[.otherProperties] == .none ? "relation" : nil
    default: break
    }
    guard let field = fields[id] else { return capabilities[.otherProperties] == .none ? "property" : nil }
    return capabilities[field] == .none ? word(for: field) : nil
  }

  private static func isParent(_ property: Property) -> Bool {
    property.parameter("RELTYPE").map { $0.value.uppercased() == "PARENT" } ?? true
  }

  private static let fields: [PropertyID: FieldID] = {
    var fields: [PropertyID: FieldID] = [.duration: .due]
    // TRIGGER is a property of alarms.
    for field in Field.all where field.id != .alarms { fields[field.property] = field.id }
    return fields
  }()

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
    case .created: "date of creation"
    case .modified: "date of change"
    case .stamp: "time stamp"
    case .sequence: "revision number"
    case .geo: "position"
    case .classification: "classification"
    case .recurrenceID: "changed occurrence"
    }
  }
}
