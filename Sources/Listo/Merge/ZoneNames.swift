internal import ICalendar

/// New names for zones whose name means another clock in another input.
struct ZoneNames {
  /// By index in ``MergeIndex/zones``.
  private(set) var names: [Int: [UInt8]] = [:]
  /// By calendar: its own name of a zone, and the new one.
  private(set) var renames: [UInt32: [String: String]] = [:]
  private(set) var conflicts: [ZoneConflict] = []

  /// Definitions with one clock.
  private struct Group {
    let clock: ZoneClock
    var members: [Int]
  }

  init(_ index: MergeIndex, inputs: [any MergeInput]) {
    let groups = Dictionary(grouping: index.zones.indices) { number in
      let zone = index.zones[number]
      return MergedZones.Key(list: index.calendars[Int(zone.calendar)].list, tzid: zone.tzid)
    }
    for key in groups.keys.sorted(by: MergedZones.precedes) {
      let clocks = Self.clocks(groups[key] ?? [], index)
      guard let kept = clocks.first, clocks.count > 1 else { continue }
      for other in clocks.dropFirst() {
        let name = key.tzid + other.clock.suffix
        for member in other.members { names[member] = name }
        conflicts.append(
          Self.conflict(kept, other, String(decoding: key.tzid, as: UTF8.self), name, index, inputs))
      }
      renameUndefined(key, clocks, index)
    }
    guard !names.isEmpty else { return }
    // Of two definitions in one calendar the first counts.
    var seen: Set<[UInt64]> = []
    for (calendar, zone) in index.definedZones {
      let tzid = index.zones[Int(zone)].tzid
      guard seen.insert([UInt64(calendar), ByteHash(tzid[...]).word]).inserted, let name = names[Int(zone)]
      else { continue }
      renames[calendar, default: [:]][String(decoding: tzid, as: UTF8.self)] =
        String(decoding: name, as: UTF8.self)
    }
  }

  /// The clock with the least hash first.
  private static func clocks(_ members: [Int], _ index: MergeIndex) -> [Group] {
    guard members.count > 1 else { return [] }
    let digests = members.map { CanonicalContent(index.zones[$0].component).digest }
    // One spelling but for how its lines are written: there is nothing to be worked out.
    guard digests.contains(where: { $0 != digests[0] }) else { return [] }
    var clocks: [CanonicalDigest: Group] = [:]
    for member in members {
      let clock = ZoneClock(index.zones[member].component)
      clocks[clock.digest, default: Group(clock: clock, members: [])].members.append(member)
    }
    return clocks.values.sorted { $0.clock.digest < $1.clock.digest }
  }

  /// A calendar that does not define the zone means what the system does.
  private mutating func renameUndefined(
    _ key: MergedZones.Key, _ clocks: [Group], _ index: MergeIndex
  ) {
    let tzid = String(decoding: key.tzid, as: UTF8.self)
    guard let system = Zone.resolve(tzid: tzid)?.zone else { return }
    let digest = ZoneClock(system).digest
    guard let meant = clocks.dropFirst().first(where: { $0.clock.digest == digest }),
      let name = meant.members.first
    else { return }
    let members = Set(clocks.flatMap(\.members))
    let defining = Set(index.definedZones.filter { members.contains(Int($0.zone)) }.map(\.calendar))
    for calendar in index.calendars.indices
    where index.calendars[calendar].list == key.list && !defining.contains(UInt32(calendar)) {
      renames[UInt32(calendar), default: [:]][tzid] = String(decoding: names[name] ?? [], as: UTF8.self)
    }
  }

  private static func conflict(
    _ kept: Group, _ other: Group, _ tzid: String, _ name: [UInt8], _ index: MergeIndex,
    _ inputs: [any MergeInput]
  ) -> ZoneConflict {
    var instant: Instant?
    if let left = kept.clock.zone, let right = other.clock.zone {
      let changes = (left.canonicalOffsets + right.canonicalOffsets).map(\.instant).sorted()
      instant = changes.first { left.offset(at: $0) != right.offset(at: $0) }
    }
    let sides = [kept, other].map { group in
      let places = group.members.map { index.zones[$0] }.map {
        (input: inputs[Int($0.input)].name, line: $0.component.lineNumber)
      }.sorted { ($0.input, $0.line) < ($1.input, $1.line) }
      return ZoneConflict.Side(
        input: places[0].input, line: places[0].line,
        offset: instant.flatMap { group.clock.zone?.offset(at: $0) })
    }
    return ZoneConflict(
      tzid: tzid, newName: String(decoding: name, as: UTF8.self), first: sides[0], second: sides[1],
      instant: instant.map(\.description))
  }
}
