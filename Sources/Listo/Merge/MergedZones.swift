internal import ICalendar

/// The time zones of the output: one definition for each list and TZID.
///
/// Two definitions are the same zone if their clocks show the same from 1970 to 2100; in the wild
/// `Europe/Berlin` alone has fourteen spellings. Of those that are, the one with the least canonical hash is
/// kept, of equal ones that with the least bytes.
struct MergedZones {
  struct Key: Hashable {
    let list: UInt32
    let tzid: [UInt8]
  }
  private(set) var definitions: [Key: Component] = [:]
  private(set) var choices: [MergeReport.ZoneChoice] = []
  private var zones: [Key: Zone?] = [:]

  init(_ index: MergeIndex, lists: [MergedList], inputs: [any MergeInput]) throws(MergeError) {
    let groups = Dictionary(grouping: index.zones) {
      Key(list: index.calendars[Int($0.calendar)].list, tzid: $0.tzid)
    }
    for key in groups.keys.sorted(by: Self.precedes) {
      let candidates = (groups[key] ?? []).map { Candidate($0, input: inputs[Int($0.input)].name) }.sorted(
        by: <)
      guard let kept = candidates.first else { continue }
      try Self.compare(kept, candidates.filter { $0.digest != kept.digest }, tzid: key.tzid)
      definitions[key] = kept.component
      let dropped = Set(candidates.dropFirst().map(\.input)).sorted()
      choices.append(
        MergeReport.ZoneChoice(
          list: lists[Int(key.list)].identifier, tzid: String(decoding: key.tzid, as: UTF8.self),
          input: kept.input,
          otherSpellings: dropped))
    }
  }

  /// What a TZID means in a list: a definition of any of the list's inputs, else what the system knows.
  mutating func zone(_ list: UInt32, _ tzid: String) -> Zone? {
    let key = Key(list: list, tzid: Array(tzid.utf8))
    if let known = zones[key] { return known }
    let zone = definitions[key].flatMap { try? Zone(vtimezone: $0) } ?? Zone.resolve(tzid: tzid)?.zone
    zones[key] = .some(zone)
    return zone
  }

  /// The definitions of a list by TZID.
  func definitions(ofList list: UInt32) -> [Component] {
    definitions.keys.filter { $0.list == list }.sorted(by: Self.precedes).compactMap { definitions[$0] }
  }

  private static func precedes(_ left: Key, _ right: Key) -> Bool {
    left.list != right.list ? left.list < right.list : left.tzid.lexicographicallyPrecedes(right.tzid)
  }

  private struct Candidate: Comparable {
    let component: Component
    let digest: CanonicalDigest
    let input: String

    init(_ definition: MergeIndex.ZoneDefinition, input: String) {
      (component, self.input) = (definition.component, input)
      digest = CanonicalContent(component).digest
    }

    /// Nil where no observance can be read: such a zone is only equal to itself.
    var zone: Zone? { try? Zone(vtimezone: component) }

    static func == (left: Candidate, right: Candidate) -> Bool {
      left.component.bytes == right.component.bytes
    }

    static func < (left: Candidate, right: Candidate) -> Bool {
      if left.digest != right.digest { return left.digest < right.digest }
      return left.component.bytes.lexicographicallyPrecedes(right.component.bytes)
    }
  }

  /// - Throws: ``MergeError/zoneConflict(_:)`` for the first of the others whose clock is not that of the
  ///   kept one.
  private static func compare(_ kept: Candidate, _ others: [Candidate], tzid: [UInt8]) throws(MergeError) {
    guard !others.isEmpty else { return }
    let zone = kept.zone
    let offsets = zone?.canonicalOffsets
    for other in others {
      let otherZone = other.zone
      guard offsets != nil, otherZone?.canonicalOffsets == offsets else {
        throw .zoneConflict(conflict((kept, zone), (other, otherZone), tzid: tzid))
      }
    }
  }

  private static func conflict(
    _ one: (candidate: Candidate, zone: Zone?), _ other: (candidate: Candidate, zone: Zone?), tzid: [UInt8]
  ) -> ZoneConflict {
    var instant: Instant?
    if let left = one.zone, let right = other.zone {
      let changes = (left.canonicalOffsets + right.canonicalOffsets).map(\.instant).sorted()
      instant = changes.first { left.offset(at: $0) != right.offset(at: $0) }
    }
    let sides = [one, other].map { side in
      ZoneConflict.Side(
        input: side.candidate.input, line: side.candidate.component.lineNumber,
        offset: instant.flatMap { side.zone?.offset(at: $0) })
    }.sorted { ($0.input, $0.line) < ($1.input, $1.line) }
    return ZoneConflict(
      tzid: String(decoding: tzid, as: UTF8.self), first: sides[0], second: sides[1],
      instant: instant.map(\.description))
  }
}
