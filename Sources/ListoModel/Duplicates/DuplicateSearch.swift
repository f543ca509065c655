internal import ICalendar

/// Finds reminders that are one under different UIDs, which programs give anew when they import.
///
/// Two are a pair that do not contradict each other (``Likeness/contradicts(_:)``), stand in different files,
/// and reach the score. What stands in one file was put there as two, unless it is the same in all that is
/// compared and says more than a title. A group is complete: each two of it are a pair. No pair is missed:
/// what is the same is found by sorting, and titles that are alike enough share one of their rarest words
/// (``TitleIndex``); only where more is alike than anyone can compare does the search stop, and say so.
struct DuplicateSearch {
  /// A reminder, and the files or lists that hold it, sorted.
  struct Item: Sendable {
    let likeness: Likeness
    let homes: [Int]
  }

  struct Result: Sendable {
    /// Items that are one, each group in an order that does not depend on that of the items, as the groups
    /// are.
    var groups: [[Int]] = []
    /// All pairs were compared.
    var isComplete = true
  }

  /// How many comparisons may be made, and pairs be found.
  struct Limit: Sendable {
    var comparisons: Int
    var pairs: Int

    init(comparisons: Int, pairs: Int) { (self.comparisons, self.pairs) = (comparisons, pairs) }

    init(items: Int) { self.init(comparisons: 4_000_000 + 50 * items, pairs: 500_000 + 5 * items) }
  }

  /// Items that are the same in all that is compared, and of which each two are one.
  struct Node: Sendable {
    let items: [Int]
    let homes: [Int]
  }

  /// Two nodes that are a pair.
  struct Edge: Sendable {
    let first: UInt32
    let second: UInt32
    let score: Double
  }

  /// - Parameter limit: nil for one that grows with the items.
  /// - Complexity: O(n log n) in the items, and linear in the pairs of which titles and dates may be one, up
  ///   to the limit.
  static func groups(_ items: [Item], atLeast threshold: Double, limit: Limit? = nil) -> Result {
    let nodes = nodes(items)
    var pairing = DuplicatePairing(items, nodes, atLeast: threshold, limit ?? Limit(items: items.count))
    pairing.run()
    return Result(groups: grouped(nodes, pairing.edges), isComplete: pairing.isComplete)
  }

  /// The nodes, each made of items that are the same, in an order of their content.
  static func nodes(_ items: [Item]) -> [Node] {
    let order = items.indices.filter { !items[$0].likeness.title.isEmpty }.sorted {
      Likeness.precedes(items[$0].likeness, items[$1].likeness)
    }
    var nodes: [Node] = []
    var start = order.startIndex
    while start < order.endIndex {
      let first = items[order[start]].likeness
      let end = order[start...].firstIndex { !first.isSame(as: items[$0].likeness) } ?? order.endIndex
      nodes += Self.nodes(order[start..<end], items)
      start = end
    }
    return nodes
  }

  /// Items that are the same: one node where they say more than a title, else so many that no file is in one
  /// twice.
  private static func nodes(_ same: ArraySlice<Int>, _ items: [Item]) -> [Node] {
    guard let first = same.first, !items[first].likeness.saysMoreThanTitle else {
      return [Node(items: Array(same), homes: Set(same.flatMap { items[$0].homes }).sorted())]
    }
    // By home, how many nodes have it: the n-th of each file are one.
    var counts: [Int: Int] = [:]
    var groups: [[Int]] = []
    for item in same {
      let place = items[item].homes.map { counts[$0, default: 0] }.max() ?? 0
      if place == groups.count { groups.append([]) }
      groups[place].append(item)
      for home in items[item].homes { counts[home] = place + 1 }
    }
    return groups.map { Node(items: $0, homes: Set($0.flatMap { items[$0].homes }).sorted()) }
  }

  /// Joins nodes, the likest first, where each two of the result are a pair.
  private static func grouped(_ nodes: [Node], _ edges: [Edge]) -> [[Int]] {
    var groupOf = Array(nodes.indices)
    var groups = nodes.indices.map { [$0] }
    let known = edges.map { key(Int($0.first), Int($0.second)) }.sorted()
    let order = edges.sorted { ($1.score, $0.first, $0.second) < ($0.score, $1.first, $1.second) }
    for edge in order {
      let (one, other) = (groupOf[Int(edge.first)], groupOf[Int(edge.second)])
      guard one != other else { continue }
      let (large, small) = groups[one].count < groups[other].count ? (other, one) : (one, other)
      let isComplete = groups[small].allSatisfy { left in
        groups[large].allSatisfy { contains(known, key(min(left, $0), max(left, $0))) }
      }
      guard isComplete else { continue }
      for node in groups[small] { groupOf[node] = large }
      groups[large] += groups[small]
      groups[small] = []
    }
    return groups.compactMap { group in
      let items = group.sorted().flatMap { nodes[$0].items }
      return items.count > 1 ? items : nil
    }
  }

  private static func key(_ first: Int, _ second: Int) -> UInt64 { UInt64(first) << 32 | UInt64(second) }

  private static func contains(_ sorted: [UInt64], _ key: UInt64) -> Bool {
    let place = sorted.partitionPoint { $0 < key }
    return place < sorted.count && sorted[place] == key
  }
}
