internal import ICalendar
internal import ListoModel

extension Losses {
  /// Counts what is left of a reminder when its fields were written.
  ///
  /// - Parameters:
  ///   - missing: the fields that have no place in the format.
  ///   - areLeftOut: the format has places for these, which were not asked for.
  mutating func add(
    restOf reminder: DecomposedReminder, without missing: [FieldID] = [], areLeftOut: Bool = false,
    in calendar: CalendarContext
  ) {
    add(encodingOf: reminder.component, in: calendar)
    func count(_ kind: String, _ name: @autoclosure () -> String, isLeftOut: Bool = false) {
      add(kind, isLeftOut: isLeftOut) {
        Entry(kind: $0, file: calendar.file, uid: reminder.fields.text(.uid), name: name())
      }
    }
    for id in missing where reminder.fields.has(id) {
      if id == .stamp || id == .uid, let property = reminder.component.first(id.property),
        Self.isMade(property, of: reminder.component)
      {
        continue
      }
      for _ in 0..<(id == .alarms ? reminder.alarms.count : 1) {
        count(Self.word(for: id), Self.name(of: id, reminder), isLeftOut: areLeftOut)
      }
    }
    for property in reminder.parameterized {
      for parameter in property.parameters where !Self.isTyped(parameter, of: property) {
        count("parameter", "\(property.name);\(parameter.name)")
      }
    }
    if let duration = reminder.duration, !missing.contains(.due) || !reminder.fields.has(.due) {
      count("duration", duration.name)
    }
    for property in reminder.doubledTags where !missing.contains(.tags) {
      count("repeated tag", property.name)
    }
    // The fields say what a line of todo.txt says.
    for (property, reason) in reminder.rest where property.id != .xTodotxtLine {
      count(Self.word(for: property, reason), property.name)
    }
    if !reminder.alarms.isEmpty, !missing.contains(.alarms) {
      let title = reminder.fields.text(.title)
      for alarm in reminder.alarms {
        for line in AlarmText.lost(of: alarm, title: title) { count("alarm detail", "VALARM \(line.name)") }
      }
    }
    for component in reminder.components { count(Self.word(for: component.kind), component.name) }
  }

  /// The property, or component, of a field that has no place.
  private static func name(of id: FieldID, _ reminder: DecomposedReminder) -> String {
    switch id {
    case .alarms: "VALARM"
    // When it is due may follow from how long it lasts.
    case .due: reminder.duration?.name ?? id.property.name
    default: id.property.name
    }
  }

  /// Counts the lines of a reminder that are not UTF-8, and were written with U+FFFD.
  mutating func add(encodingOf component: Component, in calendar: CalendarContext) {
    // A fold may stand inside a character: only then the lines are looked at one by one.
    guard !Self.isUTF8(component.bytes) else { return }
    for property in component.properties where !Self.isUTF8(property.unfolded) {
      add(
        Entry(
          kind: "non-UTF-8 text", file: calendar.file, uid: component.first(.uid)?.rawText,
          name: property.name))
    }
    for child in component.children { add(encodingOf: child, in: calendar) }
  }

  /// It is not UTF-8, and U+FFFD is written for what is not.
  static func isReplaced(_ property: Property) -> Bool { !isUTF8(property.unfolded) }

  private static func isUTF8(_ bytes: ArraySlice<UInt8>) -> Bool { bytes.span.isUTF8 }

  /// A property that a reader put there since RFC 5545 requires it, and that says nothing: a DTSTAMP of 1970,
  /// a UID that follows from the content. Where it has no place, nothing is lost.
  static func isMade(_ property: Property, of component: Component) -> Bool {
    switch property.id {
    case .dtstamp: property.value.elementsEqual("19700101T000000Z".utf8)
    // The hash is made only for a UUID of version 5.
    case .uid:
      UUIDv5.isLike(property.value.span, property.value.span.indices)
        && property.value.elementsEqual(
          UUIDv5.string(name: Array(ContentName(component).description.utf8)).utf8)
    default: false
    }
  }

  /// A reminder, taken apart; nil for another component, which is counted.
  mutating func decomposed(_ component: Component, in calendar: CalendarContext) -> DecomposedReminder? {
    guard component.kind == .vtodo else {
      addOther(component, in: calendar)
      return nil
    }
    return DecomposedReminder(component.inGivenForm, in: calendar)
  }

  /// Counts a component that is no reminder, for formats that have nothing else; a zone is a part of the
  /// dates, which are counted.
  mutating func addOther(_ component: Component, in calendar: CalendarContext) {
    if component.kind != .vtimezone { add(component, in: calendar) }
  }

  /// Counts bytes that are no part of any component or property, but for blanks and line ends.
  mutating func addPassage(_ item: Item, of calendar: Survey.Calendar?) {
    guard case .other(let bytes) = item, bytes.contains(where: { $0 > 0x20 }) else { return }
    addPassage(of: calendar)
  }

  /// Counts one such passage.
  mutating func addPassage(of calendar: Survey.Calendar?) {
    add(Entry(kind: "stray passage", file: calendar?.context.file ?? "", name: ""))
  }

  /// Counts a component that is no reminder.
  mutating func add(_ component: Component, in calendar: CalendarContext) {
    add(
      Entry(
        kind: Self.word(for: component.kind), file: calendar.file, uid: component.first(.uid)?.rawText,
        name: component.name))
  }

  /// Counts the properties of a calendar but those that the format says, or that every calendar has.
  ///
  /// - Parameter names: those without a row in ``PropertyID`` that the format says.
  mutating func add(
    _ properties: Properties, besides held: Set<PropertyID>, named names: Set<String> = [],
    in calendar: CalendarContext
  ) {
    for property in properties
    where !held.contains(property.id) && !Self.isUsual(property) && !names.contains(property.name) {
      let kind = property.id == .malformed ? "unreadable line" : "calendar property"
      add(Entry(kind: kind, file: calendar.file, name: property.name))
    }
  }

  /// VALUE, TZID and the default RELTYPE are what a field says anyway.
  private static func isTyped(_ parameter: Parameter, of property: Property) -> Bool {
    switch parameter.name {
    case "VALUE": property.id != .relatedTo || parameter.value.uppercased() == "TEXT"
    case "TZID": true
    case "RELTYPE": property.id == .relatedTo && parameter.value.uppercased() == "PARENT"
    default: OriginParameter.isOne(parameter)
    }
  }

  private static func word(for property: Property, _ reason: DecomposedReminder.Reason) -> String {
    switch reason {
    case .repeated: return "repeated property"
    case .unreadable: return "unreadable value"
    case .empty: return "empty property"
    case .foreign: return word(forForeign: property.id)
    }
  }

  /// A property that no field is read from, in the singular.
  static func word(forForeign id: PropertyID) -> String {
    switch id {
    case .malformed: return "unreadable line"
    case .attach: return "attachment"
    case .attendee: return "attendee"
    case .comment: return "comment"
    case .exdate: return "exception date"
    case .rdate: return "further date"
    case .relatedTo: return "relation"
    default: return "property"
    }
  }
}
