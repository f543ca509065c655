extension Catalog {
  /// The lists of all sources, in their order.
  public var lists: [ListNode] { sources.flatMap(\.lists) }

  /// The reminder with this identifier; nil where none has it.
  ///
  /// - Complexity: O(1), but for the first time, which is linear in the catalog.
  public subscript(identifier: ModelIdentifier) -> Reminder? {
    indexPath(for: identifier).flatMap(reminder)
  }

  /// The reminders of all lists, in their order.
  public var reminders: [Reminder] { lists.flatMap(\.reminders) }

  /// The subtasks of a reminder: those of its list whose RELATED-TO (RFC 5545 §3.8.4.5) names its UID as their parent, in their order.
  ///
  /// - Complexity: linear in the list.
  public func children(of identifier: ModelIdentifier) -> [Reminder] {
    guard let path = indexPath(for: identifier), let uid = reminder(at: path)?.uid, let list = list(at: path)
    else { return [] }
    return list.reminders.filter { $0.parent == uid }
  }
}

extension Catalog.ListNode {
  /// What people call the list: ``ReminderList/title``.
  public var title: String { list.title }
}
