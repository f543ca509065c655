internal import ICalendar
internal import ListoModel

extension Editing {
  /// The definitions of the zones that an item names: for one that comes all of them, for others those that
  /// it did not name before and its calendar lacks.
  func definitions(of item: Item) -> [Component] {
    guard let after = item.after else { return [] }
    var names = ZoneDifferences.names(of: after)
    let zones = item.zones ?? item.calendar.zones
    if let before = item.before {
      names.subtract(ZoneDifferences.names(of: before.component))
      names.subtract(item.calendar.zones.definitions.keys)
    }
    return names.sorted().compactMap { tzid in
      if let definition = zones.definitions[tzid] { return definition }
      return Zone.resolve(tzid: tzid).flatMap { Component($0.zone.vtimezone(tzid: tzid)) }
    }
  }

  /// A component that comes from another calendar, with names for its zones under which its times stay what
  /// they are, and those of the list's own reminders too.
  ///
  /// - Parameter zones: those of the calendar that it comes to; nil for the list's first.
  /// - Returns: and what these names mean.
  /// - Complexity: linear in the component; where one of its zones is another than the system's, in the list.
  func rezoned(
    _ component: Component, from source: ZoneTable, to list: ModelIdentifier, defining zones: ZoneTable? = nil
  ) throws(EditError) -> (component: Component, zones: ZoneTable) {
    let node = try node(list)
    guard let target = zones ?? node.calendars.first?.zones, target !== source else {
      return (component, source)
    }
    var differences = ZoneDifferences()
    var differing = differences.names(of: component, source, target)
    if differing.contains(where: { target.definitions[$0] == nil }) {
      // A definition that comes would go for what the list means by the name without one.
      let used = undefinedZones(of: node)
      differing.removeAll { target.definitions[$0] == nil && !used.contains($0) }
    }
    guard !differing.isEmpty else { return (component, source) }
    var names: [String: String] = [:]
    var definitions = Array(source.definitions.values)
    for tzid in differing {
      guard
        let definition = source.definitions[tzid]
          ?? source.zone(tzid).flatMap({ Component($0.vtimezone(tzid: tzid)) })
      else { continue }
      var number = 2
      while target.definitions["\(tzid) \(number)"] != nil || source.definitions["\(tzid) \(number)"] != nil {
        number += 1
      }
      var renamed = definition
      renamed.put(.tzid, TextValue.encode("\(tzid) \(number)"))
      definitions.append(renamed)
      names[tzid] = "\(tzid) \(number)"
    }
    return (component.renamingZones(names), ZoneTable(definitions))
  }

  /// The zones that items of a list name, and that their calendars do not define.
  private func undefinedZones(of node: Catalog.ListNode) -> Set<String> {
    var names: Set<String> = []
    for (_, reminder) in reminders(in: node.identifier) {
      names.formUnion(
        ZoneDifferences.names(of: reminder.component).subtracting(reminder.calendar.zones.definitions.keys))
    }
    for item in node.otherItems {
      names.formUnion(
        ZoneDifferences.names(of: item.component).subtracting(item.calendar.zones.definitions.keys))
    }
    return names
  }
}
