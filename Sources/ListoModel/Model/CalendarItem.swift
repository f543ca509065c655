public import ICalendar

/// A component of a calendar that is no reminder and no zone: an event, a journal, what no one knows.
public struct CalendarItem: Sendable {
  public let component: Component
  public let calendar: CalendarContext

  public init(component: Component, calendar: CalendarContext) {
    (self.component, self.calendar) = (component, calendar)
  }
}
