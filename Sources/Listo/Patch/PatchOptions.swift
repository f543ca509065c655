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

/// A time zone that the patch and the collection define differently, so that what the patch says would be another time.
public struct PatchZoneConflict: Error, Sendable, Hashable, CustomStringConvertible {
  public let tzid: String
  /// Where the collection defines it: the file, and the physical line in it.
  public let file: String
  public let line: Int
  /// The line of the patch.
  public let patchLine: Int

  public var description: String {
    "the time zone \(tzid) is defined differently in \(file):\(line) and in the patch, at line \(patchLine)"
  }
}
