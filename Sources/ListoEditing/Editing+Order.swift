internal import ICalendar
public import ListoModel

/// The order that a list is given by hand: X-APPLE-SORT-ORDER, else CREATED (``Quirks``).
extension Editing {
  /// Moves a reminder before, after or to the end of those with the same parent, and rewrites as few
  /// X-APPLE-SORT-ORDER lines as possible.
  ///
  /// - Returns: its positions among these before and after, counted from 0.
  /// - Throws: ``EditError``; then nothing is changed.
  /// - Complexity: O(n log n) in these; the first call is linear in the list.
  @discardableResult
  public mutating func arrange(
    _ identifier: ModelIdentifier, _ position: Position
  ) throws(EditError) -> (from: Int, to: Int) {
    try asOne { (editing) throws(EditError) in try editing.place(identifier, position) }
  }

  /// The reminders that have the same parent, itself among them, in their order.
  ///
  /// - Complexity: O(n log n); for the first time linear in the list.
  public mutating func siblings(of identifier: ModelIdentifier) -> [ModelIdentifier] {
    siblings(ofParent: parent(of: identifier), in: list(of: identifier)).map(\.identifier)
  }

  @discardableResult
  mutating func place(
    _ identifier: ModelIdentifier, _ position: Position
  ) throws(EditError) -> (from: Int, to: Int) {
    let reminder = try editable(identifier)
    if reminder.first(.recurrenceID) != nil {
      throw .refused(
        identifier, reason: "it is an occurrence, which is placed with its series",
        repairs: ["move the repeating reminder"])
    }
    var row = siblings(ofParent: parent(of: identifier), in: list(of: identifier))
    guard let from = row.firstIndex(where: { $0.identifier == identifier }) else {
      throw .notFound(identifier)
    }
    let moved = row.remove(at: from)
    var to = 0
    switch position {
    case .top: to = 0
    case .bottom: to = row.count
    case .before(let other), .after(let other):
      guard other != identifier else { return (from, from) }
      guard self[other] != nil else { throw .notFound(other) }
      guard let place = row.firstIndex(where: { $0.identifier == other }) else {
        throw .refused(
          identifier, reason: "the other reminder has another list or another parent",
          repairs: [
            "move it to that list first (move)", "give it the same parent first (--parent)",
          ])
      }
      to = if case .after = position { place + 1 } else { place }
    }
    row.insert(moved, at: to)
    guard to != from else { return (from, to) }
    for (index, order) in Arrangement(row.map { ($0.order, $0.index) }, moved: to).changes {
      guard var component = self[row[index].identifier]?.component else { continue }
      component.put(.xAppleSortOrder, Array(String(order).utf8))
      put(component, as: row[index].identifier)
    }
    return (from, to)
  }

  private struct Sibling {
    let identifier: ModelIdentifier
    let order: Int?
    /// In the file.
    let index: Int
  }

  private mutating func siblings(
    ofParent parent: ModelIdentifier?, in list: ModelIdentifier
  ) -> [Sibling] {
    var row: [Sibling] = []
    for (index, (identifier, reminder)) in reminders(in: list).enumerated() {
      let placed = PlacedReminder(reminder)
      guard placed.first(.recurrenceID) == nil else { continue }
      let own = placed.parent.flatMap { master(of: $0, in: list) }
      if own == parent || (own == identifier && parent == nil) {
        row.append(Sibling(identifier: identifier, order: placed.order, index: index))
      }
    }
    return Hierarchy.arranged(row.map(\.order)).map { row[$0] }
  }
}

/// Which numbers a row needs so that it is sorted: as few as can be are others than before.
///
/// A row is sorted by its numbers; of equal ones, and of those without, by their place in the file, the
/// latter last.
struct Arrangement {
  /// By place in the row.
  private(set) var changes: [(index: Int, order: Int)] = []

  /// - Parameters:
  ///   - row: the numbers, and the places in the file, in the order that is wanted.
  ///   - moved: the one that rather changes than others.
  /// - Complexity: O(n log n).
  init(_ row: [(order: Int?, index: Int)], moved: Int) {
    // Those at the end that have no number, and stand so in the file, need none.
    var end = row.count
    while end > 0, row[end - 1].order == nil, end == row.count || row[end - 1].index < row[end].index {
      end -= 1
    }
    // Neighbours with one number that stand so in the file share a step.
    var steps: [Int] = []
    for place in 0..<end {
      let shares =
        place > 0 && row[place].order != nil && row[place].order == row[place - 1].order
        && row[place - 1].index < row[place].index
      steps.append(place == 0 ? 0 : steps[place - 1] + (shares ? 0 : 1))
    }
    let kept = Self.kept(row.prefix(end).map(\.order), steps, moved)
    number(row, steps, kept, end)
  }

  /// As many as can keep their number, with room for those between them.
  private static func kept(_ orders: [Int?], _ steps: [Int], _ moved: Int) -> [Bool] {
    func longest(without left: Int?) -> [Bool] {
      var heights: [(place: Int, height: Int)] = []
      for (place, order) in orders.enumerated() where place != left {
        guard let order else { continue }
        let (height, overflow) = order.subtractingReportingOverflow(steps[place])
        if !overflow { heights.append((place, height)) }
      }
      let sorted = heights.indices.sorted { (heights[$0].height, $0) < (heights[$1].height, $1) }
      var ranks = [Int](repeating: 0, count: heights.count)
      for (rank, index) in sorted.enumerated() { ranks[index] = rank }
      var result = [Bool](repeating: false, count: orders.count)
      for (index, stays) in Rearrangement.staying(ranks).enumerated() where stays {
        result[heights[index].place] = true
      }
      return result
    }
    let all = longest(without: nil)
    let others = longest(without: moved)
    return others.count { $0 } == all.count { $0 } ? others : all
  }

  private mutating func number(
    _ row: [(order: Int?, index: Int)], _ steps: [Int], _ kept: [Bool], _ end: Int
  ) {
    var place = 0
    while place < end {
      if kept[place] {
        place += 1
        continue
      }
      let first = place
      while place < end, !kept[place] { place += 1 }
      let low = first > 0 ? row[first - 1].order : nil
      let high = place < end ? row[place].order : nil
      let before = first > 0 ? steps[first - 1] : steps[first] - 1
      let count = (place < end ? steps[place] : steps[place - 1] + 1) - before
      for index in first..<place {
        let step = steps[index] - before
        let order: Int
        switch (low, high) {
        case (let low?, let high?):
          let (gap, overflow) = high.subtractingReportingOverflow(low)
          order = low + (overflow ? Int.max : gap) / count * step
        case (let low?, nil): order = low.addingReportingOverflow(step).partialValue
        case (nil, let high?): order = high.subtractingReportingOverflow(count - step).partialValue
        case (nil, nil): order = step
        }
        if row[index].order != order { changes.append((index, order)) }
      }
    }
  }
}
