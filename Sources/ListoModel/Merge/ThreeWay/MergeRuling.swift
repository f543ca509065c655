/// What someone who was asked about a conflict said.
public enum MergeRuling: Sendable, Hashable {
  /// It stays as the rules have it.
  case skip
  case settle(MergePreference)
  /// Nothing is to be merged.
  case stop
}
