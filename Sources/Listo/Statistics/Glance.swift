internal import ICalendar
package import ListoModel
internal import Platform

/// A summary of open reminders that are due.
package struct Glance: Sendable {
  /// The number of overdue reminders.
  public let overdue: Int
  /// The number of reminders that are due today and not overdue yet.
  public let today: Int
  /// The next reminder of today; nil if there is none.
  public let next: Reminder?

  /// Counts the reminders of a catalog. A series counts by its current occurrence.
  ///
  /// - Complexity: linear in the catalog.
  public init(_ catalog: Catalog, _ context: ViewContext) {
    var all = Part()
    for list in catalog.rows(in: context).catalog.lists {
      let reminders = list.reminders
      OrderedPipeline.run(reminders.indices, atATime: 512, threads: ThreadPipeline.threads) { range in
        var part = Part()
        for index in range { part.add(reminders[index], context) }
        return part
      } consume: { (part) throws(Never) in
        all.add(part)
      }
    }
    (overdue, today, next) = (all.overdue, all.today, all.next?.reminder)
  }

  /// The selection from inputs for a glance: open reminders with a due date.
  package static func selection(_ context: ViewContext) -> CatalogSelection? {
    var selection = CatalogSelection(
      .and([.isOpen, .has(.due)]), context, isForFinished: false, fields: [.title])
    selection?.needsParents = false
    selection?.needsShortNames = false
    return selection
  }

  /// The counts of due reminders and the next one, for some of the reminders in their order.
  private struct Part: Sendable {
    var (overdue, today) = (0, 0)
    /// With when it is over.
    var next: (reminder: Reminder, end: Instant)?

    mutating func add(_ reminder: Reminder, _ context: ViewContext) {
      guard reminder.isOpen, let due = reminder.due else { return }
      let zones = reminder.calendar.zones
      if reminder.isOverdue(in: context) {
        overdue += 1
      } else if context.day(of: due, zones: zones) == context.today {
        today += 1
        // A reminder that is due at a time comes before one that is due some time today.
        add(next: (reminder, context.end(of: due, zones: zones)))
      }
    }

    mutating func add(_ other: Part) {
      (overdue, today) = (overdue + other.overdue, today + other.today)
      if let next = other.next { add(next: next) }
    }

    /// Of several at one time the first.
    private mutating func add(next other: (reminder: Reminder, end: Instant)) {
      if next.map({ other.end < $0.end }) ?? true { next = other }
    }
  }
}
