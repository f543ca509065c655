package import ICalendar

/// A reminder whose lines were all found in one walk: for work that asks one reminder for many of its properties.
package struct PlacedReminder: ReminderProperties {
  package let component: Component
  package let calendar: CalendarContext
  private let places: [LinePlace]

  package init(_ reminder: Reminder) {
    (component, calendar) = (reminder.component, reminder.calendar)
    var places: [LinePlace] = []
    component.places(into: &places)
    self.places = places
  }

  package func first(_ id: PropertyID) -> Property? {
    places.first { $0.id == id }.map { component.property(at: $0) }
  }
}
