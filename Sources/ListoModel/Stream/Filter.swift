package import ICalendar

/// Keeps the reminders that a query asks for, and the bytes of all that is kept.
///
/// A series, which is a master and its overrides (RECURRENCE-ID), is kept or left out as a whole: as its
/// current occurrence has it, and for texts as any of its parts has it (``SeriesRow``); `isInverted` is the
/// negation of that. Events, journals and zones stay where they are unless `remindersOnly`.
package struct Filter: Sendable {
  /// The query that selects reminders.
  package let query: Query
  /// Reminders that match are left out, and all others are kept.
  package let isInverted: Bool
  /// Events, journals and zones that no one needs are left out too.
  package let remindersOnly: Bool
  /// The clock and the zone for which the query is asked.
  package let context: ViewContext
  /// The facts about other reminders, where the query asks for them.
  package var relations: QueryRelations

  /// A filter that has read nothing yet.
  package init(_ query: Query, isInverted: Bool = false, remindersOnly: Bool = false, context: ViewContext) {
    (self.query, self.isInverted, self.remindersOnly) = (query, isInverted, remindersOnly)
    self.context = context
    relations = QueryRelations(query)
  }

  /// The series of which another occurrence than the first may be the current one, and whether they match.
  package struct SeriesMatches: Sendable {
    private var parts: SeriesParts
    private var matches: [SeriesParts.Key: Bool] = [:]
    /// The problems of learning and deciding them.
    package private(set) var problems: [Diagnostic] = []

    /// - Parameter surveys: those of all inputs; an override and its master may stand in two files of a list.
    package init(_ surveys: [Survey]) { self.init(SeriesParts(surveys)) }

    init(_ parts: SeriesParts) { self.parts = parts }

    /// Learns of series, in a pass over all inputs before anything is decided.
    package mutating func learn(_ batch: SurveyedBatch) { parts.learn(batch) }

    /// Decides about the series that were learnt.
    package mutating func decide(_ filter: Filter) {
      for key in parts.keys {
        guard let found = parts.all[key], let series = found.series else { continue }
        let row = SeriesRow(series, in: filter.context)
        matches[key] = filter.query.matches(
          row.shown, at: found.place, in: filter.context, relations: filter.relations, parts: row.parts,
          &problems)
      }
    }

    /// Whether a component matches as a part of its series; nil for one that is part of none.
    func answer(for component: Component, in calendar: Survey.Calendar) -> Bool? {
      parts.key(of: component, in: calendar).flatMap { matches[$0] }
    }
  }

  /// Learns of other reminders, in passes over the whole collection before all else: for as long as
  /// ``relations`` needs one.
  package mutating func learnRelations(_ batch: SurveyedBatch, _ problems: inout [Diagnostic]) {
    batch.forEach { item, calendar, _ in
      guard case .component(let component) = item, component.kind == .vtodo, let calendar else { return }
      let reminder = Reminder(component, in: calendar.context)
      relations.learn(reminder, at: calendar.place, in: context, &problems)
    }
  }

  /// The parts of a batch that are kept.
  package struct Result: Sendable {
    /// The offsets in the input, in as few pieces as there are.
    package let ranges: [Range<Int>]
    /// The END lines that belong behind the kept items because the input is cut off.
    package let missingEnd: MissingEnd
    /// How many reminders are kept.
    package let kept: Int
    /// How many reminders are left out.
    package let dropped: Int
    /// How many other components are kept, time zones not counted.
    package let others: Int
    /// The problems of reminders that could not be decided.
    package let problems: [Diagnostic]
  }

  /// Decides about each item of a batch.
  ///
  /// - Complexity: linear in the lines of its reminders; no byte is copied.
  package func apply(_ batch: SurveyedBatch, series: SeriesMatches) -> Result {
    var ranges: [Range<Int>] = []
    var (kept, dropped, others) = (0, 0, 0)
    var problems: [Diagnostic] = []
    var last: Int?
    batch.forEachIndex { index, calendar, _ in
      let item = batch.batch[index]
      if case .component(let component) = item {
        if component.kind == .vtodo {
          guard keeps(component, in: calendar, series, &problems) else {
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
      if !item.bytes.isEmpty { last = index }
    }
    return Result(
      ranges: ranges, missingEnd: MissingEnd(batch.batch, keeping: last), kept: kept, dropped: dropped,
      others: others, problems: problems)
  }

  private func keeps(
    _ component: Component, in calendar: Survey.Calendar?, _ series: SeriesMatches,
    _ problems: inout [Diagnostic]
  ) -> Bool {
    guard query != .all else { return !isInverted }
    guard let calendar else { return true }
    let matches = series.answer(for: component, in: calendar) ?? matches(component, in: calendar, &problems)
    return matches != isInverted
  }

  func matches(
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
