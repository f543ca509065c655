public import ICalendar
public import ListoModel

/// Reminders under one heading, made by ``Grouping/groups(of:in:_:leadsWithToday:)``.
public struct ReminderGroup: Sendable {
  /// The common property of a group; the caller supplies the words.
  public enum Key: Sendable, Hashable {
    /// All reminders, without groups.
    case all
    /// The list or source of the reminders, by its path in the catalog.
    case place(Catalog.IndexPath)
    /// A tag, in its first spelling; nil for reminders without a tag.
    case tag(String?)
    /// A range of due dates; by day, only overdue and none.
    case due(DueGroup)
    /// The day on which they are due.
    case day(Day)
    /// By day, overdue from before today, if overdue reminders of today are in the group of today.
    case overdueBeforeToday
    /// Their priority.
    case priority(PriorityBucket)
  }

  /// The value that the reminders share.
  public let key: Key
  /// The paths of the reminders, in order.
  public private(set) var paths: [Catalog.IndexPath]
  /// The number of all members if a limit leaves some out.
  public private(set) var total: Int?
  /// The number of the key where ``GroupKeys`` made the group: as what is not held of a large input is
  /// counted.
  private let number: Int?

  /// A group of some reminders.
  public init(_ key: Key, _ paths: [Catalog.IndexPath]) { self.init(key, paths, number: nil) }

  init(_ key: Key, _ paths: [Catalog.IndexPath], number: Int?) {
    (self.key, self.paths, self.number) = (key, paths, number)
  }

  /// Leaves out what is not among these.
  ///
  /// - Parameter omitted: how many more there are of each group, by its number.
  fileprivate mutating func limit(to shown: Set<Catalog.IndexPath>, omitted: [Int: Int]) {
    let count = paths.count + (number.flatMap { omitted[$0] } ?? 0)
    paths.removeAll { !shown.contains($0) }
    if paths.count < count { total = count }
  }
}

extension [ReminderGroup] {
  /// Leaves out what is not among these, and the groups that then have nothing.
  ///
  /// - Parameter catalog: the one of which they are the groups. What it does not hold of a large input counts
  ///   too.
  package mutating func limit(to shown: Set<Catalog.IndexPath>, in catalog: Catalog) {
    let omitted = catalog.lists.compactMap(\.omitted?.groups).reduce(into: [:]) {
      $0.merge($1, uniquingKeysWith: +)
    }
    for index in indices { self[index].limit(to: shown, omitted: omitted) }
    removeAll(where: \.paths.isEmpty)
  }
}

extension ReminderGroup.Key {
  /// The heading of a group, in English; empty if all reminders are in one group.
  ///
  /// - Parameters:
  ///   - catalog: the catalog of the group.
  ///   - heading: the heading of a day.
  package func title(in catalog: Catalog, day heading: (Day) -> String) -> String {
    switch self {
    case .all: ""
    case .place(let path):
      path.list == nil ? catalog.sources[path.source].title : catalog.list(at: path)?.title ?? ""
    case .tag(let tag): tag.map { "#" + $0 } ?? "Without a tag"
    case .due(let due): Self.words(due)
    case .day(let day): heading(day)
    // Only what was overdue before today: the rest stands under today.
    case .overdueBeforeToday: "Overdue from before today"
    case .priority(let bucket): Self.words(bucket)
    }
  }

  private static func words(_ due: DueGroup) -> String {
    switch due {
    case .overdue: "Overdue"
    case .today: "Today"
    case .tomorrow: "Tomorrow"
    case .week: "Within a week"
    case .later: "Later"
    case .undated: "Without a due date"
    case .done: "Done or given up"
    }
  }

  private static func words(_ bucket: PriorityBucket) -> String {
    switch bucket {
    case .high: "High priority"
    case .medium: "Medium priority"
    case .low: "Low priority"
    case .none: "Without a priority"
    }
  }
}
