internal import ICalendar
internal import ListoModel

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
