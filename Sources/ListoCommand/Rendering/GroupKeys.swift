internal import Listo

/// The groups of a ``Grouping`` in which each reminder stands in one alone, told by the reminder itself: of each a number.
struct GroupKeys: Sendable {
  private let grouping: Grouping
  private let dates: RelativeDate
  private let leadsWithToday: Bool

  fileprivate init(_ grouping: Grouping, _ context: ViewContext, leadsWithToday: Bool) {
    (self.grouping, self.leadsWithToday) = (grouping, leadsWithToday)
    dates = RelativeDate(context)
  }

  private var context: ViewContext { dates.context }

  /// The key of the group in which a reminder stands.
  func key(of reminder: some ReminderProperties) -> Int {
    switch grouping {
    case .priority: reminder.priorityBucket.place
    case .due: DueGroup(reminder, seen(reminder), dates.today).rawValue
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
    let group = DueGroup(reminder, due, dates.today)
    guard let day = due?.day, group != .done else { return group.besideDays }
    return group == .overdue && !(leadsWithToday && day == dates.today) ? group.besideDays : day.daysSince1970
  }

  /// The groups that hold something, in their order, each in the order of `paths`.
  ///
  /// - Complexity: linear in the paths.
  func groups(of paths: [Catalog.IndexPath], in catalog: Catalog) -> [ReminderGroup] {
    let groups = catalog.grouped(paths) { key(of: $0) }
    return groups.sorted { place($0.key) < place($1.key) }.map { group($0.key, $0.value) }
  }

  /// Where the group with a key stands: what is overdue before the days, or behind them.
  private func place(_ key: Int) -> Int {
    key == DueGroup.overdue.besideDays && grouping == .day && !leadsWithToday ? .min : key
  }

  private func group(_ key: Int, _ paths: [Catalog.IndexPath]) -> ReminderGroup {
    var group = ReminderGroup(title: "", paths: paths)
    group.key = key
    switch grouping {
    case .priority: group.title = PriorityBucket.allCases.first { $0.place == key }.map(Self.words) ?? ""
    case .due: if let due = DueGroup(rawValue: key) { (group.title, group.style) = (due.title, due.style) }
    case .day:
      if let due = DueGroup.allCases.first(where: { $0.besideDays == key }) {
        (group.title, group.style) = (due.title, due.style)
        // What of today is past stands there, so that this is not all that is overdue.
        if due == .overdue, leadsWithToday { group.title = "Overdue from before today" }
      } else {
        (group.title, group.isDay) = (dates.heading(Day(daysSince1970: key)), true)
      }
    case .list, .source, .tag, .none: break
    }
    return group
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

extension Grouping {
  /// Nil where a reminder can stand in several groups, or its place tells in which it does.
  ///
  /// - Parameter leadsWithToday: by day, all that is due today comes before what is overdue from before.
  func keys(in context: ViewContext, leadsWithToday: Bool) -> GroupKeys? {
    switch self {
    case .list, .source, .tag: nil
    case .due, .day, .priority, .none: GroupKeys(self, context, leadsWithToday: leadsWithToday)
    }
  }
}

extension PriorityBucket {
  /// From the highest on.
  fileprivate var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// How far away a due date is.
private enum DueGroup: Int, CaseIterable {
  case overdue, today, tomorrow, week, later, none, done

  var title: String {
    switch self {
    case .overdue: "Overdue"
    case .today: "Today"
    case .tomorrow: "Tomorrow"
    case .week: "Within a week"
    case .later: "Later"
    case .none: "Without a due date"
    case .done: "Done or given up"
    }
  }

  var style: Style { self == .overdue ? .overdue : .bold }

  /// Its key among days: behind all of these.
  var besideDays: Int { Int.max - DueGroup.allCases.count + rawValue }

  /// - Parameter due: when it is due.
  init(_ reminder: some ReminderProperties, _ due: ViewedMoment?, _ today: Day) {
    guard reminder.isOpen else {
      self = .done
      return
    }
    guard let due else {
      self = .none
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
