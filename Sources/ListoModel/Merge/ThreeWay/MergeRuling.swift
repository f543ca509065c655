/// An answer to a question about a conflict.
public enum MergeRuling: Sendable, Hashable {
  /// It stays as the rules have it.
  case skip
  case settle(MergePreference)
  /// Nothing is to be merged.
  case stop
}
