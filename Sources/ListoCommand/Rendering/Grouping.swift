internal import Listo

/// What reminders stand together below a heading.
enum Grouping: String, Sendable, CaseIterable {
  case list, source, tag, due, day, priority
  /// All together, without headings.
  case none
}

/// Reminders below one heading.
struct ReminderGroup: Sendable {
  var title: String
  var style = Style.bold
  var paths: [Catalog.IndexPath]
  /// How many belong to it, where a limit leaves some out.
  var total: Int?
  /// The heading is the day on which they are due.
  var isDay = false
}

extension [ReminderGroup] {
  /// Leaves out what is not among these, and the groups that then have nothing.
  mutating func limit(to shown: Set<Catalog.IndexPath>) {
    for index in indices {
      let count = self[index].paths.count
      self[index].paths.removeAll { !shown.contains($0) }
      if self[index].paths.count < count { self[index].total = count }
    }
    removeAll(where: \.paths.isEmpty)
  }
}

extension Grouping {
  /// The groups that hold something, in their order, each in the order of `paths`. A reminder with several tags stands in the group of
  /// each, in every other way it stands in one group alone.
  ///
  /// - Parameter leadsWithToday: by day, all that is due today comes before what is overdue from before.
  func groups(
    of paths: [Catalog.IndexPath], in catalog: Catalog, _ context: ViewContext, leadsWithToday: Bool = false
  ) -> [ReminderGroup] {
    switch self {
    case .none: [ReminderGroup(title: "", paths: paths)].filter { !$0.paths.isEmpty }
    case .list:
      Self.places(paths) {
        catalog.list(at: $0)?.list.title ?? ""
      } key: {
        [$0.source, $0.list ?? 0]
      }
    case .source:
      Self.places(paths) {
        catalog.sources[$0.source].source.title
      } key: {
        [$0.source]
      }
    case .priority: Self.byPriority(paths, catalog)
    case .tag: Self.byTag(paths, catalog)
    case .due: DueGroup.groups(of: paths, in: catalog, context)
    case .day: Self.byDay(paths, catalog, context, leadsWithToday)
    }
  }

  private static func places(
    _ paths: [Catalog.IndexPath], title: (Catalog.IndexPath) -> String, key: (Catalog.IndexPath) -> [Int]
  ) -> [ReminderGroup] {
    let groups = Dictionary(grouping: paths, by: key)
    let sorted = groups.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    return sorted.map { ReminderGroup(title: title($0.value[0]), paths: $0.value) }
  }

  private static func byPriority(_ paths: [Catalog.IndexPath], _ catalog: Catalog) -> [ReminderGroup] {
    let groups = Dictionary(grouping: paths) { catalog.reminder(at: $0)?.priorityBucket ?? .none }
    return PriorityBucket.allCases.compactMap { bucket in
      groups[bucket].map { ReminderGroup(title: words(bucket), paths: $0) }
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

  /// What is overdue, then each day on which something is due, then the rest.
  private static func byDay(
    _ paths: [Catalog.IndexPath], _ catalog: Catalog, _ context: ViewContext, _ leadsWithToday: Bool
  ) -> [ReminderGroup] {
    var days: [Day: [Catalog.IndexPath]] = [:]
    var others: [DueGroup: [Catalog.IndexPath]] = [:]
    for path in paths {
      guard let reminder = catalog.reminder(at: path) else { continue }
      let group = DueGroup(reminder, context)
      let isOfToday =
        leadsWithToday
        && reminder.due.map { context.day(of: $0, zones: reminder.calendar.zones) } == context.today
      if (group == .overdue && !isOfToday) || group == .none || group == .done {
        others[group, default: []].append(path)
      } else if let due = reminder.due {
        days[context.day(of: due, zones: reminder.calendar.zones), default: []].append(path)
      }
    }
    let dates = RelativeDate(context)
    func groups(_ kinds: [DueGroup]) -> [ReminderGroup] {
      kinds.compactMap { kind in others[kind].map { kind.group($0) } }
    }
    // What of today is past stands there, so that this is not all that is overdue.
    func overdue() -> [ReminderGroup] {
      groups([.overdue]).map { group in
        var group = group
        if leadsWithToday { group.title = "Overdue from before today" }
        return group
      }
    }
    let byDay = days.sorted { $0.key < $1.key }.map {
      ReminderGroup(title: dates.heading($0.key), paths: $0.value, isDay: true)
    }
    return (leadsWithToday ? byDay + overdue() : overdue() + byDay) + groups([.none, .done])
  }

  private static func byTag(_ paths: [Catalog.IndexPath], _ catalog: Catalog) -> [ReminderGroup] {
    // Tags that differ in capital letters alone are one; it is written as it is first.
    var titles: [String: String] = [:]
    var groups: [String: [Catalog.IndexPath]] = [:]
    var rest: [Catalog.IndexPath] = []
    for path in paths {
      let tags = catalog.reminder(at: path)?.tags ?? []
      if tags.isEmpty { rest.append(path) }
      var seen: Set<String> = []
      for tag in tags where seen.insert(tag.lowercased()).inserted {
        if titles[tag.lowercased()] == nil { titles[tag.lowercased()] = tag }
        groups[tag.lowercased(), default: []].append(path)
      }
    }
    let sorted = groups.map { (order: NaturalText($0.key), key: $0.key, paths: $0.value) }.sorted {
      $0.order < $1.order
    }.map {
      _, key, paths in
      ReminderGroup(title: "#" + (titles[key] ?? key), paths: paths)
    }
    return sorted + (rest.isEmpty ? [] : [ReminderGroup(title: "Without a tag", paths: rest)])
  }
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

  init(_ reminder: Reminder, _ context: ViewContext) {
    guard reminder.isOpen else {
      self = .done
      return
    }
    guard let due = reminder.due else {
      self = .none
      return
    }
    let day = context.day(of: due, zones: reminder.calendar.zones)
    let distance = day.daysSince1970 - context.today.daysSince1970
    self =
      switch distance {
      case _ where reminder.isOverdue(in: context): .overdue
      case ...0: .today
      case 1: .tomorrow
      case ..<7: .week
      default: .later
      }
  }

  static func groups(
    of paths: [Catalog.IndexPath], in catalog: Catalog, _ context: ViewContext
  ) -> [ReminderGroup] {
    let groups = Dictionary(grouping: paths) { path in
      catalog.reminder(at: path).map { DueGroup($0, context) } ?? .none
    }
    return allCases.compactMap { group in groups[group].map { group.group($0) } }
  }

  func group(_ paths: [Catalog.IndexPath]) -> ReminderGroup {
    ReminderGroup(title: title, style: self == .overdue ? .overdue : .bold, paths: paths)
  }
}
