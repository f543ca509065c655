internal import ICalendar

extension SortOrder {
  /// Sorts siblings of one list, by their indices in it.
  ///
  /// - Parameter pipeline: distributes the reading of the keys over threads.
  /// - Complexity: O(n log n); each reminder's keys are read at most once.
  public func sorted(
    _ indices: [Int], of reminders: [Reminder], _ context: ViewContext,
    on pipeline: any Pipeline = SerialPipeline()
  ) -> [Int] {
    positions(indices.count, on: pipeline) { positions, parts, values in
      Self.append(parts, of: positions, indices, reminders, context, to: &values)
    }.map { indices[$0] }
  }

  /// The same where the values of ``firstParts`` are known.
  ///
  /// - Parameters:
  ///   - indices: they ascend.
  ///   - values: those of the reminders, as ``SortValues/append(_:_:_:_:_:state:)`` reads them.
  func sorted(
    _ indices: [Int], of reminders: [Reminder], _ values: SortValues, _ context: ViewContext,
    on pipeline: any Pipeline
  ) -> [Int] {
    positions(indices.count, on: pipeline, known: values) { positions, parts, values in
      Self.append(parts, of: positions, indices, reminders, context, to: &values)
    }.map { indices[$0] }
  }

  /// Appends the values of the reminders that stand at some positions of an array of indices.
  private static func append(
    _ parts: ArraySlice<Part>, of positions: ArraySlice<Int>, _ indices: [Int], _ reminders: [Reminder],
    _ context: ViewContext, to values: inout SortValues
  ) {
    var next = positions.startIndex
    PlacedReminder.forEach(of: reminders, positions.lazy.map { indices[$0] }) { _, reminder in
      values.append(parts, reminder, positions[next], nil, context)
      next += 1
    }
  }

  /// The first so many of some reminders of one list, in order.
  ///
  /// - Returns: their indices.
  /// - Complexity: O(n log n); what equal ones are told apart by is read of those that may be among the
  ///   first.
  func first<Reminders: RandomAccessCollection & Sendable>(
    _ count: Int, of reminders: Reminders, _ context: ViewContext
  ) -> ArraySlice<Int> where Reminders.Element: ReminderProperties, Reminders.Index == Int {
    positions(reminders.count, first: count, on: SerialPipeline()) { positions, parts, values in
      for position in positions { values.append(parts, reminders[position], position, nil, context) }
    }.prefix(count)
  }

  /// Sorts reminders of a catalog from any lists.
  ///
  /// - Parameters:
  ///   - paths: of reminders; equal ones keep this order.
  ///   - pipeline: distributes the reading of the keys over threads.
  /// - Complexity: O(n log n); each reminder's keys are read at most once.
  public func sorted(
    _ paths: [Catalog.IndexPath], of catalog: Catalog, _ context: ViewContext,
    on pipeline: any Pipeline = SerialPipeline()
  ) -> [Catalog.IndexPath] {
    let order = positions(paths.count, on: pipeline) { positions, parts, values in
      catalog.append(parts, of: positions, paths, context, to: &values)
    }
    return order.map { paths[$0] }
  }

  /// Those of some reminders of a catalog that something is noted of, in order: one walk over the lines of
  /// each tells both.
  ///
  /// - Parameters:
  ///   - paths: of reminders, in the order in which equal ones shall stay.
  ///   - note: what is noted of a reminder; nil leaves it out. Called on any thread.
  /// - Returns: the paths, and what was noted of each.
  /// - Complexity: O(n log n); each reminder's keys are read once at the most.
  package func sorted(
    _ paths: [Catalog.IndexPath], of catalog: Catalog, _ context: ViewContext, on pipeline: any Pipeline,
    noting note: @escaping @Sendable (_ reminder: PlacedReminder, _ isOpen: Bool) -> Int?
  ) -> (paths: [Catalog.IndexPath], notes: [Int]) {
    let parts = firstParts
    var (shown, notes, known) = ([Catalog.IndexPath](), [Int](), SortValues(of: parts))
    pipeline.inShares(of: paths.indices) { indices in
      var (shown, notes, values) = ([Catalog.IndexPath](), [Int](), SortValues(of: parts))
      catalog.forEachPlaced(indices, of: paths) { index, reminder in
        let state = ReminderCounts.State(reminder, context)
        guard let note = note(reminder, state.isOpen) else { return }
        shown.append(paths[index])
        notes.append(note)
        values.append(parts, reminder, index, catalog.place(paths[index], for: parts), context, state: state)
      }
      return (shown: shown, notes: notes, values: values)
    } consume: { share in
      shown += share.shown
      notes += share.notes
      known.append(share.values)
    }
    let order = positions(shown.count, on: pipeline, known: known) { [shown] positions, parts, values in
      catalog.append(parts, of: positions, shown, context, to: &values)
    }
    return (order.map { shown[$0] }, order.map { notes[$0] })
  }

