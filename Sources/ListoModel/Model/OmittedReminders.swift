/// The reminders of a list that a catalog does not hold, since they were not asked for: what views tell of them all the same.
package struct OmittedReminders: Sendable {
  /// Those that a query asked for, and that are not shown.
  package var matching = ReminderCounts()
  /// Those that it did not ask for.
  package var others = ReminderCounts()
  /// The first 64 bits of the hash that each one's short name is the beginning of.
  var names: [UInt64] = []

  /// None.
  package init() {}

  /// Of both.
  package var counts: ReminderCounts { matching + others }

  /// Takes one more, or with a negative number one less.
  mutating func count(_ state: ReminderCounts.State, isMatching: Bool, by number: Int = 1) {
    if isMatching { matching.count(state, by: number) } else { others.count(state, by: number) }
  }
}
