/// The version that wins if the sides changed the same thing differently.
public enum MergePreference: String, Sendable, Hashable, CaseIterable {
  /// The newest version (`VersionOrder`).
  case newest
  /// The first version that was given.
  case ours
  /// The last one.
  case theirs
  /// The newest wins, and each version that lost is kept beside it as a separate reminder.
  case both
}
