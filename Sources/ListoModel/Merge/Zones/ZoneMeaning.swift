internal import ICalendar

/// The meaning of a TZID in a calendar, where the output has another name or another definition for it.
struct ZoneMeaning: Sendable {
  /// The zone's name in the output.
  let name: String
  /// The calendar's clock, and that of the output's definition, where the two are not the same at all times;
  /// then each component is asked whether its own times are the same by both.
  let clocks: (own: Zone, kept: Zone)?
  /// The two clocks differ within the years in which zones are compared, and no definition of the output has
  /// the calendar's: then it is another zone, for every component, whether its own times are the same by both
  /// or not.
  var isAnother = false
  /// Where it is defined; nil for a zone of the system's.
  let place: (input: UInt32, line: Int)?

  /// All meanings of a merge, by calendar and TZID.
  ///
  /// - Parameters:
  ///   - names: those of the definitions.
  ///   - kept: the definition that the output has under a name.
  static func all(
    _ index: MergeIndex, _ names: inout ZoneNames, kept: [MergedZones.Key: MergedZones.Kept]
  ) -> [UInt32: [String: ZoneMeaning]] {
    var result: [UInt32: [String: ZoneMeaning]] = [:]
    var meanings: [UInt32: ZoneMeaning?] = [:]
    var defining: [MergedZones.Key: Set<UInt32>] = [:]
    for (calendar, zone) in index.definedZones {
      let key = index.key(ofZone: Int(zone))
      // Of two definitions in one calendar the first counts.
      guard defining[key, default: []].insert(calendar).inserted else { continue }
      if meanings[zone] == nil { meanings[zone] = .some(defined(Int(zone), key, index, &names, kept)) }
      if let meaning = meanings[zone] ?? nil { result[calendar, default: [:]][key.name] = meaning }
    }
    var calendars: [UInt32: [UInt32]] = [:]
    for number in index.calendars.indices {
      calendars[index.calendars[number].list, default: []].append(UInt32(number))
    }
    let definers = defining.values.reduce(into: Set()) { $0.formUnion($1) }
    // The meanings for the calendars that define no zone, of each list one for all of them: in a folder these
    // may be thousands of files.
    var others: [UInt32: [String: ZoneMeaning]] = [:]
    for (key, holders) in defining {
      let lacking = calendars[key.list, default: []].filter { !holders.contains($0) }
      guard !lacking.isEmpty, let meaning = undefined(key, index, &names, kept) else { continue }
      others[key.list, default: [:]][key.name] = meaning
      for calendar in lacking where definers.contains(calendar) {
        result[calendar, default: [:]][key.name] = meaning
      }
    }
    for (list, meanings) in others {
      for calendar in calendars[list, default: []] where !definers.contains(calendar) {
        result[calendar] = meanings
      }
    }
    return result
  }

  /// Nil where the output says the same by the same name.
  private static func defined(
    _ number: Int, _ key: MergedZones.Key, _ index: MergeIndex, _ names: inout ZoneNames,
    _ kept: [MergedZones.Key: MergedZones.Kept]
  ) -> ZoneMeaning? {
    let zone = index.zones[number]
    let final = MergedZones.Key(list: key.list, tzid: names.names[number] ?? key.tzid)
    var clocks: (own: Zone, kept: Zone)?
    // Of a name that no definition keeps the system's zone counts.
    let other =
      if let kept = kept[final] {
        kept.number == number ? nil : names.identity(kept.number, index).zone
      } else {
        final == key ? nil : Zone.resolve(tzid: final.name)?.zone
      }
    if let own = names.identity(number, index).zone, let other, own.allOffsets != other.allOffsets {
      clocks = (own, other)
    }
    guard clocks != nil || final != key else { return nil }
    return ZoneMeaning(name: final.name, clocks: clocks, place: (zone.input, zone.component.lineNumber))
  }

  /// A calendar that does not define the zone means what the system does, if it knows it.
  private static func undefined(
    _ key: MergedZones.Key, _ index: MergeIndex, _ names: inout ZoneNames,
    _ kept: [MergedZones.Key: MergedZones.Kept]
  ) -> ZoneMeaning? {
    guard let system = Zone.resolve(tzid: key.name)?.zone else { return nil }
    let digest = ZoneIdentity.digest(system.offsets(from: ZoneIdentity.window))
    var final = names.key(of: key, digest)
    var identity = kept[final].map { names.identity($0.number, index) }
    if let other = identity, other.digest != digest {
      // An earlier merge may have given this clock its name beside another that kept the one that is asked
      // for.
      let renamed = names.key(of: final.renamed(for: digest), digest)
      if let earlier = kept[renamed].map({ names.identity($0.number, index) }), earlier.digest == digest {
        (final, identity) = (renamed, earlier)
      }
    }
    var clocks: (own: Zone, kept: Zone)?
    if let zone = identity?.zone, zone.allOffsets != system.allOffsets { clocks = (system, zone) }
    guard clocks != nil || final != key else { return nil }
    let isAnother = identity.map { $0.digest != digest } ?? false
    return ZoneMeaning(name: final.name, clocks: clocks, isAnother: isAnother, place: nil)
  }
}
