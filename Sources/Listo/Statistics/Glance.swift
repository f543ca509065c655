public import ListoModel

/// What is due, at a glance: of open reminders alone.
public struct Glance: Sendable {
  /// How many should have been done before now.
  public let overdue: Int
  /// How many are due today and not overdue yet.
  public let today: Int
  /// The one of today that comes next; nil where none does.
  public let next: Reminder?

  /// - Complexity: linear in the catalog.
  public init(_ catalog: Catalog, _ context: ViewContext) {
    var (overdue, today) = (0, 0)
    var next: Reminder?
    for list in catalog.sources.lazy.flatMap(\.lists) {
      for reminder in list.reminders where reminder.isOpen {
        guard let due = reminder.due else { continue }
        let zones = reminder.calendar.zones
        if reminder.isOverdue(in: context) {
          overdue += 1
        } else if context.day(of: due, zones: zones) == context.today {
          today += 1
          // What is due at a time comes before what is due some time today.
          let begins = context.end(of: due, zones: zones)
          if next.flatMap(\.due).map({ begins < context.end(of: $0, zones: next?.calendar.zones ?? zones) })
            ?? true
          {
            next = reminder
          }
        }
      }
    }
    (self.overdue, self.today, self.next) = (overdue, today, next)
  }
}
