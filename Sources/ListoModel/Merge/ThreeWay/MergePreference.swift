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

  /// The version that was asked for; nil if none was.
  func side(of count: Int) -> Int? {
    switch self {
    case .newest, .both: nil
    case .ours: 0
    case .theirs: count - 1
    }
  }
}
