public import ICalendar

extension Catalog {
  /// Returns the catalog in which each open repeating reminder is replaced by its occurrences in a range of
  /// time: those that are due in it or, without a due date, begin in it. Occurrences are reminders with a
  /// RECURRENCE-ID and without rules, named like overrides of a file. All other reminders are unchanged.
  ///
  /// The total cost is bounded (`ExpansionRation`), and shared so that the result does not depend on the
  /// order of the reminders.
  ///
  /// - Parameters:
  ///   - range: the wanted range of time.
  ///   - pipeline: distributes the expansion of rules over threads.
  /// - Returns: the catalog, and problems with rules that no date satisfies or that need too many steps. If a
  ///   rule was not expanded at all, its reminder is unchanged.
  /// - Complexity: linear in the catalog.
  public func unrolled(
    over range: Range<Instant>, in context: ViewContext, on pipeline: any Pipeline = SerialPipeline()
  ) -> (
    catalog: Catalog, problems: [Diagnostic]
  ) {
    expanded(.range(range), in: context, on: pipeline)
  }

  /// Returns the catalog for views: each series is one row, at its current occurrence
  /// (``ReminderSeries/position(in:steps:)``), under the identifier of the series. An override that its
  /// series shows has no separate row; all others do.
  ///
  /// - Parameters:
  ///   - leadsWithToday: whether a series with an open occurrence today is shown at that occurrence, even if
  ///     earlier ones were missed.
  ///   - lists: the lists to process; the others are unchanged. Nil for all.
  ///   - pipeline: distributes the expansion of rules over threads.
  /// - Returns: the catalog, and the series for which no open occurrence was found; these stay at their
  ///   masters' dates.
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
    // The share that most reminders did not use goes to those that need more.
    let all = lists.joined().map(\.tally).reduce(UnrolledList.Tally(), +)
    if let second = first.larger(all) { follow(second, again: true) }
    let sources = zip(sources, lists).map { source, lists in
      SourceNode(source: source.source, identifier: source.identifier, lists: lists.map(\.node))
    }
    return (Catalog(sources: sources), lists.joined().flatMap(\.problems))
  }
}
