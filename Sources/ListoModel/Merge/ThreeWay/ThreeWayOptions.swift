package import ICalendar

/// The options of a three-way merge of one component.
package struct ThreeWayOptions: Sendable {
  /// The side that wins if both sides changed a field.
  public var preference: MergePreference
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