  /// The parts that are read of all where few are asked for: those up to the first field, by which most
  /// differ.
  private var decidingParts: ArraySlice<Part> {
    parts.prefix(parts.prefix { if case .field = $0.key { false } else { true } }.count + 1)
  }

  /// The parts that are read of all: with these the numbers behind them, which cost less where a reminder is
  /// looked at than to find it once more.
  var firstParts: ArraySlice<Part> {
    let first = decidingParts
    let numbers = parts[first.endIndex...].prefix { $0.key == .field(.priority) || $0.key == .field(.order) }
    return parts[..<numbers.endIndex]
  }

  /// A run of elements that are equal so far.
  struct Tie {
    /// Which of what was read it is.
    var rows: Range<Int>
    /// Where it begins in the order.
    var place: Int
  }

  /// The numbers from 0 to `count`, in order.
  ///
  /// Most reminders differ by their due dates: ``firstParts`` are read of all, each of the others of those
  /// alone that are equal so far. Of those of which the first few are asked for, most are not looked at
  /// again.
  ///
  /// - Parameters:
  ///   - limit: so many of the first are in order; of the others some.
  ///   - known: the values of ``firstParts``, where they were read already.
  ///   - keys: appends the values of the parts of some numbers; called on any thread.
  private func positions(
    _ count: Int, first limit: Int = .max, on pipeline: any Pipeline, known: SortValues? = nil,
    keys: @escaping @Sendable (ArraySlice<Int>, ArraySlice<Part>, inout SortValues) -> Void
  ) -> [Int] {
    var order = Array(0..<count)
    /// Of `order`, what is equal so far.
    var equal = count > 1 ? [0..<count] : []
    var (read, known) = (limit < count ? decidingParts : firstParts, known)
    while !read.isEmpty, !equal.isEmpty {
      let members = equal.flatMap { order[$0] }
      let values = known ?? Self.values(of: members, read, on: pipeline, keys)
      known = nil
      var (ties, first): ([Tie], Int) = ([], 0)
      for range in equal {
        ties.append(Tie(rows: first..<first + range.count, place: range.lowerBound))
        first += range.count
      }
      let groups = ties
      var rows = Array(members.indices)
      for part in 0..<read.count {
        ties = ties.filter { $0.place < limit }
        values.sort(&rows, &ties, by: part)
      }
      for tie in groups {
        for (offset, row) in rows[tie.rows].enumerated() { order[tie.place + offset] = members[row] }
      }
      equal = ties.filter { $0.place < limit }.map { $0.place..<$0.place + $0.rows.count }
      read = parts[read.endIndex...].prefix(1)
    }
    return order
  }

  /// The values of some parts of numbers, in the order of the numbers.
  private static func values(
    of members: [Int], _ parts: ArraySlice<Part>, on pipeline: any Pipeline,
    _ keys: @escaping @Sendable (ArraySlice<Int>, ArraySlice<Part>, inout SortValues) -> Void
  ) -> SortValues {
    var values = SortValues(of: parts)
    pipeline.inShares(of: members.indices) { share in
      var some = SortValues(of: parts)
      keys(members[share], parts, &some)
      return some
    } consume: { some in
      values.append(some)
    }
    return values
  }
}

extension Catalog {
  /// Appends the values of the reminders that stand at some of these paths.
  fileprivate func append(
    _ parts: ArraySlice<SortOrder.Part>, of positions: ArraySlice<Int>, _ paths: [IndexPath],
    _ context: ViewContext, to values: inout SortValues
  ) {
    forEachPlaced(positions, of: paths) { position, reminder in
      values.append(parts, reminder, position, place(paths[position], for: parts), context)
    } absent: { _ in
      values.appendNone(of: parts)
    }
  }

  /// Where a reminder stands, if some of the parts ask for that.
  fileprivate func place(_ path: IndexPath, for parts: ArraySlice<SortOrder.Part>) -> SortValues.Place? {
    let asksForPlace = parts.contains { $0.key == .list || $0.key == .source }
    return asksForPlace ? SortValues.Place(catalog: self, path: path) : nil
  }
}
