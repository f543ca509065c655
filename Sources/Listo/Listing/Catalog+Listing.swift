package import ICalendar
package import ListoModel
internal import Platform

/// The questions of a listing to a catalog, answered on all cores if the catalog is large.
extension Catalog {
  /// Short names of its reminders.
  ///
  /// - Parameter isPart: it holds part of what the names are looked for in.
  /// - Complexity: O(n log n) in the catalog's reminders.
  package func shortNames(isPart: Bool = false) -> ShortNames {
    // Eight digits are enough to name one of some hundred thousand, of which the catalog holds a few.
    ShortNames(self, atLeast: isPart ? 8 : ShortNames.leastLength, on: ThreadPipeline())
  }

  /// The reminders that a query asks for: ``matches(_:in:on:)``.
  ///
  /// - Parameter place: the source or list in which they are looked for; nil for all.
  package func found(by query: Query, at place: IndexPath? = nil, in context: ViewContext) -> Matches {
    var matches = matches(query, in: context, on: ThreadPipeline())
    if let place { matches.paths = matches.paths.filter { $0.isIn(place) } }
    return matches
  }

  /// Some of its reminders in order; equal ones stay as they are.
  ///
  /// - Complexity: O(n log n) in the paths.
  package func sorted(_ paths: [IndexPath], by order: SortOrder, in context: ViewContext) -> [IndexPath] {
    order.sorted(paths, of: self, context, on: ThreadPipeline())
  }

  /// Some of its reminders in the order in which they are to be done.
  ///
  /// - Parameters:
  ///   - picks: reminders and lists; ``picked(_:among:)`` come before the others.
  ///   - order: the order of the others.
  /// - Complexity: O(n log n) in the paths.
  package func sorted(
    _ paths: [IndexPath], after picks: [IndexPath], by order: SortOrder, in context: ViewContext
  ) -> [IndexPath] {
    let sorted = sorted(paths, by: order, in: context)
    let first = picked(picks, among: sorted)
    let isFirst = Set(first)
    return first + sorted.filter { !isFirst.contains($0) }
  }

  /// Those of some reminders that were picked, or are in a list or below a parent that was; in the order of
  /// the picks, and for each of these in their own order.
  ///
  /// - Complexity: O(n log n) in the paths, and linear in their lists.
  package func picked(_ picks: [IndexPath], among paths: [IndexPath]) -> [IndexPath] {
    guard !picks.isEmpty else { return [] }
    let ranks = Dictionary(zip(picks, 0...)) { first, _ in first }
    var ancestry = Ancestry(self)
    return paths.indices.compactMap { index -> (rank: Int, index: Int)? in
      let path = paths[index]
      let holders = [path] + ancestry.ancestors(of: path) + [path.listPath]
      return holders.compactMap { ranks[$0] }.min().map { ($0, index) }
    }
    .sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }.map { paths[$0.index] }
  }

  /// The first of some reminders for each list, and for each reminder that has parts: a part counts for the
  /// topmost of its parents, and not for its list.
  ///
  /// - Complexity: linear in the lists of the reminders.
  package func firstOfEach(_ paths: [IndexPath]) -> [IndexPath] {
    var ancestry = Ancestry(self)
    var seen: Set<IndexPath> = []
    return paths.filter { seen.insert(ancestry.ancestors(of: $0).last ?? $0.listPath).inserted }
  }

  /// The tags that its reminders have.
  ///
  /// - Complexity: linear in its reminders.
  package func tags() -> Set<String> { Set(reminderPaths.flatMap { reminder(at: $0)?.tags ?? [] }) }

  /// The tags, of some, that no reminder has, whatever the case of their letters.
  package func unknownTags(_ tags: [String]) -> [String] {
    // It is asked of the reminder alone, so that no clock counts.
    let context = ViewContext(now: Instant(seconds: 0), zone: .utc)
    return tags.filter { tag in
      let query = QueryExpression(.compare(.field(.tags), .equal, .text(tag, isExact: false)))
      return found(by: query.query(in: context), in: context).paths.isEmpty
    }
  }

  /// The catalog with each series at each of its times in a range: ``unrolled(over:in:on:)``.
  package func unrolled(
    in range: QueryRange, _ context: ViewContext
  ) -> (catalog: Catalog, problems: [Diagnostic]) {
    let (from, to) = range.instants(in: context)
    return unrolled(over: from..<max(from, to), in: context, on: ThreadPipeline())
  }

  /// The catalog as views show it, worked out on all cores:
  /// ``atCurrentOccurrences(in:leadsWithToday:of:on:)``.
  package func rows(
    in context: ViewContext, leadsWithToday: Bool = false, of lists: Set<ModelIdentifier>? = nil
  ) -> (catalog: Catalog, problems: [Diagnostic]) {
    atCurrentOccurrences(in: context, leadsWithToday: leadsWithToday, of: lists, on: ThreadPipeline())
  }

  /// Some of its reminders by a key that each has, those of one key in the order of the paths.
  ///
  /// - Parameter key: called on any thread.
  /// - Complexity: linear in the paths.
  package func grouped(
    _ paths: [IndexPath], by key: @escaping @Sendable (PlacedReminder) -> Int
  ) -> [Int: [IndexPath]] {
    let keys = OrderedPipeline.map(paths.indices, atATime: ListNode.share, threads: ThreadPipeline.threads) {
      range in
      var keys = [Int?](repeating: nil, count: range.count)
      forEachPlaced(range, of: paths) { index, reminder in
        keys[index - range.lowerBound] = key(reminder)
      }
      return keys
    }
    .flatMap(\.self)
    return Self.grouped(paths, by: keys)
  }

  /// Reminders by the key that each has; what has none is left out.
  static func grouped(_ paths: [IndexPath], by keys: [Int?]) -> [Int: [IndexPath]] {
    var groups: [Int: [IndexPath]] = [:]
    // In order, as by day, most have the key of the one before.
    var start = 0
    while start < keys.count {
      let end = keys[start...].firstIndex { $0 != keys[start] } ?? keys.count
      if let key = keys[start] { groups[key, default: []] += paths[start..<end] }
      start = end
    }
    return groups
  }

  /// Returns the open ones of these reminders, in the same order.
  package func open(_ paths: [IndexPath]) -> [IndexPath] {
    OrderedPipeline.map(paths.indices, atATime: ListNode.share, threads: ThreadPipeline.threads) { range in
      var open: [IndexPath] = []
      forEachPlaced(range, of: paths) { index, reminder in
        if reminder.isOpen { open.append(paths[index]) }
      }
      return open
    }.flatMap(\.self)
  }
}

