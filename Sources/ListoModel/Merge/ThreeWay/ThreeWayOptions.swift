public import ICalendar

/// What is asked of a three-way merge of one component.
public struct ThreeWayOptions: Sendable {
  /// Who wins where both sides changed a field.
  public var preference: MergePreference
  /// What a TZID means: EXDATEs are compared as instants.
  public var zone: @Sendable (String) -> Zone?
  /// A component as it is compared where stamps tie: see ``MergedZones/identified(_:ofList:)``.
  var identified: @Sendable (Component) -> Component = { $0 }

  /// Options of a three-way merge.
  ///
  /// - Parameter zone: what a TZID means, so that two ways to write one time are one.
  public init(
    preference: MergePreference = .newest,
    zone: @escaping @Sendable (String) -> Zone? = { Zone.resolve(tzid: $0)?.zone }
  ) {
    (self.preference, self.zone) = (preference, zone)
  }
}
