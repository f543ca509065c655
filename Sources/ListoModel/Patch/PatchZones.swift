internal import ICalendar

/// The names of a patch's zones where its components are put, so that no time becomes another.
///
/// Two calendars may call different clocks by one name. The one that a component is put into keeps its name,
/// since all that the patch does not speak of stays as it is; the other is called by the name with eight
/// digits of a hash of its offsets. Clocks are compared as a merge does it (``ZoneIdentity``), and where a
/// component has times outside of that window by those too.
struct PatchZones: Sendable {
  /// Where components are put together, and zones with them.
  enum Home: Hashable, Sendable {
    case calendar(ObjectIdentifier)
    /// The new items of a list that has a file for each.
    case newItems(list: Int)
    case newList(Int)
    case side

    init(_ calendar: CalendarContext) { self = .calendar(ObjectIdentifier(calendar)) }
  }

  /// By home: what is put beside the definitions that are there.
  private(set) var added: [Home: [String: Component]] = [:]
  private(set) var conflicts: [PatchZoneConflict] = []
  /// Something was offered to a home.
  var hasOffers: Bool { !offered.isEmpty }
  /// By home: names that are taken by what may be put there.
  private var offered: [Home: [String: Offer]] = [:]
  private var identities: [ArraySlice<UInt8>: ZoneIdentity] = [:]
  /// Of homes that something is offered to, what names mean there, as far as it was asked about since.
  private var tables: [Home: ZoneTable] = [:]

  /// Which tables of zones say the same by the same names, as far as it was asked.
  private var alike: [Pair: Bool] = [:]

  private struct Pair: Hashable {
    let zones: ObjectIdentifier
    let own: ObjectIdentifier
  }

  private struct Offer: Sendable {
    let definition: Component
    /// It has a new name, since this has the old one.
    var conflict: PatchZoneConflict?
  }

  /// The component with the names that its zones have at a home.
  ///
  /// - Parameters:
  ///   - zones: what its names mean; one that is not defined keeps its name.
  ///   - calendar: the one that the home is, if it is one.
  mutating func naming(
    _ component: Component, _ zones: ZoneTable, at home: Home, _ calendar: CalendarContext? = nil
  ) -> Component {
    if let calendar, keepsNames(of: zones, in: calendar) { return component }
    if zones.definitions.isEmpty { return component }
    var names: [String: String] = [:]
    for (tzid, times) in component.zonedTimes.sorted(by: { $0.key < $1.key }) {
      guard let definition = zones.definitions[tzid] else { continue }
      let name = name(tzid, definition, times, home, calendar)
      if name != tzid { names[tzid] = name }
    }
    return names.isEmpty ? component : component.renamingZones(names)
  }

  /// Whether a calendar defines all of these zones, byte for byte, by the names that they have: none of them
  /// has another name there, and no component need be looked through for those that it names.
  mutating func keepsNames(of zones: ZoneTable, in calendar: CalendarContext) -> Bool {
    let own = calendar.zones
    if zones.definitions.isEmpty || own === zones { return true }
    let pair = Pair(zones: ObjectIdentifier(zones), own: ObjectIdentifier(own))
    if let known = alike[pair] { return known }
    let isAlike = zones.definitions.allSatisfy { tzid, definition in
      !ZoneIdentity.mayBeRenamed(tzid) && own.definitions[tzid]?.bytes == definition.bytes
    }
    alike[pair] = isAlike
    return isAlike
  }

  /// Sees to it that the zones of a component, which has the names of the home, are defined there.
  mutating func bring(_ component: Component, to home: Home) {
    guard let offers = offered[home] else { return }
    for tzid in ZoneDifferences.names(of: component).sorted() {
      guard let offer = offers[tzid], added[home]?[tzid] == nil else { continue }
      added[home, default: [:]][tzid] = offer.definition
      guard let conflict = offer.conflict,
        !conflicts.contains(where: { $0.tzid == conflict.tzid && $0.newName == conflict.newName })
      else { continue }
      conflicts.append(conflict)
    }
  }

