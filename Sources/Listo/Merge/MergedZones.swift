internal import ICalendar
internal import Synchronization

/// The time zones of the output: one definition for each list and TZID.
///
/// Two definitions are the same zone if their clocks show the same from 1970 to 2100; in the wild
/// `Europe/Berlin` alone has fourteen spellings. Of those that are, the one with the least canonical hash is
/// kept, of equal ones that with the least bytes, the name left out. Of those that are not, the clock with the least hash keeps the
/// name, and each other gets the name with the first eight digits of its hash: so the result depends neither on
/// the order of the inputs nor on which dates happen to be used.
final class MergedZones: Sendable {
  struct Key: Hashable {
    let list: UInt32
    let tzid: [UInt8]
  }

  let choices: [MergeReport.ZoneChoice]
  let conflicts: [ZoneConflict]
  /// By calendar: names in its own sense, and what they are called in the output.
  let renames: [UInt32: [String: String]]
  private let definitions: [Key: Component]
  private let zones = Mutex<[Key: Zone?]>([:])
  private let identities = Mutex<[Key: String?]>([:])

  init(_ index: MergeIndex, lists: [MergedList], inputs: [any MergeInput]) {
    let names = ZoneNames(index, inputs: inputs)
    conflicts = names.conflicts
    renames = names.renames
    // What only the base defines says what its times mean, and is not written.
    let written = Set(
      index.definedZones.filter { index.calendars[Int($0.calendar)].side >= 0 }.map { Int($0.zone) })
    let groups = Dictionary(grouping: index.zones.indices.filter(written.contains)) { number in
      let zone = index.zones[number]
      return Key(
        list: index.calendars[Int(zone.calendar)].list, tzid: names.names[number] ?? zone.tzid)
    }
    var definitions: [Key: Component] = [:]
    var choices: [MergeReport.ZoneChoice] = []
    for key in groups.keys.sorted(by: Self.precedes) {
      let candidates = (groups[key] ?? []).map { number in
        Candidate(
          index.zones[number], newName: names.names[number],
          input: inputs[Int(index.zones[number].input)].name)
      }.sorted(by: <)
      guard let kept = candidates.first else { continue }
      definitions[key] = kept.component
      let dropped = Set(candidates.dropFirst().map(\.input)).sorted()
      choices.append(
        MergeReport.ZoneChoice(
          list: lists[Int(key.list)].identifier, tzid: String(decoding: key.tzid, as: UTF8.self),
          input: kept.input,
          otherSpellings: dropped))
    }
    (self.definitions, self.choices) = (definitions, choices)
  }

  /// What a TZID of the output means in a list: a definition of any of the list's inputs, else what the system
  /// knows.
  func zone(_ list: UInt32, _ tzid: String) -> Zone? {
    let key = Key(list: list, tzid: Array(tzid.utf8))
    if let known = zones.withLock({ $0[key] }) { return known }
    let zone = definitions[key].flatMap { try? Zone(vtimezone: $0) } ?? Zone.resolve(tzid: tzid)?.zone
    zones.withLock { $0[key] = .some(zone) }
    return zone
  }

  /// The component with ``ZoneClock/identity(named:)`` in the place of each TZID that is explained, for comparing: what the zones
  /// are called depends on who else had their names, what they are does not.
  func identified(_ component: Component, ofList list: UInt32) -> Component {
    var used: Set<String> = []
    component.collectZones(into: &used)
    guard !used.isEmpty else { return component }
    var names: [String: String] = [:]
    for tzid in used { names[tzid] = identity(list, tzid) }
    return component.renamingZones(names)
  }

  private func identity(_ list: UInt32, _ tzid: String) -> String? {
    let key = Key(list: list, tzid: Array(tzid.utf8))
    if let known = identities.withLock({ $0[key] }) { return known }
    let clock = definitions[key].map { ZoneClock($0) } ?? Zone.resolve(tzid: tzid).map { ZoneClock($0.zone) }
    let identity = clock?.identity(named: tzid)
    identities.withLock { $0[key] = .some(identity) }
    return identity
  }

  /// The definitions of a list by TZID.
  func definitions(ofList list: UInt32) -> [Component] {
    definitions.keys.filter { $0.list == list }.sorted(by: Self.precedes).compactMap { definitions[$0] }
  }

  static func precedes(_ left: Key, _ right: Key) -> Bool {
    left.list != right.list ? left.list < right.list : left.tzid.lexicographicallyPrecedes(right.tzid)
  }

  /// One of several definitions of a zone. What it was called before does not count as long as there is another difference.
  private struct Candidate: Comparable {
    let component: Component
    let nameless: [UInt8]
    let digest: CanonicalDigest
    let input: String

    init(_ definition: MergeIndex.ZoneDefinition, newName: [UInt8]?, input: String) {
      var component = definition.component
      if let newName { component.set(.tzid, value: newName) }
      (self.component, self.input) = (component, input)
      let nameless = component.withoutZoneName
      (self.nameless, digest) = (Array(nameless.bytes), CanonicalContent(nameless).digest)
    }

    static func == (left: Candidate, right: Candidate) -> Bool {
      left.component.bytes == right.component.bytes
    }

    static func < (left: Candidate, right: Candidate) -> Bool {
      if left.digest != right.digest { return left.digest < right.digest }
      if left.nameless != right.nameless { return left.nameless.lexicographicallyPrecedes(right.nameless) }
      return left.component.bytes.lexicographicallyPrecedes(right.component.bytes)
    }
  }
}
