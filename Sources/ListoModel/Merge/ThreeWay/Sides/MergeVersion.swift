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

/// Which versions have something under a key, by their place in the order of the versions; all others have
/// nothing there, and are not asked. So what a merge costs grows with what its versions hold, not with
/// versions times keys: ten thousand versions with a tag of their own each have ten thousand tags.
struct Holders<Key: Hashable> {
  /// In the order in which they are met, those of the first version first.
  private(set) var keys: [Key] = []
  /// How many versions there are.
  private let count: Int
  private var versions: [Key: [Int]] = [:]

  /// - Parameter held: the keys of each version; one that stands there twice counts once.
  init(_ held: some Collection<[Key]>) {
    count = held.count
    for (version, held) in held.enumerated() {
      for key in held {
        let last = versions[key]?.last
        if last == nil { keys.append(key) }
        if last != version { versions[key, default: []].append(version) }
      }
    }
  }

  /// In their order.
  subscript(key: Key) -> [Int] { versions[key] ?? [] }

  /// The first version that has nothing there.
  ///
  /// - Complexity: linear in the holders.
  func firstLacking(_ key: Key) -> Int? {
    let holders = self[key]
    guard holders.count < count else { return nil }
    return holders.indices.first { holders[$0] != $0 } ?? holders.count
  }
}

/// Versions out of many, put together from some that are named and from all but some: these are counted and
/// not listed, so that what it costs is what is named.
struct VersionTally {
  private let count: Int
  private var named: Set<Int> = []
  /// How often all but some were put in, and how often a version was among those left out.
  private var rounds = 0
  private var omissions: [Int: Int] = [:]

  /// - Parameter count: of all versions.
  init(of count: Int) { self.count = count }

  mutating func insert(_ versions: [Int]) { named.formUnion(versions) }

  /// - Parameter versions: each once.
  mutating func insertAll(but versions: [Int]) {
    rounds += 1
    for version in versions { omissions[version, default: 0] += 1 }
  }

  /// In their order.
  var versions: [Int] {
    guard rounds > 0 else { return named.sorted() }
    return (0..<count).filter { named.contains($0) || omissions[$0, default: 0] < rounds }
  }
}
