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

  /// The zones in which a component's times are others by one calendar than by the other, sorted: that the
  /// clocks differ at times which it does not name is nothing to it.
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

  /// The indices in the component's bytes of the one name that it, and what is in it, has for a zone; empty
  /// where there is none. Nil where that takes a closer look.
  ///
  /// - Parameter places: of the component's own lines.
  static func plainName(of component: Component, _ places: [LinePlace]) -> Range<Int>? {
    let bytes = component.placedBytes.span
    var name = 0..<0
    for place in places where place.hasParameters {
      guard let value = place.valueOfMoment(in: bytes) else {
        guard !mayNameZone(place, in: bytes) else { return nil }
        continue
      }
      // A date has no zone.
      guard value.count > 8 else { continue }
      let zone = place.zone(ofMomentAt: value)
      guard
        name.isEmpty
          || zone.count == name.count
            && bytes.isSame(zone.count, from: zone.lowerBound, as: bytes, from: name.lowerBound)
      else { return nil }
      name = zone
    }
    return component.hasChildren && !component.childrenNameNoZone ? nil : name
  }

  private static func addNames(of component: Component, _ places: [LinePlace], to names: inout Set<String>) {
    for place in places where place.hasParameters {
      if let tzid = tzid(place, of: component) { names.insert(tzid) }
    }
    guard component.hasChildren else { return }
    for child in component.children { names.formUnion(Self.names(of: child)) }
  }

  private static func tzid(_ place: LinePlace, of component: Component) -> String? {
    mayNameZone(place, in: component.placedBytes.span) ? component.property(at: place).tzid : nil
  }

  /// Most lines with parameters name no zone, which a line shows that has no Z in it.
  private static func mayNameZone(_ place: LinePlace, in bytes: Span<UInt8>) -> Bool {
    if place.isFolded { return true }
    for index in place.content where bytes[index] | 0x20 == 0x7A { return true }
    return false
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

extension Component {
  /// No parameter in the sub-components might be a TZID: the character behind each semicolon is a letter
  /// other than T, as in `VALUE` or `RELATED`.
  fileprivate var childrenNameNoZone: Bool {
    let bytes = placedBytes.span
    for child in children {
      var start = child.bytes.startIndex
      let end = child.bytes.endIndex
      while let semicolon = bytes.first(0x3B, from: start, to: end) {
        start = semicolon + 1
        guard start < end else { break }
        let letter = bytes[start] | 0x20
        guard letter >= 0x61, letter <= 0x7A, letter != 0x74 else { return false }
      }
    }
    return true
  }
}

extension Component {
  /// The times that a component and those in it have in zones, by TZID; a zone that is named with no time
  /// that can be read has none.
  ///
  /// - Complexity: linear in its lines.
  var zonedTimes: [String: ZonedTimes] {
    var result: [String: ZonedTimes] = [:]
    collectTimes(into: &result)
    return result
  }

  private func collectTimes(into result: inout [String: ZonedTimes]) {
    var own: [String: ZonedTimes] = [:]
    var repeats = false
    var start: (time: LocalDateTime, tzid: String)?
    for property in properties {
      if property.id == .rrule || property.id == .exrule { repeats = true }
      guard property.hasParameters, let tzid = property.tzid else { continue }
      own[tzid, default: ZonedTimes()].formUnion(ZonedTimes())
      // Lists, and both ends of a PERIOD.
      for part in property.value.split(whereSeparator: { $0 == 0x2C || $0 == 0x2F }) {
        guard case .zoned(let time, _)? = try? Moment.decode(part, tzid: tzid) else { continue }
        own[tzid, default: ZonedTimes()].insert(time)
        if property.id == .dtstart, start == nil { start = (time, tzid) }
      }
    }
    if let start, let length = first(.duration).flatMap({ try? CalendarDuration.parse($0.value) }) {
      own[start.tzid]?.insert(start.time.adding(seconds: length.totalSeconds))
    }
    for (tzid, times) in own {
      var times = times
      times.repeats = repeats
      result[tzid, default: ZonedTimes()].formUnion(times)
    }
    for child in children { child.collectTimes(into: &result) }
  }
}
