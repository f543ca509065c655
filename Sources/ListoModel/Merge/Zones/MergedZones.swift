internal import ICalendar
internal import Synchronization

/// The time zones of the output: one definition for each list and TZID.
///
/// Two definitions are the same zone if their clocks show the same from 2000 to 2100 (``ZoneIdentity``); in
/// the wild `Europe/Berlin` alone has fourteen spellings. Of those that are, the one with the least canonical
/// hash is kept, of equal ones that with the least bytes, the name left out. Of those that are not, the clock
/// that the system has under the name keeps it (``ZoneNames``), and each other gets the name with the first
/// eight digits of its hash: so the result depends neither on the order of the inputs nor on which dates
/// happen to be used.
///
/// A component with a time before 2000 that the kept definition reads otherwise than its own gets a
/// definition for itself, which reads all its times as its own did and is the zone's from 2000 on
/// (``ICalendar/Zone/narrowed(to:before:)``). That is decided component by component, and nothing of the
/// definition is left but what the component needs: another that read its times alike would have given the
/// same. Were its own definition kept whole, then how it is called would depend on which of those were merged
/// first.
final class MergedZones: Sendable {
  struct Key: Hashable {
    let list: UInt32
    let tzid: [UInt8]

    var name: String { String(decoding: tzid, as: UTF8.self) }

    /// The key of a clock that lost the name to another (``ZoneIdentity/suffix``).
    func renamed(for clock: CanonicalDigest) -> Key {
      Key(list: list, tzid: tzid + ZoneIdentity.suffix(clock).utf8)
    }
  }

  /// The definition that is kept under a name.
  struct Kept {
    /// Index in ``MergeIndex/zones``.
    let number: Int
    /// With the name that it has in the output.
    let component: Component
    let input: String
  }

  private let choices: [(key: Key, choice: MergeReport.ZoneChoice)]
  private let nameConflicts: [ZoneConflict]
  /// By calendar: what it means by names that mean something else, or have another name, in the output.
  let meanings: [UInt32: [String: ZoneMeaning]]
  private let definitions: [Key: Kept]
  /// The definitions that are written only where a component names them (``ZoneNames/keptWhereNamed``).
  private let keptWhereNamed: Set<Key>
  private let lists: [UInt32]
  private let inputs: [String]
  private let made = Mutex<[Key: MadeZone]>([:])
  private let zones = Mutex<[Key: Zone?]>([:])
  private let clocks = Mutex<[Key: CanonicalDigest]>([:])

  /// - Parameter keepsBase: components of the base may be in the output though no side has them.
  init(_ index: MergeIndex, lists: [MergedList], inputs: [any MergeInput], keepsBase: Bool) {
    // A definition that only the base has explains the base's times. It is written only for components of the
    // base.
    let written = Set(
      index.definedZones.filter { index.calendars[Int($0.calendar)].side >= 0 }.map { Int($0.zone) })
    var names = ZoneNames(index, written: written, inputs: inputs)
    nameConflicts = names.conflicts
    let kept = index.zones.indices.filter { !names.madeByMerging.contains($0) }
    let finalKey = { (number: Int) in
      let key = index.key(ofZone: number)
      return Key(list: key.list, tzid: names.names[number] ?? key.tzid)
    }
    var groups = Dictionary(grouping: kept.filter(written.contains), by: finalKey)
    var keptWhereNamed: Set<Key> = []
    if keepsBase {
      let ofBase = Dictionary(grouping: kept.filter { !written.contains($0) }, by: finalKey)
      for (key, members) in ofBase where groups[key] == nil {
        groups[key] = members
        keptWhereNamed.insert(key)
      }
    }
    var definitions: [Key: Kept] = [:]
    var choices: [(key: Key, choice: MergeReport.ZoneChoice)] = []
    for key in groups.keys.sorted(by: Self.precedes) {
      let candidates = (groups[key] ?? []).map { number in
        Candidate(
          number, index.zones[number], newName: names.names[number],
          input: inputs[Int(index.zones[number].input)].name)
      }.sorted(by: <)
      guard let first = candidates.first else { continue }
      definitions[key] = Kept(number: first.number, component: first.component, input: first.input)
      if candidates.allSatisfy({ names.keptWhereNamed.contains($0.number) }) { keptWhereNamed.insert(key) }
      let dropped = Set(candidates.dropFirst().map(\.input)).sorted()
      let choice = MergeReport.ZoneChoice(
        list: lists[Int(key.list)].identifier, tzid: key.name, input: first.input, otherSpellings: dropped)
      choices.append((key, choice))
    }
    meanings = ZoneMeaning.all(index, &names, kept: definitions)
    (self.definitions, self.choices, self.keptWhereNamed) = (definitions, choices, keptWhereNamed)
    (self.lists, self.inputs) = (index.calendars.map(\.list), inputs.map(\.name))
  }

