/// How a patch is applied.
package struct PatchOptions: Sendable {
  /// Who wins where the collection and the patch changed the same thing differently: *ours* is the
  /// collection.
  package var preference: MergePreference

  /// - Parameter preference: who wins where the list was changed since the patch was made.
  package init(preference: MergePreference = .newest) { self.preference = preference }
}
