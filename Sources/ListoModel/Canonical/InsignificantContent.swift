package import ICalendar

/// The content that programs write anew without anyone having changed anything, so that it does not count for
/// people (``EqualityLevel/forPeople``): the one table.
package enum InsignificantContent {
  /// Properties that say when, how often or by whom a copy was written, whatever their value.
  package static let properties: [String] = [
    // RFC 5545: when this copy was written, when the item was made, when and how often it was saved.
    // Exporters rewrite DTSTAMP at each export, some LAST-MODIFIED too, servers set CREATED, and what is
    // counted in SEQUENCE differs from program to program: it counts where an ORGANIZER stands (RFC 5546
    // §2.1.4).
    "DTSTAMP", "LAST-MODIFIED", "SEQUENCE", "CREATED",
    // Of a calendar: who wrote it, how it is to be read, what a server was asked.
    "PRODID", "VERSION", "CALSCALE", "METHOD",
    // Thunderbird counts saves.
    "X-MOZ-GENERATION",
    // Evolution and Radicale: where and in which version the item stood on the server.
    "X-EVOLUTION-CALDAV-HREF", "X-EVOLUTION-CALDAV-ETAG", "X-RADICALE-NAME",
    // libical: what it objected to when it read the item.
    "X-LIC-ERROR",
    // Listo: which input of a merge it came from.
    MergeOrigins.name,
    // Listo: how todo.txt spells the reminder, which is read only while it says the same as the other
    // properties.
    "X-TODOTXT-LINE",
  ]

  /// Values that say the same as no such property: RFC 5545 §3.8.1.3 (CLASS), §3.8.1.9 (PRIORITY), and what
  /// every program takes a missing STATUS and PERCENT-COMPLETE for.
  package static let defaults: [(property: PropertyID, value: String)] = [
    (.class, "PUBLIC"), (.priority, "0"), (.percentComplete, "0"), (.status, "NEEDS-ACTION"),
  ]

  /// The properties that people change without changing the task: the order by hand, that a reminder has
  /// rung. They are shown and merged. But a reminder in which only they changed is not kept when the other
  /// side deleted it, since to move one reminder is to renumber its neighbours.
  static let incidental: [String] = ["X-APPLE-SORT-ORDER", "ACKNOWLEDGED", "X-MOZ-LASTACK"]

  /// Properties that count or not by others of their component, and which these are: SEQUENCE counts where an
  /// ORGANIZER stands, and the default of STATUS or PERCENT-COMPLETE where another says that the reminder is
  /// begun or done.
  static let dependent: [(property: PropertyID, others: PropertySet)] = [
    (.sequence, [.organizer]),
    (.status, [.completed, .percentComplete]),
    (.percentComplete, [.completed, .status]),
  ]

  private static let names = Set(properties)

  /// By property: up to which level it counts.
  private static let levels: [EqualityLevel] = {
    var levels = PropertyID.allCases.map { _ in EqualityLevel.forKeeping }
    for name in properties { levels[Int(PropertyID(name: name).rawValue)] = .canonical }
    for name in incidental { levels[Int(PropertyID(name: name).rawValue)] = .forPeople }
    levels[Int(PropertyID.other.rawValue)] = .forKeeping
    return levels
  }()

  /// The lines that say a default, in canonical form.
  private static let defaultLines: [[UInt8]?] = PropertyID.allCases.map { id in
    defaults.first { $0.property == id }.map { Array("\(id.name)\0\0\($0.value)".utf8) }
  }

  /// Stamps and numbers that programs write as they save: of several versions a merge takes the greatest, of
  /// CREATED the least.
  static let stamps: PropertySet = [.dtstamp, .lastModified, .sequence, .created, .xMozGeneration]

  static func isStamp(_ id: PropertyID) -> Bool { stamps.contains(id) }

  /// Up to which level a property of a component counts: ``EqualityLevel/canonical`` for what is
  /// insignificant.
  ///
  /// - Parameter zone: what a TZID means.
  static func level(
    of property: Property, in component: Component, zone: ((String) -> Zone?)? = nil
  ) -> EqualityLevel {
    let id = property.id
    switch id {
    case .other:
      let isSilent =
        names.contains(property.name) || Rewriting.isSilent(property, in: component, zone: zone)
      return isSilent ? .canonical : .forKeeping
    case .sequence: return component.first(.organizer) == nil ? .canonical : .forKeeping
    default:
      return isSilent(property, in: component, zone: zone) ? .canonical : levels[Int(id.rawValue)]
    }
  }

  /// By property the same, where it is the same for all of its lines.
  private static let fixedLevels: [EqualityLevel?] = PropertyID.allCases.map { id in
    let isFixed =
      id != .other && defaultLines[Int(id.rawValue)] == nil && !dependent.contains { $0.property == id }
      && Rewriting.rules(for: id)?.silences.isEmpty ?? true
    return isFixed ? levels[Int(id.rawValue)] : nil
  }

  /// The level of every line of a property; nil where it takes the line to say, and its component.
  static func level(of id: PropertyID) -> EqualityLevel? { fixedLevels[Int(id.rawValue)] }

  /// Whether a line says what would be so without it: a default or what a program adds (``Rewriting``).
  static func isSilent(
    _ property: Property, in component: Component, zone: ((String) -> Zone?)?
  ) -> Bool {
    isDefault(property, in: component) || Rewriting.isSilent(property, in: component, zone: zone)
  }

  /// A STATUS or PERCENT-COMPLETE is one only where nothing else there says that the reminder is begun or
  /// done.
  private static func isDefault(_ property: Property, in component: Component) -> Bool {
    guard let line = defaultLines[Int(property.id.rawValue)], CanonicalLine.bytes(of: property) == line else {
      return false
    }
    switch property.id {
    case .status, .percentComplete:
      return Quirks.status(of: Reminder(component, in: .none), without: property.id) == .needsAction
    default: return true
    }
  }
}