  /// The zones that the names of a home mean.
  mutating func table(_ home: Home, _ calendar: CalendarContext? = nil) -> ZoneTable {
    guard let offers = offered[home], !offers.isEmpty else { return calendar?.zones ?? .empty }
    if let known = tables[home] { return known }
    let own = calendar?.zones.definitions ?? [:]
    let table = ZoneTable(own.values + offers.values.map(\.definition))
    tables[home] = table
    return table
  }

  private mutating func name(
    _ tzid: String, _ definition: Component, _ times: ZonedTimes, _ home: Home, _ calendar: CalendarContext?
  ) -> String {
    // A zone that was renamed elsewhere may have its own name here.
    if let old = originalName(tzid, definition), let known = known(old, home, calendar),
      isSame(known, definition, times)
    {
      return old
    }
    var name = tzid
    var conflict: PatchZoneConflict?
    while let known = known(name, home, calendar) ?? meant(name, calendar) {
      let isDefined = self.known(name, home, calendar) != nil
      if isSame(known, definition, times) {
        guard !isDefined else { return name }
        break
      }
      let isClass = identity(known).digest == identity(definition).digest
      name += isClass ? identity(definition).wholeSuffix : identity(definition).suffix
      conflict = PatchZoneConflict(
        tzid: tzid, newName: name, file: calendar?.file, line: isDefined ? known.lineNumber : nil,
        patchLine: definition.lineNumber)
    }
    let renamed = name == tzid ? definition : definition.called(name)
    offered[home, default: [:]][name] = Offer(definition: renamed, conflict: conflict)
    tables[home] = nil
    return name
  }

  private func known(_ name: String, _ home: Home, _ calendar: CalendarContext?) -> Component? {
    calendar?.zones.definitions[name] ?? offered[home]?[name]?.definition
  }

  /// The zone that a calendar means by a name that it does not define: the system's. What comes by that name
  /// from elsewhere would go for the calendar's own components too.
  private func meant(_ name: String, _ calendar: CalendarContext?) -> Component? {
    guard calendar != nil, let zone = Zone.resolve(tzid: name)?.zone else { return nil }
    return Component(zone.vtimezone(tzid: name))
  }

  private mutating func originalName(_ tzid: String, _ definition: Component) -> String? {
    ZoneIdentity.mayBeRenamed(tzid) ? identity(definition).originalName(of: tzid) : nil
  }

  /// One clock, and it reads these times alike.
  private mutating func isSame(_ left: Component, _ right: Component, _ times: ZonedTimes) -> Bool {
    if left.bytes == right.bytes { return true }
    let (one, other) = (identity(left), identity(right))
    guard one.digest == other.digest else { return false }
    return one.zone?.reading(of: times) == other.zone?.reading(of: times)
  }

  private mutating func identity(_ definition: Component) -> ZoneIdentity {
    if let known = identities[definition.bytes] { return known }
    let identity = ZoneIdentity(definition)
    identities[definition.bytes] = identity
    return identity
  }
}

/// A time zone that the patch and the collection define differently: that of the patch has another name in
/// the collection.
package struct PatchZoneConflict: Sendable, Hashable, CustomStringConvertible {
  /// The TZID that means two zones.
  package let tzid: String
  /// The name in the result of the patch's zone.
  package let newName: String
  /// Where the collection defines it; nil for what the patch itself puts there.
  package let file: String?
  /// The physical line of the definition, counted from 1; nil for a zone that the collection does not define,
  /// so that it is the system's.
  package let line: Int?
  /// The line of the patch.
  let patchLine: Int

  package var description: String {
    guard let line else {
      return
        "the time zone \(tzid) of the patch, at line \(patchLine), differs from the system's, which \(file ?? "the collection") may use; the patch's is called \(newName) now"
    }
    let places = file.map { "in \($0):\(line) and in the patch, at line \(patchLine)" }
    return "the time zone \(tzid) is defined differently "
      + (places ?? "at the lines \(line) and \(patchLine) of the patch")
      + "; the second is called \(newName) now"
  }
}
