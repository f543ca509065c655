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
