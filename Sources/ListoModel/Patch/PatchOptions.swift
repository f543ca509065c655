/// How a patch is applied.
public struct PatchOptions: Sendable {
  /// Who wins where the collection and the patch changed the same thing differently: *ours* is the collection.
  public var preference: MergePreference

  public init(preference: MergePreference = .newest) { self.preference = preference }
}

/// What became of one component of a patch.
public struct PatchDecision: Sendable {
  public enum Outcome: String, Sendable, CaseIterable {
    case added, removed, changed, moved
    /// The collection said it already.
    case unchanged
  }

  /// What names the component: `VTODO` as a rule, its UID and RECURRENCE-ID as they are written.
  public let component: String
  public let uid: String
  public let recurrenceID: String?
  public let title: String
  /// The title of the list that it is in, or was.
  public let list: String
  public let outcome: Outcome
  /// Property by property: what was chosen and dropped. Version 0 is the collection's, 1 the patch's.
  public let fields: [FieldDecision]

  public var isConflict: Bool { fields.contains(where: \.isConflict) }
}
