public import ICalendar

/// A component of a calendar other than a reminder or a time zone: an event, a journal, an unknown component.
public struct CalendarItem: Sendable {
  /// The component, as it was read.
  public let component: Component
  /// The calendar of the component.
  public let calendar: CalendarContext

  /// An item of a calendar.
  public init(component: Component, calendar: CalendarContext) {
    (self.component, self.calendar) = (component, calendar)
  }
}
