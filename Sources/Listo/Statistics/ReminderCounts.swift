public import ListoModel

/// How many reminders are in which state.
public struct ReminderCounts: Sendable, Hashable {
  /// Neither done nor cancelled; those that are overdue are among them.
  public var open = 0
  /// Of the open ones.
  public var overdue = 0
  /// Completed ones.
  public var done = 0
  /// Cancelled, or failed.
  public var cancelled = 0

  /// Of no reminders.
  public init() {}

  /// Of these reminders, as they stand at the clock of the context.
  public init(_ reminders: some Sequence<Reminder>, _ context: ViewContext) {
    for reminder in reminders { add(reminder, context) }
  }

  /// All of them.
  public var total: Int { open + done + cancelled }

  /// Counts one more.
  public mutating func add(_ reminder: some ReminderProperties, _ context: ViewContext) {
    switch reminder.status {
    case .completed: done += 1
    case .cancelled, .failed: cancelled += 1
    default:
      open += 1
      if reminder.isOverdue(in: context) { overdue += 1 }
    }
  }

  public static func + (left: ReminderCounts, right: ReminderCounts) -> ReminderCounts {
    var sum = left
    sum.open += right.open
    sum.overdue += right.overdue
    sum.done += right.done
    sum.cancelled += right.cancelled
    return sum
  }
}
