internal import ICalendar
public import ListoEditing
public import ListoModel

/// The reminders of a catalog as a person sees them: filtered, sorted, in sections, with subtasks below their
/// parents. A table shows ``sections``, and applies ``changes(from:)`` when there are newer rows.
///
///     let rows = try ReminderRows(store.catalog, where: "open", by: .manual, grouping: .due, in: view)
///     for section in rows.sections { for row in section.rows { show(row.title, depth: row.depth) } }
public struct ReminderRows: Sendable {
  /// A row: a reminder, at its current occurrence if it repeats. It has all properties of the reminder.
  @dynamicMemberLookup
  public struct Row: Sendable, Hashable, Identifiable {
    /// The identifier of the reminder within the catalog.
    public let id: ModelIdentifier
    /// The reminder; a repeating one has the dates of its current occurrence.
    public let reminder: Reminder
    /// The number of parents in the same section.
    public let depth: Int
    /// True if the reminder is overdue at the time for which the rows were made.
    public let isOverdue: Bool

    /// A property of the reminder.
    public subscript<Value>(dynamicMember property: KeyPath<Reminder, Value>) -> Value {
      reminder[keyPath: property]
    }
  }

  /// Rows under one heading.
  public struct Section: Sendable, Identifiable {
    /// The common property of the rows; an app supplies the words of the heading.
    public let id: ReminderGroup.Key
    /// The heading in English: the title of a list or a source, a tag, a day, or a range of days; empty if
    /// there are no groups.
    public let title: String
    /// The rows in order, each subtask below its parent.
    public let rows: [Row]
  }

  /// The position of a row: section and row index, counted from 0.
  public struct Position: Sendable, Hashable, Comparable {
    /// The index of the section.
    public var section: Int
    /// The index of the row within its section.
    public var row: Int

    /// The position of a row.
    public init(section: Int, row: Int) { (self.section, self.row) = (section, row) }

    public static func < (left: Position, right: Position) -> Bool {
      (left.section, left.row) < (right.section, right.row)
    }
  }

  /// The sections in order; none of them is empty.
  public let sections: [Section]

  /// Makes the rows of a catalog.
  ///
  /// - Parameters:
  ///   - catalog: the reminders, such as those of a store.
  ///   - query: the reminders to show, in the query language.
  ///   - order: the order of the rows within their sections, and of subtasks below their parents.
  ///   - grouping: the property that decides the sections.
  ///   - view: the viewer's clock and time zone.
  /// - Throws: ``QuerySyntaxError``, with the place of the error.
  /// - Complexity: linear in the catalog, O(n log n) in the rows.
  public init(
    _ catalog: Catalog, where query: String = "open", by order: SortOrder = .natural,
    grouping: Grouping = .list, in view: ViewContext = .system
  ) throws(QuerySyntaxError) {
    self.init(
      catalog, matching: try QueryExpression(query).query(in: view), by: order, grouping: grouping, in: view)
  }

  /// Makes the rows of a catalog for a query as a value.
  public init(
    _ catalog: Catalog, matching query: Query, by order: SortOrder = .natural, grouping: Grouping = .list,
    in view: ViewContext = .system
  ) {
    let rows = catalog.rows(in: view, leadsWithToday: grouping == .day).catalog
    let paths = rows.sorted(rows.found(by: query, in: view).paths.sorted(), by: order, in: view)
    var ancestry = Ancestry(rows)
    sections = grouping.groups(of: paths, in: rows, view, leadsWithToday: grouping == .day).map { group in
      Section(
        id: group.key, title: group.key.title(in: rows) { $0.heading(seenFrom: view.today) },
        rows: ancestry.nested(group.paths, liftsParents: order.liftsParents).compactMap { path, depth in
          rows.entry(at: path).map {
            Row(
              id: $0.id, reminder: $0.reminder, depth: depth, isOverdue: $0.reminder.isOverdue(in: view))
          }
        })
    }
  }

