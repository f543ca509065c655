/// The numbers of reminders by state.
public struct ReminderCounts: Sendable, Hashable {
  /// Neither done nor cancelled; those that are overdue are among them.
  public var open = 0
  /// Open ones whose due date has passed.
  public var overdue = 0
  /// Completed ones.
  public var done = 0
  /// Cancelled, or failed.
  public var cancelled = 0

  /// The counts of no reminders.
  public init() {}

  /// Counts these reminders at the clock of the context.
  public init(_ reminders: some Sequence<Reminder>, _ context: ViewContext) {
    for reminder in reminders { add(reminder, context) }
  }

  /// All of them.
  public var total: Int { open + done + cancelled }

  /// The states that are counted.
  enum State: Sendable { case open, overdue, done, cancelled }

  /// Counts one more.
  public mutating func add(_ reminder: some ReminderProperties, _ context: ViewContext) {
    count(State(reminder, context))
  }

  mutating func count(_ state: State, by number: Int = 1) {
    switch state {
    case .done: done += number
    case .cancelled: cancelled += number
    case .open: open += number
    case .overdue:
      open += number
      overdue += number
    }
  }

  /// Counts one less.
  package mutating func remove(_ reminder: some ReminderProperties, _ context: ViewContext) {
    count(State(reminder, context), by: -1)
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

extension ReminderCounts.State {
  init(_ reminder: some ReminderProperties, _ context: ViewContext) {
    switch reminder.status {
    case .completed: self = .done
    case .cancelled, .failed: self = .cancelled
    default: self = reminder.isOverdue(in: context) ? .overdue : .open
    }
  }

  /// Neither done nor cancelled.
  var isOpen: Bool { self == .open || self == .overdue }
}

/// The reminders of a list that a catalog does not hold, since they were not asked for: what views tell of
/// them all the same.
package struct OmittedReminders: Sendable {
  /// The counts of those that a query asked for, and that are not shown.
  package var matching = ReminderCounts()
  /// The counts of those that it did not ask for.
  package var others = ReminderCounts()
  /// The counts of the reminders that ``CatalogSelection/counted`` asks for.
  package var counted = ReminderCounts()
  /// How many of those that match and are not among the best there are with each number of
  /// ``CatalogSelection/group``.
  package var groups: [Int: Int] = [:]
  /// How many of a comparison the other side has byte for byte; of these no state is known.
  package var same = 0
  /// How many lists of the input up to theirs have the same identifier.
  var listHolder = 1
  /// The first 64 bits of the hash that each one's short name is the beginning of; none where these were not
  /// asked for.
  var names: [UInt64] = []

  /// None.
  package init() {}

  /// The counts of those that a query was asked about.
  package var counts: ReminderCounts { matching + others }
}
