internal import ICalendar

/// The outcome for the versions of one key.
struct MergeOutcome: Sendable {
  private(set) var winner = 0
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

  /// Two versions of which the stamps say which is newer: the usual edit of one copy. Nil for others.
  init?(ofPair group: [Int], _ index: MergeIndex, _ reading: MergeBytes) throws(MergeError) {
    guard group.count == 2 else { return nil }
    let (one, other) = (index.entries[group[0]], index.entries[group[1]])
    guard one.digest != other.digest, let rule = one.rank.rule(against: other.rank) else { return nil }
    let isFirst = other.rank < one.rank
    winner = isFirst ? group[0] : group[1]
    let zone = reading.zone(ofList: index.list(one))
    if try reading.component(one).isEqual(to: reading.component(other), .forPeople, zone: zone) {
      equal = 1
    } else {
      conflict = MergeWinners.Conflict(winner: winner, loser: isFirst ? group[1] : group[0], rule: rule)
    }
  }

  /// - Parameter group: entries of one key, not all of the same bytes, in the order of the inputs.
  init(_ group: [Int], _ index: MergeIndex, _ reading: MergeBytes) throws(MergeError) {
    var versions: [Version] = []
    var last: ByteHash?
    // Equal bytes side by side, then in the order of the inputs.
    let sorted = group.sorted { left, right in
      let (one, other) = (index.entries[left].digest, index.entries[right].digest)
      return one != other ? one < other : left < right
    }
    for entry in sorted {
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
    Self.sort(&versions, index, reading.zones)
    winner = versions[0].entry
    record(versions, zone: reading.zone(ofList: index.list(index.entries[winner])))
  }

  /// The greatest first (``VersionOrder``), whatever the zones that they name are called here.
  private static func sort(_ versions: inout [Version], _ index: MergeIndex, _ zones: MergedZones?) {
    versions.sort { $1.rank < $0.rank }
    var start = 0
    while start < versions.count {
      var end = start + 1
      while end < versions.count, versions[end].rank == versions[start].rank { end += 1 }
      if end > start + 1 {
        var tied: [(order: VersionOrder, version: Version)] = []
        for var version in versions[start..<end] {
          let component = version.component
          let list = index.list(index.entries[version.entry])
          let compared = zones?.identified(component, ofList: list) ?? component
          let bare = component.withBareZoneNames
          let isSame = bare.bytes == component.bytes
          let digest = isSame ? version.canonical().digest : CanonicalContent(bare).digest
          tied.append(
            (VersionOrder(component, comparedAs: compared, rank: version.rank, digest: digest), version))
        }
        tied.sort { $1.order < $0.order }
        versions.replaceSubrange(start..<end, with: tied.map(\.version))
      }
      start = end
    }
  }

  /// Counts what is equal for people, and notes what is not.
  private mutating func record(_ versions: [Version], zone: ((String) -> Zone?)?) {
    var losers: [MergeWinners.Loser] = []
    var places: [CanonicalDigest: Int] = [:]
    for number in versions.indices.dropFirst() {
      if versions[0].component.isEqual(to: versions[number].component, .forPeople, zone: zone) {
        equal += 1
        continue
      }
      // Only a loser among others need be told from them.
      let digest =
        versions.count > 2
        ? CanonicalContent(versions[number].component, .forPeople, zone: zone).digest : nil
      if let digest, let place = places[digest] {
        equal += 1
        losers[place].inputs += versions[number].inputs
        continue
      }
      if let digest { places[digest] = losers.count }
      losers.append(
        MergeWinners.Loser(
          entry: versions[number].entry, inputs: versions[number].inputs,
          rule: versions[0].rank.rule(against: versions[number].rank) ?? .contentHash))
    }
    guard !losers.isEmpty else { return }
    conflict = MergeWinners.Conflict(winner: winner, winnerInputs: versions[0].inputs, losers: losers)
  }
}
