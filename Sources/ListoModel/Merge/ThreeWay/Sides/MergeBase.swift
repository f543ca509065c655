/// The common earlier version of the inputs of a merge, and the side of each input.
///
/// A three-way merge compares each side with the base (``ThreeWay``). A side may be one file or all files of
/// a folder. Several versions of one component on one side are first merged among themselves: the newest
/// wins, whole.
///
/// Components missing from a side count as deleted there. Therefore an incomplete input ends the merge
/// (``MergeError/incomplete(_:)``, ``MergeError/refused(_:)``). If single components could not be read,
/// nothing that their side lacks is deleted.
package struct MergeBase: Sendable {
  /// The inputs of the base: a collection, an earlier output of Listo, or nothing. With nothing, all is
  /// decided as without a base, and each decision is a conflict.
  public let inputs: [any MergeInput]
  /// The side of each input of the merge, in order: 0 for the first, which is *ours*, and so on; the last is
  /// *theirs*. A side with nothing but messages does not count as a side.
  public let sides: [Int]

  /// The number of sides: a side without an input has deleted everything.
  public let count: Int

  /// A side may have nothing at all of a list that the base has, and has deleted it then.
  public let allowsEmpty: Bool

  /// The name of each side as the user gave it, for diagnostics.
  public let names: [String]

  /// - Parameters:
  ///   - count: by default one more than the greatest of `sides`.
  ///   - names: a side without a name has the name of its first input.
  public init(
    inputs: [any MergeInput], sides: [Int], count: Int? = nil, names: [String] = [], allowsEmpty: Bool = false
  ) {
    (self.inputs, self.sides, self.names, self.allowsEmpty) = (inputs, sides, names, allowsEmpty)
    self.count = max(count ?? 0, (sides.max() ?? -1) + 1)
  }
}

/// A side of a merge that has nothing of a list: the disk was not mounted, the export failed, or all was
/// deleted.
public struct EmptiedSide: Sendable, Hashable {
  /// The index of the side: 0 for the first input.
  public let side: Int
  /// The list's identifier; empty where all lists become one.
  public let list: String
  /// The number of components of the base in that list, without time zones.
  public let count: Int
}
