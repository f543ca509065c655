public import ICalendar

extension Catalog {
  /// The catalog in which each open reminder that repeats is replaced by those of its occurrences that are due in a range of time, or
  /// begin in it if they are not due: reminders with a RECURRENCE-ID and without rules, named as overrides of a file are. All other
  /// reminders are as they were.
  ///
  /// What all of them may take together is bounded (`ExpansionRation`), and shared so that the result does not depend on their order.
  ///
  /// - Parameters:
  ///   - range: the time in which occurrences are wanted.
  ///   - pipeline: what spreads the following of rules over threads.
  /// - Returns: and what could not be followed to its end: a rule that no date satisfies, or that takes more steps than it may. Where a
  ///   rule was not followed at all, its reminder stays as it is.
  /// - Complexity: linear in the catalog.
  public func unrolled(
    over range: Range<Instant>, in context: ViewContext, on pipeline: any Pipeline = SerialPipeline()
  ) -> (
    catalog: Catalog, problems: [Diagnostic]
  ) {
    expanded(.range(range), in: context, on: pipeline)
  }

  /// The catalog as views show it: each series is one row, at its current occurrence (``ReminderSeries/position(in:steps:)``), under the
  /// identifier of the series. An override that its series shows has no row of its own; all others have theirs.
  ///
  /// - Parameters:
  ///   - leadsWithToday: a series of which an open occurrence is today is shown at that one, whatever was missed before.
  ///   - lists: the lists of which it is asked; the others stay as they are. Nil for all.
  ///   - pipeline: what spreads the following of rules over threads.
  /// - Returns: and which series could not be followed to an open occurrence; these stay at their masters' dates.
  /// - Complexity: linear in the catalog, and in the occurrences before the current ones.
  public func atCurrentOccurrences(
    in context: ViewContext, leadsWithToday: Bool = false, of lists: Set<ModelIdentifier>? = nil,
    on pipeline: any Pipeline = SerialPipeline()
  ) -> (
    catalog: Catalog, problems: [Diagnostic]
  ) {
    expanded(.current(leadsWithToday: leadsWithToday), in: context, of: lists, on: pipeline)
  }

  /// A series in it is not shown as it was read.
  package var hasSeriesRows: Bool { sources.contains { $0.lists.contains { !$0.series.isEmpty } } }

  private func expanded(
    _ unrolling: UnrolledList.Unrolling, in context: ViewContext, of meant: Set<ModelIdentifier>? = nil,
    on pipeline: any Pipeline
  ) -> (catalog: Catalog, problems: [Diagnostic]) {
    var lists = sources.map { source in
      source.lists.map { list in
        UnrolledList(list, isLeft: meant.map { !$0.contains(list.identifier) } ?? false, on: pipeline)
      }
    }
    func follow(_ ration: ExpansionRation, again: Bool) {
      for source in lists.indices {
        for list in lists[source].indices {
          lists[source][list].follow(unrolling, context, ration, again: again, on: pipeline)
        }
      }
    }
    let count = lists.joined().reduce(0) { $0 + $1.count(unrolling, context) }
    guard count > 0 else { return (self, []) }
    let first = ExpansionRation(sharedBy: count)
    follow(first, again: false)
    // What most did not take, those have that need more.
    let all = lists.joined().map(\.tally).reduce(UnrolledList.Tally(), +)
    if let second = first.larger(all) { follow(second, again: true) }
    let sources = zip(sources, lists).map { source, lists in
      SourceNode(source: source.source, identifier: source.identifier, lists: lists.map(\.node))
    }
    return (Catalog(sources: sources), lists.joined().flatMap(\.problems))
  }
}