  /// The number of rows in all sections.
  public var count: Int { sections.reduce(0) { $0 + $1.rows.count } }

  /// Returns the row at a position; nil if there is none.
  public func row(at position: Position) -> Row? {
    guard sections.indices.contains(position.section),
      sections[position.section].rows.indices.contains(position.row)
    else { return nil }
    return sections[position.section].rows[position.row]
  }

  /// Returns the first position of a reminder; nil if it is in no row.
  ///
  /// - Complexity: linear in the rows.
  public func position(of id: ModelIdentifier) -> Position? {
    for (section, content) in sections.enumerated() {
      if let row = content.rows.firstIndex(where: { $0.id == id }) {
        return Position(section: section, row: row)
      }
    }
    return nil
  }

  /// A new place for rows in the manual order, for `edit.arrange(move.ids, move.position)`.
  public struct Move: Sendable, Hashable {
    /// The reminders to arrange, in order.
    public let ids: [ModelIdentifier]
    /// Their place among the reminders with the same parent.
    public let position: ListoEditing.Position
  }

  /// Returns the edit that dragging rows within their section asks for, with the indices of SwiftUI's
  /// `onMove`.
  ///
  /// - Parameters:
  ///   - offsets: the indices of the dragged rows.
  ///   - offset: the index before which they are dropped, counted before they are taken out.
  ///   - section: the index of the section.
  /// - Returns: nil if the rows have no siblings at the new place.
  public func move(fromOffsets offsets: some Sequence<Int>, toOffset offset: Int, inSection section: Int)
    -> Move?
  {
    guard sections.indices.contains(section) else { return nil }
    let rows = sections[section].rows
    let moved = Set(offsets).intersection(rows.indices).sorted()
    guard let first = moved.first else { return nil }
    let isMoved = Set(moved)
    func isSibling(_ index: Int) -> Bool {
      !isMoved.contains(index) && rows[index].depth == rows[first].depth
        && rows[index].parent == rows[first].parent && rows[index].id.container == rows[first].id.container
    }
    let target = min(max(offset, 0), rows.count)
    let ids = moved.map { rows[$0].id }
    if let before = rows[..<target].indices.last(where: isSibling) {
      return Move(ids: ids, position: .after(rows[before].id))
    }
    return rows[target...].indices.first(where: isSibling).map {
      Move(ids: ids, position: .before(rows[$0].id))
    }
  }
}

extension ReminderStore {
  /// Makes the rows of the present catalog, for the clock of the store.
  ///
  /// - Throws: ``QuerySyntaxError``, with the place of the error.
  public func rows(
    where query: String = "open", by order: SortOrder = .natural, grouping: Grouping = .list
  ) throws(QuerySyntaxError) -> ReminderRows {
    try ReminderRows(catalog, where: query, by: order, grouping: grouping, in: clock.view)
  }
}

extension Ancestry {
  /// The paths with each subtask below its nearest parent among them, and their depths.
  fileprivate mutating func nested(
    _ paths: [Catalog.IndexPath], liftsParents: Bool
  ) -> [(path: Catalog.IndexPath, depth: Int)] {
    let places = Dictionary(zip(paths, 0...)) { first, _ in first }
    let parents = paths.map { nearest(of: $0) { places[$0] } }
    let order = Array(paths.indices)
    var result: [(path: Catalog.IndexPath, depth: Int)] = []
    result.reserveCapacity(paths.count)
    Hierarchy(parents: parents, order: liftsParents ? Hierarchy.lifted(order, parents) : order).walk {
      index, depth, _ in result.append((paths[index], depth))
    }
    return result
  }
}

extension Day {
  /// `Today`, `Tomorrow`, `Yesterday`, or the date as ISO 8601 has it.
  fileprivate func heading(seenFrom today: Day) -> String {
    switch daysSince1970 - today.daysSince1970 {
    case -1: "Yesterday"
    case 0: "Today"
    case 1: "Tomorrow"
    default: "\(self)"
    }
  }
}
