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
    let order = positions(indices.count, on: pipeline) { position, parts in
      Self.values(of: parts, in: PlacedReminder(reminders[indices[position]]), position, nil, context)
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
    positions(reminders.count, first: count, on: SerialPipeline()) { position, parts in
      Self.values(of: parts, in: reminders[position], position, nil, context)
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
    let order = positions(paths.count, on: pipeline) { position, parts in
      guard let reminder = catalog.reminder(at: paths[position]) else { return parts.map { _ in nil } }
      return Self.values(
        of: parts, in: PlacedReminder(reminder), position, Place(catalog: catalog, path: paths[position]),
        context)
    }
    return order.map { paths[$0] }
  }

  /// A key's value, as it is compared.
  private enum Value: Comparable, Sendable {
    case number(Int64)
    case text(NaturalText)
  }

  private struct Place: Sendable {
    let catalog: Catalog
    let path: Catalog.IndexPath
  }

  /// Reminders at a time on a thread.
  private static let share = 512

  /// The numbers from 0 to `count`, in order.
  ///
  /// Most reminders differ by their due dates: the parts up to the first field are read of all, each of the others of those alone that
  /// are equal so far.
  ///
  /// - Parameters:
  ///   - limit: so many of the first are in order; of the others some.
  ///   - keys: the values of a number's parts.
  private func positions(
    _ count: Int, first limit: Int = .max, on pipeline: any Pipeline,
    keys: @escaping @Sendable (Int, ArraySlice<Part>) -> [Value?]
  ) -> [Int] {
    var order = Array(0..<count)
    /// Of `order`, what is equal so far.
    var ties = count > 1 ? [0..<count] : []
    var rest = parts[...]
    var level = rest.prefix { if case .field = $0.key { false } else { true } }.count + 1
    while !rest.isEmpty, !ties.isEmpty {
      let read = rest.prefix(level)
      (rest, level) = (rest.dropFirst(level), 1)
      let members = ties.flatMap { order[$0] }
      let values = Values(
        descending: read.map(\.isDescending), Self.read(members, on: pipeline) { keys($0, read) })
      var next: [Range<Int>] = []
      var first = 0
      for tie in ties {
        // Stable: equal ones stand as they stood.
        let sorted = (first..<first + tie.count).sorted { values.isBefore($0, $1) ?? ($0 < $1) }
        for (place, member) in zip(tie, sorted) { order[place] = members[member] }
        var start = 0
        for end in 1...sorted.count
        where end == sorted.count || values.isBefore(sorted[end - 1], sorted[end]) != nil {
          if end - start > 1, tie.lowerBound + start < limit {
            next.append(tie.lowerBound + start..<tie.lowerBound + end)
          }
          start = end
        }
        first += tie.count
      }
      ties = next
    }
    return order
  }

  /// The values of some parts, those of one reminder after those of another: an array for each would take more than its values.
  private struct Values {
    private let descending: [Bool]
    private let values: [Value?]

    init(descending: [Bool], _ values: [Value?]) { (self.descending, self.values) = (descending, values) }

    /// Nil where both are equal.
    func isBefore(_ left: Int, _ right: Int) -> Bool? {
      for index in descending.indices {
        switch (values[left * descending.count + index], values[right * descending.count + index]) {
        case (let first?, let second?) where first != second: return (first < second) != descending[index]
        case (.some, nil): return true
        case (nil, .some): return false
        default: continue
        }
      }
      return nil
    }
  }

  private static func read(
    _ members: [Int], on pipeline: any Pipeline, _ keys: @escaping @Sendable (Int) -> [Value?]
  ) -> [Value?] {
    // Threads cost more than a few keys.
    guard members.count > share else { return members.flatMap(keys) }
    var values: [Value?] = []
    var rest = members[...]
    pipeline.run { () throws(Never) -> ArraySlice<Int>? in
      guard !rest.isEmpty else { return nil }
      defer { rest = rest.dropFirst(share) }
      return rest.prefix(share)
    } transform: { some in
      some.flatMap(keys)
    } consume: { (some: [Value?]) throws(Never) in
      values += some
    }
    return values
  }

  private static func values(
    of parts: ArraySlice<Part>, in reminder: some ReminderProperties, _ position: Int, _ place: Place?,
    _ context: ViewContext
  ) -> [Value?] {
    parts.map { value(of: $0.key, in: reminder, position, place, context) }
  }

  private static func value(
    of key: Key, in reminder: some ReminderProperties, _ position: Int, _ place: Place?,
    _ context: ViewContext
  ) -> Value? {
    switch key {
    case .open: .number(reminder.isOpen ? 0 : 1)
    case .overdue: .number(reminder.isOverdue(in: context) ? 0 : 1)
    case .file: .number(Int64(position))
    case .list: place.flatMap { $0.catalog.list(at: $0.path) }.map { .text(NaturalText($0.list.title)) }
    case .source: place.map { .text(NaturalText($0.catalog.sources[$0.path.source].source.title)) }
    case .field(let field): value(of: field, in: reminder, context)
    }
  }

  private static func value(
    of field: FieldID, in reminder: some ReminderProperties, _ context: ViewContext
  ) -> Value? {
    switch field {
    // The highest is 1; 0 is none.
    case .priority: return reminder.priority.flatMap { (1...9).contains($0) ? .number(Int64($0)) : nil }
    case .order: return reminder.order.map { .number(Int64($0)) }
    case .due: return reminder.due.map { seconds($0, reminder, context) }
    case .title: return reminder.title.map { .text(NaturalText($0)) }
    default: break
    }
    switch Field[field].get(Reminder(reminder.component, in: reminder.calendar)) {
    case .moment(let moment): return seconds(moment, reminder, context)
    case .integer(let number): return .number(Int64(number))
    case .text(let text): return .text(NaturalText(text))
    case .texts(let texts): return .text(NaturalText(texts.joined(separator: "\u{1}")))
    case nil: return nil
    }
  }

  private static func seconds(
    _ moment: Moment, _ reminder: some ReminderProperties, _ context: ViewContext
  ) -> Value {
    .number(context.instant(of: moment, zones: reminder.calendar.zones).seconds)
  }
}
