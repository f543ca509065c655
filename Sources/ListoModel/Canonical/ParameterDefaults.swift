internal import ICalendar

/// Parameters that are words, the same in any case, and what a missing one says (RFC 5545 §3.2).
enum ParameterDefaults {
  /// The values of a parameter in upper case, and whether they say what a missing one does; nil for one that
  /// is no word.
  ///
  /// - Parameter name: in upper case.
  static func word(
    _ name: [UInt8], _ values: [[UInt8]], of property: PropertyID
  ) -> (values: [[UInt8]], isDefault: Bool)? {
    guard words.contains(name) else { return nil }
    let upper = values.map { $0.map(\.upper) }
    return (upper, upper.count == 1 && defaults[property]?[name] == upper[0])
  }

  /// - Parameter name: in upper case.
  static func word(_ parameter: Parameter, of property: PropertyID) -> (values: [[UInt8]], isDefault: Bool) {
    let values = parameter.values.map { Array($0.utf8) }
    return word(Array(parameter.name.utf8), values, of: property) ?? (values, false)
  }

  private static let words: Set<[UInt8]> = Set(
    [
      "CUTYPE", "DISPLAY", "ENCODING", "FBTYPE", "FEATURE", "LANGUAGE", "PARTSTAT", "RANGE", "RELATED",
      "RELTYPE", "ROLE", "RSVP",
    ].map { Array($0.utf8) })

  private static let defaults: [PropertyID: [[UInt8]: [UInt8]]] = [
    .attendee: table([
      "CUTYPE": "INDIVIDUAL", "PARTSTAT": "NEEDS-ACTION", "ROLE": "REQ-PARTICIPANT", "RSVP": "FALSE",
    ]),
    .relatedTo: table(["RELTYPE": "PARENT"]),
    .trigger: table(["RELATED": "START"]),
  ]

  private static func table(_ words: [String: String]) -> [[UInt8]: [UInt8]] {
    Dictionary(uniqueKeysWithValues: words.map { (Array($0.key.utf8), Array($0.value.utf8)) })
  }
}
