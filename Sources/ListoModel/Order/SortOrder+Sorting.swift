internal import ICalendar

extension SortOrder {
  /// Siblings of one list, by their indices in it.
  ///
  /// - Parameter pipeline: what spreads the reading of the keys over threads.
  /// - Complexity: O(n log n); each reminder's keys are read once.
  public func sorted(
    _ indices: [Int], of reminders: [Reminder], _ context: ViewContext,
    on pipeline: any Pipeline = SerialPipeline()
  ) -> [Int] {
    let order = positions(indices.count, on: pipeline) { position in
      keys(of: reminders[indices[position]], position, nil, context)
    }
    return order.map { indices[$0] }
  }

  /// Reminders of a catalog, wherever they stand.
  ///
  /// - Parameters:
  ///   - paths: of reminders, in the order in which equal ones shall stay.
  ///   - pipeline: what spreads the reading of the keys over threads.
  /// - Complexity: O(n log n); each reminder's keys are read once.
  public func sorted(
    _ paths: [Catalog.IndexPath], of catalog: Catalog, _ context: ViewContext,
    on pipeline: any Pipeline = SerialPipeline()
  ) -> [Catalog.IndexPath] {
    let order = positions(paths.count, on: pipeline) { position in
      guard let reminder = catalog.reminder(at: paths[position]) else { return parts.map { _ in nil } }
      return keys(of: reminder, position, Place(catalog: catalog, path: paths[position]), context)
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

  private func positions(
    _ count: Int, on pipeline: any Pipeline, keys: @escaping @Sendable (Int) -> [Value?]
  ) -> [Int] {
    // Those of one after those of another: an array for each would take more than its keys.
    var values: [Value?] = []
    values.reserveCapacity(count * parts.count)
    var rest = 0..<count
    // Threads cost more than a few keys.
    let pipeline = count > Self.share ? pipeline : SerialPipeline()
    pipeline.run { () throws(Never) -> Range<Int>? in
      guard !rest.isEmpty else { return nil }
      defer { rest = rest.dropFirst(Self.share) }
      return rest.prefix(Self.share)
    } transform: { share in
      share.flatMap(keys)
    } consume: { (share: [Value?]) throws(Never) in
      values += share
    }
    let descending = parts.map(\.isDescending)
    let found = values
    return (0..<count).sorted { left, right in
      for index in descending.indices {
        switch (found[left * descending.count + index], found[right * descending.count + index]) {
        case (let first?, let second?) where first != second: return (first < second) != descending[index]
        case (.some, nil): return true
        case (nil, .some): return false
        default: continue
        }
      }
      return left < right
    }
  }

  private func keys(
    of reminder: Reminder, _ position: Int, _ place: Place?, _ context: ViewContext
  ) -> [Value?] {
    let placed = PlacedReminder(reminder)
    return parts.map { Self.value(of: $0.key, in: placed, position, place, context) }
  }

  private static func value(
    of key: Key, in reminder: PlacedReminder, _ position: Int, _ place: Place?, _ context: ViewContext
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
    of field: FieldID, in reminder: PlacedReminder, _ context: ViewContext
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
    _ moment: Moment, _ reminder: PlacedReminder, _ context: ViewContext
  ) -> Value {
    .number(context.instant(of: moment, zones: reminder.calendar.zones).seconds)
  }
}
