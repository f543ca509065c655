/// How much two versions have to have in common to count as one. Every comparison says which level it asks for.
///
/// Each holds of all that the one before it holds of.
public enum EqualityLevel: UInt8, Sendable, Hashable, Comparable, CaseIterable {
  /// The octets. Decides what is written anew.
  case bytes
  /// What is said, however it is written (`CanonicalContent`). Decides hashes, the order of versions, and whether a patch has been
  /// applied.
  case canonical
  /// The same without what programs write by themselves (`InsignificantContent`). Decides equal or different, changed or unchanged,
  /// conflicts, and what `diff` shows.
  case forPeople
  /// The same without what `InsignificantContent/incidental` lists. Decides whether a change keeps what another side deleted.
  case forKeeping

  public static func < (left: EqualityLevel, right: EqualityLevel) -> Bool { left.rawValue < right.rawValue }
}
