internal import Listo

/// The order and depth in which a list's reminders are drawn: subtasks under their parents, overrides under their master, as a `Hierarchy`
/// has them.
struct ReminderTree {
  struct Entry: Hashable {
    /// The index of the reminder in its list.
    var index: Int
    /// For each level above it, from the outermost: whether more children follow there; the last is its own.
    var hasMore: [Bool]
    /// Its parent, where that is in the list but not shown.
    var hiddenParent: Int?
  }

  /// Deeper levels are drawn as this one: a chain of 100,000 subtasks needs no screen of that width.
  static let deepest = 12

  let entries: [Entry]

  /// - Parameters:
  ///   - parents: what each reminder of the list is a part of: see ``Hierarchy/parents(of:on:)``.
  ///   - order: the indices of the reminders to show, in the order in which siblings shall stand.
  /// - Complexity: O(n).
  init(parents: [Int?], order: [Int]) {
    var entries: [Entry] = []
    entries.reserveCapacity(order.count)
    var hasMore: [Bool] = []
    let tree = Hierarchy(parents: parents, order: order)
    tree.walk { index, depth, isLast in
      hasMore.removeLast(hasMore.count - max(min(depth, Self.deepest) - 1, 0))
      if depth > 0 { hasMore.append(!isLast) }
      let hidden = parents[index].flatMap { tree.contains($0) ? nil : $0 }
      entries.append(Entry(index: index, hasMore: hasMore, hiddenParent: hidden))
    }
    self.entries = entries
  }
}
