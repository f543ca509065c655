internal import ICalendar

/// New names for zones whose name means another clock in another input.
///
/// A name that the system knows goes to the clock that it has there, since other programs trust the name and
/// pass over the definition; to none where no definition has that clock. Any other name goes to the clock
/// with the least hash. Each clock that does not get the name gets it with its ``ZoneIdentity/suffix``. So a
/// clock that lost its name never gets it back, whatever is merged later.
struct ZoneNames {
  typealias Key = MergedZones.Key

  /// By index in ``MergeIndex/zones``: what it is called in the output, where that is another name.
  private(set) var names: [Int: [UInt8]] = [:]
  /// Definitions that a merge made for single components: they stand beside the one that has their name, and
  /// are made anew.
  private(set) var madeByMerging: Set<Int> = []
  /// Of those that a merge made for single components the ones that no other definition explains: they stand
  /// for themselves, and are written as long as a component names them. Had all inputs been merged at once,
  /// no other would have been made.
  private(set) var keptWhereNamed: Set<Int> = []
  private(set) var conflicts: [ZoneConflict] = []
  private var identities = ZoneIdentities()
  /// For a name with several clocks, what each clock is called.
  private var classes: [Key: [CanonicalDigest: Key]] = [:]

  /// Definitions with one clock.
  private struct Group {
    let identity: ZoneIdentity
    /// Those that have the name.
    var members: [Int] = []
    /// Those that lost it in an earlier merge.
    var lost: [Int] = []
  }

  /// - Parameter written: the definitions that not the base alone has.
  init(_ index: MergeIndex, written: Set<Int>, inputs: [any MergeInput]) {
    let made = madeBefore(index)
    let others = index.zones.indices.filter { made[$0] == nil }
    var groups = Dictionary(grouping: others) { index.key(ofZone: $0) }
    let lost = lostNames(others, index)
    var keys = groups.keys.sorted(by: MergedZones.precedes)
    var next = 0
    while next < keys.count {
      let key = keys[next]
      next += 1
      let found = byIdentity(groups[key] ?? [], lost: lost[key] ?? [], index)
      guard !found.isEmpty else { continue }
      let clock = Self.clock(named: key.name) ?? found[0].identity.digest
      let kept = found.firstIndex { $0.identity.digest == clock }
      classes[key] = kept == nil ? [:] : [clock: key]
      for (place, other) in found.enumerated() where place != kept && !other.members.isEmpty {
        let renamed = key.renamed(for: other.identity.digest)
        classes[key]?[other.identity.digest] = renamed
        for member in other.members { names[member] = renamed.tzid }
        let first = found[kept ?? (place == 0 ? 1 : 0)]
        conflicts.append(Self.conflict(first, other, key, renamed, index, inputs))
        // It begins with the name and comes later.
        if groups[renamed] == nil {
          keys.insert(
            renamed, at: keys[next...].firstIndex { !MergedZones.precedes($0, renamed) } ?? keys.count)
        }
        groups[renamed, default: []] += other.members
      }
    }
    for (number, base) in made.sorted(by: { $0.key < $1.key }) {
      let identity = identities.identity(number, index)
      let digest = identity.digest
      // Its clock may have lost the name in an earlier merge.
      let holder = [base, base.renamed(for: digest)].first { key in
        groups[key, default: []].contains {
          written.contains($0) && identities.identity($0, index).digest == digest
        }
      }
      guard let holder else {
        // No definition has the name that it was made from any longer, which means what it says.
        if let classes = classes[base], !classes.values.contains(base), Self.clock(named: base.name) == digest
        {
          madeByMerging.insert(number)
          names[number] = base.tzid
          continue
        }
        // One whose clock merely lost the name may be called the same, as where it cannot be read; such are
        // always written.
        if identity.suffix != identity.wholeSuffix { keptWhereNamed.insert(number) }
        continue
      }
      madeByMerging.insert(number)
      names[number] = key(of: holder, digest).tzid
    }
  }

  /// The identity of a definition.
  mutating func identity(_ number: Int, _ index: MergeIndex) -> ZoneIdentity {
    identities.identity(number, index)
  }

  /// The key in the output of a clock under a name.
  func key(of key: Key, _ digest: CanonicalDigest) -> Key {
    var result = key
    while let next = classes[result]?[digest], next != result { result = next }
    return result
  }

