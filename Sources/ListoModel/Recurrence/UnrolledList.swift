internal import ICalendar

/// A list on the way to having occurrences in the place of what repeats.
struct UnrolledList {
  /// Which occurrences are wanted.
  enum Unrolling {
    /// Those that are due in a range of time, or begin in it if they are not due.
    case range(Range<Instant>)
    /// The current one of each series.
    ///
    /// - Parameter leadsWithToday: a series with an open occurrence today is shown at that one.
    case current(leadsWithToday: Bool)
  }

  /// The result of following one reminder that repeats.
  private struct Result: Sendable {
    let occurrences: [ReminderSeries.Occurrence]
    let course: RecurrenceRule.Course
    let steps: Int
    /// The row of the series, where current occurrences are wanted.
    var row: SeriesRow?
    /// They are more than ``ReminderSeries/mostADay`` a day.
    var isFrequent = false
    /// The weight of each occurrence: ``ExpansionRation/weight(of:)``.
    var weight = 1
  }

  private let list: Catalog.ListNode
  /// The series of the reminders that repeat, by their index in the list.
  let series: [Int: ReminderSeries]
  private var results: [Int: Result] = [:]

  /// - Parameters:
  ///   - isLeft: nothing is looked for in it.
  ///   - pipeline: what spreads the looking for rules over threads.
  init(_ list: Catalog.ListNode, isLeft: Bool = false, on pipeline: any Pipeline = SerialPipeline()) {
    self.list = list
    guard !isLeft else {
      series = [:]
      return
    }
    // Most reminders do not repeat, and most that do have no changed occurrences: these are looked at one
    // after the other.
    var overrides: [UID: [Reminder]] = [:]
    var repeating: [(index: Int, series: ReminderSeries)] = []
    let reminders = list.reminders
    pipeline.shared(reminders.indices) { index in
      let reminder = reminders[index]
      let placed = PlacedReminder(reminder)
      if placed.has(.recurrenceID) { return Finding.override(reminder) }
      guard placed.has(.rrule) || placed.has(.rdate) else { return nil }
      return ReminderSeries(reminder).map { Finding.series(index, $0) }
    } consume: { finding in
      switch finding {
      case .series(let index, let series): repeating.append((index, series))
      case .override(let reminder):
        if let uid = reminder.uid.map(UID.init) { overrides[uid, default: []].append(reminder) }
      }
    }
    // The first holder of a UID is the master of its overrides.
    var series: [Int: ReminderSeries] = [:]
    var taken: Set<UID> = []
    for (index, plain) in repeating {
      series[index] = plain
      guard !overrides.isEmpty, let uid = plain.master.uid.map(UID.init), taken.insert(uid).inserted else {
        continue
      }
      if let changed = overrides[uid] { series[index] = ReminderSeries(plain.master, overrides: changed) }
    }
    self.series = series
  }

  private enum Finding: Sendable {
    case series(Int, ReminderSeries)
    case override(Reminder)
  }

  /// Finds the occurrences.
  ///
  /// - Parameters:
  ///   - again: only of those for which an earlier ration was not enough.
  ///   - pipeline: what spreads it over threads.
  mutating func follow(
    _ unrolling: Unrolling, _ context: ViewContext, _ ration: ExpansionRation, again: Bool,
    on pipeline: any Pipeline = SerialPipeline()
  ) {
    let meant = series.filter { index, series in
      again ? results[index]?.course == .cut : Self.isMeant(series, unrolling, context)
    }.map { ($0.key, $0.value) }
    pipeline.shared(meant.indices) { place in
      (meant[place].0, Self.result(of: meant[place].1, unrolling, context, ration))
    } consume: { index, result in
      results[index] = result
    }
  }

  /// How many series have to be followed.
  func count(_ unrolling: Unrolling, _ context: ViewContext) -> Int {
    series.values.count { Self.isMeant($0, unrolling, context) }
  }

  private static func isMeant(
    _ series: ReminderSeries, _ unrolling: Unrolling, _ context: ViewContext
  ) -> Bool {
    switch unrolling {
    case .range: series.hasOccurrences
    case .current(let leadsWithToday):
      !series.isAtFirst || leadsWithToday && series.master.isOverdue(in: context)
    }
  }

  private static func result(
    of series: ReminderSeries, _ unrolling: Unrolling, _ context: ViewContext,
    _ ration: ExpansionRation
  ) -> Result {
    switch unrolling {
    case .current(let leadsWithToday):
      let row = SeriesRow(series, in: context, leadsWithToday: leadsWithToday, steps: ration.steps)
      return Result(occurrences: [], course: row.course, steps: row.steps, row: row)
    case .range(let range):
      let most = ration.occurrences(of: series)
      let found = series.occurrences(
        from: range.lowerBound, to: range.upperBound, in: context, most: most.ordinary,
        ofFrequent: most.frequent, steps: ration.steps
      )
      return Result(
        occurrences: found.occurrences, course: found.course, steps: ration.steps - found.stepsLeft,
        isFrequent: found.isFrequent, weight: ExpansionRation.weight(of: series))
    }
  }

