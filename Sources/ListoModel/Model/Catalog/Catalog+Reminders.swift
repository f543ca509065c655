internal import ICalendar

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
  /// An override of an occurrence is no subtask. Of several reminders with that UID the first that is no override has them. No
  /// reminder is its own subtask; in a circle of several each is one of the next, so a walk downwards has to stop at what it has met.
  ///
  /// - Complexity: linear in the bytes of the list.
  public func children(of identifier: ModelIdentifier) -> [Reminder] {
    guard let path = indexPath(for: identifier), let parent = path.reminder, let list = list(at: path)
    else { return [] }
    return zip(list.reminders, Hierarchy.parents(of: list.reminders)).compactMap { reminder, named in
      named == parent && reminder.first(.recurrenceID) == nil ? reminder : nil
    }
  }
}

extension Catalog {
  /// A reminder with what names it in the catalog: `catalog[entry.id]` finds it again.
  public struct Entry: Sendable, Hashable, Identifiable {
    /// The identifier of the reminder within the catalog.
    public let id: ModelIdentifier
    /// The reminder itself.
    public let reminder: Reminder
  }

  /// The reminders of a list with their identifiers, by their places in it; each is made when it is asked for.
  public struct Entries: Sendable, RandomAccessCollection {
    fileprivate let reminders: [Reminder]
    fileprivate let identifiers: [ModelIdentifier]

    /// Zero.
    public var startIndex: Int { 0 }
    /// How many there are.
    public var endIndex: Int { reminders.count }
    /// The one that stands there.
    public subscript(index: Int) -> Entry { Entry(id: identifiers[index], reminder: reminders[index]) }
  }
}

extension Catalog.ListNode {
  /// Its reminders with their identifiers, in their order.
  ///
  /// - Complexity: O(1).
  public var entries: Catalog.Entries { Catalog.Entries(reminders: reminders, identifiers: identifiers) }

  /// What people call the list: ``ReminderList/title``.
  public var title: String { list.title }
}
