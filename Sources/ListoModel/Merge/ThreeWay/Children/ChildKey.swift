internal import ICalendar

/// The key that distinguishes a component inside another from its neighbours.
struct ChildKey: Hashable {
  let name: String
  /// UID (RFC 9074), else X-WR-ALARMUID or X-EVOLUTION-ALARM-UID, else a hash: of an alarm what makes it
  /// ring, of any other all of it.
  let value: [UInt8]
  /// Its place among the children of this name and value.
  let ordinal: Int

  /// Properties that name a component inside.
  static let uidNames = ["UID", "X-WR-ALARMUID", "X-EVOLUTION-ALARM-UID"]
}

/// The components inside of several versions of one component, each with a key that its other versions have
/// too.
///
/// Two with one UID are versions of one. Programs give UIDs to alarms that have none, each its own, so that
/// of what is left alarms that ring alike are versions of one as well, as long as none of the versions has
/// two of them. The order of the versions does not matter.
struct KeyedChildren {
  /// By version, in their order.
  private(set) var keys: [[ChildKey]] = []
  private var byUID: [UIDKey: ChildKey] = [:]

  private struct UIDKey: Hashable {
    let name: String
    let uid: [UInt8]
  }

  /// Versions of one component, before and after others join them.
  private struct Group {
    let name: String
    /// The least UID, else a hash.
    var value: [UInt8]
    var isNamed: Bool
    var versions: Set<Int> = []
    /// Only of alarms.
    var ringing: Set<[UInt8]> = []

    /// Those that have a UID come first.
    func precedes(_ other: Group) -> Bool {
      isNamed != other.isNamed ? isNamed : value.lexicographicallyPrecedes(other.value)
    }
  }

  /// - Parameter versions: the components inside of each.
  /// - Complexity: O(n log n) in all of them.
  init(_ versions: [[Component]]) {
    var groups: [Group] = []
    // By group, one that it has joined, or itself.
    var joined: [Int] = []
    func root(_ group: Int) -> Int {
      var group = group
      while joined[group] != group {
        joined[group] = joined[joined[group]]
        group = joined[group]
      }
      return group
    }
    func join(_ one: Int, _ other: Int) {
      let (one, other) = (root(one), root(other))
      guard one != other else { return }
      joined[other] = one
      let lost = groups[other]
      if lost.precedes(groups[one]) {
        (groups[one].value, groups[one].isNamed) = (lost.value, lost.isNamed)
      }
      groups[one].versions.formUnion(lost.versions)
      groups[one].ringing.formUnion(lost.ringing)
    }
    var named: [UIDKey: Int] = [:]
    var unnamed: [ChildKey: Int] = [:]
    let places = versions.enumerated().map { version, children in
      var counts: [ChildKey: Int] = [:]
      return children.map { child -> Int in
        let group = groups.count
        joined.append(group)
        let ringing = child.kind == .valarm ? Self.ringing(child) : nil
        let uids = Self.uids(of: child)
        groups.append(
          Group(
            name: child.name, value: uids.min { $0.lexicographicallyPrecedes($1) } ?? [],
            isNamed: !uids.isEmpty, versions: [version], ringing: ringing.map { [$0] } ?? []))
        for uid in uids {
          let key = UIDKey(name: child.name, uid: uid)
          if let other = named[key] { join(other, group) } else { named[key] = group }
        }
        guard uids.isEmpty else { return group }
        let value = ringing ?? [0] + CanonicalContent(nested: child).digest.bytes
        let first = ChildKey(name: child.name, value: value, ordinal: 0)
        let ordinal = counts[first, default: 0]
        counts[first] = ordinal + 1
        let key = ChildKey(name: child.name, value: value, ordinal: ordinal)
        groups[group].value = value + "\(ordinal)".utf8
        if let other = unnamed[key] { join(other, group) } else { unnamed[key] = group }
        return group
      }
    }
    // Alarms that ring alike.
    var alike: [[UInt8]: Set<Int>] = [:]
    for group in groups.indices {
      for value in groups[group].ringing { alike[value, default: []].insert(root(group)) }
    }
    let several = alike.filter { $0.value.count > 1 }
    for (_, found) in several.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      // Those that were not moved come first, and those of most versions, so that what is left over finds its
      // place beside them.
      let roots = Set(found.map(root)).sorted { left, right in
        let (one, other) = (groups[left], groups[right])
        if one.ringing.count != other.ringing.count { return one.ringing.count < other.ringing.count }
        if one.versions.count != other.versions.count { return one.versions.count > other.versions.count }
        return one.precedes(other)
      }
      // Of each version, how many of these were met.
      var met: [Int: Int] = [:]
      var first: [Int: Int] = [:]
      for group in roots {
        let versions = groups[group].versions
        let ordinal = versions.map { met[$0, default: 0] }.max() ?? 0
        for version in versions { met[version] = ordinal + 1 }
        if let other = first[ordinal] { join(other, group) } else { first[ordinal] = group }
      }
    }
    keys = places.map { places in
      var counts: [Int: Int] = [:]
      return places.map { place in
        let group = root(place)
        let ordinal = counts[group, default: 0]
        counts[group] = ordinal + 1
        return ChildKey(name: groups[group].name, value: groups[group].value, ordinal: ordinal)
      }
    }
    for (uid, group) in named {
      let group = groups[root(group)]
      byUID[uid] = ChildKey(name: group.name, value: group.value, ordinal: 0)
    }
  }

  /// The component that a UID names.
  func key(_ name: String, uid: [UInt8]) -> ChildKey? { byUID[UIDKey(name: name, uid: uid)] }

  private static func uids(of child: Component) -> Set<[UInt8]> {
    let lines = child.properties.filter { ChildKey.uidNames.contains($0.name) && !$0.value.isEmpty }
    return Set(lines.map { Array($0.value) })
  }

  private static let ringing: Set<PropertyID> = [
    .action, .trigger, .proximity, .xAppleProximity, .xAppleStructuredLocation, .location,
  ]

  /// A hash of what makes an alarm ring.
  private static func ringing(_ alarm: Component) -> [UInt8] {
    let lines = alarm.properties.filter { ringing.contains($0.id) }
      .flatMap { CanonicalLine.elements(of: $0, in: alarm, .forPeople) }
    let places = alarm.children.map { CanonicalContent(nested: $0).digest.bytes }
    let parts = (lines + places).sorted { $0.lexicographicallyPrecedes($1) }
    return [0] + CanonicalDigest(hashing: Array(parts.joined(separator: [0x0A]))).bytes
  }
}

extension MergeVersion {
  /// A component inside of it, which has its rank.
  func with(_ child: Component) -> MergeVersion {
    MergeVersion(number: number, component: child, rank: rank, isPreferred: isPreferred)
  }
}

extension MergeDecision.Line {
  func inside(_ path: [String]) -> MergeDecision.Line {
    MergeDecision.Line(path: path + self.path, octets: octets)
  }
}

extension FieldDecision {
  func inside(_ path: [String]) -> FieldDecision {
    FieldDecision(
      path: path + self.path, field: field, rule: rule, isConflict: isConflict, chosen: chosen,
      losers: losers.map { Loser(version: $0.version, lines: $0.lines.map { $0.inside(path) }) },
      instead: instead.map { $0.inside(path) })
  }
}
