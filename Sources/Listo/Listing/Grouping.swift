internal import ICalendar
public import ListoModel

/// The field by which reminders are grouped.
public enum Grouping: String, Sendable, CaseIterable {
  case list, source, tag
  /// By due date: overdue, today, within a week, later, without a date.
  case due
  /// The day of the due date.
  case day
  case priority
  /// All together.
  case none

  /// Returns the groups that are not empty, in order; each keeps the order of `paths`. A reminder with
  /// several tags is in several groups, otherwise it is in one.
  ///
  /// - Parameters:
  ///   - paths: paths of reminders.
  ///   - catalog: the catalog of the paths.
  ///   - context: the viewer's clock and time zone.
  ///   - leadsWithToday: true if, by day, reminders of today come before those overdue from before.
  /// - Complexity: linear in the paths; tags are sorted.
  public func groups(
    of paths: [Catalog.IndexPath], in catalog: Catalog, _ context: ViewContext, leadsWithToday: Bool = false
  ) -> [ReminderGroup] {
    if let keys = GroupKeys(self, context, leadsWithToday: leadsWithToday) {
      return keys.groups(catalog.grouped(paths) { keys.key(of: $0) })
    }
    return groupsOfPlaces(paths, catalog)
  }

  /// The same of reminders that are put in order before.
  ///
  /// - Parameters:
  ///   - order: in which they stand in each group.
  ///   - isForFinished: what is done or cancelled is among them.
  /// - Returns: the groups, and the reminders of all of them in the order.
  /// - Complexity: O(n log n) in the paths.
  package func groups(
    of paths: [Catalog.IndexPath], by order: SortOrder, isForFinished: Bool, in catalog: Catalog,
    _ context: ViewContext, leadsWithToday: Bool
  ) -> (groups: [ReminderGroup], paths: [Catalog.IndexPath]) {
    let keys = GroupKeys(self, context, leadsWithToday: leadsWithToday)
    let sorted = order.sorted(paths, of: catalog, context, on: ThreadPipeline()) { reminder, isOpen in
      isForFinished || isOpen ? keys?.key(of: reminder) ?? 0 : nil
    }
    let groups =
      keys?.groups(Catalog.grouped(sorted.paths, by: sorted.notes)) ?? groupsOfPlaces(sorted.paths, catalog)
    return (groups, sorted.paths)
  }

  private func groupsOfPlaces(_ paths: [Catalog.IndexPath], _ catalog: Catalog) -> [ReminderGroup] {
    switch self {
    case .list: Self.places(paths) { Catalog.IndexPath(source: $0.source, list: $0.list ?? 0) }
    case .source: Self.places(paths) { Catalog.IndexPath(source: $0.source) }
    default: Self.byTag(paths, catalog)
    }
  }

  private static func places(
    _ paths: [Catalog.IndexPath], place: (Catalog.IndexPath) -> Catalog.IndexPath
  ) -> [ReminderGroup] {
    let groups = Dictionary(grouping: paths, by: place)
    return groups.sorted { $0.key < $1.key }.map { ReminderGroup(.place($0.key), $0.value) }
  }

  private static func byTag(_ paths: [Catalog.IndexPath], _ catalog: Catalog) -> [ReminderGroup] {
    // Tags that differ in capital letters alone are one; it is written as it is first.
    var spellings: [String: String] = [:]
    var groups: [String: [Catalog.IndexPath]] = [:]
    var rest: [Catalog.IndexPath] = []
    for path in paths {
      let tags = catalog.reminder(at: path)?.tags ?? []
      if tags.isEmpty { rest.append(path) }
      var seen: Set<String> = []
      for tag in tags {
        let key = tag.lowercased()
        guard seen.insert(key).inserted else { continue }
        if spellings[key] == nil { spellings[key] = tag }
        groups[key, default: []].append(path)
      }
    }
    let sorted = groups.map { (order: NaturalText($0.key), key: $0.key, paths: $0.value) }
      .sorted { $0.order < $1.order }
      .map { ReminderGroup(.tag(spellings[$0.key] ?? $0.key), $0.paths) }
    return sorted + (rest.isEmpty ? [] : [ReminderGroup(.tag(nil), rest)])
  }
}

