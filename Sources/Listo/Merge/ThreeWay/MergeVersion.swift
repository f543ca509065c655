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
  static func sorted(_ versions: [Component?], _ preference: MergePreference) -> [MergeVersion] {
    let preferred: Int? =
      switch preference {
      case .newest, .both: nil
      case .ours: 0
      case .theirs: versions.count - 1
      }
    let found = versions.enumerated().compactMap { number, component in
      component.map { component in
        let order = VersionOrder(component)
        let version = MergeVersion(
          number: number, component: component.standingAlone(), rank: order.rank,
          isPreferred: number == preferred)
        return (order: order, version: version)
      }
    }
    return found.sorted { left, right in
      if left.version.isPreferred != right.version.isPreferred { return left.version.isPreferred }
      if left.order != right.order { return right.order < left.order }
      return left.version.number < right.version.number
    }.map(\.version)
  }

  /// Why it settles a conflict with another.
  func rule(over other: MergeVersion) -> MergeRule {
    if isPreferred { return .preferred }
    return rank.rule(against: other.rank) ?? .contentHash
  }
}
