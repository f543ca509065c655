public import ICalendar

/// A reminder whose lines were all found in one walk: for work that asks one reminder for many of its properties.
public struct PlacedReminder: ReminderProperties {
  public let component: Component
  public let calendar: CalendarContext
  private let places: [LinePlace]

  public init(_ reminder: Reminder) {
    (component, calendar) = (reminder.component, reminder.calendar)
    var places: [LinePlace] = []
    component.places(into: &places)
    self.places = places
  }

  public func first(_ id: PropertyID) -> Property? {
    places.first { $0.id == id }.map { component.property(at: $0) }
  }
}
