package import ICalendar

/// A reminder whose lines were all found in one walk: for work that asks one reminder for many of its properties.
package struct PlacedReminder: ReminderProperties {
  package private(set) var component: Component
  package private(set) var calendar: CalendarContext
  private var places: [LinePlace]

  package init(_ reminder: Reminder) {
    (component, calendar) = (reminder.component, reminder.calendar)
    var places: [LinePlace] = []
    component.places(into: &places)
    self.places = places
  }

  /// Becomes another reminder, whose lines are found in the same memory: for work on one after the other.
  package mutating func move(to index: Int, of reminders: [Reminder]) {
    component = reminders[index].component
    // Of a calendar all cores count the references.
    if calendar !== reminders[index].calendar { calendar = reminders[index].calendar }
    component.places(into: &places)
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

  package func first(_ id: PropertyID) -> Property? {
    places.first { $0.id == id }.map { component.property(at: $0) }
  }

  package func all(_ id: PropertyID) -> [Property] {
    places.lazy.filter { $0.id == id }.map { component.property(at: $0) }
  }
}
