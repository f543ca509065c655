public import ICalendar

extension Catalog {
  /// Which occurrences stand in the place of a reminder that repeats.
  public enum Unrolling: Sendable, Hashable {
    /// Those that are due, or without a due date begin, from the first instant up to and without the second.
    case range(from: Instant, to: Instant)
    /// The first one that is still to be done.
    case next
  }

  /// The catalog with occurrences in the place of each open reminder that repeats: reminders with a RECURRENCE-ID and without rules,
  /// named as changed occurrences of a file are. All other reminders are as they were.
  ///
  /// - Returns: and what could not be followed to its end: a rule that no date satisfies, or that takes more steps than it may. Where a
  ///   rule was not followed at all, its reminder stays as it is.
  /// - Complexity: linear in the catalog and in the occurrences before the end of the range.
  public func unrolled(_ unrolling: Unrolling, in context: ViewContext) -> (
    catalog: Catalog, problems: [Diagnostic]
  ) {
    var problems: [Diagnostic] = []
    let sources = sources.map { source in
      SourceNode(
        source: source.source, identifier: source.identifier,
        lists: source.lists.map { $0.unrolled(unrolling, in: context, &problems) })
    }
    return (Catalog(sources: sources), problems)
  }
}

extension Catalog.ListNode {
  fileprivate func unrolled(
    _ unrolling: Catalog.Unrolling, in context: ViewContext, _ problems: inout [Diagnostic]
  ) -> Catalog.ListNode {
    var overrides: [String: [Reminder]] = [:]
    for reminder in reminders where reminder.first(.recurrenceID) != nil {
      if let uid = reminder.uid { overrides[uid, default: []].append(reminder) }
    }
    // The first holder of a UID is the master of its overrides.
    var series: [Int: Series] = [:]
    var taken: Set<String> = []
    for (index, reminder) in reminders.enumerated() where reminder.first(.recurrenceID) == nil {
      let changed = reminder.uid.flatMap { taken.contains($0) ? nil : overrides[$0] } ?? []
      guard let found = Series(reminder, overrides: changed, unrolling, context) else { continue }
      if let uid = reminder.uid { taken.insert(uid) }
      if let problem = found.problem { problems.append(problem) }
      if found.isFollowed { series[index] = found }
    }
    guard !series.isEmpty else { return self }
    let unrolled = Set(series.keys.compactMap { reminders[$0].uid })
    var result: [Reminder] = []
    var names: [ModelIdentifier] = []
    for (index, reminder) in reminders.enumerated() {
      let isChanged = reminder.first(.recurrenceID) != nil
      if isChanged, let uid = reminder.uid, unrolled.contains(uid) { continue }
      guard let found = series[index] else {
        result.append(reminder)
        names.append(identifiers[index])
        continue
      }
      for occurrence in found.occurrences {
        result.append(occurrence.reminder)
        let name = ReminderName(occurrence.reminder)
        names.append(
          ModelIdentifier(
            source: identifiers[index].source, list: identifiers[index].list, uid: identifiers[index].uid,
            recurrenceID: name.recurrenceID))
      }
    }
    return Catalog.ListNode(
      list: list, identifier: identifier, reminders: result, identifiers: names, otherItems: otherItems,
      calendars: calendars, place: place)
  }
}

/// What becomes of one reminder that repeats.
private struct Series {
  let occurrences: [ReminderSeries.Occurrence]
  let isFollowed: Bool
  let problem: Diagnostic?

  init?(
    _ reminder: Reminder, overrides: [Reminder], _ unrolling: Catalog.Unrolling, _ context: ViewContext
  ) {
    guard let series = ReminderSeries(reminder, overrides: overrides) else { return nil }
    let course: RecurrenceRule.Course
    switch unrolling {
    case .next:
      let next = series.next(in: context)
      (occurrences, course) = ([next.occurrence].compactMap { $0 }, next.course)
    case .range(let from, let to):
      let expansion = series.occurrences(from: from, to: to, in: context)
      (occurrences, course) = (expansion.occurrences, expansion.course)
    }
    isFollowed = course != .refused
    let title = reminder.title ?? reminder.uid ?? "without a title"
    let reason: String? =
      switch course {
      case .ended: nil
      case .cut: "the rule of '\(title)' takes more steps than it may; later occurrences are left out"
      case .refused:
        "the rule of '\(title)' names no date, or cannot be followed; the reminder stays as it is"
      }
    problem = reason.map {
      Diagnostic(
        .warning, .tooManySteps, file: reminder.calendar.file, line: reminder.component.lineNumber, $0)
    }
  }
}
