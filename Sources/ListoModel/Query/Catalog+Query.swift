public import ICalendar

extension Catalog {
  /// The reminders that match a query, and the problems of the evaluation.
  public struct Matches: Sendable {
    /// The reminders that match.
    public var paths: Set<IndexPath> = []
    /// Such as regular expressions that took too long.
    public var problems: [Diagnostic] = []
  }

  /// Returns the paths of the reminders that match.
  ///
  /// - Parameter pipeline: distributes the evaluation over threads.
  /// - Complexity: a pass over the catalog, and one more for each level of relations that the query asks for.
  public func matches(
    _ query: Query, in context: ViewContext, on pipeline: any Pipeline = SerialPipeline()
  ) -> Matches {
    var matches = Matches()
    var relations = QueryRelations(query)
    while relations.needsPass {
      forEachReminder { reminder, place, _ in
        relations.learn(reminder, at: place, in: context, &matches.problems)
      }
      relations.endPass()
    }
    let learned = relations
    for (section, source) in sources.enumerated() {
      for (row, list) in source.lists.enumerated() {
        let (place, reminders, series) = (list.place(in: source.source), list.reminders, list.series)
        pipeline.inShares(of: reminders.indices) { indices in
          var (found, problems): ([Int], [Diagnostic]) = ([], [])
          PlacedReminder.forEach(of: reminders, indices) { index, reminder in
            let parts = series.isEmpty ? nil : series[index]?.parts
            if query.matches(reminder, at: place, in: context, relations: learned, parts: parts, &problems) {
              found.append(index)
            }
          }
          return (indices: found, problems: problems)
        } consume: { found in
          matches.problems += found.problems
          for index in found.indices {
            matches.paths.insert(IndexPath(source: section, list: row, reminder: index))
          }
        }
      }
    }
    return matches
  }

  private func forEachReminder(_ body: (Reminder, Query.Place, IndexPath) -> Void) {
    for (section, source) in sources.enumerated() {
      for (row, list) in source.lists.enumerated() {
        let place = list.place(in: source.source)
        for (index, reminder) in list.reminders.enumerated() {
          body(reminder, place, IndexPath(source: section, list: row, reminder: index))
        }
      }
    }
  }

  /// Every list as a place that a query can ask for.
  public var places: [Query.Place] {
    sources.flatMap { source in source.lists.map { $0.place(in: source.source) } }
  }
}

extension Catalog.ListNode {
  /// The list and its source, as queries ask for them.
  public func place(in source: Source) -> Query.Place {
    Query.Place(source: source, listIdentifier: list.identifier, listTitle: list.title)
  }
}
