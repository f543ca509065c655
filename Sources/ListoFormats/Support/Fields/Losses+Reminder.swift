internal import ICalendar
internal import ListoModel

extension Losses {
  /// Counts what is left of a reminder when its fields were written.
  ///
  /// - Parameters:
  ///   - missing: the fields that have no place in the format.
  ///   - areLeftOut: the format has places for these, which were not asked for.
  mutating func add(
    restOf reminder: DividedReminder, without missing: [FieldID] = [], areLeftOut: Bool = false,
    in calendar: CalendarContext
  ) {
    add(encodingOf: reminder.component, in: calendar)
    let uid = reminder.fields.text(.uid)
    func entry(_ kind: String, _ name: String) -> Entry {
      Entry(kind: kind, file: calendar.file, uid: uid, name: name)
    }
    for id in missing where reminder.fields[id] != nil {
      if let property = reminder.component.first(Field[id].property),
        Self.isMade(property, of: reminder.component)
      {
        continue
      }
      let count = id == .alarms ? reminder.alarms.count : 1
      let name =
        switch id {
        case .alarms: "VALARM"
        // When it is due may follow from how long it lasts.
        case .due: reminder.duration?.name ?? Field[id].property.name
        default: Field[id].property.name
        }
      var lost = entry(Self.word(for: id), name)
      lost.isLeftOut = areLeftOut
      for _ in 0..<count { add(lost) }
    }
    for property in reminder.ornate {
      for parameter in property.parameters where !Self.isTyped(parameter, of: property) {
        add(entry("parameter", "\(property.name);\(parameter.name)"))
      }
    }
    if let duration = reminder.duration, !missing.contains(.due) || reminder.fields[.due] == nil {
      add(entry("duration", duration.name))
    }
    for property in reminder.doubledTags where !missing.contains(.tags) {
      add(entry("repeated tag", property.name))
    }
    for (property, reason) in reminder.rest { add(entry(Self.word(for: property, reason), property.name)) }
    if !missing.contains(.alarms) {
      for alarm in reminder.alarms {
        for line in AlarmText.lost(of: alarm, title: reminder.fields.text(.title)) {
          add(entry("alarm detail", "VALARM \(line.name)"))
        }
      }
    }
    for component in reminder.components {
      add(entry(Self.word(for: component.kind), component.name))
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

  private static func isUTF8(_ bytes: ArraySlice<UInt8>) -> Bool {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] < 0x80 {
        index += 1
      } else {
        let (length, isValid) = UTF8Sequence.length(bytes, index)
        if !isValid { return false }
        index += length
      }
    }
    return true
  }

  /// A property that a reader put there since RFC 5545 requires it, and that says nothing: a DTSTAMP of 1970, a UID that follows from
  /// the content. Where it has no place, nothing is lost.
  static func isMade(_ property: Property, of component: Component) -> Bool {
    switch property.id {
    case .dtstamp: property.value.elementsEqual("19700101T000000Z".utf8)
    // Only of a UUID of version 5 the hash is made.
    case .uid:
      property.value.count == 36 && property.value[property.value.startIndex + 14] == 0x35
        && property.value.elementsEqual(
          UUIDv5.string(name: Array(ContentName(component).description.utf8)).utf8)
    default: false
    }
  }

  /// Counts a component that is no reminder.
  mutating func add(_ component: Component, in calendar: CalendarContext) {
    add(
      Entry(
        kind: Self.word(for: component.kind), file: calendar.file, uid: component.first(.uid)?.rawText,
        name: component.name))
  }

  /// Counts the properties of a calendar but those that the format says, or that every calendar has.
  mutating func add(
    _ properties: Properties, besides held: Set<PropertyID>, in calendar: CalendarContext
  ) {
    for property in properties where !held.contains(property.id) && !Self.isUsual(property) {
      let kind = property.id == .malformed ? "unreadable line" : "calendar property"
      add(Entry(kind: kind, file: calendar.file, name: property.name))
    }
  }

  /// VALUE, TZID and the default RELTYPE are what a field says anyway.
  private static func isTyped(_ parameter: Parameter, of property: Property) -> Bool {
    switch parameter.name {
    case "VALUE", "TZID": true
    case "RELTYPE": property.id == .relatedTo && parameter.value.uppercased() == "PARENT"
    default: false
    }
  }

  private static func word(for property: Property, _ reason: DividedReminder.Reason) -> String {
    switch reason {
    case .repeated: return "repeated property"
    case .unreadable: return "unreadable value"
    case .empty: return "empty property"
    case .foreign: break
    }
    switch property.id {
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
