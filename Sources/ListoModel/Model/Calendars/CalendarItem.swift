public import ICalendar

/// A component of a calendar that is no reminder and no zone: an event, a journal, what no one knows.
public struct CalendarItem: Sendable {
  /// The component, as it was read.
  public let component: Component
  /// The calendar that it stands in.
  public let calendar: CalendarContext

  /// An item of a calendar.
  public init(component: Component, calendar: CalendarContext) {
    (self.component, self.calendar) = (component, calendar)
  }
}
