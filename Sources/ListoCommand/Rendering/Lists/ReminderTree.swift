internal import Listo

/// The order and depth in which a list's reminders are drawn: subtasks under their parents, overrides under
/// their master, as a `Hierarchy` has them.
struct ReminderTree {
  /// A row of the tree.
  ///
  /// Small, and without references: there is one for each row, and rows are not made in the order in which
  /// they stand.
  struct Entry: Hashable {
    private let own: UInt32
    /// The greatest for none.
    private let parent: UInt32
    /// How many levels are above it, and behind the first four bits one for each.
    private let levels: UInt16

    fileprivate init(index: Int, hasMore: [Bool], hiddenParent: Int?) {
      (own, parent) = (UInt32(index), hiddenParent.map { UInt32($0) } ?? .max)
      var levels = UInt16(hasMore.count)
      for (level, more) in hasMore.enumerated() where more { levels |= 1 << (4 + level) }
      self.levels = levels
    }

    /// The index of the reminder in its list.
    var index: Int { Int(own) }
    /// For each level above it, from the outermost: whether more children follow there; the last is its own.
    var hasMore: [Bool] { (0..<Int(levels & 15)).map { levels >> (4 + $0) & 1 == 1 } }
    /// Its parent, where that is in the list but not shown.
    var hiddenParent: Int? { parent == .max ? nil : Int(parent) }
  }

  /// Deeper levels are drawn as this one: a chain of 100,000 subtasks needs no screen of that width. An entry
  /// has bits for so many.
  static let deepest = 12

  let entries: [Entry]

  /// - Parameters:
  ///   - parents: what each reminder of the list is a part of: see ``Hierarchy/parents(of:on:)``; empty where
  ///     none is part of another.
  ///   - order: the indices of the reminders to show, in the order in which siblings shall stand.
  ///   - liftsParents: a parent stands among its siblings where the first of its subtasks would stand.
  /// - Complexity: O(n).
  init(parents: [Int?], order: [Int], liftsParents: Bool = false) {
    guard !parents.isEmpty else {
      entries = order.map { Entry(index: $0, hasMore: [], hiddenParent: nil) }
      return
    }
    var entries: [Entry] = []
    entries.reserveCapacity(order.count)
    var hasMore: [Bool] = []
    let tree = Hierarchy(parents: parents, order: liftsParents ? Hierarchy.lifted(order, parents) : order)
    tree.walk { index, depth, isLast in
      hasMore.removeLast(hasMore.count - max(min(depth, Self.deepest) - 1, 0))
      if depth > 0 { hasMore.append(!isLast) }
      let hidden = parents[index].flatMap { tree.contains($0) ? nil : $0 }
      entries.append(Entry(index: index, hasMore: hasMore, hiddenParent: hidden))
    }
    self.entries = entries
  }
}
