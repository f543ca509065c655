internal import ICalendar

/// A version of a component in a three-way merge.
struct MergeVersion {
  /// Its place in the order in which the versions were given.
  let number: Int
  let component: Component
  let rank: VersionRank
  /// A side was asked for, and this is it.
  let isPreferred: Bool

  /// Those that are there: the one that settles conflicts first, then by ``VersionOrder``, the greatest
  /// first.
  ///
  /// - Parameter byScalars: before the hash of all content counts that of what is in no set: two versions
  ///   whose sets alone differ stand side by side, so that uniting a result with its versions changes
  ///   nothing.
  static func sorted(
    _ versions: [Component?], _ options: ThreeWayOptions, byScalars: Bool = false
  ) -> [MergeVersion] {
    let preferred = options.fieldSides[""] ?? options.preference.side(of: versions.count)
    let present = versions.enumerated().compactMap { number, component in
      component.map { (number: number, component: $0, rank: VersionRank($0)) }
    }
    let ranks = present.map(\.rank).sorted()
    let tied = Set(zip(ranks, ranks.dropFirst()).lazy.filter { $0 == $1 }.map(\.0))
    let found = present.map { number, component, rank in
      let version = MergeVersion(
        number: number, component: component.standingAlone(), rank: rank, isPreferred: number == preferred)
      // Nothing is hashed where the stamps say all.
      guard !tied.isEmpty, tied.contains(rank) else { return (version: version, tie: nil as Tie?) }
      let compared = options.identified(component)
      let order = VersionOrder(component, comparedAs: compared, rank: rank)
      return (version, Tie(scalars: byScalars ? scalars(compared) : nil, order: order))
    }
    return found.sorted { left, right in
      if left.version.isPreferred != right.version.isPreferred { return left.version.isPreferred }
      if left.version.rank != right.version.rank { return right.version.rank < left.version.rank }
      if let one = left.tie, let other = right.tie {
        if let scalars = one.scalars, let others = other.scalars, scalars != others {
          return others < scalars
        }
        if one.order != other.order { return other.order < one.order }
      }
      return left.version.number < right.version.number
    }.map(\.version)
  }

  /// The values that decide between versions of one rank.
  private struct Tie {
    let scalars: CanonicalDigest?
    let order: VersionOrder
  }

  /// The hash of the lines that are in no set and are no stamps.
  private static func scalars(_ component: Component) -> CanonicalDigest {
    let lines = component.properties.flatMap { property -> [[UInt8]] in
      guard !MergeUnit.valued.contains(property.id), property.id != .uid else { return [] }
      let canonical = CanonicalLine.bytes(of: property)
      switch MergeUnit(property, saying: canonical, repeated: []) {
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
