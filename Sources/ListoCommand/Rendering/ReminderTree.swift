internal import Listo

/// The order and depth in which a list's reminders are shown: subtasks under their parents, overrides under their master.
///
/// Whatever the input says, each reminder that is kept comes exactly once: parents that are missing, hidden or their own
/// descendants lose nothing.
struct ReminderTree {
  struct Entry: Hashable {
    /// Of the reminder in its list.
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
    var isShown = [Bool](repeating: false, count: parents.count)
    for index in order { isShown[index] = true }
    var entries: [Entry] = []
    entries.reserveCapacity(order.count)
    var hasMore: [Bool] = []
    let tree = Hierarchy(parents: Self.shownAncestors(parents, order, isShown), order: order)
    tree.walk { index, depth, isLast in
      hasMore.removeLast(hasMore.count - max(min(depth, Self.deepest) - 1, 0))
      if depth > 0 { hasMore.append(!isLast) }
      let hidden = parents[index].flatMap { isShown[$0] || $0 == index ? nil : $0 }
      entries.append(Entry(index: index, hasMore: hasMore, hiddenParent: hidden))
    }
    self.entries = entries
  }

  /// For each that is shown, the nearest of its ancestors that is shown too.
  private static func shownAncestors(_ parents: [Int?], _ order: [Int], _ isShown: [Bool]) -> [Int?] {
    /// What was found for a hidden one: outer nil, not yet.
    var found = [Int??](repeating: nil, count: parents.count)
    var result = [Int?](repeating: nil, count: parents.count)
    for index in order {
      var path: [Int] = []
      var next = parents[index]
      var answer: Int?
      while let current = next {
        if isShown[current] {
          answer = current
          break
        }
        if let known = found[current] {
          answer = known
          break
        }
        // Marked at once, so that a circle of hidden ones ends here.
        found[current] = .some(nil)
        path.append(current)
        next = parents[current]
      }
      for passed in path { found[passed] = .some(answer) }
      result[index] = answer == index ? nil : answer
    }
    return result
  }
}
