internal import ICalendar

/// A list on the way to having occurrences in the place of what repeats.
struct UnrolledList {
  /// What one reminder that repeats came to.
  private struct Result {
    let occurrences: [ReminderSeries.Occurrence]
    let course: RecurrenceRule.Course
    let steps: Int
    /// They are more than ``ReminderSeries/mostADay`` a day.
    var isFrequent = false
    /// What each occurrence counts for.
    var weight = 1
  }

  private let list: Catalog.ListNode
  /// What repeats, by its index in the list.
  let series: [Int: ReminderSeries]
  private var results: [Int: Result] = [:]

  init(_ list: Catalog.ListNode) {
    self.list = list
    var overrides: [String: [Reminder]] = [:]
    for reminder in list.reminders where reminder.first(.recurrenceID) != nil {
      if let uid = reminder.uid { overrides[uid, default: []].append(reminder) }
    }
    // The first holder of a UID is the master of its overrides.
    var series: [Int: ReminderSeries] = [:]
    var taken: Set<String> = []
    for (index, reminder) in list.reminders.enumerated() where reminder.first(.recurrenceID) == nil {
      let changed = reminder.uid.flatMap { taken.contains($0) ? nil : overrides[$0] } ?? []
      guard let found = ReminderSeries(reminder, overrides: changed) else { continue }
      if let uid = reminder.uid { taken.insert(uid) }
      series[index] = found
    }
    self.series = series
  }

  /// Finds the occurrences.
  ///
  /// - Parameter again: only of those for which an earlier ration was not enough.
  mutating func follow(
    _ unrolling: Catalog.Unrolling, _ context: ViewContext, _ ration: ExpansionRation, again: Bool
  ) {
    for (index, series) in series where !again || results[index]?.course == .cut {
      switch unrolling {
      case .next:
        let next = series.next(in: context, steps: ration.steps)
        results[index] = Result(
          occurrences: [next.occurrence].compactMap { $0 }, course: next.course,
          steps: ration.steps - next.stepsLeft)
      case .range(let from, let to):
        let most = ration.occurrences(of: series)
        let found = series.occurrences(
          from: from, to: to, in: context, most: most.ordinary, ofFrequent: most.frequent, steps: ration.steps
        )
        results[index] = Result(
          occurrences: found.occurrences, course: found.course, steps: ration.steps - found.stepsLeft,
          isFrequent: found.isFrequent, weight: ExpansionRation.weight(of: series))
      }
    }
  }

  /// What was taken by those for which it was enough, and how many there are for which it was not.
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
            recurrenceID: ReminderName.recurrenceID(of: occurrence.reminder)))
      }
    }
    return Catalog.ListNode(
      list: list.list, identifier: list.identifier, reminders: reminders, identifiers: names,
      otherItems: list.otherItems, calendars: list.calendars, place: list.place)
  }

  /// What could not be followed to its end, in the order of the list.
  var problems: [Diagnostic] {
    results.sorted { $0.key < $1.key }.compactMap { index, result in
      let reminder = list.reminders[index]
      let title = reminder.title ?? reminder.uid ?? "without a title"
      let reason: String
      switch result.course {
      case .ended: return nil
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
