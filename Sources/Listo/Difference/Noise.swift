public import ICalendar

/// What programs write anew without anyone having changed anything, so that a comparison passes over it: the one table.
public enum Noise {
  /// Properties that say when, how often or by whom a copy was written, whatever their value.
  public static let properties: [String] = [
    // RFC 5545: when this copy was written, when and how often the item was saved. Exporters rewrite DTSTAMP at each export, some
    // LAST-MODIFIED too, and what is counted in SEQUENCE differs from program to program.
    "DTSTAMP", "LAST-MODIFIED", "SEQUENCE",
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
  ]

  /// Values that say the same as no such property: RFC 5545 §3.8.1.3 (CLASS), §3.8.1.9 (PRIORITY), and what every program takes a
  /// missing STATUS and PERCENT-COMPLETE for.
  public static let defaults: [(property: PropertyID, value: String)] = [
    (.class, "PUBLIC"), (.priority, "0"), (.percentComplete, "0"), (.status, "NEEDS-ACTION"),
  ]

  private static let names = Set(properties)
  private static let ids = Set(properties.map(PropertyID.init(name:))).subtracting([.other])

  static func isNoise(_ property: Property) -> Bool {
    property.id == .other ? names.contains(property.name) : ids.contains(property.id)
  }

  /// Whether one side writes out what the other leaves out. A STATUS only where nothing else there says that the reminder is done.
  static func isDefault(_ property: Property, lackedBy component: Component) -> Bool {
    guard
      defaults.contains(where: { row in
        row.property == property.id && property.rawText.uppercased() == row.value
      })
    else { return false }
    guard property.id == .status || property.id == .percentComplete else { return true }
    return Reminder(component, in: .none).status == .needsAction
  }
}
