internal import ICalendar

/// Whether two versions of a reminder say the same, the definitions of their zones included.
struct ZoneDifferences {
  private struct Pair: Hashable {
    let old: ObjectIdentifier
    let new: ObjectIdentifier
  }

  /// The zones that two calendars define differently, to the byte.
  private var differing: [Pair: Set<String>] = [:]

  /// Equal for people, and no zone that it names is another.
  mutating func isEqual(_ old: Reminder, _ new: Reminder) -> Bool {
    old.component.isEqual(to: new.component, forPeople: true)
      && names(of: new.component, old.calendar.zones, new.calendar.zones).isEmpty
  }

  /// The zones that a component names and that two calendars define differently, sorted.
  mutating func names(of component: Component, _ old: ZoneTable, _ new: ZoneTable) -> [String] {
    let zones = zones(old, new)
    return zones.isEmpty ? [] : Self.names(of: component).filter(zones.contains).sorted()
  }

  /// The zones that a component, or one in it, names.
  static func names(of component: Component) -> Set<String> {
    var names: Set<String> = []
    for property in component.properties where property.hasParameters {
      if let tzid = property.tzid { names.insert(tzid) }
    }
    for child in component.children { names.formUnion(Self.names(of: child)) }
    return names
  }

  private mutating func zones(_ old: ZoneTable, _ new: ZoneTable) -> Set<String> {
    guard old !== new, !old.definitions.isEmpty || !new.definitions.isEmpty else { return [] }
    let pair = Pair(old: ObjectIdentifier(old), new: ObjectIdentifier(new))
    if let known = differing[pair] { return known }
    var result: Set<String> = []
    for (tzid, definition) in new.definitions where old.definitions[tzid]?.bytes != definition.bytes {
      // Another text, or none, may still be the same clock.
      if old.zone(tzid)?.canonicalOffsets != new.zone(tzid)?.canonicalOffsets { result.insert(tzid) }
    }
    for tzid in old.definitions.keys where new.definitions[tzid] == nil {
      if old.zone(tzid)?.canonicalOffsets != new.zone(tzid)?.canonicalOffsets { result.insert(tzid) }
    }
    differing[pair] = result
    return result
  }
}
