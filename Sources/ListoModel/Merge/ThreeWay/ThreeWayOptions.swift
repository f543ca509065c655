package import ICalendar

/// The options of a three-way merge of one component.
package struct ThreeWayOptions: Sendable {
  /// The side that wins if both sides changed a field.
  public var preference: MergePreference
  /// The versions that win conflicts about single fields: by the names of properties, `VALARM/TRIGGER` in a
  /// component inside, and empty for all of the component.
  var fieldSides: [String: Int] = [:]
  /// Resolves a TZID, so that EXDATEs are compared as instants.
  public var zone: @Sendable (String) -> Zone?
  /// A component as it is compared where stamps tie: see ``MergedZones/identified(_:ofList:)``.
  var identified: @Sendable (Component) -> Component = { $0 }
  /// Decisions tell which lines they are about. Without it they say by which rule, and whether it is a
  /// conflict, and tell lines only where a parent may be among them.
  var tellsLines = true

  /// Options of a three-way merge.
  ///
  /// - Parameter zone: resolves a TZID, so that two notations of one time are equal.
  public init(
    preference: MergePreference = .newest,
    zone: @escaping @Sendable (String) -> Zone? = { Zone.resolve(tzid: $0)?.zone }
  ) {
    (self.preference, self.zone) = (preference, zone)
  }
}

extension ThreeWayOptions {
  /// Sets the versions that win single fields. Of a field with several properties each is set.
  ///
  /// - Parameter count: of the versions; the last are theirs.
  mutating func apply(_ fields: [String: MergePreference], versions count: Int) {
    for (name, preference) in fields {
      guard let side = preference.side(of: count) else { continue }
      let field = name.lastIndex(of: "/").map { name[name.index(after: $0)...] } ?? name[...]
      let path = name.dropLast(field.count)
      for property in field.split(separator: ", ", omittingEmptySubsequences: false) {
        fieldSides[String(path) + property] = side
      }
    }
  }

  /// The same for a component inside.
  func inside(_ name: String) -> ThreeWayOptions {
    guard !fieldSides.isEmpty else { return self }
    var result = self
    result.fieldSides = [:]
    for (field, side) in fieldSides where field.hasPrefix(name + "/") {
      result.fieldSides[String(field.dropFirst(name.count + 1))] = side
    }
    return result
  }

  /// Lines of these properties, of a component itself, are told: without `tellsLines` those that may name a
  /// parent, which `MergeRecipe.note` looks for.
  func tells(_ properties: PropertySet) -> Bool { tellsLines || properties.contains(.relatedTo) }

  /// The lines that only one of two versions has, where they are told.
  func difference(
    _ left: Component, _ right: Component
  ) -> (left: [MergeDecision.Line], right: [MergeDecision.Line]) {
    guard tellsLines || tells(PropertySet(differingIn: [left, right])) else { return ([], []) }
    return LineDifference.between(left, right)
  }
}
