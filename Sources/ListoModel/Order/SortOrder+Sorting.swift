internal import ICalendar

extension SortOrder {
  /// Siblings of one list, by their indices in it.
  ///
  /// - Parameter pipeline: what spreads the reading of the keys over threads.
  /// - Complexity: O(n log n); each reminder's keys are read once at the most.
  public func sorted(
    _ indices: [Int], of reminders: [Reminder], _ context: ViewContext,
    on pipeline: any Pipeline = SerialPipeline()
  ) -> [Int] {
    let order = positions(indices.count, on: pipeline) { position, parts, values in
      values.append(parts, PlacedReminder(reminders[indices[position]]), position, nil, context)
    }
    return order.map { indices[$0] }
  }

  /// The first so many of some reminders of one list, in order.
  ///
  /// - Returns: their indices.
  /// - Complexity: O(n log n); what equal ones are told apart by is read of those that may be among the first.
  func first<Reminders: RandomAccessCollection & Sendable>(
    _ count: Int, of reminders: Reminders, _ context: ViewContext
  ) -> ArraySlice<Int> where Reminders.Element: ReminderProperties, Reminders.Index == Int {
    positions(reminders.count, first: count, on: SerialPipeline()) { position, parts, values in
      values.append(parts, reminders[position], position, nil, context)
    }.prefix(count)
  }

  /// Reminders of a catalog, wherever they stand.
  ///
  /// - Parameters:
  ///   - paths: of reminders, in the order in which equal ones shall stay.
  ///   - pipeline: what spreads the reading of the keys over threads.
  /// - Complexity: O(n log n); each reminder's keys are read once at the most.
  public func sorted(
    _ paths: [Catalog.IndexPath], of catalog: Catalog, _ context: ViewContext,
    on pipeline: any Pipeline = SerialPipeline()
  ) -> [Catalog.IndexPath] {
    let order = positions(paths.count, on: pipeline) { position, parts, values in
      guard let reminder = catalog.reminder(at: paths[position]) else { return values.appendNone(of: parts) }
      values.append(
        parts, PlacedReminder(reminder), position, SortValues.Place(catalog: catalog, path: paths[position]),
        context)
    }
    return order.map { paths[$0] }
  }

  /// What is equal so far.
  struct Tie {
    /// Which of what was read it is.
    var rows: Range<Int>
    /// Where it begins in the order.
    var place: Int
  }

  /// The numbers from 0 to `count`, in order.
  ///
  /// Most reminders differ by their due dates: the parts up to the first field are read of all, each of the others of those alone that
  /// are equal so far.
  ///
  /// - Parameters:
  ///   - limit: so many of the first are in order; of the others some.
  ///   - keys: appends the values of a number's parts.
  private func positions(
    _ count: Int, first limit: Int = .max, on pipeline: any Pipeline,
    keys: @escaping @Sendable (Int, ArraySlice<Part>, inout SortValues) -> Void
  ) -> [Int] {
    var order = Array(0..<count)
    /// Of `order`, what is equal so far.
    var equal = count > 1 ? [0..<count] : []
    var rest = parts[...]
    var level = rest.prefix { if case .field = $0.key { false } else { true } }.count + 1
    while !rest.isEmpty, !equal.isEmpty {
      let read = rest.prefix(level)
      (rest, level) = (rest.dropFirst(level), 1)
      let members = equal.flatMap { order[$0] }
      var values = SortValues(of: read)
      pipeline.inShares(of: members.indices) { share in
        var some = SortValues(of: read)
        for index in share { keys(members[index], read, &some) }
        return some
      } consume: { some in
        values.append(some)
      }
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
    }
    return order
  }
}
