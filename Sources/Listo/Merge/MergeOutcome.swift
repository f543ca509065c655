internal import ICalendar

/// What becomes of the versions of one key.
struct MergeOutcome: Sendable {
  private(set) var winner: Int
  private(set) var identical = 0
  private(set) var equal = 0
  private(set) var conflict: MergeWinners.Conflict?

  /// One distinct version.
  private struct Version {
    let entry: Int
    var inputs: [UInt32]
    let rank: VersionRank
    let component: Component
    var content: CanonicalContent?

    /// Worked out when it is first asked for: most versions are told apart by their stamps, and are equal
    /// line by line.
    mutating func canonical() -> CanonicalContent {
      if let content { return content }
      let fresh = CanonicalContent(component)
      content = fresh
      return fresh
    }
  }

  /// - Parameter group: entries of one key, those of equal bytes side by side, then in the order of the
  ///   inputs.
  init(_ group: ArraySlice<UInt32>, _ index: MergeIndex, _ reading: MergeBytes) throws(MergeError) {
    var versions: [Version] = []
    var last: ByteDigest?
    winner = Int(group[group.startIndex])
    let first = index.entries[winner].digest
    guard group.contains(where: { index.entries[Int($0)].digest != first }) else {
      identical = group.count - 1
      return
    }
    for entry in group.map({ Int($0) }) {
      let noted = index.entries[entry]
      if noted.digest == last {
        versions[versions.count - 1].inputs.append(index.input(noted))
        identical += 1
      } else {
        last = noted.digest
        let component = try reading.component(noted)
        versions.append(
          Version(entry: entry, inputs: [index.input(noted)], rank: noted.rank, component: component))
      }
    }
    Self.sort(&versions)
    winner = versions[0].entry
    record(&versions)
  }

  /// The greatest first (``VersionOrder``).
  private static func sort(_ versions: inout [Version]) {
    versions.sort { $1.rank < $0.rank }
    var start = 0
    while start < versions.count {
      var end = start + 1
      while end < versions.count, versions[end].rank == versions[start].rank { end += 1 }
      if end > start + 1 {
        var tied: [(order: VersionOrder, version: Version)] = []
        for var version in versions[start..<end] {
          let digest = version.canonical().digest
          tied.append((VersionOrder(version.component, rank: version.rank, digest: digest), version))
        }
        tied.sort { $1.order < $0.order }
        versions.replaceSubrange(start..<end, with: tied.map(\.version))
      }
      start = end
    }
  }

  /// Counts what is equal for people, and notes what is not.
  private mutating func record(_ versions: inout [Version]) {
    var losers: [MergeWinners.Loser] = []
    var places: [CanonicalDigest: Int] = [:]
    var forPeople: CanonicalDigest?
    for number in versions.indices.dropFirst() {
      if versions[0].component.isEqualLineByLine(to: versions[number].component) {
        equal += 1
        continue
      }
      let digest = versions[number].canonical().digestForPeople
      let winning = forPeople ?? versions[0].canonical().digestForPeople
      forPeople = winning
      if digest == winning {
        equal += 1
      } else if let place = places[digest] {
        equal += 1
        losers[place].inputs += versions[number].inputs
      } else {
        places[digest] = losers.count
        losers.append(
          MergeWinners.Loser(
            entry: versions[number].entry, inputs: versions[number].inputs,
            rule: versions[0].rank.rule(against: versions[number].rank) ?? .contentHash))
      }
    }
    guard !losers.isEmpty else { return }
    conflict = MergeWinners.Conflict(winner: winner, winnerInputs: versions[0].inputs, losers: losers)
  }
}

extension Component {
  /// The same lines in the same order and spelling, but for DTSTAMP: what one program writes at two exports.
  fileprivate func isEqualLineByLine(to other: Component) -> Bool {
    guard kind == other.kind, kind != .other || name == other.name else { return false }
    var (left, right) = (properties, other.properties)
    while true {
      switch (left.next(), right.next()) {
      case (nil, nil):
        let (children, others) = (self.children, other.children)
        return children.count == others.count && zip(children, others).allSatisfy { $0.bytes == $1.bytes }
      case (let one?, let two?):
        guard one.id == two.id, one.id == .dtstamp || one.bytes == two.bytes else { return false }
      default: return false
      }
    }
  }
}
