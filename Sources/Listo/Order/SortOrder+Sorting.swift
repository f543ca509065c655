internal import ICalendar

extension SortOrder {
  /// Siblings of one list, by their indices in it.
  ///
  /// - Complexity: O(n log n); each reminder's keys are read once.
  public func sorted(_ indices: [Int], of reminders: [Reminder], _ context: ViewContext) -> [Int] {
    let order = positions(indices.count) { position in
      let reminder = PlacedReminder(reminders[indices[position]])
      return parts.map { Self.value(of: $0.key, in: reminder, position, nil, context) }
    }
    return order.map { indices[$0] }
  }

  /// Reminders of a catalog, wherever they stand.
  ///
  /// - Parameter paths: of reminders, in the order in which equal ones shall stay.
  /// - Complexity: O(n log n); each reminder's keys are read once.
  public func sorted(
    _ paths: [Catalog.IndexPath], of catalog: Catalog, _ context: ViewContext
  ) -> [Catalog.IndexPath] {
    let order = positions(paths.count) { position in
      guard let reminder = catalog.reminder(at: paths[position]) else { return [] }
      let place = (catalog, paths[position])
      let placed = PlacedReminder(reminder)
      return parts.map { Self.value(of: $0.key, in: placed, position, place, context) }
    }
    return order.map { paths[$0] }
  }

  /// A key's value, as it is compared.
  private enum Value: Comparable {
    case number(Int64)
    case text(String)
  }

  private func positions(_ count: Int, keys: (Int) -> [Value?]) -> [Int] {
    let keyed = (0..<count).map { (position: $0, keys: keys($0)) }
    let descending = parts.map(\.isDescending)
    return keyed.sorted { left, right in
      for (index, (first, second)) in zip(left.keys, right.keys).enumerated() {
        switch (first, second) {
        case (let first?, let second?) where first != second: return (first < second) != descending[index]
        case (.some, nil): return true
        case (nil, .some): return false
        default: continue
        }
      }
      return left.position < right.position
    }.map(\.position)
  }

  private static func value(
    of key: Key, in reminder: PlacedReminder, _ position: Int,
    _ place: (catalog: Catalog, path: Catalog.IndexPath)?, _ context: ViewContext
  ) -> Value? {
    switch key {
    case .open: .number(reminder.isOpen ? 0 : 1)
    case .overdue: .number(reminder.isOverdue(in: context) ? 0 : 1)
    case .file: .number(Int64(position))
    case .list: place.flatMap { $0.catalog.list(at: $0.path) }.map { .text($0.list.title.lowercased()) }
    case .source: place.map { .text($0.catalog.sources[$0.path.source].source.title.lowercased()) }
    case .field(let field): value(of: field, in: reminder, context)
    }
  }

  private static func value(
    of field: FieldID, in reminder: PlacedReminder, _ context: ViewContext
  ) -> Value? {
    switch field {
    // The highest is 1; 0 is none.
    case .priority: return reminder.priority.flatMap { (1...9).contains($0) ? .number(Int64($0)) : nil }
    case .order: return reminder.order.map { .number(Int64($0)) }
    case .due: return reminder.due.map { seconds($0, reminder, context) }
    case .title: return reminder.title.map { .text($0.lowercased()) }
    default: break
    }
    switch Field[field].get(Reminder(reminder.component, in: reminder.calendar)) {
    case .moment(let moment): return seconds(moment, reminder, context)
    case .integer(let number): return .number(Int64(number))
    case .text(let text): return .text(text.lowercased())
    case .texts(let texts): return .text(texts.joined(separator: "\u{0}").lowercased())
    case nil: return nil
    }
  }

  private static func seconds(
    _ moment: Moment, _ reminder: PlacedReminder, _ context: ViewContext
  ) -> Value {
    .number(context.instant(of: moment, zones: reminder.calendar.zones).seconds)
  }
}