  /// The definitions that a merge made for single components, each with the name that it was made from.
  private mutating func madeBefore(_ index: MergeIndex) -> [Int: Key] {
    var result: [Int: Key] = [:]
    for (number, zone) in index.zones.enumerated() {
      let tzid = String(decoding: zone.tzid, as: UTF8.self)
      guard ZoneIdentity.mayBeRenamed(tzid), tzid.hasSuffix(identities.identity(number, index).wholeSuffix)
      else {
        continue
      }
      result[number] = Key(list: index.key(ofZone: number).list, tzid: zone.tzid.dropLast(9))
    }
    return result
  }

  /// The clocks that lost a name in an earlier merge, by this name: they contend for it still, where the
  /// system knows it.
  private mutating func lostNames(_ zones: [Int], _ index: MergeIndex) -> [Key: [Int]] {
    var result: [Key: [Int]] = [:]
    for number in zones {
      let key = index.key(ofZone: number)
      guard ZoneIdentity.mayBeRenamed(key.name) else { continue }
      let identity = identities.identity(number, index)
      let name = String(key.name.dropLast(9))
      guard key.name.hasSuffix(identity.suffix), Zone.resolve(tzid: name) != nil else { continue }
      result[Key(list: key.list, tzid: Array(name.utf8)), default: []].append(number)
    }
    return result
  }

  /// The clock with the least hash first; none where there is only one.
  ///
  /// - Parameter lost: definitions that have the name no longer.
  private mutating func byIdentity(
    _ members: [Int], lost: [Int], _ index: MergeIndex
  ) -> [Group] {
    guard members.count + lost.count > 1 else { return [] }
    let digests = members.map { CanonicalContent(index.zones[$0].component).digest }
    // One spelling but for how its lines are written: there is nothing to be worked out.
    guard !lost.isEmpty || digests.contains(where: { $0 != digests[0] }) else { return [] }
    var groups: [CanonicalDigest: Group] = [:]
    for number in lost {
      let identity = identities.identity(number, index)
      groups[identity.digest, default: Group(identity: identity)].lost.append(number)
    }
    for member in members {
      let identity = identities.identity(member, index)
      groups[identity.digest, default: Group(identity: identity)].members.append(member)
    }
    guard groups.count > 1 else { return [] }
    return groups.values.sorted { $0.identity.digest < $1.identity.digest }
  }

  /// The clock that the system has for a name; nil where it does not know the name.
  private static func clock(named name: String) -> CanonicalDigest? {
    Zone.resolve(tzid: name).map { ZoneIdentity.digest($0.zone.offsets(from: ZoneIdentity.window)) }
  }

  /// - Parameters:
  ///   - kept: what keeps the name, or another that loses it.
  ///   - other: what is called otherwise.
  private static func conflict(
    _ kept: Group, _ other: Group, _ key: Key, _ renamed: Key, _ index: MergeIndex,
    _ inputs: [any MergeInput]
  ) -> ZoneConflict {
    var instant: Instant?
    if let left = kept.identity.zone, let right = other.identity.zone {
      let changes = (left.offsets(from: ZoneIdentity.window) + right.offsets(from: ZoneIdentity.window))
        .map(\.instant).sorted()
      instant = changes.first { left.offset(at: $0) != right.offset(at: $0) }
    }
    let sides = [kept, other].map { group in
      let places = (group.members + group.lost).map { index.zones[$0] }.map {
        (input: inputs[Int($0.input)].name, line: $0.component.lineNumber)
      }.sorted { ($0.input, $0.line) < ($1.input, $1.line) }
      return ZoneConflict.Side(
        input: places[0].input, line: places[0].line,
        offset: instant.flatMap { group.identity.zone?.offset(at: $0) })
    }
    return ZoneConflict(
      tzid: key.name, newName: renamed.name, first: sides[0], second: sides[1],
      instant: instant.map(\.description))
  }
}

/// The identities of a merge's definitions, each worked out once.
struct ZoneIdentities {
  private var known: [Int: ZoneIdentity] = [:]

  /// - Parameter number: index in ``MergeIndex/zones``.
  mutating func identity(_ number: Int, _ index: MergeIndex) -> ZoneIdentity {
    if let identity = known[number] { return identity }
    let identity = ZoneIdentity(index.zones[number].component)
    known[number] = identity
    return identity
  }
}

extension MergeIndex {
  /// List and name of a definition as it was read.
  func key(ofZone number: Int) -> MergedZones.Key {
    let zone = zones[number]
    return MergedZones.Key(list: calendars[Int(zone.calendar)].list, tzid: zone.tzid)
  }
}
