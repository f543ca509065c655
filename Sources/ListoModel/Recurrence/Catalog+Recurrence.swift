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
  /// What all of them may take together is bounded (`ExpansionRation`), and shared so that the result does not depend on their order.
  ///
  /// - Parameter pipeline: what spreads the following of rules over threads.
  /// - Returns: and what could not be followed to its end: a rule that no date satisfies, or that takes more steps than it may. Where a
  ///   rule was not followed at all, its reminder stays as it is.
  /// - Complexity: linear in the catalog.
  public func unrolled(
    _ unrolling: Unrolling, in context: ViewContext, on pipeline: any Pipeline = SerialPipeline()
  ) -> (
    catalog: Catalog, problems: [Diagnostic]
  ) {
    var lists = sources.map { $0.lists.map { UnrolledList($0, on: pipeline) } }
    func follow(_ ration: ExpansionRation, again: Bool) {
      for source in lists.indices {
        for list in lists[source].indices {
          lists[source][list].follow(unrolling, context, ration, again: again, on: pipeline)
        }
      }
    }
    let first = ExpansionRation(sharedBy: lists.joined().reduce(0) { $0 + $1.series.count })
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
