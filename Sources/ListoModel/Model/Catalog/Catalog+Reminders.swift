internal import ICalendar

extension Catalog {
  /// The lists of all sources, in their order.
  public var lists: [ListNode] { sources.flatMap(\.lists) }

  /// The reminder with this identifier; nil if there is none.
  ///
  /// - Complexity: O(1), except for the first call, which is linear in the catalog.
  public subscript(identifier: ModelIdentifier) -> Reminder? {
    indexPath(for: identifier).flatMap(reminder)
  }

  /// The list with this identifier; nil if there is none.
  ///
  /// - Complexity: O(1), except for the first call, which is linear in the catalog.
  public func list(_ identifier: ModelIdentifier) -> ListNode? {
    identifier.kind == .list ? indexPath(for: identifier).flatMap(list(at:)) : nil
  }

  /// The reminders of all lists, in their order.
  public var reminders: [Reminder] { lists.flatMap(\.reminders) }

  /// The reminders of all lists with their identifiers, in their order.
  public var entries: [Entry] { lists.flatMap(\.entries) }

  /// The subtasks of a reminder: those of its list whose RELATED-TO (RFC 5545 §3.8.4.5) names its UID as
  /// their parent, and those without a parent that it names with RELTYPE=CHILD, in their order.
  ///
  /// Overrides are not subtasks. If several reminders have the UID of the parent, the first that is not an
  /// override has the subtasks. No reminder is its own subtask. In a cycle, each reminder is a subtask of the
  /// next, so a recursive walk must stop at reminders that it has visited.
  ///
  /// - Complexity: linear in the bytes of the list.
  public func subtasks(of identifier: ModelIdentifier) -> [Entry] {
    guard let path = indexPath(for: identifier), let parent = path.reminder, let list = list(at: path)
    else { return [] }
    return zip(list.entries, Hierarchy.parents(of: list.reminders)).compactMap { entry, named in
      named == parent && entry.reminder.first(.recurrenceID) == nil ? entry : nil
    }
  }
}

extension Catalog {
  /// A reminder with its identifier in the catalog: `catalog[entry.id]` finds it again. An entry has all
  /// properties of its reminder: `entry.title` is `entry.reminder.title`.
  @dynamicMemberLookup
  public struct Entry: Sendable, Hashable, Identifiable {
    /// The identifier of the reminder within the catalog.
    public let id: ModelIdentifier
    /// The reminder itself.
    public let reminder: Reminder

    package init(id: ModelIdentifier, reminder: Reminder) { (self.id, self.reminder) = (id, reminder) }

    /// A property of the reminder.
    public subscript<Value>(dynamicMember property: KeyPath<Reminder, Value>) -> Value {
      reminder[keyPath: property]
    }
  }

  /// The reminders of a list with their identifiers, by their index in the list; each is created on access.
  public struct Entries: Sendable, RandomAccessCollection {
    fileprivate let reminders: [Reminder]
    fileprivate let identifiers: [ModelIdentifier]

    /// Zero.
    public var startIndex: Int { 0 }
    /// The number of elements.
    public var endIndex: Int { reminders.count }
    /// The element at this index.
    public subscript(index: Int) -> Entry { Entry(id: identifiers[index], reminder: reminders[index]) }
  }
}

extension Catalog.ListNode {
  /// Its reminders with their identifiers, in their order.
  ///
  /// - Complexity: O(1).
  public var entries: Catalog.Entries { Catalog.Entries(reminders: reminders, identifiers: identifiers) }

  /// The title of the list: ``ReminderList/title``.
  public var title: String { list.title }

  /// The number of open reminders, without the overrides of a series.
  ///
  /// - Complexity: linear in the reminders.
  public var openCount: Int { reminders.count { $0.isOpen && $0.first(.recurrenceID) == nil } }

  /// A property of the list: `node.title` is `node.list.title`.
  public subscript<Value>(dynamicMember property: KeyPath<ReminderList, Value>) -> Value {
    list[keyPath: property]
  }
}

extension Catalog.ListNode: Identifiable {
  /// The identifier of the list within the catalog.
  public var id: ModelIdentifier { identifier }
}

extension Catalog.SourceNode: Identifiable {
  /// The identifier of the source within the catalog.
  public var id: ModelIdentifier { identifier }

  /// A property of the source: `node.title` is `node.source.title`.
  public subscript<Value>(dynamicMember property: KeyPath<Source, Value>) -> Value {
    source[keyPath: property]
  }
}

extension Catalog {
  /// Gives some of its reminders, one after the other, each with its lines found: those of one list that
  /// follow each other in the same memory.
  ///
  /// - Parameters:
  ///   - numbers: which of the paths.
  ///   - body: given the number of a path and the reminder that stands there.
  ///   - absent: given the number of a path at which none stands.
  package func forEachPlaced<Numbers: RandomAccessCollection<Int>>(
    _ numbers: Numbers, of paths: [IndexPath], _ body: (_ number: Int, PlacedReminder) -> Void,
    absent: (_ number: Int) -> Void = { _ in }
  ) where Numbers.Index == Int {
    var next = numbers.startIndex
    while next < numbers.endIndex {
      let path = paths[numbers[next]]
      // Taken once for all that follow in the list: counts of references are shared by all cores.
      let reminders = list(at: path)?.reminders ?? []
      guard let index = path.reminder, reminders.indices.contains(index) else {
        absent(numbers[next])
        next += 1
        continue
      }
      var placed = PlacedReminder(reminders[index])
      body(numbers[next], placed)
      next += 1
      while next < numbers.endIndex {
        let other = paths[numbers[next]]
        guard other.source == path.source, other.list == path.list, let index = other.reminder,
          reminders.indices.contains(index)
        else { break }
        placed.move(to: index, of: reminders)
        body(numbers[next], placed)
        next += 1
      }
    }
  }
}
