internal import ICalendar

/// The sort keys of some reminders: of each the values of some parts of an order, as numbers that are in the
/// order of the values.
///
/// Numbers alone are compared and moved, so that no reference is counted; texts where their first bytes are
/// the same.
struct SortValues: Sendable {
  /// Where a reminder stands.
  struct Place: Sendable {
    let catalog: Catalog
    let path: Catalog.IndexPath
  }

  private enum Value {
    case number(Int64)
    case text(NaturalText)
  }

  private let areDescending: [Bool]
  /// The values of one reminder after those of another; the greatest for none.
  private var words: [UInt64] = []
  /// The texts that the words are of, as far as there are any.
  private var texts: [NaturalText?] = []

  init(of parts: ArraySlice<SortOrder.Part>) { areDescending = parts.map(\.isDescending) }

  // MARK: Reading

  /// Makes room for the values of so many reminders.
  mutating func reserveCapacity(_ count: Int) { words.reserveCapacity(count * areDescending.count) }

  /// Appends the values of a reminder.
  ///
  /// - Parameters:
  ///   - position: where it stands among those that are sorted.
  ///   - state: its state, where that is known.
  mutating func append(
    _ parts: ArraySlice<SortOrder.Part>, _ reminder: some ReminderProperties, _ position: Int,
    _ place: Place?, _ context: ViewContext, state: ReminderCounts.State? = nil
  ) {
    for part in parts {
      append(Self.value(of: part.key, in: reminder, position, place, context, state), part.isDescending)
    }
  }

  /// Appends those of what has none.
  mutating func appendNone(of parts: ArraySlice<SortOrder.Part>) {
    for _ in parts { words.append(.max) }
  }

  /// Appends those of the reminders behind these.
  mutating func append(_ others: SortValues) {
    if !others.texts.isEmpty { fillTexts() }
    words += others.words
    texts += others.texts
  }

  private mutating func append(_ value: Value?, _ isDescending: Bool) {
    let word: UInt64
    switch value {
    // Behind all others, whichever way they are turned.
    case nil: return words.append(.max)
    // Of a field it has less than forty bits, and is never the greatest.
    case .number(let number): word = UInt64(bitPattern: number) ^ 1 << 63
    case .text(let text):
      fillTexts()
      texts.append(text)
      word = text.word
    }
    words.append(isDescending ? ~word : word)
  }

  private mutating func fillTexts() {
    if texts.count < words.count { texts += repeatElement(nil, count: words.count - texts.count) }
  }

  private static func value(
    of key: SortOrder.Key, in reminder: some ReminderProperties, _ position: Int, _ place: Place?,
    _ context: ViewContext, _ state: ReminderCounts.State?
  ) -> Value? {
    switch key {
    case .open: .number(state?.isOpen ?? reminder.isOpen ? 0 : 1)
    case .overdue: .number(state.map { $0 == .overdue } ?? reminder.isOverdue(in: context) ? 0 : 1)
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

  // MARK: Sorting

  private struct Item {
    var word: UInt64
    var row: Int
  }

  /// Sorts rows that are equal so far by one part: those of each tie by themselves.
  ///
  /// - Parameter ties: ranges of `rows`, whose numbers ascend in each; replaced by what is still equal.
  func sort(_ rows: inout [Int], _ ties: inout [SortOrder.Tie], by part: Int) {
    var (items, rest): ([Item], [SortOrder.Tie]) = ([], [])
    for tie in ties {
      guard isOfSeveral(rows[tie.rows], part) else {
        rest.append(tie)
        continue
      }
      items.removeAll(keepingCapacity: true)
      items.reserveCapacity(tie.rows.count)
      for row in rows[tie.rows] {
        items.append(Item(word: words[row * areDescending.count + part], row: row))
      }
      sort(&items, by: part)
      var start = 0
      for (index, item) in items.enumerated() {
        rows[tie.rows.lowerBound + index] = item.row
        let end = index + 1
        if end < items.count, isBefore(item, items[end], part) == nil { continue }
        if end - start > 1 {
          let first = tie.rows.lowerBound
          rest.append(SortOrder.Tie(rows: first + start..<first + end, place: tie.place + start))
        }
        start = end
      }
    }
    ties = rest
  }

  /// Some of the rows have another value than the first: not so where all are open, or none has a priority.
  private func isOfSeveral(_ rows: ArraySlice<Int>, _ part: Int) -> Bool {
    guard texts.isEmpty, let first = rows.first.map({ words[$0 * areDescending.count + part] }) else {
      return true
    }
    return rows.contains { words[$0 * areDescending.count + part] != first }
  }

  private func sort(_ items: inout [Item], by part: Int) {
    // Reminders without a value are far behind all others, and would leave these a single bucket.
    let last = items.reduce(0) { $1.word == .max ? $0 : max($0, $1.word) }
    // Equal ones stand as they stood.
    BucketSort.sortStably(
      &items, key: { Int64(bitPattern: ($0.word == .max ? last &+ 1 : $0.word) ^ 1 << 63) }
    ) {
      isBefore($0, $1, part) ?? false
    }
  }

  /// Nil where both are equal.
  private func isBefore(_ left: Item, _ right: Item, _ part: Int) -> Bool? {
    if left.word != right.word { return left.word < right.word }
    guard !texts.isEmpty else { return nil }
    switch (text(left, part), text(right, part)) {
    case (let first?, let second?): return first == second ? nil : (first < second) != areDescending[part]
    case (.some, nil): return true
    case (nil, .some): return false
    case (nil, nil): return nil
    }
  }

  private func text(_ item: Item, _ part: Int) -> NaturalText? {
    let index = item.row * areDescending.count + part
    return index < texts.count ? texts[index] : nil
  }
}