  // MARK: Meaning

  /// The zone of a TZID of the output in a list: a definition of any of the list's inputs, else the system's
  /// zone.
  func zone(_ list: UInt32, _ tzid: String) -> Zone? {
    let key = Key(list: list, tzid: Array(tzid.utf8))
    if let known = zones.withLock({ $0[key] }) { return known }
    if let zone = made.withLock({ $0[key]?.zone }) { return zone }
    let zone =
      definitions[key].flatMap { try? Zone(vtimezone: $0.component) } ?? Zone.resolve(tzid: tzid)?.zone
    zones.withLock { $0[key] = .some(zone) }
    return zone
  }

  /// The zone of a TZID in a calendar of an input.
  func zone(inCalendar calendar: UInt32, _ tzid: String) -> Zone? {
    guard let meaning = meanings[calendar]?[tzid] else { return zone(lists[Int(calendar)], tzid) }
    return meaning.clocks?.own ?? zone(lists[Int(calendar)], meaning.name)
  }

  /// A component as the output has it: with the names of the output for the zones of its calendar.
  func renamed(_ component: Component, ofCalendar calendar: UInt32) -> Component {
    guard let meanings = meanings[calendar] else { return component }
    var names: [String: String] = [:]
    for (tzid, times) in component.zonedTimes {
      guard let meaning = meanings[tzid] else { continue }
      let name = name(of: meaning, tzid, times, lists[Int(calendar)])
      if name != tzid { names[tzid] = name }
    }
    return names.isEmpty ? component : component.renamingZones(names)
  }

  /// The name in the output of a zone with the times that a component has in it.
  private func name(of meaning: ZoneMeaning, _ tzid: String, _ times: ZonedTimes, _ list: UInt32) -> String {
    guard let (own, kept) = meaning.clocks else { return meaning.name }
    let (wanted, offered) = (own.reading(of: times), kept.reading(of: times))
    guard meaning.isAnother || wanted != offered else { return meaning.name }
    guard let zone = MadeZone(own.narrowed(to: times, before: ZoneIdentity.window), named: meaning.name)
    else {
      return meaning.name
    }
    let key = Key(list: list, tzid: Array(zone.name.utf8))
    var conflict: ZoneConflict?
    if zone.name != tzid {
      // Where none of the component's own times differ, the first of all that do.
      let all =
        wanted != offered
        ? wanted + offered : own.offsets(from: ZoneIdentity.window) + kept.offsets(from: ZoneIdentity.window)
      let instants = all.map(\.instant).sorted()
      let instant = instants.first { own.offset(at: $0) != kept.offset(at: $0) } ?? instants[0]
      let place = definitions[Key(list: list, tzid: Array(meaning.name.utf8))]
      conflict = ZoneConflict(
        tzid: tzid, newName: zone.name,
        first: ZoneConflict.Side(
          input: place?.input ?? "", line: place?.component.lineNumber ?? 0, offset: kept.offset(at: instant)),
        second: ZoneConflict.Side(
          input: meaning.place.map { inputs[Int($0.input)] } ?? "tzdata", line: meaning.place?.line ?? 0,
          offset: own.offset(at: instant)),
        instant: instant.description, isOfComponents: true)
    }
    made.withLock { made in
      if made[key] == nil { made[key] = zone }
      made[key]?.note(conflict)
    }
    return zone.name
  }

  /// No zone is defined, by an input or for components.
  var isEmpty: Bool { definitions.isEmpty && made.withLock { $0.isEmpty } }

  /// Some definitions are for single components, and are written only where a component names them.
  var dependOnUse: Bool { !keptWhereNamed.isEmpty || made.withLock { !$0.isEmpty } }

  // MARK: Comparing

  /// The component with what its zones are in the place of each TZID that is explained, for comparing: what
  /// the zones are called depends on who else had their names, what they are does not.
  func identified(_ component: Component, ofList list: UInt32) -> Component {
    var names: [String: String] = [:]
    for (tzid, times) in component.zonedTimes { names[tzid] = identity(list, tzid, times) }
    return names.isEmpty ? component : component.renamingZones(names)
  }

