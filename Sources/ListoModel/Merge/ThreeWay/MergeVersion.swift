internal import ICalendar

/// A version of a component in a three-way merge.
struct MergeVersion {
  /// Its place in the order in which the versions were given.
  let number: Int
  let component: Component
  let rank: VersionRank
  /// A side was asked for, and this is it.
  let isPreferred: Bool

  /// Those that are there: the one that settles conflicts first, then by ``VersionOrder``, the greatest first.
  ///
  /// - Parameter byScalars: before the hash of all content counts that of what is in no set: two versions whose sets alone differ
  ///   stand side by side, so that uniting a result with its versions changes nothing.
  static func sorted(
    _ versions: [Component?], _ options: ThreeWayOptions, byScalars: Bool = false
  ) -> [MergeVersion] {
    let preferred: Int? =
      switch options.preference {
      case .newest, .both: nil
      case .ours: 0
      case .theirs: versions.count - 1
      }
    let present = versions.enumerated().compactMap { number, component in
      component.map { (number: number, component: $0, rank: VersionRank($0)) }
    }
    let holders = present.reduce(into: [VersionRank: Int]()) { $0[$1.rank, default: 0] += 1 }
    let found = present.map { number, component, rank in
      let isTied = holders[rank, default: 0] > 1
      let compared = isTied ? options.identified(component) : component
      let order = VersionOrder(component, comparedAs: compared, rank: rank)
      let version = MergeVersion(
        number: number, component: component.standingAlone(), rank: rank, isPreferred: number == preferred)
      return (order: order, scalars: byScalars ? scalars(compared) : nil, version: version)
    }
    return found.sorted { left, right in
      if left.version.isPreferred != right.version.isPreferred { return left.version.isPreferred }
      if left.order.rank == right.order.rank, let one = left.scalars, let other = right.scalars, one != other
      {
        return other < one
      }
      if left.order != right.order { return right.order < left.order }
      return left.version.number < right.version.number
    }.map(\.version)
  }

  /// The hash of the lines that are in no set and are no stamps.
  private static func scalars(_ component: Component) -> CanonicalDigest {
    let lines = component.properties.flatMap { property -> [[UInt8]] in
      guard !MergeUnit.valued.contains(property.id), property.id != .uid else { return [] }
      let canonical = CanonicalLine.bytes(of: property)
      switch MergeUnit(property, canonical: canonical, repeated: []) {
      case .property, .group: return CanonicalLine.elements(of: property)
      case .stamp, .parent, .element, .line, .value: return []
      }
    }.sorted { $0.lexicographicallyPrecedes($1) }
    return CanonicalDigest(hashing: Array(lines.joined(separator: [0x0A])))
  }

  /// Why it settles a conflict with another.
  func rule(over other: MergeVersion) -> MergeRule {
    if isPreferred { return .preferred }
    return rank.rule(against: other.rank) ?? .contentHash
  }
}
