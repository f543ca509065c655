public import ICalendar
public import ListoModel

/// The coming days, with the reminders of each.
public struct Agenda: Sendable {
  /// The catalog with the occurrences of repeating reminders instead of the reminders.
  public let catalog: Catalog
  /// The days that have something, in their order, each with its reminders by time.
  public let days: [(day: Day, paths: [Catalog.IndexPath])]
  /// The number of reminders that are overdue from before today.
  public let overdue: Int
  /// Warnings about recurrences that exceed a limit.
  public let problems: [Diagnostic]

  /// - Parameters:
  ///   - original: the catalog, with one element for each repeating reminder.
  ///   - query: the condition for each occurrence.
  ///   - context: the viewer's clock and time zone.
  ///   - count: the number of days, including today.
  public init(_ original: Catalog, _ query: Query, _ context: ViewContext, days count: Int) {
    let today = context.today
    func midnight(_ day: Day) -> Instant { context.zone.instant(of: LocalDateTime(startOf: day)) }
    let unrolled = original.unrolled(
      over: midnight(today)..<midnight(today.adding(days: count)), in: context, on: ThreadPipeline())
    catalog = unrolled.catalog
    let matches = unrolled.catalog.matches(query, in: context, on: ThreadPipeline())
    problems = unrolled.problems + matches.problems
    let last = today.adding(days: count)
    var byDay: [Day: [Catalog.IndexPath]] = [:]
    for path in unrolled.catalog.reminderPaths where matches.paths.contains(path) {
      guard let reminder = unrolled.catalog.reminder(at: path), let moment = reminder.due ?? reminder.start
      else {
        continue
      }
      let day = context.day(of: moment, zones: reminder.calendar.zones)
      if day >= today && day < last { byDay[day, default: []].append(path) }
    }
    let order = SortOrder([
      .init(.field(.due)), .init(.field(.start)), .init(.field(.priority)), .init(.field(.order)),
    ])
    days = byDay.sorted { $0.key < $1.key }.map { day, paths in
      (day, order.sorted(paths, of: unrolled.catalog, context))
    }
    let rows = original.rows(in: context).catalog
    let open = rows.matches(query, in: context, on: ThreadPipeline()).paths
    let held = open.count { path in
      guard let reminder = rows.reminder(at: path), let due = reminder.due else { return false }
      return reminder.isOpen && context.day(of: due, zones: reminder.calendar.zones) < today
    }
    overdue = original.lists.reduce(held) { $0 + ($1.omitted?.counted.total ?? 0) }
  }

  /// The selection from a large input for an agenda: repeating reminders, and reminders that are due or begin
  /// in these days. The other overdue reminders are counted.
  ///
  /// - Returns: nil where all reminders are needed.
  package static func selection(
    _ query: Query, _ context: ViewContext, days count: Int
  ) -> CatalogSelection? {
    // A day more on either side: where clocks are put back at midnight, the last hour of a day comes twice.
    let (first, last) = (context.today.adding(days: -1), context.today.adding(days: count))
    func isNear(_ field: FieldID) -> Query {
      .and([
        .test(field, .greaterOrEqual, .moment(.date(first))),
        .test(field, .lessOrEqual, .moment(.date(last))),
      ])
    }
    var selection = CatalogSelection(
      .or([.isRecurring, .and([.or([isNear(.due), isNear(.start)]), query])]), context, isForFinished: true)
    selection?.counted = .and([query, .isOpen, .test(.due, .less, .moment(.date(first)))])
    return selection
  }
}
