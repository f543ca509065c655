/// How a patch is applied.
public struct PatchOptions: Sendable {
  /// Who wins where the collection and the patch changed the same thing differently: *ours* is the collection.
  public var preference: MergePreference

  /// - Parameter preference: who wins where the list was changed since the patch was made.
  public init(preference: MergePreference = .newest) { self.preference = preference }
}
