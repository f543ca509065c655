public import ICalendar
public import ListoModel
internal import Platform

/// The numbers of open, overdue and completed reminders, by list and by week.
public struct Statistics: Sendable {
  /// The counts of one list.
  public struct ListRow: Sendable {
    /// The title of the list.
    public let title: String
    /// The title of its source.
    public let source: String
    /// The list's colour.
    public let color: ListColor?
    /// The counts of its reminders by state.
    public let counts: ReminderCounts
  }

  /// The counts of one week.
  public struct WeekRow: Sendable {
    /// The first day of the week.
    public let start: Day
    /// Done in this week.
    public internal(set) var done = 0
    /// Due in this week, open, and overdue.
    public internal(set) var overdue = 0
    /// Due in this week, open, and not overdue.
    public internal(set) var open = 0

    /// The number of reminders that were done in this week or are due in it.
    public var total: Int { done + overdue + open }
  }

  /// A row for each list, in the order of the catalog.
  public private(set) var lists: [ListRow] = []
  /// A row for each week, in their order.
  public private(set) var weeks: [WeekRow] = []
  /// The counts of all lists together.
  public private(set) var total = ReminderCounts()
  /// Done, and no date says when: they are in no week.
  public private(set) var doneWithoutDate = 0
  /// The viewer's date.
  public let today: Day
  /// The index of this week in ``weeks``.
  public let thisWeek: Int

  /// - Parameters:
  ///   - catalog: the catalog to count.
  ///   - selected: the reminders that count; nil for all.
  ///   - context: the viewer's clock and time zone.
  ///   - past: the number of past weeks, including this week.
  ///   - coming: the number of weeks after this week.
  /// - Complexity: linear in the catalog.
  public init(
    _ catalog: Catalog, _ selected: Set<Catalog.IndexPath>?, _ context: ViewContext, past: Int, coming: Int
  ) {
    today = context.today
    thisWeek = past - 1
    let first = Self.firstDay(context, past)
    let none = Tally(weeks: (0..<past + coming).map { WeekRow(start: first.adding(days: 7 * $0)) })
    var all = none
    for (section, source) in catalog.sources.enumerated() {
      for (row, node) in source.lists.enumerated() {
        let meant = node.reminders.indices.filter { index in
          selected?.contains(Catalog.IndexPath(source: section, list: row, reminder: index)) ?? true
        }
        var tally = none
        var rest = meant[...]
        OrderedPipeline.run(threads: ThreadPipeline.threads) { () throws(Never) -> ArraySlice<Int>? in
          guard !rest.isEmpty else { return nil }
          defer { rest = rest.dropFirst(Self.share) }
          return rest.prefix(Self.share)
        } transform: { share in
          var tally = none
          PlacedReminder.forEach(of: node.reminders, share) { tally.count($1, from: first, context) }
          return tally
        } consume: { (share: Tally) throws(Never) in
          tally = tally.joined(share)
        }
        if let omitted = node.omitted { tally.counts = tally.counts + omitted.counted }
        guard tally.counts.total > 0 || selected == nil else { continue }
        all = all.joined(tally)
        lists.append(
          ListRow(
            title: node.list.title, source: source.source.title, color: node.list.color, counts: tally.counts)
        )
      }
    }
    (total, weeks, doneWithoutDate) = (all.counts, all.weeks, all.doneWithoutDate)
  }

  private static func firstDay(_ context: ViewContext, _ past: Int) -> Day {
    context.startOfWeek(context.today).adding(days: -7 * (past - 1))
  }

  /// The selection from a large input: reminders that may be in one of the weeks, and completed reminders
  /// without a date. The rest is counted.
  ///
  /// - Parameters: those of ``init(_:_:_:past:coming:)``, and the query for what is selected.
  /// - Returns: nil where all reminders are needed.
  package static func selection(
    _ query: Query, _ context: ViewContext, past: Int, coming: Int
  ) -> CatalogSelection? {
    let first = firstDay(context, past)
    // A day more on either side: in which day a time lies depends on zones.
    let (from, to) = (first.adding(days: -1), first.adding(days: 7 * (past + coming) + 1))
    func isNear(_ field: FieldID) -> Query {
      .and([
        .test(field, .greaterOrEqual, .moment(.date(from))), .test(field, .lessOrEqual, .moment(.date(to))),
      ])
    }
    let isDone = Query.test(.status, .equal, .text(Status.completed.word))
    let counts = Query.or([
      .and([.isOpen, isNear(.due)]), .and([isDone, isNear(.completed)]),
      .and([isDone, .not(.has(.completed))]),
    ])
    var selection = CatalogSelection(
      .and([query, counts]), context, isForFinished: true, fields: [.status, .completed, .due, .start])
    selection?.needsParents = false
    selection?.needsShortNames = false
    selection?.counted = query
    return selection
  }

  /// Reminders at a time on a thread.
  private static let share = 2048

  /// The counts of some reminders.
  private struct Tally: Sendable {
    var counts = ReminderCounts()
    var weeks: [WeekRow]
    var doneWithoutDate = 0

    mutating func count(_ reminder: PlacedReminder, from first: Day, _ context: ViewContext) {
      counts.add(reminder, context)
      let zones = reminder.calendar.zones
      func week(_ moment: Moment) -> Int? {
        let days = context.day(of: moment, zones: zones).daysSince1970 - first.daysSince1970
        return days >= 0 && days / 7 < weeks.count ? days / 7 : nil
      }
      if reminder.status == .completed {
        guard let completed = reminder.completed else { return doneWithoutDate += 1 }
        if let index = week(completed) { weeks[index].done += 1 }
      } else if reminder.isOpen, let index = reminder.due.flatMap(week) {
        if reminder.isOverdue(in: context) { weeks[index].overdue += 1 } else { weeks[index].open += 1 }
      }
    }

    func joined(_ other: Tally) -> Tally {
      var joint = self
      joint.counts = counts + other.counts
      joint.doneWithoutDate += other.doneWithoutDate
      for index in weeks.indices {
        joint.weeks[index].done += other.weeks[index].done
        joint.weeks[index].overdue += other.weeks[index].overdue
        joint.weeks[index].open += other.weeks[index].open
      }
      return joint
    }
  }
}

extension ViewContext {
  /// The first day of the week in which a day lies.
  public func startOfWeek(_ day: Day) -> Day {
    day.adding(days: -day.weekday.days(since: weekStart))
  }
}
