internal import ICalendar

/// Of each key the greatest version, and what the others were.
struct MergeWinners {
  /// A key whose versions differ for people.
  struct Conflict {
    var winner: Int
    /// Inputs that hold the winner as it is, by index.
    var winnerInputs: [UInt32]
    /// The greatest first.
    var losers: [Loser]
  }

  struct Loser {
    /// The greatest of those that are equal for people.
    var entry: Int
    var inputs: [UInt32]
    var rule: MergeRule
  }

  private(set) var winners: [UInt32] = []
  private(set) var conflicts: [Conflict] = []
  /// Versions with the bytes of another.
  private(set) var identical = 0
  /// Versions that differ from the winner, or from a loser that is told of, in nothing that people see.
  private(set) var equal = 0

  init(
    _ keys: [MergeIndex.Hashed], _ index: MergeIndex, _ reading: MergeBytes, on pipeline: any Pipeline
  ) throws(MergeError) {
    let order = Self.sortedByKey(keys, index)
    var groups: [Range<Int>] = []
    winners.reserveCapacity(index.entries.count)
    var start = 0
    while start < order.count {
      let first = index.entries[Int(order[start])]
      var end = start + 1
      while end < order.count, index.isSameKey(first, index.entries[Int(order[end])]) { end += 1 }
      if end == start + 1 { winners.append(order[start]) } else { groups.append(start..<end) }
      start = end
    }
    try decide(groups, order, index, reading, pipeline)
  }

  /// Hands out the winners and keeps none.
  mutating func takeWinners() -> [UInt32] {
    defer { winners = [] }
    return winners
  }

  /// Groups at a time on a thread.
  private static let share = 256

  private mutating func decide(
    _ groups: [Range<Int>], _ order: [UInt32], _ index: MergeIndex, _ reading: MergeBytes,
    _ pipeline: any Pipeline
  ) throws(MergeError) {
    var next = 0
    try pipeline.run { () throws(MergeError) -> ArraySlice<Range<Int>>? in
      guard next < groups.count else { return nil }
      defer { next += Self.share }
      return groups[next..<min(next + Self.share, groups.count)]
    } transform: { groups -> Result<[MergeOutcome], MergeError> in
      do throws(MergeError) {
        var outcomes: [MergeOutcome] = []
        outcomes.reserveCapacity(groups.count)
        for group in groups { outcomes.append(try MergeOutcome(order[group], index, reading)) }
        return .success(outcomes)
      } catch {
        return .failure(error)
      }
    } consume: { (result: Result<[MergeOutcome], MergeError>) throws(MergeError) in
      for outcome in try result.get() {
        winners.append(UInt32(outcome.winner))
        identical += outcome.identical
        equal += outcome.equal
        if let conflict = outcome.conflict { conflicts.append(conflict) }
      }
    }
  }

  /// Sorted by hash, then by what the hash stands for: many keys with one hash cost no more than a sort.
  private static func sortedByKey(_ keys: [MergeIndex.Hashed], _ index: MergeIndex) -> [UInt32] {
    keys.sorted { left, right in
      left.hash != right.hash ? left.hash < right.hash : precedes(Int(left.entry), Int(right.entry), index)
    }.map(\.entry)
  }

  /// Brings equal keys with one hash together, and equal bytes within them; then by input, which is the order
  /// of names.
  private static func precedes(_ left: Int, _ right: Int, _ index: MergeIndex) -> Bool {
    let (one, other) = (index.entries[left], index.entries[right])
    if index.isSameKey(one, other) {
      return one.digest != other.digest ? one.digest < other.digest : left < right
    }
    if index.list(one) != index.list(other) { return index.list(one) < index.list(other) }
    let (oneKey, otherKey) = (index.key(one), index.key(other))
    if oneKey != otherKey { return oneKey.lexicographicallyPrecedes(otherKey) }
    let (oneTime, otherTime) = (index.recurrence(one), index.recurrence(other))
    if oneTime != otherTime { return oneTime < otherTime }
    return one.flags.contains(.reminder) && !other.flags.contains(.reminder)
  }
}
