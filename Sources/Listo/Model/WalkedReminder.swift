public import ICalendar

/// A reminder whose most asked-for lines were found in one walk: for work on whole files, where a query asks for several.
public struct WalkedReminder: ReminderProperties {
  public let component: Component
  public let calendar: CalendarContext
  private let index: PropertyIndex

  /// What queries ask for again and again.
  private static let selection = PropertySelection([
    .status, .completed, .percentComplete, .due, .dtstart, .duration, .priority, .recurrenceID, .categories,
  ])

  public init(_ component: Component, in calendar: CalendarContext) {
    (self.component, self.calendar) = (component, calendar)
    index = component.index(of: Self.selection)
  }

  public func first(_ id: PropertyID) -> Property? {
    index.knows(id) ? index.first(id) : component.first(id)
  }

  /// The same as a plain reminder.
  var reminder: Reminder { Reminder(component, in: calendar) }
}
