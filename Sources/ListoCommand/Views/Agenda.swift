internal import Listo

/// The days to come, and what stands on each.
struct Agenda {
  /// With occurrences in the place of what repeats.
  let catalog: Catalog
  /// A group for each day that has something.
  let groups: [ReminderGroup]
  /// What was due before today.
  let overdue: Int
  /// What could not be followed to its end.
  let problems: [Diagnostic]
  private let days: Int

  /// - Parameters:
  ///   - query: what is asked for of each occurrence.
  ///   - days: how many, today among them.
  init(_ original: Catalog, _ query: Query, _ context: ViewContext, days: Int) {
    self.days = days
    let today = context.today
    func midnight(_ day: Day) -> Instant { context.zone.instant(of: LocalDateTime(startOf: day)) }
    let unrolled = original.unrolled(
      .range(from: midnight(today), to: midnight(today.adding(days: days))), in: context)
    catalog = unrolled.catalog
    let matches = unrolled.catalog.matches(query, in: context)
    problems = unrolled.problems + matches.problems
    let last = today.adding(days: days)
    var byDay: [Day: [Catalog.IndexPath]] = [:]
    for path in unrolled.catalog.reminderPaths where matches.paths.contains(path) {
      guard let reminder = unrolled.catalog.reminder(at: path), let moment = reminder.due ?? reminder.start
      else {
        continue
      }
      let day = context.day(of: moment, zones: reminder.calendar.zones)
      if day >= today && day < last { byDay[day, default: []].append(path) }
    }
    let dates = RelativeDate(context)
    let order = SortOrder([
      .init(.field(.due)), .init(.field(.start)), .init(.field(.priority)), .init(.field(.order)),
    ])
    groups = byDay.sorted { $0.key < $1.key }.map { day, paths in
      ReminderGroup(
        title: dates.heading(day), paths: order.sorted(paths, of: unrolled.catalog, context), isDay: true)
    }
    let open = original.matches(query, in: context).paths
    overdue =
      open.filter { path in
        guard let reminder = original.reminder(at: path), let due = reminder.due else { return false }
        return reminder.isOpen && context.day(of: due, zones: reminder.calendar.zones) < today
      }.count
  }

  func lines(_ view: GroupedView) -> [StyledLine] {
    var lines: [StyledLine] = []
    if overdue > 0 {
      var line = StyledLine([StyledText("Overdue", .overdue)])
      line.append("  \(overdue) from before today; listo overdue shows what", .dim)
      lines = [line.truncated(toCells: view.surface.width, view.surface.glyphs), StyledLine()]
    }
    guard !groups.isEmpty else {
      let words = days == 1 ? "Nothing is due today." : "Nothing is due in the next \(days) days."
      return lines + [StyledLine([StyledText(words)])]
    }
    return lines + view.lines(groups)
  }
}
