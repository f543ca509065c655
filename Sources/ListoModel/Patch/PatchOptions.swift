/// How a patch is applied.
public struct PatchOptions: Sendable {
  /// Who wins where the collection and the patch changed the same thing differently: *ours* is the collection.
  public var preference: MergePreference

  /// - Parameter preference: who wins where the list was changed since the patch was made.
  public init(preference: MergePreference = .newest) { self.preference = preference }
}

/// What became of one component of a patch.
public struct PatchDecision: Sendable {
  /// What became of an item.
  public enum Outcome: String, Sendable, CaseIterable {
    case added, removed, changed, moved
    /// The collection said it already.
    case unchanged
  }

  /// What names the component: `VTODO` as a rule, its UID and RECURRENCE-ID as they are written.
  public let component: String
  /// Of the item.
  public let uid: String
  /// The occurrence that it overrides, as RFC 5545 writes it; nil for a master.
  public let recurrenceID: String?
  /// SUMMARY, for people.
  public let title: String
  /// The title of the list that it is in, or was.
  public let list: String
  /// What became of the item.
  public let outcome: Outcome
  /// Property by property: what was chosen and dropped. Version 0 is the collection's, 1 the patch's.
  public let fields: [FieldDecision]

  /// Some field was changed by both.
  public var isConflict: Bool { fields.contains(where: \.isConflict) }
}
