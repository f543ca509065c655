package import ICalendar

/// Whether two versions of a reminder say the same, the definitions of their zones included.
package struct ZoneDifferences {
  private struct Pair: Hashable {
    let old: ObjectIdentifier
    let new: ObjectIdentifier
  }

  package init() {}

  /// The zones whose clocks two calendars do not have the same at all times.
  private var differing: [Pair: Set<String>] = [:]

  /// Equal for people, and none of its times is another.
  mutating func isEqual(_ old: Reminder, _ new: Reminder) -> Bool {
    old.component.isEqual(
      to: new.component, .forPeople, zone: old.calendar.zones.zone, otherZone: new.calendar.zones.zone)
      && names(of: new.component, old.calendar.zones, new.calendar.zones).isEmpty
  }

  /// The zones in which a component's times are others by one calendar than by the other, sorted: that the clocks differ at times
  /// which it does not name is nothing to it.
  package mutating func names(of component: Component, _ old: ZoneTable, _ new: ZoneTable) -> [String] {
    let zones = zones(old, new)
    guard !zones.isEmpty else { return [] }
    return component.zonedTimes.filter { tzid, times in
      guard zones.contains(tzid) else { return false }
      guard let one = old.zone(tzid), let other = new.zone(tzid) else { return true }
      return one.reading(of: times) != other.reading(of: times)
    }.keys.sorted()
  }

  /// The zones that a component, or one in it, names.
  package static func names(of component: Component) -> Set<String> {
    var (names, places): (Set<String>, [LinePlace]) = ([], [])
    component.places(into: &places)
    addNames(of: component, places, to: &names)
    return names
  }

  /// The same where the places of the component's own lines are known.
  static func names(of component: Component, _ places: [LinePlace]) -> Set<String> {
    var names: Set<String> = []
    addNames(of: component, places, to: &names)
    return names
  }

  private static func addNames(of component: Component, _ places: [LinePlace], to names: inout Set<String>) {
    for place in places where place.hasParameters {
      if let tzid = tzid(place, of: component) { names.insert(tzid) }
    }
    guard component.hasChildren else { return }
    for child in component.children { names.formUnion(Self.names(of: child)) }
  }

  private static func tzid(_ place: LinePlace, of component: Component) -> String? {
    // Most lines with parameters name no zone, which a line shows that has no Z in it.
    let bytes = component.placedBytes
    if !place.isFolded, !bytes[place.content].contains(where: { $0 | 0x20 == 0x7A }) { return nil }
    return component.property(at: place).tzid
  }

  private mutating func zones(_ old: ZoneTable, _ new: ZoneTable) -> Set<String> {
    guard old !== new, !old.definitions.isEmpty || !new.definitions.isEmpty else { return [] }
    let pair = Pair(old: ObjectIdentifier(old), new: ObjectIdentifier(new))
    if let known = differing[pair] { return known }
    // A calendar that does not define a zone means what the system does.
    let names = Set(old.definitions.keys).union(new.definitions.keys)
    let result = names.filter { tzid in
      guard old.definitions[tzid]?.bytes != new.definitions[tzid]?.bytes else { return false }
      return old.zone(tzid)?.allOffsets != new.zone(tzid)?.allOffsets
    }
    differing[pair] = result
    return result
  }
}
