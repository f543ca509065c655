/// An answer to a question about a conflict.
public enum MergeRuling: Sendable, Hashable {
  /// It stays as the rules have it.
  case skip
  case settle(MergePreference)
  /// Nothing is to be merged.
  case stop

  /// The version of the first side wins.
  public static let ours = settle(.ours)
  /// The version of the last side wins.
  public static let theirs = settle(.theirs)
  /// The newest version wins.
  public static let newest = settle(.newest)
}
