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
  ///   - order: the indices of the reminders to show, in the order in which siblings shall stand.
  /// - Complexity: O(n).
  init(_ reminders: [Reminder], order: [Int]) {
    self.init(parents: Self.parents(reminders), order: order)
  }

  /// The same where the parents are known.
  ///
  /// - Parameter parents: see ``parents(_:)``.
  init(parents: [Int?], order: [Int]) {
    var isShown = [Bool](repeating: false, count: parents.count)
    for index in order { isShown[index] = true }
    var tree = Self.shownAncestors(parents, order, isShown)
    Self.cutCycles(&tree, order)

    var children = [[Int]](repeating: [], count: parents.count)
    var stack: [(index: Int, hasMore: [Bool])] = []
    for index in order {
      if let parent = tree[index] { children[parent].append(index) }
    }
    for index in order.reversed() where tree[index] == nil { stack.append((index, [])) }
    var entries: [Entry] = []
    while let (index, hasMore) = stack.popLast() {
      let hidden = parents[index].flatMap { isShown[$0] || $0 == index ? nil : $0 }
      entries.append(Entry(index: index, hasMore: hasMore, hiddenParent: hidden))
      for (position, child) in children[index].enumerated().reversed() {
        let more = position < children[index].count - 1
        let above = hasMore.count < Self.deepest ? hasMore : Array(hasMore.dropLast())
        stack.append((child, above + [more]))
      }
    }
    self.entries = entries
  }

  /// The parent of each: RELATED-TO within the list; for an override its master.
  static func parents(_ reminders: [Reminder]) -> [Int?] {
    let links = reminders.map(Link.init)
    // Most reminders are no one's parent: only what is asked for is remembered.
    var wanted: Set<String> = []
    for link in links {
      if let parent = link.parent { wanted.insert(parent) }
      if let uid = link.overriddenUID { wanted.insert(uid) }
    }
    guard !wanted.isEmpty else { return [Int?](repeating: nil, count: reminders.count) }
    var masters: [String: Int] = [:]
    var overrides: [String: Int] = [:]
    for (index, reminder) in reminders.enumerated() {
      guard let uid = links[index].overriddenUID ?? reminder.uid, wanted.contains(uid) else { continue }
      if links[index].isOverride {
        if overrides[uid] == nil { overrides[uid] = index }
      } else if masters[uid] == nil {
        masters[uid] = index
      }
    }
    return links.enumerated().map { index, link in
      if let uid = link.overriddenUID, let master = masters[uid] { return master }
      guard let uid = link.parent, let parent = masters[uid] ?? overrides[uid], parent != index else {
        return nil
      }
      return parent
    }
  }

  /// What a reminder says of those it belongs to.
  private struct Link {
    let isOverride: Bool
    /// Its UID, where it is an override.
    let overriddenUID: String?
    let parent: String?

    init(_ reminder: Reminder) {
      isOverride = reminder.component.first(.recurrenceID) != nil
      overriddenUID = isOverride ? reminder.uid : nil
      parent = reminder.parent
    }
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

  /// Makes one of each circle a root.
  private static func cutCycles(_ tree: inout [Int?], _ order: [Int]) {
    enum State { case new, onPath, done }
    var states = [State](repeating: .new, count: tree.count)
    for start in order where states[start] == .new {
      var path: [Int] = []
      var next: Int? = start
      while let current = next, states[current] == .new {
        states[current] = .onPath
        path.append(current)
        next = tree[current]
      }
      if let current = next, states[current] == .onPath { tree[current] = nil }
      for passed in path { states[passed] = .done }
    }
  }
}