  private func identity(_ list: UInt32, _ tzid: String, _ times: ZonedTimes) -> String? {
    let key = Key(list: list, tzid: Array(tzid.utf8))
    // The system's zones differ from machine to machine: there the name counts.
    guard definitions[key] != nil || made.withLock({ $0[key] != nil }) else { return nil }
    let name = ZoneIdentity.bareName(tzid) + "-\(clock(key))"
    let early = zone(list, tzid)?.reading(of: times).filter { $0.instant < ZoneIdentity.window } ?? []
    return early.isEmpty ? name : name + "-\(ZoneIdentity.digest(early))"
  }

  private func clock(_ key: Key) -> CanonicalDigest {
    if let known = clocks.withLock({ $0[key] }) { return known }
    let definition = definitions[key]?.component ?? made.withLock { $0[key]?.component }
    let clock = definition.map { ZoneIdentity($0).digest } ?? CanonicalDigest(hashing: key.tzid)
    clocks.withLock { $0[key] = clock }
    return clock
  }

  // MARK: Writing

  /// The definitions of a list by TZID.
  ///
  /// - Parameter used: of those that were made for single components the names that are used; nil for all.
  func definitions(ofList list: UInt32, used: Set<String>?) -> [Component] {
    let isUsed = { (key: Key) in used?.contains(key.name) ?? true }
    var found = definitions.filter { $0.key.list == list && isWritten($0.key, isUsed) }.mapValues(\.component)
    for (key, zone) in made.withLock({ $0 }) where key.list == list && isUsed(key) {
      found[key] = zone.component
    }
    return found.sorted { Self.precedes($0.key, $1.key) }.map(\.value)
  }

  private func isWritten(_ key: Key, _ isUsed: (Key) -> Bool) -> Bool {
    !keptWhereNamed.contains(key) || isUsed(key)
  }

  /// Where the definitions of the inputs that are written come from, by list and TZID.
  ///
  /// - Parameter used: by list the names that components have.
  func choices(used: (UInt32) -> Set<String>) -> [MergeReport.ZoneChoice] {
    choices.filter { isWritten($0.key) { used($0.list).contains($0.name) } }.map(\.choice)
  }

  /// The zones whose name in the output is not the name in their input.
  ///
  /// - Parameter used: by list, of the definitions that were made for single components the names that are
  ///   used.
  func conflicts(used: (UInt32) -> Set<String>) -> [ZoneConflict] {
    let own = made.withLock { $0 }.sorted { Self.precedes($0.key, $1.key) }.compactMap { key, zone in
      used(key.list).contains(key.name) ? zone.conflict : nil
    }
    return nameConflicts + own
  }

  static func precedes(_ left: Key, _ right: Key) -> Bool {
    left.list != right.list ? left.list < right.list : left.tzid.lexicographicallyPrecedes(right.tzid)
  }

  /// One of several definitions of a zone. What it was called before does not count as long as there is
  /// another difference.
  private struct Candidate: Comparable {
    let number: Int
    let component: Component
    let nameless: [UInt8]
    let digest: CanonicalDigest
    let input: String

    init(_ number: Int, _ definition: MergeIndex.ZoneDefinition, newName: [UInt8]?, input: String) {
      var component = definition.component
      if let newName { component = component.called(String(decoding: newName, as: UTF8.self)) }
      (self.number, self.component, self.input) = (number, component, input)
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

/// A definition that a merge makes for the times of single components.
struct MadeZone: Sendable {
  let name: String
  let component: Component
  let zone: Zone
  /// The first by time, then by place, of those that say why.
  private(set) var conflict: ZoneConflict?

  /// - Parameter base: the name that another definition of the zone has; it gets the first eight digits of a
  ///   hash behind it.
  init?(_ zone: Zone, named base: String) {
    let first = zone.allOffsets.dropFirst().first?.instant.utc.day.year ?? 1970
    let year = max(0, min(1970, first - 1))
    guard let nameless = Component(zone.vtimezone(tzid: base, since: year)) else { return nil }
    let identity = ZoneIdentity(nameless)
    guard let read = identity.zone else { return nil }
    name = base + identity.wholeSuffix
    (component, self.zone) = (nameless.called(name), read)
  }

  /// Takes note of why it was made; which of several is told does not depend on their order.
  mutating func note(_ other: ZoneConflict?) {
    guard let other else { return }
    guard let known = conflict else {
      conflict = other
      return
    }
    let places = [known, other].map { ($0.instant ?? "", $0.second.input, $0.second.line) }
    if places[1] < places[0] { conflict = other }
  }
}
