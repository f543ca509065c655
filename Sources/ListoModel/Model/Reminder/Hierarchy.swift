internal import ICalendar

/// Who stands below whom among elements that are counted from 0, such as subtasks below what they are part
/// of.
///
/// Each element that is in the hierarchy appears once, for any parents that are given: below the nearest of
/// those above it that is in it too; of a circle the first one is at the top.
package struct Hierarchy: Sendable {
  /// The elements at the top, in their order.
  private let roots: [Int]
  /// The elements below each that has any, in their order.
  private let children: [Int: [Int]]
  private let isMember: [Bool]

  /// - Parameters:
  ///   - parents: what each names as its parent; nil where that is none of the others.
  ///   - order: the elements that are in it, in the order in which siblings stand.
  /// - Complexity: O(n); without memory for elements that have no parent, which most are.
  package init(parents: [Int?], order: [Int]) {
    var isMember = [Bool](repeating: false, count: parents.count)
    for index in order { isMember[index] = true }
    self.isMember = isMember
    guard order.contains(where: { parents[$0] != nil }) else {
      (roots, children) = (order, [:])
      return
    }
    var parents = Self.ancestors(parents, order, isMember)
    Self.cutCircles(of: &parents, order)
    var children: [Int: [Int]] = [:]
    for index in order {
      if let parent = parents[index] { children[parent, default: []].append(index) }
    }
    (roots, self.children) = (order.filter { parents[$0] == nil }, children)
  }

  /// The order in which each reminder that has descendants stands before the first of them.
  package static func lifted(_ order: [Int], _ parents: [Int?]) -> [Int] {
    let shown = Set(order)
    var placed: Set<Int> = []
    var result: [Int] = []
    result.reserveCapacity(order.count)
    for index in order {
      var ancestors: [Int] = []
      var next: Int? = index
      // An ancestor that is placed has its own ancestors before it; so ends a cycle, too.
      while let index = next, placed.insert(index).inserted {
        if shown.contains(index) { ancestors.append(index) }
        next = parents[index]
      }
      result += ancestors.reversed()
    }
    return result
  }

  /// An element is in it.
  package func contains(_ index: Int) -> Bool { isMember[index] }

  /// Visits each element behind its parent, and before its next sibling.
  ///
  /// - Parameter body: given the element, its depth, 0 at the top, and whether it is the last of its
  ///   siblings.
  /// - Complexity: O(n).
  package func walk(_ body: (_ index: Int, _ depth: Int, _ isLast: Bool) -> Void) {
    // For each level the siblings that are still to come.
    var levels = [roots[...]]
    while let index = levels.last?.first {
      levels[levels.count - 1].removeFirst()
      body(index, levels.count - 1, levels[levels.count - 1].isEmpty)
      if let below = children[index] { levels.append(below[...]) }
      while levels.last?.isEmpty ?? false { levels.removeLast() }
    }
  }

  /// For each that is in it, the nearest of those above it that is in it too.
  private static func ancestors(_ parents: [Int?], _ order: [Int], _ isMember: [Bool]) -> [Int?] {
    var result = [Int?](repeating: nil, count: parents.count)
    /// The answer for each element that is not in it; the outer nil means that it was not looked for yet.
    var found = [Int??](repeating: nil, count: parents.count)
    for index in order where parents[index] != nil {
      var path: [Int] = []
      var next = parents[index]
      var answer: Int?
      while let current = next {
        if isMember[current] {
          answer = current
          break
        }
        if let known = found[current] {
          answer = known
          break
        }
        // Marked at once, so that a circle of others ends here.
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
  private static func cutCircles(of parents: inout [Int?], _ order: [Int]) {
    enum State { case new, onPath, done }
    var states = [State](repeating: .new, count: parents.count)
    var path: [Int] = []
    // Most are at the top.
    for start in order where states[start] == .new && parents[start] != nil {
      path.removeAll(keepingCapacity: true)
      var next: Int? = start
      while let current = next, states[current] == .new {
        states[current] = .onPath
        path.append(current)
        next = parents[current]
      }
      if let current = next, states[current] == .onPath { parents[current] = nil }
      for passed in path { states[passed] = .done }
    }
  }
}

extension Hierarchy {
  /// The order of siblings as they were arranged by hand: by their numbers, then by their places; those
  /// without a number last.
  ///
  /// - Parameter numbers: what ``Reminder/order`` says of each.
  /// - Complexity: O(n log n).
  package static func arranged(_ numbers: [Int?]) -> [Int] {
    numbers.indices.sorted { left, right in
      switch (numbers[left], numbers[right]) {
      case (let a?, let b?) where a != b: a < b
      case (.some, nil): true
      case (nil, .some): false
      default: left < right
      }
    }
  }

  /// The parent of each by its name: the first that has it, and none where that is itself. Circles are in it.
  ///
  /// - Complexity: O(n).
  package static func parents(of elements: [(name: String?, parent: String?)]) -> [Int?] {
    var named: [UID: Int] = [:]
    for (index, element) in elements.enumerated() {
      if let name = element.name.map(UID.init), named[name] == nil { named[name] = index }
    }
    return elements.enumerated().map { index, element in
      element.parent.flatMap { named[UID($0)] }.flatMap { $0 == index ? nil : $0 }
    }
  }

  /// The same by the hashes of the names: most elements are no one's parent, and only what is asked for is
  /// remembered.
  ///
  /// - Parameters:
  ///   - names: the hash of each one's own; 0 where it has none.
  ///   - parents: that of the parent that each names; 0 where it names none.
  ///   - isSame: given two elements, the first of whose names has the hash that the second names: it is the
  ///     same name.
  /// - Complexity: O(n).
  package static func parents(
    names: [UInt64], parents: [UInt64], isSame: (_ element: Int, _ child: Int) -> Bool
  ) -> [Int?] {
    var result = [Int?](repeating: nil, count: names.count)
    var wanted = NumberedKeys<UInt64>()
    for parent in parents where parent != 0 { wanted.insert(parent) }
    guard wanted.count > 0 else { return result }
    var holders = [Int?](repeating: nil, count: wanted.count)
    for (index, name) in names.enumerated() where name != 0 {
      if let number = wanted.number(of: name), holders[number] == nil { holders[number] = index }
    }
    for (index, parent) in parents.enumerated() where parent != 0 {
      guard let holder = wanted.number(of: parent).flatMap({ holders[$0] }), holder != index,
        isSame(holder, index)
      else { continue }
      result[index] = holder
    }
    return result
  }

  /// The parent of each reminder of a list: the one that its RELATED-TO names (RFC 5545 §3.8.4.5), for an
  /// override its master; without one of these in the list the first that names it with RELTYPE=CHILD.
  /// Circles are in it.
  ///
  /// - Parameter pipeline: what spreads the looking for links over threads.
  /// - Complexity: linear in the reminders' bytes.
  package static func parents(
    of reminders: [Reminder], on pipeline: any Pipeline = SerialPipeline()
  ) -> [Int?] {
    var links: [PlacedLink] = []
    pipeline.inShares(of: reminders.indices) { indices in
      var found: [PlacedLink] = []
      PlacedReminder.forEach(of: reminders, indices) { index, reminder in
        if let link = ParentLink(reminder) { found.append(PlacedLink(index: index, link: link)) }
      }
      return found
    } consume: { found in
      links += found
    }
    return parents(of: reminders, links, on: pipeline)
  }

  /// The link of a reminder to those it belongs to, with the index of the reminder in its list.
  struct PlacedLink: Sendable {
    let index: Int
    let link: ParentLink
  }

  /// The same where it is known which belong to others.
  ///
  /// - Parameter links: of each that does.
  static func parents(
    of reminders: [Reminder], _ links: [PlacedLink], on pipeline: any Pipeline
  ) -> [Int?] {
    var parents = [Int?](repeating: nil, count: reminders.count)
    // Most reminders are no one's parent: only what is asked for is remembered.
    var wanted = NumberedKeys<UInt64>()
    for link in links {
      if let name = link.link.overridden { wanted.insert(name) }
      if let name = link.link.parent { wanted.insert(name) }
      for name in link.link.children { wanted.insert(name) }
    }
    guard wanted.count > 0 else { return parents }
    var masters = [Int?](repeating: nil, count: wanted.count)
    var overrides = masters
    pipeline.shared(reminders.indices) { [wanted] index -> (index: Int, name: Int, isOverride: Bool)? in
      let component = reminders[index].component
      guard let name = IdentityInList.hash(uidOf: component).flatMap(wanted.number) else { return nil }
      return (index, name, component.first(.recurrenceID) != nil)
    } consume: { index, name, isOverride in
      if isOverride {
        if overrides[name] == nil { overrides[name] = index }
      } else if masters[name] == nil {
        masters[name] = index
      }
    }
    for link in links {
      if let master = link.link.overridden.flatMap(wanted.number).flatMap({ masters[$0] }) {
        parents[link.index] = master
      } else if let name = link.link.parent.flatMap(wanted.number),
        let parent = masters[name] ?? overrides[name], parent != link.index
      {
        parents[link.index] = parent
      }
    }
    for link in links {
      for child in link.link.children.compactMap(wanted.number) {
        guard let part = masters[child] ?? overrides[child], part != link.index, parents[part] == nil
        else { continue }
        parents[part] = link.index
      }
    }
    return parents
  }
}