  /// The steps and occurrences of the reminders for which the ration was enough, and the number of those for
  /// which it was not.
  struct Tally {
    var steps = 0
    /// Occurrences, by their weight.
    var ordinary = 0
    var frequent = 0
    var cut = Cut()

    struct Cut {
      var ordinary = 0
      var frequent = 0
      var all = 0
    }

    static func + (left: Tally, right: Tally) -> Tally {
      Tally(
        steps: left.steps + right.steps, ordinary: left.ordinary + right.ordinary,
        frequent: left.frequent + right.frequent,
        cut: Cut(
          ordinary: left.cut.ordinary + right.cut.ordinary, frequent: left.cut.frequent + right.cut.frequent,
          all: left.cut.all + right.cut.all))
    }
  }

  var tally: Tally {
    results.values.reduce(into: Tally()) { tally, result in
      guard result.course != .cut else {
        tally.cut.all += 1
        if result.isFrequent { tally.cut.frequent += 1 } else { tally.cut.ordinary += 1 }
        return
      }
      tally.steps += result.steps
      let taken = result.occurrences.count * result.weight
      if result.isFrequent { tally.frequent += taken } else { tally.ordinary += taken }
    }
  }

  // MARK: The result

  /// The list with them.
  var node: Catalog.ListNode {
    if results.values.contains(where: { $0.row != nil }) { return nodeOfRows }
    let followed = results.filter { $0.value.course != .refused }
    guard !followed.isEmpty else { return list }
    let unrolled = Set(followed.keys.compactMap { list.reminders[$0].uid })
    var reminders: [Reminder] = []
    var names: [ModelIdentifier] = []
    for (index, reminder) in list.reminders.enumerated() {
      let isChanged = reminder.first(.recurrenceID) != nil
      if isChanged, let uid = reminder.uid, unrolled.contains(uid) { continue }
      let identifier = list.identifiers[index]
      guard let found = followed[index] else {
        reminders.append(reminder)
        names.append(identifier)
        continue
      }
      for occurrence in found.occurrences {
        reminders.append(occurrence.reminder)
        names.append(
          ModelIdentifier(
            source: identifier.source, list: identifier.list, uid: identifier.uid,
            recurrenceID: RecurrenceIDText.text(of: occurrence.reminder)))
      }
    }
    return Catalog.ListNode(
      list: list.list, identifier: list.identifier, reminders: reminders, identifiers: names,
      otherItems: list.otherItems, calendars: list.calendars, place: list.place)
  }

  /// The list with the rows of series in the place of their masters.
  private var nodeOfRows: Catalog.ListNode {
    var hidden: Set<Int> = []
    var rows = results.compactMapValues(\.row)
    for (index, row) in rows {
      guard let override = row.shownOverride, let uid = row.master.uid.map(UID.init) else { continue }
      let place = list.reminders.lastIndex { reminder in
        guard let id = reminder.recurrenceID, reminder.uid.map(UID.init) == uid else { return false }
        return row.series.recurrence.time(ofOverride: id) == override
      }
      guard let place else { continue }
      hidden.insert(place)
      rows[index]?.override = (list.reminders[place], list.identifiers[place])
    }
    var reminders: [Reminder] = []
    var names: [ModelIdentifier] = []
    var series: [Int: SeriesRow] = [:]
    for (index, reminder) in list.reminders.enumerated() where !hidden.contains(index) {
      if let row = rows[index] { series[reminders.count] = row }
      reminders.append(rows[index]?.shown ?? reminder)
      names.append(list.identifiers[index])
    }
    var node = Catalog.ListNode(
      list: list.list, identifier: list.identifier, reminders: reminders, identifiers: names,
      otherItems: list.otherItems, calendars: list.calendars, place: list.place, omitted: list.omitted)
    node.series = series
    return node
  }

  /// The warnings about rules that could not be followed to their end, in the order of the list.
  var problems: [Diagnostic] {
    results.sorted { $0.key < $1.key }.compactMap { index, result in
      let reminder = list.reminders[index]
      let title = reminder.title ?? reminder.uid ?? "without a title"
      let reason: String
      switch result.course {
      case .ended: return nil
      case .cut where result.row != nil:
        reason =
          "the rule of '\(title)' has too many occurrences to find the current one; its first date is shown"
      case .cut:
        reason = "the rule of '\(title)' takes more steps than it may; later occurrences are left out"
      case .refused:
        reason = "the rule of '\(title)' names no date, or cannot be followed; the reminder stays as it is"
      }
      return Diagnostic(
        .warning, .tooManySteps, file: reminder.calendar.file, line: reminder.component.lineNumber, reason)
    }
  }
}
