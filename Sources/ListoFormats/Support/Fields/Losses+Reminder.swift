internal import ICalendar
internal import ListoModel

extension Losses {
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

  /// Counts properties that stand behind a calendar's first component, and passages that are no component.
  mutating func add(other item: Item, besides held: Set<PropertyID>, in calendar: Survey.Calendar?) {
    switch item {
    case .properties(let component):
      if let calendar { add(component.properties, besides: held, in: calendar.context) }
    default: addPassage(item, of: calendar)
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