extension Catalog.IndexPath {
  /// It is a source or list, or stands in it.
  package func isIn(_ place: Catalog.IndexPath) -> Bool {
    source == place.source && (place.list == nil || list == place.list)
  }
}

extension Catalog.ListNode {
  /// Reminders that a thread looks at at a time; so many or fewer are done on the calling thread.
  fileprivate static let share = 512

  /// How many of its reminders are in which state.
  package func counts(in context: ViewContext) -> ReminderCounts {
    OrderedPipeline.map(reminders.indices, atATime: Self.share, threads: ThreadPipeline.threads) { range in
      var counts = ReminderCounts()
      PlacedReminder.forEach(of: reminders, range) { counts.add($1, context) }
      return counts
    }.reduce(ReminderCounts(), +)
  }

  /// The reminders that a listing shows of this list.
  ///
  /// - Parameters:
  ///   - order: in which siblings stand.
  ///   - isCounted: told of each index; called on any thread.
  ///   - isShown: told of what is counted, and whether it is open; called on any thread.
  /// - Complexity: O(n log n) in its reminders.
  package func listed(
    by order: SortOrder, in context: ViewContext,
    counting isCounted: @escaping @Sendable (_ index: Int) -> Bool,
    showing isShown: @escaping @Sendable (_ index: Int, _ isOpen: Bool) -> Bool
  ) -> ListedReminders {
    ListedReminders(
      reminders, by: order, context, on: ThreadPipeline(), counting: isCounted, showing: isShown)
  }

  /// The reminders of which something holds, in their order.
  ///
  /// - Parameter isMeant: called on any thread.
  package func indices(where isMeant: @escaping @Sendable (_ index: Int) -> Bool) -> [Int] {
    OrderedPipeline.map(reminders.indices, atATime: Self.share, threads: ThreadPipeline.threads) {
      $0.filter(isMeant)
    }.flatMap(\.self)
  }

  /// Some of its reminders in order; equal ones stay as they are.
  ///
  /// - Complexity: O(n log n) in the indices.
  package func sorted(_ indices: [Int], by order: SortOrder, in context: ViewContext) -> [Int] {
    order.sorted(indices, of: reminders, context, on: ThreadPipeline())
  }

  /// The parent of each reminder: ``Hierarchy/parents(of:on:)``.
  ///
  /// - Complexity: linear in its reminders.
  package func parents() -> [Int?] { Hierarchy.parents(of: reminders, on: ThreadPipeline()) }
}

/// The parents of reminders, worked out once for each list.
struct Ancestry {
  private let catalog: Catalog
  private var parents: [Catalog.IndexPath: [Int?]] = [:]

  init(_ catalog: Catalog) { self.catalog = catalog }

  /// The parent of a reminder, the parent of that, and so on; a circle ends where it began.
  mutating func ancestors(of path: Catalog.IndexPath) -> [Catalog.IndexPath] {
    var found: [Catalog.IndexPath] = []
    _ = nearest(of: path) { ancestor in
      found.append(ancestor)
      return nil as Void?
    }
    return found
  }

  /// The first answer that a closure gives for an ancestor of a reminder, from its parent on; nil if it gives
  /// none.
  mutating func nearest<Answer>(
    of path: Catalog.IndexPath, _ answer: (Catalog.IndexPath) -> Answer?
  ) -> Answer? {
    guard var index = path.reminder, let node = catalog.list(at: path) else { return nil }
    let list = path.listPath
    let parents = self.parents[list] ?? node.parents()
    self.parents[list] = parents
    var seen: Set = [index]
    while let parent = parents[index], seen.insert(parent).inserted {
      let ancestor = Catalog.IndexPath(source: path.source, list: path.list, reminder: parent)
      if let found = answer(ancestor) { return found }
      index = parent
    }
    return nil
  }
}

extension Catalog.IndexPath {
  fileprivate var listPath: Self { Self(source: source, list: list) }
}
