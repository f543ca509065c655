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

  private(set) var winners: [Int] = []
  private(set) var conflicts: [Conflict] = []
  /// Versions with the bytes of another.
  private(set) var identical = 0
  /// Versions that differ from the winner, or from a loser that is told of, in nothing that people see.
  private(set) var equal = 0

  private let index: MergeIndex
  private let reading: MergeBytes

  init(_ index: MergeIndex, _ reading: MergeBytes) throws(MergeError) {
    (self.index, self.reading) = (index, reading)
    winners.reserveCapacity(index.entries.count)
    // Sorted by hash, then by what the hash stands for: many keys with one hash cost no more than a sort.
    var order = index.entries.indices.map { (hash: index.entries[$0].keyHash, entry: UInt32($0)) }
    order.sort { $0.hash != $1.hash ? $0.hash < $1.hash : Self.precedes(Int($0.entry), Int($1.entry), index) }
    var start = 0
    while start < order.count {
      let first = index.entries[Int(order[start].entry)]
      var end = start + 1
      while end < order.count, order[end].hash == order[start].hash,
        index.isSameKey(first, index.entries[Int(order[end].entry)])
      { end += 1 }
      if end == start + 1 {
        winners.append(Int(order[start].entry))
      } else {
        try decide(order[start..<end].map { Int($0.entry) })
      }
      start = end
    }
  }

  /// Brings equal keys with one hash together, and equal bytes within them; then by input, which is the order of names.
  private static func precedes(_ left: Int, _ right: Int, _ index: MergeIndex) -> Bool {
    let (one, other) = (index.entries[left], index.entries[right])
    if index.isSameKey(one, other) { return one.digest != other.digest ? one.digest < other.digest : left < right }
    if index.list(one) != index.list(other) { return index.list(one) < index.list(other) }
    let (oneKey, otherKey) = (index.key(one), index.key(other))
    if oneKey != otherKey { return oneKey.lexicographicallyPrecedes(otherKey) }
    let (oneTime, otherTime) = (index.recurrence(one), index.recurrence(other))
    if oneTime != otherTime { return oneTime < otherTime }
    return one.flags.contains(.reminder) && !other.flags.contains(.reminder)
  }

  /// One distinct version of a key.
  private struct Version {
    var entry: Int
    var inputs: [UInt32]
    var order: VersionOrder
    var forPeople: CanonicalDigest
  }

  private mutating func decide(_ group: [Int]) throws(MergeError) {
    var distinct: [(entry: Int, inputs: [UInt32])] = []
    for entry in group {
      if let last = distinct.last, index.entries[last.entry].digest == index.entries[entry].digest {
        distinct[distinct.count - 1].inputs.append(index.entries[entry].input)
        identical += 1
      } else {
        distinct.append((entry, [index.entries[entry].input]))
      }
    }
    guard distinct.count > 1 else {
      winners.append(distinct[0].entry)
      return
    }
    var versions: [Version] = []
    for (entry, inputs) in distinct {
      let component = try reading.component(index.entries[entry])
      let content = CanonicalContent(component)
      versions.append(
        Version(
          entry: entry, inputs: inputs,
          order: VersionOrder(component, rank: index.entries[entry].rank, digest: content.digest),
          forPeople: content.digestForPeople))
    }
    versions.sort { $1.order < $0.order }
    winners.append(versions[0].entry)
    record(versions)
  }

  /// Counts what is equal for people, and notes what is not.
  private mutating func record(_ versions: [Version]) {
    let winner = versions[0]
    var losers: [Loser] = []
    var places: [CanonicalDigest: Int] = [:]
    for version in versions.dropFirst() {
      if version.forPeople == winner.forPeople {
        equal += 1
      } else if let place = places[version.forPeople] {
        equal += 1
        losers[place].inputs += version.inputs
      } else {
        places[version.forPeople] = losers.count
        losers.append(
          Loser(
            entry: version.entry, inputs: version.inputs,
            rule: winner.order.rank.rule(against: version.order.rank) ?? .contentHash))
      }
    }
    guard !losers.isEmpty else { return }
    conflicts.append(Conflict(winner: winner.entry, winnerInputs: winner.inputs, losers: losers))
  }
}
