package import ICalendar

/// A reminder whose lines were all found in one walk: for work that asks one reminder for many of its
/// properties.
package struct PlacedReminder: ReminderProperties {
  package private(set) var component: Component
  package private(set) var calendar: CalendarContext
  /// Where its own lines stand, in their order; those from which no property can be read are among them.
  package private(set) var places: [LinePlace]
  /// The properties that it has: most of those that are asked for are not there.
  private var ids: PropertySet

  package init(_ reminder: Reminder) { self.init(reminder.component, in: reminder.calendar) }

  package init(_ component: Component, in calendar: CalendarContext) {
    (self.component, self.calendar) = (component, calendar)
    (places, ids) = ([], [])
    find()
  }

  /// Becomes another reminder, whose lines are found in the same memory: for work on one after the other.
  package mutating func move(to component: Component, in calendar: CalendarContext) {
    self.component = component
    // Of a calendar all cores count the references.
    if self.calendar !== calendar { self.calendar = calendar }
    find()
  }

  private mutating func find() {
    component.places(into: &places)
    ids = []
    for place in places { ids.insert(place.id) }
  }

  /// Becomes another reminder, whose lines are found in the same memory: for work on one after the other.
  package mutating func move(to index: Int, of reminders: [Reminder]) {
    move(to: reminders[index].component, in: reminders[index].calendar)
  }

  /// Gives some reminders, one after the other, in the same memory.
  ///
  /// - Parameter body: given the index of a reminder and that.
  package static func forEach(
    of reminders: [Reminder], _ indices: some Sequence<Int>, _ body: (_ index: Int, PlacedReminder) -> Void
  ) {
    var rest = indices.makeIterator()
    guard let first = rest.next() else { return }
    var placed = PlacedReminder(reminders[first])
    body(first, placed)
    while let index = rest.next() {
      placed.move(to: index, of: reminders)
      body(index, placed)
    }
  }

  /// It has a property with this id.
  package func has(_ id: PropertyID) -> Bool { ids.contains(id) }

  /// Where the first property with this id stands; nil where it has none.
  package func place(of id: PropertyID) -> LinePlace? {
    guard ids.contains(id) else { return nil }
    return places.first { $0.id == id }
  }

  package func first(_ id: PropertyID) -> Property? { place(of: id).map { component.property(at: $0) } }

  package func all(_ id: PropertyID) -> [Property] {
    guard ids.contains(id) else { return [] }
    return places.lazy.filter { $0.id == id }.map { component.property(at: $0) }
  }

  /// The text that ``text(_:)`` returns, in UTF-8: a slice of the reminder's bytes where they need no
  /// decoding, else the decoded text, which is put into `room`.
  package func text(_ id: PropertyID, in room: inout [UInt8]) -> ArraySlice<UInt8>? {
    guard let place = place(of: id) else { return nil }
    let text = TextValue.decode(component.property(at: place).textValue, in: &room)
    return text.isEmpty ? nil : text
  }

  /// Hands on its tags, as ``tags`` has them, in UTF-8.
  package func forEachTag(_ body: (ArraySlice<UInt8>) -> Void) {
    guard let place = place(of: .categories) else { return }
    let value = component.property(at: place).value
    let isPlain = value.span.endOfPlainRun(from: 0, to: value.count) == value.count
    // Many are told apart by a table there.
    guard isPlain, value.count(where: { $0 == UInt8(ascii: ",") }) < 9,
      places.count(where: { $0.id == .categories }) == 1
    else {
      return tags.forEach { body(Array($0.utf8)[...]) }
    }
    // Nothing in it is escaped.
    var tags: [ArraySlice<UInt8>] = []
    for tag in value.split(separator: UInt8(ascii: ",")) where !tags.contains(tag) {
      tags.append(tag)
      body(tag)
    }
  }

  /// The UID of the reminder that it is a part of, as ``text(_:in:)`` has it.
  package func parent(in room: inout [UInt8]) -> ArraySlice<UInt8>? {
    guard let line = parentLine, !line.value.isEmpty else { return nil }
    return TextValue.decode(line.value, in: &room)
  }
}