/// The groups of a ``Grouping`` in which each reminder stands in one alone, told by the reminder itself: of
/// each a number.
struct GroupKeys: Sendable {
  private let grouping: Grouping
  private let context: ViewContext
  private let today: Day
  private let leadsWithToday: Bool

  /// Nil where a reminder can stand in several groups, or its place tells in which it does.
  ///
  /// - Parameter leadsWithToday: true if, by day, reminders of today come before those overdue from before.
  init?(_ grouping: Grouping, _ context: ViewContext, leadsWithToday: Bool) {
    switch grouping {
    case .list, .source, .tag: return nil
    case .due, .day, .priority, .none: break
    }
    (self.grouping, self.context, self.leadsWithToday) = (grouping, context, leadsWithToday)
    today = context.today
  }

  /// The number of the group in which a reminder stands.
  func key(of reminder: some ReminderProperties) -> Int {
    switch grouping {
    case .priority: reminder.priorityBucket.rank
    case .due: DueGroup(reminder, seen(reminder), today).rawValue
    case .day: dayKey(reminder)
    case .list, .source, .tag, .none: 0
    }
  }

  private func seen(_ reminder: some ReminderProperties) -> ViewedMoment? {
    reminder.due.map { context.view(of: $0, zones: reminder.calendar.zones) }
  }

  /// Days are counted from 1970, and the groups beside them stand beyond all days.
  private func dayKey(_ reminder: some ReminderProperties) -> Int {
    let due = seen(reminder)
    let group = DueGroup(reminder, due, today)
    guard let day = due?.day, group != .done else { return group.besideDays }
    return group == .overdue && !(leadsWithToday && day == today) ? group.besideDays : day.daysSince1970
  }

  /// Groups in their order.
  ///
  /// - Parameter groups: the reminders of each, by its number.
  func groups(_ groups: [Int: [Catalog.IndexPath]]) -> [ReminderGroup] {
    groups.sorted { place($0.key) < place($1.key) }.map {
      ReminderGroup(meaning(of: $0.key), $0.value, number: $0.key)
    }
  }

  /// Where the group with a number stands: what is overdue before the days, or behind them.
  private func place(_ number: Int) -> Int {
    number == DueGroup.overdue.besideDays && grouping == .day && !leadsWithToday ? .min : number
  }

  private func meaning(of number: Int) -> ReminderGroup.Key {
    switch grouping {
    case .priority:
      let bucket = PriorityBucket.allCases.first { $0.rank == number }
      return .priority(bucket ?? PriorityBucket.none)
    case .due: return .due(DueGroup(rawValue: number) ?? .undated)
    case .day:
      guard let due = DueGroup.allCases.first(where: { $0.besideDays == number }) else {
        return .day(Day(daysSince1970: number))
      }
      return due == .overdue && leadsWithToday ? .overdueBeforeToday : .due(due)
    case .list, .source, .tag, .none: return .all
    }
  }
}

extension DueGroup {
  /// Its number among days: behind all of these.
  fileprivate var besideDays: Int { Int.max - DueGroup.allCases.count + rawValue }
}

/// Groups of due dates, from overdue on; reminders without a due date and completed reminders are last.
public enum DueGroup: Int, Sendable, CaseIterable {
  /// Open, and due before now.
  case overdue
  case today, tomorrow
  /// Within six days from today.
  case week
  case later
  /// Open, without a due date.
  case undated
  /// Done or given up.
  case done

  /// - Parameter due: when it is due, as it is seen.
  init(_ reminder: some ReminderProperties, _ due: ViewedMoment?, _ today: Day) {
    guard reminder.isOpen else {
      self = .done
      return
    }
    guard let due else {
      self = .undated
      return
    }
    let distance = due.day.daysSince1970 - today.daysSince1970
    self =
      switch distance {
      case _ where due.isPast: .overdue
      case ...0: .today
      case 1: .tomorrow
      case ..<7: .week
      default: .later
      }
  }
}
