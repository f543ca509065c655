/// The level at which two versions count as equal. Every comparison names the level that it uses.
///
/// Versions that are equal at one level are equal at all later ones.
public enum EqualityLevel: UInt8, Sendable, Hashable, Comparable, CaseIterable {
  /// The bytes are equal. Decides whether a component is written again.
  case bytes
  /// The content is equal, however it is written (`CanonicalContent`). Decides hashes, the order of versions,
  /// and whether a patch has been applied.
  case canonical
  /// The content is equal except for data that programs write by themselves (`InsignificantContent`). Decides
  /// equal or different, changed or unchanged, conflicts, and the output of `diff`.
  case forPeople
  /// As ``forPeople``, except for the properties of `InsignificantContent/incidental`. Decides whether a
  /// change keeps a component that another side deleted.
  case forKeeping

  public static func < (left: EqualityLevel, right: EqualityLevel) -> Bool { left.rawValue < right.rawValue }
}
