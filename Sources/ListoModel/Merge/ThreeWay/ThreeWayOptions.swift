public import ICalendar

/// Who wins where the sides changed the same thing differently.
public enum MergePreference: String, Sendable, Hashable, CaseIterable {
  /// The newest version (`VersionOrder`).
  case newest
  /// The first version that was given.
  case ours
  /// The last one.
  case theirs
  /// The newest, and each version that lost is kept beside it as a reminder of its own.
  case both
}

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
