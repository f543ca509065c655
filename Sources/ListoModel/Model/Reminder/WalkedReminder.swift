package import ICalendar

/// A reminder whose most asked-for lines were found when its batch was walked: for work on whole files, where
/// a query asks for several.
package struct WalkedReminder: ReminderProperties {
  package let component: Component
  package let calendar: CalendarContext
  private let lines: WalkedLines
  private let row: Int

  /// The properties that queries ask for again and again.
  static let ids: [PropertyID] = [
    .status, .completed, .percentComplete, .due, .dtstart, .duration, .priority, .recurrenceID, .categories,
  ]
  static let selection = PropertySelection(ids)

  /// - Parameter row: which of the batch's reminders it is.
  init(_ component: Component, in calendar: CalendarContext, _ lines: WalkedLines, row: Int) {
    (self.component, self.calendar, self.lines, self.row) = (component, calendar, lines, row)
  }

  package func first(_ id: PropertyID) -> Property? {
    lines.first(id, row: row, of: component) ?? component.first(id)
  }
}
