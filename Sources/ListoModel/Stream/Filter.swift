package import ICalendar

/// Keeps the reminders that a query asks for, and the bytes of all that is kept.
///
/// A master and its overrides (RECURRENCE-ID) stay together: kept if any of them matches; `isInverted` is the negation of that.
/// Events, journals and zones stay where they are unless `remindersOnly`.
package struct Filter: Sendable {
  /// What is kept.
  package let query: Query
  /// What matches is left out, and all else is kept.
  package let isInverted: Bool
  /// Events, journals and zones that no one needs are left out too.
  package let remindersOnly: Bool
  /// The clock and the zone for which the query is asked.
  package let context: ViewContext
  /// What is known of other reminders, where the query asks for them.
  package var relations: QueryRelations

  /// A filter that has read nothing yet.
  package init(_ query: Query, isInverted: Bool = false, remindersOnly: Bool = false, context: ViewContext) {
    (self.query, self.isInverted, self.remindersOnly) = (query, isInverted, remindersOnly)
    self.context = context
    relations = QueryRelations(query)
  }

  /// The groups that match as a whole, by the raw octets of their UID.
  package struct Groups: Sendable {
    fileprivate var matching: [ObjectIdentifier: Set<[UInt8]>] = [:]
    /// What was met in learning them.
    package fileprivate(set) var problems: [Diagnostic] = []

    /// None yet.
    package init() {}
  }

  /// Learns of other reminders, in passes over the whole collection before all else: for as long as ``relations`` needs one.
  package mutating func learnRelations(_ batch: SurveyedBatch, _ problems: inout [Diagnostic]) {
    batch.forEach { item, calendar, _ in
      guard case .component(let component) = item, component.kind == .vtodo, let calendar else { return }
      let reminder = Reminder(component, in: calendar.context)
      relations.learn(reminder, at: calendar.place, in: context, &problems)
    }
  }

  /// Learns, in a pass before, which of the reminders with overrides match.
  package func learn(_ batch: SurveyedBatch, into groups: inout Groups) {
    batch.forEach { item, calendar, _ in
      guard case .component(let component) = item, component.kind == .vtodo, let calendar else { return }
      let uid = Array(component.first(.uid)?.value ?? [])
      guard batch.survey.overriddenUIDs.contains(uid), matches(component, in: calendar, &groups.problems)
      else { return }
      groups.matching[ObjectIdentifier(calendar), default: []].insert(uid)
    }
  }

  /// The parts of a batch that are kept.
  package struct Result: Sendable {
    /// The offsets in the input, in as few pieces as there are.
    package let ranges: [Range<Int>]
    /// How many reminders are kept.
    package let kept: Int
    /// How many reminders are left out.
    package let dropped: Int
    /// How many other components are kept, time zones not counted.
    package let others: Int
    /// What could not be decided.
    package let problems: [Diagnostic]
  }

  /// Decides about each item of a batch.
  ///
  /// - Complexity: linear in the lines of its reminders; no byte is copied.
  package func apply(_ batch: SurveyedBatch, groups: Groups) -> Result {
    var ranges: [Range<Int>] = []
    var (kept, dropped, others) = (0, 0, 0)
    var problems: [Diagnostic] = []
    batch.forEach { item, calendar, _ in
      if case .component(let component) = item {
        if component.kind == .vtodo {
          guard keeps(component, in: calendar, batch.survey, groups, &problems) else {
            dropped += 1
            return
          }
          kept += 1
        } else if component.kind != .vtimezone {
          if remindersOnly { return }
          others += 1
        }
      }
      ranges.appendJoining(item.bytes.indices, at: batch.batch.shift)
    }
    return Result(ranges: ranges, kept: kept, dropped: dropped, others: others, problems: problems)
  }

  private func keeps(
    _ component: Component, in calendar: Survey.Calendar?, _ survey: Survey, _ groups: Groups,
    _ problems: inout [Diagnostic]
  ) -> Bool {
    guard query != .all else { return !isInverted }
    guard let calendar else { return true }
    if !survey.overriddenUIDs.isEmpty, let uid = component.first(.uid) {
      let key = Array(uid.value)
      if survey.overriddenUIDs.contains(key) {
        let matches = groups.matching[ObjectIdentifier(calendar)]?.contains(key) ?? false
        return matches != isInverted
      }
    }
    return matches(component, in: calendar, &problems) != isInverted
  }

  private func matches(
    _ component: Component, in calendar: Survey.Calendar, _ problems: inout [Diagnostic]
  ) -> Bool {
    query.matches(
      Reminder(component, in: calendar.context), at: calendar.place, in: context, relations: relations,
      &problems)
  }
}

extension [Range<Int>] {
  /// Appends a range, in one piece with the last one where they touch; an empty one is left out.
  mutating func appendJoining(_ range: Range<Int>, at offset: Int = 0) {
    guard !range.isEmpty else { return }
    let range = range.lowerBound + offset..<range.upperBound + offset
    if let last, last.upperBound == range.lowerBound {
      self[count - 1] = last.lowerBound..<range.upperBound
    } else {
      append(range)
    }
  }

  /// Appends ranges that stand behind those that are there.
  package mutating func appendJoining(_ ranges: [Range<Int>]) {
    for range in ranges { appendJoining(range) }
  }
}
